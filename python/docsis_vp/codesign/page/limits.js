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
  const narrow = chart.clientWidth && chart.clientWidth < 560;
  const size = narrow ? { width: 480, height: 420 } : { width: 1000, height: 430 };
  const box = { left: 76, right: size.width - 40, top: 20, bottom: size.height - 54 };
  const all = curves.flatMap(({ points }) => points);
  const x = makeScale(all.map((point) => point.offered_pps), box.left, box.right, { wanted: 6 });
  const y = makeScale(all.map(of), box.bottom, box.top, { zero: true, log: limitState.y === "judged_pps" ? null : false });
  const picture = svg("svg", { viewBox: `0 0 ${size.width} ${size.height}`, role: "group", "aria-label": `${name} against packets per second` });
  picture.append(axes(box, x, y, "Packets offered per second", `${name}, ${unit}`));
  const starts = [];
  for (const { limit, points } of curves) {
    const at = points.map((point) => ({ point, x: x.at(point.offered_pps), y: y.at(of(point)) }));
    const stroke = colour(limit.choices.placement);
    picture.append(svg("path", { d: at.map((p, i) => `${i ? "L" : "M"}${p.x} ${p.y}`).join(""), fill: "none", stroke, "stroke-width": 1.5 }));
    for (const { point, x: px, y: py } of at) {
      const broken = Object.keys(point.symptoms).length > 0;
      const text = `${limit.name}: ${number(point.offered_pps, 0)} packets/s, ${short(of(point))} ${unit}${broken ? `; ${symptomText(point.symptoms)}` : ""}`;
      picture.append(svg("g", { class: "point", transform: `translate(${px} ${py})`, tabindex: 0, role: "img", "aria-label": text },
        svg("title", {}, text), svg("circle", { class: "halo", r: 11 }),
        broken ? svg("path", { d: "M-6 -6L6 6M6 -6L-6 6", stroke, "stroke-width": 3 }) : mark(limit, 5)));
    }
    starts.push({ x: at[0].x, y: at[0].y, text: curveName(limit) });
  }
  picture.append(...placeLabels(starts, { ...box, right: size.width - 8 }));
  chart.replaceChildren(picture);
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
