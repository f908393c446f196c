// Computes each row's values at other costs, and whether an order of two rows depends on them.
const costState = { key: null };
const costRows = () => answer.rows.filter((row) => row.costs);

// One more seed lies so far from the mean with 95 %: Student's interval of a prediction.
function ofAnotherSeed(row) {
  const range = row.values[costState.key];
  if (!range || range.ci95 === null) return null;
  return range.ci95 * Math.sqrt(range.of_seeds.filter((each) => each !== null).length + 1);
}

function beyondSeeds(row, value) {
  const half = ofAnotherSeed(row);
  return value !== null && value !== undefined && half !== null && Math.abs(value - row.values[costState.key].value) > half;
}

function anotherSeedText(row, measure) {
  const half = ofAnotherSeed(row);
  return half === null ? nothing : `${number(row.values[measure.key].value, measure.digits)} ± ${number(half, measure.digits)}`;
}

function costTable() {
  const measure = measures.get(costState.key);
  const value = (row, name) => row.costs[name]?.[costState.key];
  const headings = ["Row", "As assumed", ...costNames.map(capital), "Another seed, 95 %"];
  return el("table", {},
    el("thead", {}, el("tr", {}, headings.map((text, i) => el("th", { scope: "col", class: i ? null : "text", title: answer.costs[costNames[i - 2]] }, text)))),
    el("tbody", {}, costRows().map((row) => el("tr", {}, el("th", { scope: "row" }, icon(row), ` ${rowName(row)}`),
      ["assumed", ...costNames].map((name) => el("td", { class: beyondSeeds(row, value(row, name)) ? "best" : null }, number(value(row, name), measure.digits))),
      el("td", {}, anotherSeedText(row, measure))))));
}

function turnedText({ rows, at }) {
  const [one, other] = rows.map((id) => rowName(answer.rows[id]));
  return `${one} and ${other} at ${at}`;
}

function drawCosts() {
  const order = answer.orders.find((each) => each.measure === costState.key);
  const turned = order ? order.turned : [];
  const all = answer.orders.reduce((sum, each) => sum + each.pairs, 0);
  const allTurned = answer.orders.reduce((sum, each) => sum + new Set(each.turned.map(({ rows }) => rows.join())).size, 0);
  byId("costs-verdict").replaceChildren(
    order ? `Of ${order.pairs} pairs of rows whose order is sure ${turned.length ? `these change sides: ${turned.map(turnedText).join("; ")}.` : "none changes sides."}`
      : "No order of two rows is sure here.",
    ` Of all measures: ${number(allTurned, 0)} of ${number(all, 0)} pairs.`);
  byId("costs-body").replaceChildren(costTable());
}

function setUpCosts() {
  const shown = answer.measures.filter((measure) => !isArea(measure.key) && costRows().some((row) => row.costs.assumed[measure.key] !== null));
  if (!shown.length) {
    byId("costs").querySelector("p").replaceChildren("Not part of this run: a quick one, or a matrix that names no other costs.");
    return;
  }
  costState.key = shown.some((measure) => measure.key === "slack_min_us") ? "slack_min_us" : shown[0].key;
  byId("costs-controls").append(
    labelled("Measure", selectOf(shown.map((measure) => [measure.key, `${measure.title}${measure.unit ? `, ${measure.unit}` : ""}`]), costState.key, (key) => { costState.key = key; drawCosts(); })),
    el("span", { class: "quiet" }, costNames.map((name) => `${capital(name)}: ${answer.costs[name]}`).join(". ")));
  drawCosts();
}
