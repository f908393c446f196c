// Common to all charts: axes, ranges, colours, and a frame whose marks are elements.

const EDGE = 0.05;  // margin beside the values, as a share of the axis
const FONT = "12px system-ui, sans-serif";

const ink = (name) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
const colourOf = (number) => (number === null ? ink("ink") : ink(`c${number % 8}`));
const isNumber = (value) => typeof value === "number";

function textOf(value) {
  if (!isNumber(value)) return "–";
  const size = Math.abs(value);
  if (size !== 0 && (size >= 1e15 || size < 1e-4)) return value.toExponential(2);
  return Number(value.toPrecision(4)).toLocaleString("en", { maximumFractionDigits: 12 });
}

// Ends of an axis: those that it names, else all values with a margin.
function rangeOf(axis, values) {
  const usable = values.filter((value) => isNumber(value) && (!axis.log || value > 0));
  let low = Math.min(...usable), high = Math.max(...usable);
  if (!usable.length) [low, high] = axis.log ? [1, 10] : [0, 1];
  if (axis.log) {
    const room = Math.max(1.15, (high / low) ** EDGE);
    low /= room;
    high *= room;
  } else {
    const room = (high - low) * EDGE || Math.abs(low) * EDGE || 1;
    low -= low === 0 ? 0 : room;  // counts begin at the axis
    high += room;
  }
  return [axis.low ?? low, axis.high ?? high];
}

function valuesAlong(chart) {
  const values = chart.rules.filter((rule) => rule.axis === "x").map((rule) => rule.value);
  for (const series of chart.series) {
    const half = (series.width ?? 0) / 2;
    for (const x of series.x) values.push(x - half, x + half);
  }
  return values;
}

function valuesUp(chart) {
  const values = chart.rules.filter((rule) => rule.axis === "y").map((rule) => rule.value);
  for (const series of chart.series) {
    values.push(...series.y, ...(series.low ?? []), ...(series.high ?? []));
    if (series.kind === "bars" && !chart.y.log) values.push(0);
  }
  return values;
}

// A logarithmic axis begins at its least value, which is seldom round.
function isRound(value, isLogarithmic) {
  if (value === null) return false;
  if (!isLogarithmic) return true;
  const first = value / 10 ** Math.floor(Math.log10(value) + 1e-9);
  return Math.abs(first - Math.round(first)) < 1e-6;
}

// Of a y axis: room for its longest number.
const widthOf = (_, texts) => Math.max(64, 24 + 7 * Math.max(0, ...(texts || []).map((text) => (text || "").length)));

function axisOf(axis, side) {
  const options = {
    label: axis.label || undefined, labelSize: 22, font: FONT, labelFont: FONT, stroke: ink("ink"), grid: { stroke: ink("line"), width: 1 },
    ticks: { stroke: ink("line") }, values: (_, splits) => splits.map((value) => (isRound(value, axis.log) ? textOf(value) : "")),
  };
  if (side === "y") options.size = axis.ticks?.length === 0 ? 12 : axis.ticks ? 64 : widthOf;
  if (axis.ticks) {
    options.splits = () => axis.ticks.map(([value]) => value);
    options.values = () => axis.ticks.map(([, text]) => text);
    if (axis.log) options.filter = (_, splits) => splits;
  }
  return options;
}

const within = (plot, draw) => {
  const { left, top, width, height } = plot.bbox;
  plot.ctx.save();
  plot.ctx.beginPath();
  plot.ctx.rect(left, top, width, height);
  plot.ctx.clip();
  draw(plot.ctx);
  plot.ctx.restore();
};

// Axis of a measure that may span decades.
function axisFor(label, values, { fromZero = false, log = null } = {}) {
  const low = Math.min(...values), high = Math.max(...values);
  const isLogarithmic = low > 0 && (log ?? (!fromZero && high / low > 30));
  return { label, log: isLogarithmic, low: fromZero && !isLogarithmic && low >= 0 ? 0 : null, high: null, ticks: null };
}

// A chart whose marks are elements over the canvas, so that they have names, focus and a hint.
// marks: [{ x, y, node }]. draw(plot, context): below the marks. placed(plot, over): after each layout.
function plotFrame(place, { x, y, values, height, label, marks = [], draw = () => {}, placed = () => {} }) {
  const [alongX, alongY] = [rangeOf(x, values.x), rangeOf(y, values.y)];
  const width = () => Math.max(240, place.clientWidth);
  const holder = document.createElement("div");
  holder.setAttribute("role", "group");
  holder.setAttribute("aria-label", label);
  place.replaceChildren(holder);
  const settle = (plot) => {
    for (const { x: atX, y: atY, node } of marks) {
      node.style.left = `${plot.valToPos(atX, "x")}px`;
      node.style.top = `${plot.valToPos(atY, "y")}px`;
    }
    placed(plot, plot.over);
  };
  const plot = new uPlot({
    width: width(), height,
    scales: { x: { time: false, distr: x.log ? 3 : 1, range: () => alongX }, y: { distr: y.log ? 3 : 1, range: () => alongY } },
    axes: [axisOf(x, "x"), axisOf(y, "y")],
    series: [{}, { paths: () => null, points: { show: false } }],
    legend: { show: false },
    cursor: { show: false },
    hooks: { ready: [(self) => self.over.append(...marks.map((mark) => mark.node))], draw: [settle],
      drawClear: [(self) => within(self, (context) => draw(self, context))] },
  }, [alongX, alongY], holder);
  if ("ResizeObserver" in window) {
    new ResizeObserver(() => {
      if (place.clientWidth > 0 && Math.abs(width() - plot.width) > 1) plot.setSize({ width: width(), height });
    }).observe(holder);
  }
  return plot;
}
