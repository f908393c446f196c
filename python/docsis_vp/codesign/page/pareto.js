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
// that lie together have one label. points, size: px within the axes.
function placeLabels(points, size) {
  const taken = points.map(({ x, y }) => ({ left: x - 8, right: x + 8, top: y - 8, bottom: y + 8 }));
  const clashes = (a) => taken.some((b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom) ||
    a.left < 0 || a.right > size.width || a.top < 0 || a.bottom > size.height;
  const labels = [];
  const near = (a, b) => a.text === b.text && Math.hypot(a.x - b.x, a.y - b.y) < 16;
  const named = points.filter((point, i) => !points.slice(0, i).some((other) => near(point, other)));
  for (const { x, y, text } of named) {
    const width = 7.4 * text.length, height = 14;
    for (const [dx, dy] of [[11, -6], [-11 - width, -6], [-width / 2, -23], [-width / 2, 11], [11, 7], [11, -20], [-11 - width, 7], [-11 - width, -20]]) {
      const area = { left: x + dx, right: x + dx + width, top: y + dy, bottom: y + dy + height };
      if (clashes(area)) continue;
      taken.push(area);
      labels.push(el("span", { class: "label", style: `left: ${area.left}px; top: ${area.top}px`, "aria-hidden": "true" }, text));
      break;
    }
  }
  return labels;
}

// Labels beside marks, anew after each layout. marks: [{ x, y, text }], in units of the axes.
function labelMarks(marks) {
  return (plot, over) => {
    over.querySelectorAll(".label").forEach((label) => label.remove());
    const points = marks.filter(({ text }) => text).map(({ x, y, text }) => ({ x: plot.valToPos(x, "x"), y: plot.valToPos(y, "y"), text }));
    over.append(...placeLabels(points, { width: over.clientWidth, height: over.clientHeight }));
  };
}

// A mark that has a name, focus and a hint.
function markButton(row, { text, size, classes, ...attributes }) {
  return el("button", { type: "button", class: ["point", ...classes].filter(Boolean).join(" "), title: text, "aria-label": text, ...attributes },
    svg("svg", { class: "icon", viewBox: "-10 -10 20 20", "aria-hidden": "true" }, mark(row, size)));
}

function stroke(context, plot, points) {
  const ratio = devicePixelRatio || 1;
  context.lineWidth = ratio;
  context.beginPath();
  points.forEach(([x, y], i) => context[i ? "lineTo" : "moveTo"](plot.valToPos(x, "x", true), plot.valToPos(y, "y", true)));
  context.stroke();
}

const drawnColour = (placement) => colourOf(placements.indexOf(placement));

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
  const ends = (key) => rows.flatMap((row) => endsOf(row.values[key], key));
  const side = (measure) => `${measure.title}${measure.unit ? `, ${measure.unit}` : ""}${measure.better ? ` (${measure.better} is better)` : ""}`;
  const fronts = givens.map(([given]) => frontOf(rows.filter((row) => givenKey(row) === given), keys));
  const marks = rows.map((row) => {
    const [vx, vy] = keys.map((key) => row.values[key]);
    const beaten = surelyBeaten(row, rows, keys);
    const note = `${beaten ? ", surely beaten" : ""}${warned(row) ? `; ${row.warnings.join("; ")}` : ""}`;
    const text = `${rowName(row)}: ${number(vx.value, xm.digits)}${unitText(xm)}, ${number(vy.value, ym.digits)}${unitText(ym)}${note}`;
    const node = markButton(row, { text, size: 7, "data-row": row.id, onclick: () => choose(row, ym.key),
      classes: [row === chosenRow() && "chosen", beaten && "beaten", warned(row) && "warned"] });
    return { x: vx.value, y: vy.value, node, text: `${row.choices.placement}${warned(row) ? " ⚠" : ""}` };
  });
  const drawRanges = (plot, context) => {
    context.globalAlpha = 0.55;
    for (const row of rows) {
      const [vx, vy] = keys.map((key) => row.values[key]);
      context.strokeStyle = drawnColour(row.choices.placement);
      stroke(context, plot, endsOf(vx, xm.key).map((end) => [end, vy.value]));
      stroke(context, plot, endsOf(vy, ym.key).map((end) => [vx.value, end]));
    }
    context.globalAlpha = 1;
    context.strokeStyle = ink("quiet");
    context.setLineDash([5, 4]);
    for (const front of fronts) {
      stroke(context, plot, front.flatMap((row, i) => {
        const at = keys.map((key) => valueOf(row, key));
        return i ? [[at[0], valueOf(front[i - 1], keys[1])], at] : [at];
      }));
    }
  };
  plotFrame(chart, { x: axisFor(side(xm), ends(xm.key)), y: axisFor(side(ym), ends(ym.key)),
    values: { x: ends(xm.key), y: ends(ym.key) }, height: 460, label: `${side(ym)} against ${side(xm)}`, marks,
    draw: drawRanges, placed: labelMarks(marks) });
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
