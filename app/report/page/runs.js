// The data of the page: groups of runs that differ in their seed alone.

const GROUPS = JSON.parse(byId('data').textContent);

// Folders lose the beginning that all of them share; the header shows them whole as titles, from `path`.
function shortenNames() {
  const isFolder = (group) => group.runs.every((run) => run.folder.startsWith(group.name));
  if (GROUPS.length < 2) return;
  const folders = GROUPS.filter(isFolder);
  const parts = folders.map((group) => group.name.split('/'));
  let shared = 0;
  while (parts.every((one) => one.length > shared + 1 && one[shared] === parts[0][shared])) shared += 1;
  folders.forEach((group, i) => {
    group.path = group.name;
    group.name = parts[i].slice(shared).join('/');
  });
}
shortenNames();

const warmupOf = (group) => at(group.runs[0].results, 'stats.warmup_s') || 0;

const sorted = (values) => [...values].sort((a, b) => a - b);

// The middle value, or the mean of the middle two; null without values.
function median(values) {
  const order = sorted(values.filter((value) => value !== null && value !== undefined));
  if (order.length === 0) return null;
  const middle = order.length >> 1;
  return order.length % 2 ? order[middle] : (order[middle - 1] + order[middle]) / 2;
}

// The value at a dotted path, or null.
function at(object, path) {
  let here = object;
  for (const key of path.split('.')) {
    if (here === null || here === undefined) return null;
    here = here[key];
  }
  return here === undefined ? null : here;
}

// An array of results (service_flows, mac.channels...) by name, over all groups in order.
function named(list, name) {
  const all = new Map();
  for (const group of GROUPS) {
    for (const run of group.runs) {
      for (const each of at(run.results, list) || []) all.set(name(each), each);
    }
  }
  return all;
}

const serviceFlowName = (each) => `${each.name} of ${each.modem}`;
const flowName = (each) => each.name;

// The element of that name in each run of the group that has it.
function each(group, list, name, wanted) {
  return group.runs.map((run) => (at(run.results, list) || []).find((one) => name(one) === wanted)).filter(Boolean);
}

function medianOf(elements, path) {
  return median(elements.map((one) => at(one, path)));
}

// "12.3", or "12.3 (11 to 14)" where seeds differ.
function spreadText(elements, path, digits = 4) {
  const values = sorted(elements.map((one) => at(one, path)).filter((value) => value !== null));
  if (values.length === 0) return '-';
  const middle = shown(median(values), digits);
  const [least, most] = [shown(values[0], digits), shown(values[values.length - 1], digits)];
  return least === most ? middle : `${middle} (${least} to ${most})`;
}

// Quantile 0.975 of Student's t distribution (system/results/student_t.cpp).
function studentT(degrees) {
  const few = [12.7062, 4.30265, 3.18245, 2.77645, 2.57058, 2.44691, 2.36462, 2.306, 2.26216, 2.22814];
  if (degrees <= few.length) return few[degrees - 1];
  const x = 1.959964;
  const terms = [(x ** 3 + x) / 4, (5 * x ** 5 + 16 * x ** 3 + 3 * x) / 96,
    (3 * x ** 7 + 19 * x ** 5 + 17 * x ** 3 - 15 * x) / 384];
  return x + (terms[0] + (terms[1] + terms[2] / degrees) / degrees) / degrees;
}

// "12.3", or "12.3 \u00b1 0.4" where seeds differ: the mean and its 95 % confidence interval.
function meanText(elements, path) {
  const values = elements.map((one) => at(one, path)).filter((value) => value !== null);
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  if (values.length === 0) return '-';
  if (values.length === 1 || squares === 0) return shown(mean);
  const n = values.length;
  return `${shown(mean)} \u00b1 ${shown(studentT(n - 1) * Math.sqrt(squares / (n - 1) / n), 2)}`;
}

// Adds the histograms of several runs. Bins of one kind lie at the same edges in every run.
function pooled(histograms) {
  const counts = new Map();
  const starts = new Map();
  const isWhole = (one) => one && Array.isArray(one.edges) && Array.isArray(one.counts);
  for (const {edges, counts: numbers} of histograms.filter(isWhole)) {
    numbers.forEach((count, i) => {
      counts.set(edges[i + 1], (counts.get(edges[i + 1]) || 0) + count);
      starts.set(edges[i + 1], Math.min(edges[i], starts.get(edges[i + 1]) ?? edges[i]));
    });
  }
  const ends = sorted(counts.keys());
  return ends.map((end) => ({from: starts.get(end), to: end, count: counts.get(end)}));
}

// Columns of one service flow or flow, each with the times of the run. Several runs: the median at
// each time, with the least and the largest as a band.
function seriesOf(group, isWanted, column) {
  const found = group.runs.map((run) => {
    const line = run.series && run.series.lines.find((one) => one.column === column && isWanted(one));
    return line ? {times: run.series.times, values: line.values} : null;
  }).filter(Boolean);
  if (found.length === 0) return null;
  const {times, values} = found[0];
  const same = found.filter((one) => one.times.length === times.length);
  if (same.length === 1) return {times, values};
  const over = (pick) => times.map((_, i) => {
    const known = same.map((one) => one.values[i]).filter((value) => value !== null);
    return known.length ? pick(known) : null;
  });
  return {
    times,
    values: over(median),
    low: over((known) => Math.min(...known)),
    high: over((known) => Math.max(...known)),
  };
}
