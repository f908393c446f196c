// Which of two rows is better, and how sure that is. codesign.json has the intervals.
const { confidence } = answer;
const orders = new Map(Object.entries(answer.comparisons).map(([key, list]) =>
  [key, new Map(list.map(([a, b, verdict, difference, half, margin, seeds]) => [`${a},${b}`, { verdict, difference, half, margin, seeds }]))]));
const opposite = { better: "worse", worse: "better" };

// How the first row compares with the second: its verdict, and for all but areas the difference.
function orderOf(key, a, b) {
  const pairs = orders.get(key);
  const found = pairs?.get(`${a.id},${b.id}`);
  if (found) return found;
  const turned = pairs?.get(`${b.id},${a.id}`);
  return turned ? { ...turned, verdict: opposite[turned.verdict] ?? turned.verdict, difference: -turned.difference } : null;
}

// Null for areas, and where there is nothing to compare.
const differenceOf = (key, a, b) => (isArea(key) ? null : orderOf(key, a, b));

// "better", "worse", "equal", "same", "open", or null where there is nothing to compare.
const verdictOf = (key, a, b) => orderOf(key, a, b)?.verdict ?? null;

// The first row is surely not worse by more than matters.
function isNoWorse(key, a, b) {
  const verdict = verdictOf(key, a, b);
  if (verdict !== "open" || isArea(key)) return ["better", "equal", "same"].includes(verdict);
  const { difference, half, margin } = differenceOf(key, a, b);
  return (measures.get(key).better === "high" ? -difference : difference) + half <= margin;
}

// One row beats another if it is surely no worse in each measure, and surely better in one.
const surelyBeats = (a, b, keys) =>
  keys.every((key) => isNoWorse(key, a, b)) && keys.some((key) => verdictOf(key, a, b) === "better");

// Groups of rows that are compared, each without rows whose value misleads.
const groupsOf = (measure) => givens.map(([key]) =>
  answer.rows.filter((row) => givenKey(row) === key && valueOf(row, measure.key) !== null && !warned(row)));

// Rows that are surely better than all others, or equal to one that is. Often there is none. Rows whose
// figures mislead are no best.
const bestRows = (measure) => groupsOf(measure).flatMap((rows) => bestOf(measure, rows));

function leaderOf(measure, rows) {
  const sign = measure.better === "high" ? -1 : 1;
  return rows.reduce((a, b) => (sign * valueOf(b, measure.key) < sign * valueOf(a, measure.key) ? b : a));
}

function bestOf(measure, rows) {
  if (!measure.better || rows.length < 2) return [];
  const best = leaderOf(measure, rows);
  const verdicts = rows.map((row) => (row === best ? "same" : verdictOf(measure.key, best, row)));
  if (!verdicts.includes("better") || !verdicts.every((verdict) => ["better", "equal", "same"].includes(verdict))) return [];
  return rows.filter((_, i) => verdicts[i] !== "better");
}

// The best mean of a group in which another row may be better still.
const leadingRows = (measure) => groupsOf(measure).flatMap((rows) => {
  if (!measure.better || rows.length < 2) return [];
  const best = leaderOf(measure, rows);
  const open = rows.some((row) => row !== best && verdictOf(measure.key, best, row) === "open");
  return open ? rows.filter((row) => row === best || verdictOf(measure.key, best, row) === "same") : [];
});

// "-8.1 ± 2.3 ms"
function differenceText(measure, { difference, half }) {
  return `${number(difference, measure.digits)} ± ${number(half, measure.digits)}${unitText(measure)}`;
}

const seedsText = (seeds) => (seeds === null || seeds === undefined ? "more than 10,000 seeds" : `about ${number(seeds, 0)} seeds`);

function mattersText(measure) {
  const parts = [];
  if (measure.matters) parts.push(`${short(measure.matters)}${unitText(measure)}`);
  if (measure.matters_percent) parts.push(`${short(measure.matters_percent)} %`);
  return parts.join(" or ");
}

const oneSeed = () => answer.rows.every((row) => row.seeds.length < 2);
