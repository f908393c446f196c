// Two measures against each other: rows that no other row surely beats in both.
const paretoState = { x: "area_mm2", y: "latency_p99_ms" };

// The best means, as a line to guide the eye: rows that mislead are not on it.
function frontOf(rows, keys) {
  const less = (key, a, b) => (measures.get(key).better === "high" ? -1 : 1) * (valueOf(a, key) - valueOf(b, key));
  const beats = (a, b) => keys.every((key) => less(key, a, b) <= 0) && keys.some((key) => less(key, a, b) < 0);
  const candidates = rows.filter((row) => !warned(row));
  return candidates.filter((row) => !candidates.some((other) => beats(other, row)))
    .sort((a, b) => valueOf(a, keys[0]) - valueOf(b, keys[0]));
}

// The thick front: rows that no other row without a warning surely beats.
function surelyBeaten(row, rows, keys) {
  return rows.some((other) => other !== row && !warned(other) && surelyBeats(other, row, keys));
}

// Tries places around each point until a label covers no mark and no other label. Points of one name
// that lie together have one label.
function placeLabels(points, box) {
  const taken = points.map(({ x, y }) => ({ left: x - 8, right: x + 8, top: y - 8, bottom: y + 8 }));
  const clashes = (a) => taken.some((b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom) ||
    a.left < box.left || a.right > box.right + 8 || a.top < box.top - 6 || a.bottom > box.bottom;
  const labels = [];
  const near = (a, b) => a.text === b.text && Math.hypot(a.x - b.x, a.y - b.y) < 16;
  const named = points.filter((point, i) => !points.slice(0, i).some((other) => near(point, other)));
  for (const { x, y, text } of named) {
    const width = 7.4 * text.length, height = 13;
    for (const [dx, dy] of [[11, -6], [-11 - width, -6], [-width / 2, -23], [-width / 2, 11], [11, 7], [11, -20], [-11 - width, 7], [-11 - width, -20]]) {
      const area = { left: x + dx, right: x + dx + width, top: y + dy, bottom: y + dy + height };
      if (clashes(area)) continue;
      taken.push(area);
      labels.push(svg("text", { class: "label", x: area.left, y: area.bottom - 2 }, text));
      break;
    }
  }
  return labels;
}

function drawPareto() {
  const keys = [paretoState.x, paretoState.y].map(keyFor);
  const [xm, ym] = keys.map((key) => measures.get(key));
  const rows = answer.rows.filter((row) => isShown(row) && keys.every((key) => valueOf(row, key) !== null));
  const chart = byId("choice-chart");
  if (!rows.length) {
    chart.replaceChildren(el("p", { class: "quiet" }, `${xm.title} and ${ym.title} were not measured together in any row.`));
    byId("choice-legend").replaceChildren();
    return;
  }
  const narrow = chart.clientWidth && chart.clientWidth < 560;
  const size = narrow ? { width: 480, height: 460 } : { width: 1000, height: 520 };
  const box = { left: 76, right: size.width - 24, top: 16, bottom: size.height - 54 };
  const ends = (key) => rows.flatMap((row) => endsOf(row.values[key], key));
  const x = makeScale(ends(xm.key), box.left, box.right, { wanted: narrow ? 4 : 8 });
  const y = makeScale(ends(ym.key), box.bottom, box.top);
  const picture = svg("svg", { viewBox: `0 0 ${size.width} ${size.height}`, role: "group",
    "aria-label": `${ym.title} against ${xm.title}` });
  const side = (measure) => `${measure.title}${measure.unit ? `, ${measure.unit}` : ""}${measure.better ? ` (${measure.better} is better)` : ""}`;
  picture.append(axes(box, x, y, side(xm), side(ym)));

  for (const [given] of givens) {
    const front = frontOf(rows.filter((row) => givenKey(row) === given), keys);
    const steps = front.map((row, i) => {
      const [at, to] = [x.at(valueOf(row, xm.key)), y.at(valueOf(row, ym.key))];
      return i ? `H${at}V${to}` : `M${at} ${to}`;
    });
    if (steps.length > 1) picture.append(svg("path", { class: "front", d: steps.join("") }));
  }

  const ranges = svg("g"), marks = svg("g"), points = [];
  for (const row of rows) {
    const [vx, vy] = keys.map((key) => row.values[key]);
    const at = { x: x.at(vx.value), y: y.at(vy.value) };
    const stroke = colour(row.choices.placement);
    ranges.append(
      svg("line", { class: "range", x1: x.at(endsOf(vx, xm.key)[0]), x2: x.at(endsOf(vx, xm.key)[1]), y1: at.y, y2: at.y, stroke }),
      svg("line", { class: "range", y1: y.at(endsOf(vy, ym.key)[0]), y2: y.at(endsOf(vy, ym.key)[1]), x1: at.x, x2: at.x, stroke }));
    const beaten = surelyBeaten(row, rows, keys);
    const note = `${beaten ? ", surely beaten" : ""}${warned(row) ? `; ${row.warnings.join("; ")}` : ""}`;
    const text = `${rowName(row)}: ${number(vx.value, xm.digits)}${unitText(xm)}, ${number(vy.value, ym.digits)}${unitText(ym)}${note}`;
    marks.append(svg("g", { class: ["point", row === chosenRow() && "chosen", beaten && "beaten", warned(row) && "warned"].filter(Boolean).join(" "), transform: `translate(${at.x} ${at.y})`,
      tabindex: 0, role: "button", "aria-label": text, "data-row": row.id,
      onclick: () => choose(row, ym.key),
      onkeydown: (event) => { if (event.key === "Enter" || event.key === " ") { event.preventDefault(); choose(row, ym.key); } } },
      svg("title", {}, text), svg("circle", { class: "halo", r: 12 }), mark(row, 7)));
    points.push({ ...at, text: `${row.choices.placement}${warned(row) ? " ⚠" : ""}` });
  }
  picture.append(ranges, marks, ...placeLabels(points, box));
  chart.replaceChildren(picture);
  byId("choice-legend").replaceChildren(...legend(rows));
  byId("choice-sure").textContent = oneSeed() && keys.some((key) => !isArea(key)) ? "One seed a row: nothing is surely beaten." :
    rows.some(warned) ? "⚠ with a dashed ring: packets are lost before any law sees them, so the figures mislead." : "";
}

// Measures that an axis may show, by the names that the axis then has.
function paretoOptions() {
  const measured = (key) => answer.rows.some((row) => valueOf(row, key) !== null);
  const twins = Object.values(butCpu);
  return answer.measures.filter((measure) => measure.better && measured(measure.key) && !twins.includes(measure.key))
    .map((measure) => [measure.key, `${measures.get(keyFor(measure.key)).title}${measure.unit ? ` (${measure.unit})` : ""}`]);
}

function drawParetoControls() {
  byId("choice-controls").replaceChildren(...[["Across", "x"], ["Up", "y"]].map(([text, side]) =>
    labelled(text, selectOf(paretoOptions(), paretoState[side], (key) => { paretoState[side] = key; drawPareto(); }))));
}

function setUpPareto() {
  const measured = (key) => answer.rows.some((row) => valueOf(row, key) !== null);
  const options = paretoOptions();
  if (!measured(paretoState.x)) paretoState.x = measured("cpu_percent") ? "cpu_percent" : options[0]?.[0] ?? paretoState.x;
  if (confidence.measure !== null) paretoState.y = confidence.measure;
  if (!measured(paretoState.y) || paretoState.y === paretoState.x) {
    paretoState.y = options.find(([key]) => key !== paretoState.x)?.[0] ?? paretoState.y;
  }
  drawParetoControls();
  drawPareto();
}
