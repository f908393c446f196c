// Whether one row is better than another whatever the ranges hide.
const orderState = { a: null, b: null };

// Areas rest on the same guesses about silicon: low goes with low, high with high. Seeds do not.
function verdict(measure, a, b, seeds) {
  if (!a || !b) return { text: "not measured in both", apart: false };
  if (a.value === b.value && a.low === b.low && a.high === b.high) return { text: "the same", apart: false };
  if (!isArea(measure.key) && seeds < 2) return { text: "cannot be said of one seed", apart: false };
  const less = a.value < b.value;
  if (less ? a.high < b.low : b.high < a.low) return { text: "survives: the ranges are apart", apart: true };
  if (isArea(measure.key)) {
    const ends = ["low", "value", "high"].map((end) => Math.sign(a[end] - b[end]));
    if (ends.every((sign) => sign === ends[0] && sign !== 0)) {
      return { text: "ranges overlap, but the order is the same at low, nominal and high: survives an error that both share", apart: true };
    }
  }
  return { text: "does not survive: the ranges overlap", apart: false };
}

function drawOrder() {
  const [a, b] = [answer.rows[orderState.a], answer.rows[orderState.b]];
  const cell = (row, measure) => el("td", {}, number(valueOf(row, measure.key), measure.digits), el("small", {}, rangeText(row, measure)));
  const shown = answer.measures.filter((m) => m.better && (valueOf(a, m.key) !== null || valueOf(b, m.key) !== null));
  const lines = shown.map((measure) => {
    const [va, vb] = [a.values[measure.key], b.values[measure.key]];
    const found = verdict(measure, va, vb, Math.min(a.seeds.length, b.seeds.length));
    let better = nothing;
    if (va && vb && va.value !== vb.value) better = (va.value < vb.value) === (measure.better === "low") ? "first" : "second";
    return el("tr", {}, el("th", { scope: "row" }, measure.title, el("span", { class: "unit" }, unitText(measure))),
      cell(a, measure), cell(b, measure), el("td", { class: "text" }, better),
      el("td", { class: found.apart ? "text apart" : "text" }, found.text));
  });
  byId("order-body").replaceChildren(el("table", {},
    el("thead", {}, el("tr", {}, ["Measure", rowName(a), rowName(b), "Better", "The order"].map((text, i) =>
      el("th", { scope: "col", class: i > 2 ? "text" : null }, text)))),
    el("tbody", {}, lines)));
}

function setUpOrder() {
  const there = answer.rows.filter((row) => row.seeds.length);
  if (there.length < 2) {
    byId("order-body").append(el("p", { class: "quiet" }, "Fewer than two rows were measured."));
    return;
  }
  const pick = (placement) => there.find((row) => row.choices.placement === placement);
  const first = pick("A") ?? there[0];
  Object.assign(orderState, { a: first.id, b: (pick("B") ?? there.find((row) => row !== first)).id });
  const options = there.map((row) => [String(row.id), rowName(row)]);
  const select = (side) => selectOf(options, String(orderState[side]), (id) => { orderState[side] = Number(id); drawOrder(); });
  byId("order-controls").append(labelled("First", select("a")), labelled("Second", select("b")));
  drawOrder();
}
