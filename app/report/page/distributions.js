// Distributions of delays and latencies, from the histograms of results.json.

// A point at the end of each bin: the share of values beyond it, or up to it.
function curve(bins, isTail) {
  const all = bins.reduce((sum, bin) => sum + bin.count, 0);
  const times = [];
  const values = [];
  let below = 0;
  if (bins.length > 0 && bins[0].from > 0) {
    times.push(bins[0].from);
    values.push(isTail ? 1 : 0);
  }
  for (const bin of bins) {
    below += bin.count;
    times.push(bin.to);
    const share = isTail ? (all - below) / all : below / all;
    values.push(isTail && share <= 0 ? null : share);
  }
  return {times, values};
}

function curvesOf(list, name, path, isTail) {
  const lines = [];
  let index = 0;
  for (const wanted of named(list, name).keys()) {
    GROUPS.forEach((group, i) => {
      const bins = pooled(each(group, list, name, wanted).map((one) => at(one, `${path}.histogram`)));
      if (bins.filter((bin) => bin.count > 0).length < 3) return;  // no curve; the table has it
      const label = GROUPS.length > 1 ? `${group.name}: ${wanted}` : wanted;
      lines.push({label, ...styleOf(i, index), ...curve(bins, isTail)});
    });
    index += 1;
  }
  return lines;
}

const MOST_CURVES = 32;

const CURVES = [
  ['Delay in the queue of service flows', 'ms', 'service_flows', serviceFlowName, 'queue_delay_ms', true],
  ['One-way delay of flows', 'ms', 'flows', flowName, 'one_way_ms', true],
  ['Round-trip time of flows', 'ms', 'flows', flowName, 'rtt_ms', true],
  ['Bursts ready before the deadline (negative: too late)', '\u00b5s', 'mac.channels', (one) => one.name, 'deadline_slack_us', false],
  ['Interrupt latency', '\u00b5s', 'cpus', (one) => one.modem, 'interrupt_latency_us', true],
  ['From a tick to the law\'s commit', '\u00b5s', 'service_flows', serviceFlowName, 'update_latency_us', true],
];

function drawCurves() {
  const isTail = byId('tail').value === 'tail';
  const parent = byId('curves');
  parent.replaceChildren();
  for (const [title, unit, list, name, path, logarithmicX] of CURVES) {
    const lines = curvesOf(list, name, path, isTail && logarithmicX);
    if (lines.length === 0) continue;
    const isPositive = lines.every((line) => line.times.every((x) => x > 0));
    const first = lines.length > MOST_CURVES ? `, the first ${MOST_CURVES} of ${lines.length}` : '';
    curveChart(parent, title + first, unit, lines.slice(0, MOST_CURVES), logarithmicX && isPositive,
      logarithmicX && isTail);
  }
}

const PERCENTILES = [['min', 'least'], ['mean', 'mean'], ['p50', 'p50'], ['p90', 'p90'], ['p99', 'p99'],
  ['p99_9', 'p99.9'], ['max', 'most']];

function percentileRows(list, name, path) {
  const rows = [];
  const textOf = (key) => (key === 'min' || key === 'max' ? spreadText : meanText);
  for (const wanted of named(list, name).keys()) {
    for (const group of GROUPS) {
      const found = each(group, list, name, wanted);
      if (!medianOf(found, `${path}.max`) && medianOf(found, `${path}.min`) === null) continue;
      rows.push([GROUPS.length > 1 ? `${wanted}, ${group.name}` : wanted,
        ...PERCENTILES.map(([key]) => textOf(key)(found, `${path}.${key}`))]);
    }
  }
  return rows;
}

function showDistributions() {
  byId('tail').addEventListener('change', drawCurves);
  drawCurves();
  const section = byId('distributions');
  if (GROUPS.some((group) => group.runs.length > 1)) {
    section.append(element('p', {class: 'quiet'}, 'With replications: the mean of the runs and half the width of ' +
      'its 95\u00a0% confidence interval; for least and most, the median and the range.'));
  }
  for (const [title, unit, list, name, path] of CURVES) {
    const rows = percentileRows(list, name, path);
    // Not every distribution has all of them.
    const known = PERCENTILES.map((_, i) => i + 1).filter((i) => rows.some((row) => row[i] !== '-'));
    const head = known.map((i) => PERCENTILES[i - 1][1]);
    const cells = rows.map((row) => [row[0], ...known.map((i) => row[i])]);
    if (rows.length > 0) section.append(table(['', ...head], cells, `${title}, ${unit}`));
  }
}
