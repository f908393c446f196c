// CPU load or slack against the packet rate, and the rates at which placements break.
const limitState = { y: "cpu", choices: {} };  // choices: axis -> the one that is shown, "" for all
const limitAxes = {
  cpu: ["CPU load", "%", (point) => (point.cpu === null ? null : 100 * point.cpu)],
  slack_min_us: ["Least slack to the deadline", "µs", (point) => point.slack_min_us],
  judged_pps: ["Packets judged", "per s", (point) => point.judged_pps],
};

function limitCurves() {
  const wanted = Object.entries(limitState.choices).filter(([, name]) => name);
  return answer.limits.filter((limit) => wanted.every(([axis, name]) => limit.choices[axis] === name));
}

// Distinguishes a curve from the other shown curves.
function curveName(limit) {
  const shown = Object.keys(limitState.choices).filter((axis) => !limitState.choices[axis] && limit.choices[axis]);
  return [limit.choices.placement, ...shown.map((axis) => limit.choices[axis])].join(" ");
}

const symptomText = (symptoms) => Object.entries(symptoms).map(([name, count]) => `${number(count, 0)} ${name}`).join(", ");

function drawLimits() {
  const [name, unit, of] = limitAxes[limitState.y];
  const curves = limitCurves().map((limit) => ({ limit, points: limit.points.filter((point) => of(point) !== null && point.offered_pps > 0) }))
    .filter(({ points }) => points.length);
  const chart = byId("limits-chart");
  if (!curves.length) {
    chart.replaceChildren(el("p", { class: "quiet" }, "No placement has this measured."));
    byId("limits-legend").replaceChildren();
    return;
  }
  const all = curves.flatMap(({ points }) => points);
  const marks = curves.flatMap(({ limit, points }) => points.map((point, i) => {
    const broken = Object.keys(point.symptoms).length > 0;
    const text = `${limit.name}: ${number(point.offered_pps, 0)} packets/s, ${short(of(point))} ${unit}${broken ? `; ${symptomText(point.symptoms)}` : ""}`;
    const node = broken ? el("span", { class: "point broken", title: text, "aria-label": text, role: "img", tabindex: 0,
      style: `color: ${colour(limit.choices.placement)}` }, "✕")
      : el("span", { class: "point", title: text, "aria-label": text, role: "img", tabindex: 0 }, icon(limit));
    return { x: point.offered_pps, y: of(point), node, text: i ? "" : curveName(limit) };
  }));
  const drawCurves = (plot, context) => {
    for (const { limit, points } of curves) {
      context.strokeStyle = drawnColour(limit.choices.placement);
      stroke(context, plot, points.map((point) => [point.offered_pps, of(point)]));
    }
  };
  const values = { x: all.map((point) => point.offered_pps), y: all.map(of) };
  const fromZero = limitState.y === "cpu" || limitState.y === "judged_pps";
  plotFrame(chart, { x: axisFor("Packets offered per second", values.x), values, height: 400, marks,
    y: axisFor(`${name}, ${unit}`, values.y, { fromZero, log: limitState.y === "judged_pps" ? null : false }),
    label: `${name} against packets per second`, draw: drawCurves, placed: labelMarks(marks) });
  byId("limits-legend").replaceChildren(...legend(curves.map(({ limit }) => limit)), el("span", {}, "✕ broken"));
}

const limitChoices = () => [...new Set(answer.limits.flatMap((limit) => Object.keys(limit.choices)))]
  .filter((axis) => !["placement", "algorithm"].includes(axis));

function limitTable() {
  const others = limitChoices();
  const headings = ["Placement", ...others.map(capital), "Holds at, packets/s", "Breaks at, packets/s", "Judges at most, packets/s",
    ...costNames.map((name) => `The same at ${name} the cycles`), "Dequeue needed, × line", "Built at, × line", "Breaks by"];
  return [
    el("thead", {}, el("tr", {}, headings.map((text, i) => el("th", { scope: "col", class: i === headings.length - 1 ? "text" : null }, text)))),
    el("tbody", {}, answer.limits.map((limit) => el("tr", {},
      el("th", { scope: "row" }, icon(limit), ` ${limit.choices.placement} · ${limit.choices.algorithm}`),
      others.map((axis) => el("td", {}, limit.choices[axis] ?? nothing)),
      el("td", {}, number(limit.holds_pps, 0)), el("td", {}, limit.breaks_pps === null ? "not reached" : number(limit.breaks_pps, 0)),
      el("td", {}, number(limit.judged_at_most_pps, 0)),
      costNames.map((name) => el("td", {}, number(limit.costs?.[name], 0))),
      el("td", {}, number(limit.dequeue_needed, 2)), el("td", {}, number(limit.dequeue_built, 2)),
      el("td", { class: "text" }, limit.breaks_by ? symptomText(limit.breaks_by) : limit.errors.join("; ") || nothing)))),
  ];
}

function setUpLimits() {
  if (!answer.limits.length) {
    byId("limits").querySelector("p").replaceChildren("Not part of this run: a quick one leaves packet rates out.");
    return;
  }
  const controls = byId("limits-controls");
  controls.append(labelled("Up", selectOf(Object.entries(limitAxes).map(([key, [name]]) => [key, name]), "cpu",
    (key) => { limitState.y = key; drawLimits(); })));
  for (const axis of limitChoices()) {
    const names = distinct(answer.limits.filter((limit) => limit.choices[axis]), axis);
    const all = axis === "packets" || axis === "channels" ? [] : [["", "all"]];
    limitState.choices[axis] = all.length ? "" : names.includes("4") ? "4" : names[0];
    controls.append(labelled(capital(axis), selectOf([...all, ...names.map((name) => [name, titleOf(answer.limits, axis, name)])],
      limitState.choices[axis], (name) => { limitState.choices[axis] = name; drawLimits(); })));
  }
  byId("limits-table").append(...limitTable());
  drawLimits();
}
