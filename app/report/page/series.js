// Time series: those of a service flow, of its modem, and of the flows.

const OF_SERVICE_FLOW = [
  ['Delay in the queue', 'ms', [['measured_delay_ms', 'measured'], ['predicted_delay_ms', 'predicted by the law']]],
  ['Rate', 'Mbit/s', [['offered_mbps', 'offered'], ['sent_mbps', 'sent']]],
  ['Drops', 'packets', [['aqm_drops', 'by the AQM'], ['buffer_drops', 'buffer full'],
    ['ingress_drops', 'before the queue'], ['other_drops', 'others']]],
  ['Queue', 'bytes', [['queue_bytes', 'in the queue']]],
  ['Drop probability', '', [['drop_probability', 'of a packet']]],
  ['Tokens of the shaper', 'bytes', [['sustained_tokens_bytes', 'sustained rate'],
    ['peak_tokens_bytes', 'peak rate']]],
  ['Delay before and behind the shaper', 'ms', [['shaping_delay_ms', 'shaping queue'],
    ['transmit_delay_ms', 'transmit queue']]],
  ['Packets before and behind the shaper', '', [['shaping_queue_packets', 'shaping queue'],
    ['transmit_queue_packets', 'transmit queue']]],
];
const OF_MODEM = [
  ['Port of queue memory', 'share of time', [['port_load', 'busy']]],
  ['CPU', 'share of time', [['cpu_load', 'busy']]],
  ['Hold', 'bytes', [['hold_bytes', 'in the hold']]],
  ['Missed grants', 'grants', [['missed_grants', 'missed']]],
];
const OF_FLOW = [
  ['TCP window', 'bytes', [['cwnd_bytes', 'congestion window'], ['flight_bytes', 'in flight']]],
  ['Round-trip time', 'ms', [['srtt_ms', 'smoothed']]],
];

// Columns that count since the row before.
const COUNTED = ['aqm_drops', 'missed_grants'];

function unitOf(unit, columns) {
  if (!columns.some(([column]) => COUNTED.includes(column))) return unit;
  const intervals = [...new Set(GROUPS.map((group) => at(group.runs[0].results, 'config.stats.queue_interval_s')))];
  return intervals.length === 1 && intervals[0] > 0 ? `${unit} in ${shown(1000 * intervals[0])} ms` :
    `${unit} between samples`;
}

function linesOf(columns, isWanted) {
  const lines = [];
  GROUPS.forEach((group, i) => columns.forEach(([column, label], k) => {
    const series = seriesOf(group, isWanted, column);
    if (series === null) return;
    const name = GROUPS.length > 1 ? `${group.name}: ${label}` : label;
    // The columns of the only group differ by dashes too.
    lines.push({label: name, ...styleOf(i, k), ...(GROUPS.length === 1 ? {dash: k} : {}), ...series});
  }));
  return lines;
}

function marksOf() {
  const marks = [];
  const isCut = GROUPS.some((group) => listedGrants(group.runs[0].results).includes('first'));
  GROUPS.forEach((group) => group.runs.slice(0, 1).forEach((run) => {
    const seed = group.runs.length > 1 ? ` with seed ${run.results.seed}` : '';
    const text = GROUPS.length === 1 ? `${listedGrants(run.results)}${seed}` :
      `missed grants${isCut ? ', only the first 100 of a run' : ''}`;
    for (const missed of at(run.results, 'mac.missed_grants') || []) {
      marks.push({time: missed.time_s, colour: 5, dash: [4, 3], text});
    }
    for (const event of run.results.events || []) {
      marks.push({time: event.time_s, colour: 6, dash: [1, 3], text: 'event of the scenario'});
    }
  }));
  for (const time of new Set(GROUPS.map(warmupOf).filter((end) => end > 0))) {
    marks.push({time, colour: 7, dash: [], text: 'end of the warm-up'});
  }
  return marks;
}

// One entry for each kind of mark.
function showMarks(marks) {
  const kinds = new Map(marks.map((mark) => [mark.text, mark]));
  const styles = {5: 'dashed', 6: 'dotted', 7: 'solid'};
  byId('marks').replaceChildren(...[...kinds.values()].map(({text, colour}) => element('span', {},
    element('span', {class: 'mark', style: `border-color: var(--c${colour}); border-left-style: ${styles[colour]}`}),
    text)), ...(marks.length > kinds.size ? [element('span', {}, '\u00d7 and a number: so many close together')] : []));
}

const MOST_FLOWS = 8;

function goodputLines() {
  const lines = [];
  GROUPS.forEach((group, i) => [...named('flows', flowName).keys()].slice(0, MOST_FLOWS).forEach((name, k) => {
    const found = each(group, 'flows', flowName, name);
    if (found.length === 0 || !found[0].goodput_series_mbps) return;
    const step = at(group.runs[0].results, 'stats.goodput_interval_s') || 1;
    const length = found[0].goodput_series_mbps.length;
    const times = Array.from({length}, (_, t) => (t + 1) * step);
    const values = times.map((_, t) => median(found.map((one) => one.goodput_series_mbps[t])));
    lines.push({label: GROUPS.length > 1 ? `${group.name}: ${name}` : name, times, values, ...styleOf(i, k)});
  }));
  return lines;
}

function drawSeries() {
  const charts = byId('charts');
  for (const chart of timeCharts) chart.destroy();
  timeCharts.clear();
  shownRange = [];
  charts.replaceChildren();
  const marks = marksOf();
  showMarks(marks);
  const [kind, modem, name] = JSON.parse(byId('series-of').value || '["service flow","",""]');
  if (GROUPS.every((group) => group.runs.every((run) => run.series === null))) {
    charts.append(element('p', {}, 'These runs kept no time series: a sweep drops them.'));
  }
  const draw = (definitions, isWanted) => {
    for (const [title, unit, columns] of definitions) {
      const lines = linesOf(columns, isWanted).filter((line) => line.values.some((value) => value));
      if (lines.length > 0) timeChart(charts, title, unitOf(unit, columns), lines, marks);
    }
  };
  if (kind === 'service flow') {
    draw(OF_SERVICE_FLOW, (line) => line.modem === modem && line.service_flow === name);
    draw(OF_MODEM, (line) => line.modem === modem && line.service_flow !== '');
  } else {
    draw(OF_FLOW, (line) => line.flow === name);
  }
  const goodput = goodputLines();
  const flows = named('flows', flowName).size;
  const ofFlows = flows > MOST_FLOWS ? `the first ${MOST_FLOWS} of ${flows} flows` : 'flows';
  if (goodput.length > 0) timeChart(charts, `Goodput of ${ofFlows}`, 'Mbit/s', goodput, marks);
  const [from, to] = wholeRange();
  zoom(from, to);
}

function showSeries() {
  const choice = byId('series-of');
  const add = (value, text) => choice.append(element('option', {value: JSON.stringify(value)}, text));
  for (const flow of named('service_flows', serviceFlowName).values()) {
    add(['service flow', flow.modem, flow.name], `service flow ${serviceFlowName(flow)}`);
  }
  for (const [name, flow] of named('flows', flowName)) add(['flow', '', name], `flow ${name} (${flow.kind})`);
  choice.addEventListener('change', drawSeries);
  byId('whole').addEventListener('click', () => zoom(...wholeRange()));
  drawSeries();
}
