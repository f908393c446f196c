// Whether one row is better than another, whatever chance the seeds leave.
const orderState = { a: null, b: null };

// Returns the page's text about the order of two rows in a measure.
function orderText(measure, a, b) {
  const verdict = verdictOf(measure.key, a, b);
  if (givenKey(a) !== givenKey(b)) return ["not compared: they are given something else", nothing];
  const first = verdict === "better" ? "first" : "second";
  if (isArea(measure.key)) {
    if (verdict === null) return ["not measured in both", nothing];
    if (verdict === "same") return ["the same", nothing];
    if (verdict === "open") return ["open: it differs between low, nominal and high", nothing];
    return ["survives an error that both share: the same at low, nominal and high", first];
  }
  const found = differenceOf(measure.key, a, b);
  switch (verdict) {
    case null: return [a.values[measure.key] && b.values[measure.key] ? "cannot be said of one seed" : "not measured in both", nothing];
    case "same": return ["the same in every run", nothing];
    case "equal": return [`equal: surely within ${number(found.margin, measure.digits)}${unitText(measure)}`, nothing];
    case "open": return [`open: ${seedsText(found.seeds)} would decide`, nothing];
    default: return ["survives", first];
  }
}

function drawOrder() {
  const [a, b] = [answer.rows[orderState.a], answer.rows[orderState.b]];
  const cell = (row, measure) => el("td", {}, number(valueOf(row, measure.key), measure.digits), el("small", {}, rangeText(row, measure) || absentText(row, measure)));
  const shown = answer.measures.filter((m) => m.better && (valueOf(a, m.key) !== null || valueOf(b, m.key) !== null));
  const lines = shown.map((measure) => {
    const [text, better] = orderText(measure, a, b);
    const found = differenceOf(measure.key, a, b);
    return el("tr", {}, el("th", { scope: "row" }, measure.title, el("span", { class: "unit" }, unitText(measure))),
      cell(a, measure), cell(b, measure), el("td", {}, found ? differenceText(measure, found) : nothing), el("td", { class: "text" }, better),
      el("td", { class: better === nothing ? "text" : "text apart" }, text));
  });
  byId("order-body").replaceChildren(el("table", {},
    el("thead", {}, el("tr", {}, ["Measure", rowName(a), rowName(b), "First less second", "Surely better", "The order"].map((text, i) =>
      el("th", { scope: "col", class: i > 3 ? "text" : null }, text)))),
    el("tbody", {}, lines)));
}

function setUpOrder() {
  const there = answer.rows.filter((row) => row.seeds.length);
  if (there.length < 2) {
    byId("order-body").append(el("p", { class: "quiet" }, "Fewer than two rows were measured."));
    return;
  }
  byId("order-how").append(`Every interval of a difference is as wide as ${percentText(confidence.level)} for the whole page asks; see "What decides".`);
  const pick = (placement) => there.find((row) => row.choices.placement === placement);
  // The question of the page: one law, in gates or in firmware.
  const firmware = pick("B");
  const gates = there.find((row) => row.choices.placement === "A" && row.choices.algorithm === firmware?.choices.algorithm);
  const first = gates ?? pick("A") ?? there[0];
  Object.assign(orderState, { a: first.id, b: (firmware ?? there.find((row) => row !== first)).id });
  const options = there.map((row) => [String(row.id), rowName(row)]);
  const select = (side) => selectOf(options, String(orderState[side]), (id) => { orderState[side] = Number(id); drawOrder(); });
  byId("order-controls").append(labelled("First", select("a")), labelled("Second", select("b")));
  drawOrder();
}
