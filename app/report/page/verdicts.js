// One sentence or two for each service flow: its target, what its delay is made of, what was lost.

const CAUSES = {
  aqm_drops: 'dropped by the AQM',
  buffer_drops: 'dropped because the buffer was full',
  ingress_fifo_drops: 'lost in front of the queue-memory port',
  hold_drops: 'lost because the hold was full',
  oversize_drops: 'longer than the flow may send',
  request_giveup_drops: 'given up after their requests failed',
  rf_lost: 'lost on the cable',
};

const MISSED = {
  map_parsing: 'MAP parsing', verdict: 'a verdict that came late', previous_burst: 'the burst before',
  builder: 'the burst builder', port_other_writes: 'the queue-memory port (writes of others)',
  port_own_writes: 'the queue-memory port (their own writes)',
  port_other_reads: 'the queue-memory port (reads of others)',
  port_own_read: 'the queue-memory port (their own read)', scripted: 'an event of the scenario',
};

function largest(pairs) {
  return pairs.reduce((best, pair) => (best === null || pair[1] > best[1] ? pair : best), null);
}

// The AQM's latency target, if an AQM is at work that has one.
function targetMs(flow) {
  const mib = flow.mib || {};
  const isOn = mib.docsQosParamSetAqmDisabled === 2;
  return isOn && mib.docsQosParamSetAqmLatencyTarget > 0 ? mib.docsQosParamSetAqmLatencyTarget : null;
}

function delayText(flows) {
  const middle = medianOf(flows, 'queue_delay_ms.p50');
  if (middle === null) return 'It sent nothing.';
  const tail = medianOf(flows, 'queue_delay_ms.p99');
  const target = targetMs(flows[0]);
  const judged = target === null ? '' : middle <= target ? `, within the target of ${target} ms` :
    `, above the target of ${target} ms`;
  const half = middle === 0 ? 'Half of its packets did not wait' :
    `Half of its packets waited ${shown(middle, 3)} ms or less in the queue`;
  return `${half}${judged}; one in a hundred ${shown(tail, 3)} ms or more.`;
}

const STAGE_WORDS = {
  host_ms: 'in the host and on the LAN', verdict_ms: 'before the verdict on its arrival',
  queue_ms: 'behind other packets and for the shaper', request_ms: 'for a request to be sent',
  grant_ms: 'from request to grant', burst_ms: 'while the burst was built', rf_ms: 'on the cable',
  cmts_ms: 'in the CMTS',
  network_ms: 'in the network behind',
};

function largestStage(means) {
  const [key, ms] = largest(STAGES.map(([each], i) => [each, means.stages[i].ms]));
  return `${percent(ms, means.total)} of it ${STAGE_WORDS[key]}`;
}

// When the slow packets were sent, if that is a small part of the run.
function whenText(group, means) {
  const {results} = group.runs[0];
  const measured = results.simulated_s - warmupOf(group);
  if (means.to - means.from >= measured / 5) return '';
  const [from, to] = [shown(means.from, 3), shown(means.to, 3)];
  return from === to ? `; they were sent at ${from} s` : `; they were sent between ${from} s and ${to} s`;
}

function shareText(group, name, flows) {
  const way = `service flow ${name}`;
  const mean = stageMeans(group, way, 'mean');
  if (mean === null) return waitText(flows);
  const tail = stageMeans(group, way, 'around_p99');
  return `From host to end its packets took ${shown(mean.total, 3)} ms on average, ${largestStage(mean)}. ` +
    `Packets around the 99th percentile of one-way delay (98.5 to 99.5) took ${shown(tail.total, 3)} ms on average, ` +
    `${largestStage(tail)}${whenText(group, tail)}.`;
}

function waitText(flows) {
  const mean = medianOf(flows, 'queue_delay_ms.mean');
  const grant = medianOf(flows, 'request_grant_ms.mean');
  if (mean === null || grant === null || !(mean > 0)) return '';
  const most = grant >= mean ? 'no more than from a request to its grant' :
    grant > mean / 2 ? 'most of it from a request to its grant' : 'most of it behind other packets';
  return `The mean wait was ${shown(mean, 3)} ms, ${most} (request to grant: ${shown(grant, 3)} ms).`;
}

function lossText(flows) {
  const offered = medianOf(flows, 'offered_packets');
  const lost = Object.keys(CAUSES).map((key) => [key, medianOf(flows, key) || 0]);
  const all = lost.reduce((sum, [, count]) => sum + count, 0);
  if (!(offered > 0)) return '';
  if (all === 0) return 'Nothing was lost.';
  const [cause, count] = largest(lost);
  // As printed: 99.96 % would be "100 %".
  const isNearlyAll = percent(count, all) === percent(1, 1);
  const share = count === all ? 'all of these' :
    isNearlyAll ? 'nearly all of these' : `${percent(count, all)} of these`;
  return `${percent(all, offered)} of its packets, ${shown(all)}, were lost, ${share} ${CAUSES[cause]}.`;
}

function missText(group, flows) {
  const missed = medianOf(flows, 'grants_missed');
  if (!missed) return '';
  const causes = Object.keys(MISSED).map((key) => [key, median(group.runs.map((run) =>
    at(run.results, `mac.missed_by_cause.${key}`) || 0))]);
  const [cause] = largest(causes);
  return `${shown(missed)} grants were missed; over all flows the main cause is ${MISSED[cause]}.`;
}

function verdictOf(group, name) {
  const flows = each(group, 'service_flows', serviceFlowName, name);
  if (flows.length === 0) return 'It is not in this scenario.';
  const rate = `It sent ${shown(medianOf(flows, 'sent_mbps'))} Mbit/s.`;
  const texts = [rate, delayText(flows), shareText(group, name, flows), lossText(flows), missText(group, flows)];
  return texts.filter(Boolean).join(' ');
}

function showVerdicts() {
  const section = byId('verdicts');
  for (const [name, flow] of named('service_flows', serviceFlowName)) {
    section.append(element('h3', {}, `Service flow ${name}, ${flow.direction}`));
    GROUPS.forEach((group, i) => {
      const several = group.runs.length > 1 ? ` (median of ${group.runs.length} runs)` : '';
      section.append(element('p', {}, GROUPS.length > 1 ? swatch(i) : null,
        GROUPS.length > 1 ? element('strong', {}, `${group.name}: `) : null, verdictOf(group, name) + several));
    });
  }
}
