// Where the one-way delay goes: bars of its stages, which add up to it.

// [key of delay_stages, name, colour]
const STAGES = [
  ['host_ms', 'host and LAN', 6],
  ['verdict_ms', 'until the verdict', 3],
  ['queue_ms', 'queue and shaper', 1],
  ['request_ms', 'wait for a request', 4],
  ['grant_ms', 'request to grant', 2],
  ['burst_ms', 'building the burst', 7],
  ['rf_ms', 'cable', 0],
  ['cmts_ms', 'CMTS', 5],
  ['network_ms', 'network behind', 8],
];
const LEAST_SHOWN_MS = 0.0005;

const stagesName = (each) =>
  (each.flow === undefined ? `service flow ${each.service_flow} of ${each.modem}` : each.flow);

// Means of `which` over the runs of a group, so that the stages still add up; null without packets.
function stageMeans(group, name, which) {
  const found = each(group, 'delay_stages', stagesName, name).map((one) => one[which]).filter(Boolean);
  if (found.length === 0) return null;
  const mean = (key) => found.reduce((sum, one) => sum + (one[key] || 0), 0) / found.length;
  return {
    total: mean('one_way_ms'),
    stages: STAGES.map(([key, label, shade]) => ({label, shade, ms: mean(key)})),
    from: Math.min(...found.map((one) => one.first_s)),
    to: Math.max(...found.map((one) => one.last_s)),
  };
}

// The stages that results without delay_stages still tell, of a flow alone in its service flow.
function coarseMeans(group, name) {
  const run = group.runs[0].results;
  const flow = (run.flows || []).find((one) => one.name === name);
  if (!flow || flow.direction !== 'upstream') return null;
  const ways = (run.service_flows || []).filter((one) => one.direction === 'upstream');
  if (ways.length !== 1) return null;
  const flows = each(group, 'flows', flowName, name);
  const queues = each(group, 'service_flows', serviceFlowName, serviceFlowName(ways[0]));
  const total = medianOf(flows, 'one_way_ms.mean');
  const host = medianOf(flows, 'host_wait_ms.mean') || 0;
  const queue = medianOf(queues, 'queue_delay_ms.mean');
  if (total === null || queue === null) return null;
  const grant = Math.min(medianOf(queues, 'request_grant_ms.mean') || 0, queue);
  return {
    total,
    stages: [
      {label: 'wait in the host', shade: 6, ms: host},
      {label: 'backlog of the queue', shade: 1, ms: queue - grant},
      {label: 'request to grant', shade: 2, ms: grant},
      {label: 'burst, cable, CMTS and the way to the receiver', shade: 0, ms: Math.max(0, total - host - queue)},
    ],
  };
}

function stageBar(stages, most) {
  const bar = element('div', {class: 'bar', role: 'img',
    'aria-label': stages.filter(({ms}) => ms >= LEAST_SHOWN_MS)
      .map(({label, ms}) => `${label} ${shown(ms, 3)} ms`).join(', ')});
  for (const {label, shade, ms} of stages) {
    if (ms < LEAST_SHOWN_MS) continue;
    const style = `width: ${(100 * ms) / most}%; background: var(--c${shade})`;
    bar.append(element('span', {style, title: `${label}: ${shown(ms, 4)} ms`}, ms > most / 14 ? shown(ms, 3) : ''));
  }
  return bar;
}

// A service flow with one flow has the stages of that flow: one of them is enough.
function namesThatDiffer(names) {
  const seen = new Set();
  return names.filter((name) => {
    const means = JSON.stringify(GROUPS.map((group) =>
      ['mean', 'around_p99'].map((which) => stageMeans(group, name, which))));
    return !seen.has(means) && seen.add(means);
  });
}

function stageRows(names, meansOf) {
  const rows = [];
  for (const name of names) {
    GROUPS.forEach((group) => {
      for (const [which, label] of [['mean', 'all packets'], ['around_p99', 'p98.5\u00a0to\u00a0p99.5']]) {
        const means = meansOf(group, name, which);
        if (means) rows.push({name: GROUPS.length > 1 ? `${name}, ${group.name}` : name, label, ...means});
      }
    });
  }
  return rows;
}

function showBars(section, rows, caption) {
  const known = rows[0].stages.map(({label, shade}, i) => ({label, shade, i}))
    .filter(({i}) => rows.some((row) => row.stages[i].ms >= LEAST_SHOWN_MS));
  section.append(element('div', {class: 'legend'}, ...known.map(({label, shade}) =>
    element('span', {}, block(shade), label))));
  const most = Math.max(...rows.map((row) => row.total));
  section.append(table(['', 'Packets', 'Stages of the one-way delay', 'Sum, ms'], rows.map((row) =>
    [row.name, row.label, stageBar(row.stages, most), shown(row.total, 4)]), caption));
  section.append(element('details', {}, element('summary', {}, 'The same in numbers, ms'),
    table(['', 'Packets', ...known.map(({label}) => label), 'Sum'], rows.map((row) =>
      [row.name, row.label, ...known.map(({i}) => shown(row.stages[i].ms, 4)), shown(row.total, 4)]), caption)));
}

function showStages() {
  const section = byId('stages');
  const rows = stageRows(namesThatDiffer([...named('delay_stages', stagesName).keys()]), stageMeans);
  if (rows.length > 0) {
    section.append(element('p', {class: 'quiet'}, 'Means of the one-way delay of packets that arrived, by stage: ',
      'of all packets, and of those whose delay lies between the percentiles 98.5 and 99.5. The stages of a bar ',
      'add up to its sum. A service flow with a single flow has the bars of that flow.'));
    showBars(section, rows, 'Delay by stage');
    return;
  }
  const coarse = stageRows([...named('flows', flowName).keys()],
    (group, name, which) => (which === 'mean' ? coarseMeans(group, name) : null));
  section.append(element('p', {}, 'These runs did not follow their packets. Runs with --report do, and those with ',
    '--set stats.delay_stages=true: then each flow has its stages here, and so have its slow packets.'));
  if (coarse.length > 0) showBars(section, coarse, 'Delay by stage, from means of the service flow');
}
