// Elements, numbers and names.
const answer = JSON.parse(document.getElementById("answer").textContent);
const measures = new Map(answer.measures.map((measure) => [measure.key, measure]));
const costNames = Object.keys(answer.costs);
const byId = (id) => document.getElementById(id);

function fill(element, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (value !== null && value !== false) element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

const el = (tag, attributes = {}, ...children) => fill(document.createElement(tag), attributes, children);
const svg = (tag, attributes = {}, ...children) =>
  fill(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);

const nothing = "–";

function number(value, digits) {
  if (value === null || value === undefined) return nothing;
  return value.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

// Three digits that count.
const short = (value) =>
  value === null || value === undefined ? nothing : Number(value.toPrecision(3)).toLocaleString("en", { maximumFractionDigits: 6 });

const valueOf = (row, key) => (row.values[key] ? row.values[key].value : null);
const unitText = (measure) => (measure.unit ? ` ${measure.unit}` : "");
const isArea = (key) => measures.get(key).over === "technology";

// The range of an area, or the interval of a mean. One run has none.
function rangeText(row, measure) {
  const value = row.values[measure.key];
  if (!value) return "";
  if (isArea(measure.key)) return value.low === value.high ? "" : `${number(value.low, measure.digits)} – ${number(value.high, measure.digits)}`;
  return value.ci95 === null ? "1 run" : `± ${number(value.ci95, measure.digits)}`;
}

// For an extreme: the value of the worst run, beside the mean of all runs.
function worstText(row, measure) {
  const value = row.values[measure.key];
  return value && measure.extreme && value.ci95 !== null ? `${measure.extreme === "low" ? "least" : "most"} ${number(value[measure.extreme], measure.digits)}` : "";
}

// Ends of bars and pictures.
function endsOf(value, key) {
  if (isArea(key)) return [value.low, value.high];
  return [value.value - (value.ci95 ?? 0), value.value + (value.ci95 ?? 0)];
}

// A row that has run and has no value says why.
const absentText = (row, measure) => (row.seeds.length && !row.values[measure.key] ? measure.absent : "");

const capital = (text) => (text === "cpu" ? "CPU" : text[0].toUpperCase() + text.slice(1));

// Name of a row: its choices without placement and algorithm.
function rowName(row) {
  const { placement, algorithm, ...others } = row.choices;
  return [placement, algorithm, ...Object.values(others)].join(" · ");
}

const warned = (row) => row.warnings.length > 0;

// The same in two lines, for narrow columns.
function rowLines(row) {
  const { placement, algorithm, ...others } = row.choices;
  const rest = Object.values(others).join(" · ");
  return [icon(row), ` ${placement} · ${algorithm}`, warningSign(row), rest ? el("small", {}, rest) : null];
}

const warningSign = (row) => (warned(row) ? el("span", { class: "warning", title: row.warnings.join("; ") }, " ⚠") : null);

// A row as a heading: its mark, its name, and a sign if its figures mislead.
const rowHeading = (row) => [icon(row), el("span", { title: rowTitle(row) }, ` ${rowName(row)}`), warningSign(row)];

const percentText = (share) => `${Number((100 * share).toPrecision(6))} %`;

// "the worst of call, phone" or "call".
function watchedText(kind) {
  const { names, chosen } = answer.watch[kind];
  if (names.length === 0) return "none";
  const listed = names.length > 6 ? `${names.slice(0, 5).join(", ")} and ${names.length - 5} more` : names.join(", ");
  return `${names.length > 1 ? "the worst of " : ""}${listed}${chosen ? ", as the matrix asks" : ""}`;
}

function labelled(text, control) {
  return el("label", {}, text, control);
}

function selectOf(options, chosen, changed) {
  const select = el("select", { onchange: () => changed(select.value) },
    options.map(([value, text]) => el("option", { value, selected: value === chosen }, text)));
  return select;
}
