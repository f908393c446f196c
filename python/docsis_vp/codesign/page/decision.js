// The first answer: what a larger area surely buys. And the choices that hold for the whole page.
const choices = { cpuIsThere: answer.cpu_is_there, replaceable: false, given: "" };
const butCpu = { area_mm2: "gates_mm2", logic_kge: "path_kge", memory_kbit: "path_memory_kbit", sram_kbit: "path_sram_kbit" };

// The measure that stands for this one when the CPU is there anyway.
const keyFor = (key) => (choices.cpuIsThere ? butCpu[key] ?? key : key);
const isShown = (row) => (!choices.replaceable || row.spec?.conformant === true) && (!choices.given || givenKey(row) === choices.given);

// Axes that nobody chooses, such as the load: rows are compared within equal values of them.
const givenKey = (each) => JSON.stringify(each.given);
const givens = [...new Map(answer.rows.map((row) => [givenKey(row), Object.keys(row.given).map((axis) => row.titles[axis]).join("; ") || "as the scenario has it"]))];

// Rows of other groups that hold for a group of the CPU as well.
const inGates = (key) => answer.decision.find((each) => givenKey(each) === key && !each.replaceable)?.in_gates.map((id) => answer.rows[id]) ?? [];

function drawAll() {
  drawDecision();
  drawParetoControls();
  drawPareto();
  drawTable();
}

const specText = (row) => (row.spec?.conformant === true ? "yes" : row.spec?.conformant === false ? "no" : row.spec ? "no law" : nothing);

// "+0.0004 mm², law can be replaced": what a row beside a step costs and brings.
function besideText(row, step) {
  const area = valueOf(row, keyFor("area_mm2")) - valueOf(step, keyFor("area_mm2"));
  const missed = valueOf(row, "grants_missed");
  const more = area === 0 ? "the same area" : Math.abs(area) < 0.0001 ? "less than 0.0001 mm² more" : `${area < 0 ? "" : "+"}${number(area, 4)} mm²`;
  return [more, row.spec?.conformant === true ? ", law can be replaced" : "",
    missed > 0 ? `, misses ${number(missed, 1)} grants a run` : ""].join("");
}

const besideItem = (other, step) => {
  const row = answer.rows[other.row];
  return el("li", {}, rowHeading(row), `: ${besideText(row, step)}`,
    other.verdict === "open" && !oneSeed() ? `; ${seedsText(other.seeds)} would decide` : "");
};

function stepRow(step, before) {
  const row = answer.rows[step.row];
  const area = measures.get(keyFor("area_mm2")), measure = measures.get(confidence.measure);
  const gain = before ? differenceOf(measure.key, ...(measure.better === "high" ? [row, before] : [before, row])) : null;
  const cell = (each) => el("td", {}, number(valueOf(row, each.key), each.digits), el("small", {}, rangeText(row, each)));
  const list = (...verdicts) => el("td", { class: "text" }, el("ul", { class: "plain" }, verdicts.flatMap((verdict) =>
    step.others.filter((other) => other.verdict === verdict && !other.as_small).map((other) => besideItem(other, row)))));
  const asSmall = step.others.filter((other) => other.as_small).map((other) => answer.rows[other.row]);
  return el("tr", {}, el("th", { scope: "row" }, rowHeading(row),
    asSmall.map((other) => el("div", {}, "or ", rowHeading(other), el("small", {}, besideText(other, row))))), cell(area),
    el("td", {}, before ? `+${number(valueOf(row, area.key) - valueOf(before, area.key), area.digits)}` : nothing),
    cell(measure), el("td", {}, gain ? differenceText(measure, gain) : nothing),
    el("td", { class: "text" }, specText(row)), list("equal", "same"), list("no better"), list("open"));
}

function decisionText(ladder) {
  if (oneSeed()) return "One seed a row: no order is known. docsis-vp codesign decides with more seeds: --seeds 10 runs each row with 10, --until 0.95 adds them until all orders are sure.";
  const open = ladder.steps.flatMap((step) => step.others.filter((other) => other.verdict === "open"));
  if (!open.length) return `Decided at ${percentText(confidence.level)}: the steps are sure, and every other row is surely no better than a step that costs less.`;
  const wanted = open.map((other) => other.seeds);
  const [fewest, most] = [Math.min(...wanted.filter((seeds) => seeds !== null)), wanted.includes(null) ? null : Math.max(...wanted)];
  const seeds = most === null || fewest === most ? seedsText(most) : `about ${number(fewest, 0)} to ${number(most, 0)} seeds`;
  const many = open.length > 1;
  return `The steps are sure at ${percentText(confidence.level)}. ${open.length} ${many ? "rows are" : "row is"} open: ${many ? "each" : "it"} may be better than the step that it stands beside. ${capital(seeds)} would decide; ` +
    `docsis-vp codesign with --until ${confidence.level} adds them to such rows alone.`;
}

function drawDecision() {
  const ladders = answer.decision.filter((each) => each.area === keyFor("area_mm2") && each.replaceable === choices.replaceable &&
    (!choices.given || givenKey(each) === choices.given) && (each.steps.length || each.set_aside.length));
  byId("decision-body").replaceChildren(...(ladders.length ? ladders.map(drawLadder) : [el("p", { class: "quiet" }, "No row has both an area and a measure that could decide.")]));
}

function drawLadder(ladder) {
  const measure = measures.get(confidence.measure), area = measures.get(keyFor("area_mm2"));
  const gates = ladder.in_gates.map((id) => answer.rows[id]);
  const headings = ["Step", `${area.title}, mm²`, "More area", `${measure.title}${measure.unit ? `, ${measure.unit}` : ""}`, "Better than the step before by", "Law can be replaced",
    `Equal (within ${mattersText(measure)}), for more area`, "No better, may be worse", "Open"];
  const aside = ladder.set_aside.map((id) => answer.rows[id]);
  return el("div", {},
    givens.length > 1 ? el("h3", {}, `Given: ${new Map(givens).get(givenKey(ladder))}`) : null,
    el("p", { class: "verdict-line" }, decisionText(ladder)),
    el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Table of steps" }, el("table", {},
      el("thead", {}, el("tr", {}, headings.map((text, i) => el("th", { scope: "col", class: [0, 5, 6, 7, 8].includes(i) ? "text" : null }, text)))),
      el("tbody", {}, ladder.steps.map((step, i) => stepRow(step, i ? answer.rows[ladder.steps[i - 1].row] : null))))),
    gates.length ? el("p", {}, "In gates, which do not use the CPU, so that their figures are the same here: ",
      gates.flatMap((row, i) => [i ? "; " : "", ...rowHeading(row), `: ${number(valueOf(row, area.key), area.digits)} mm², ${number(valueOf(row, measure.key), measure.digits)}${unitText(measure)}`]), ".") : null,
    aside.length ? el("div", {}, el("p", {}, "Set aside, because their figures mislead:"), el("ul", {}, aside.map((row) => el("li", {}, rowHeading(row), ` ${row.warnings.join("; ")}`)))) : null);
}

function setUpDecision() {
  const box = (text, key) => labelled(text, el("input", { type: "checkbox", checked: choices[key], onchange: ({ target }) => { choices[key] = target.checked; drawAll(); } }));
  if (givens.length > 1) {
    byId("decision-controls").append(labelled("Given", selectOf([["", "all"], ...givens], "", (key) => { choices.given = key; drawAll(); })));
  }
  byId("decision-controls").append(box("The CPU is there anyway: areas without it", "cpuIsThere"),
    box("Only laws that can be replaced (RFC 8034 section 5)", "replaceable"));
  const measure = measures.get(confidence.measure);
  if (!measure) return;
  byId("decision-equal").append(`Two rows are equal if they surely differ by no more than ${mattersText(measure)} in ${measure.title}`,
    measure.matters && measure.matters_percent ? ", whichever is more. " : ". ",
    `Rows that are equal and need no more than ${short(answer.area_matters_percent)} % more area share a step: either may be taken. `,
    oneSeed() ? "" : `± beside a difference is its interval, so wide that all intervals of the page hold together with ${percentText(confidence.level)}.`);
  const kind = measure.of ? ` of ${watchedText(measure.of)}` : "";
  const looks = confidence.looks > 1 ? ` The orders may have been looked at ${confidence.looks} times while seeds were added; each time has its share of the risk.` : "";
  const counts = answer.rows.map((row) => row.seeds.length).filter((count) => count > 0);
  const common = Math.min(...counts) < Math.max(...counts) ? " Rows ran different numbers of seeds: two are compared in those that both ran, whose means may differ a little from those of all." : "";
  byId("decision-how").append(`Measured by ${measure.title}${kind}: ${measure.meaning}. `);
  if (oneSeed()) return;
  byId("decision-how").append(
    `Differences are of the same seeds, by Student's t.${common} All ${number(confidence.of_measure + confidence.of_others, 0)} intervals of the page hold together with ${percentText(confidence.level)} (Bonferroni): `,
    `half of the risk is shared by the ${number(confidence.of_measure, 0)} pairs of rows in ${measure.title}, half by the ${number(confidence.of_others, 0)} in all other measures.${looks}`);
}
