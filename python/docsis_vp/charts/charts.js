// Draws the charts of a page: places have the number of their chart, the data are in #charts.

const MARK = 3;  // px: half of a dot's width
function drawRules(plot, rules) {
  const { left, top, width, height } = plot.bbox;
  within(plot, (context) => {
    context.setLineDash([6, 4]);
    for (const rule of rules) {
      context.strokeStyle = colourOf(rule.colour);
      context.beginPath();
      const at = plot.valToPos(rule.value, rule.axis, true);
      if (rule.axis === "x") {
        context.moveTo(at, top);
        context.lineTo(at, top + height);
      } else {
        context.moveTo(rule.low === null ? left : plot.valToPos(rule.low, "x", true), at);
        context.lineTo(rule.high === null ? left + width : plot.valToPos(rule.high, "x", true), at);
      }
      context.stroke();
    }
  });
}

function drawBars(plot, series, context) {
  const ground = plot.bbox.top + plot.bbox.height;
  const zero = plot.scales.y.distr === 3 ? ground : Math.min(ground, plot.valToPos(0, "y", true));
  series.x.forEach((x, i) => {
    if (series.y[i] === null) return;
    const left = plot.valToPos(x - series.width / 2, "x", true), right = plot.valToPos(x + series.width / 2, "x", true);
    const top = plot.valToPos(series.y[i], "y", true);
    context.fillRect(left, Math.min(top, zero), Math.max(1, right - left), Math.abs(zero - top));
  });
}

function drawMark(context, kind, x, y, size) {
  context.beginPath();
  if (kind === "crosses") {
    context.moveTo(x - size, y - size);
    context.lineTo(x + size, y + size);
    context.moveTo(x - size, y + size);
    context.lineTo(x + size, y - size);
    context.stroke();
  } else {
    context.arc(x, y, size, 0, 2 * Math.PI);
    context.fill();
  }
}

function drawInterval(plot, context, x, low, high, size) {
  const [from, to] = [low, high].map((value) => plot.valToPos(value, "y", true));
  context.beginPath();
  for (const end of [from, to]) {
    context.moveTo(x - size, end);
    context.lineTo(x + size, end);
  }
  context.moveTo(x, from);
  context.lineTo(x, to);
  context.stroke();
}

// Marks that uPlot has no path for: bars of a width in units of x, dots and crosses, intervals.
function drawMarks(plot, series) {
  const ratio = devicePixelRatio || 1;
  within(plot, (context) => {
    context.strokeStyle = context.fillStyle = colourOf(series.colour);
    context.lineWidth = 1.3 * ratio;
    context.setLineDash([]);
    if (series.kind === "bars") return drawBars(plot, series, context);
    const hasMarks = series.marks || series.kind === "dots" || series.kind === "crosses";
    series.x.forEach((value, i) => {
      if (series.y[i] === null) return;
      const x = plot.valToPos(value, "x", true), y = plot.valToPos(series.y[i], "y", true);
      const [low, high] = [series.low?.[i] ?? null, series.high?.[i] ?? null];
      if (low !== null && high !== null && high > low) drawInterval(plot, context, x, low, high, MARK * ratio);
      if (hasMarks) drawMark(context, series.kind, x, y, MARK * ratio);
    });
  });
}

// Values of series at the places of all; uPlot wants them in order. A place that others alone have is
// undefined, and lines go on there; a missing value is null, a gap.
function joined(all) {
  if (!all.length) return [[]];
  return uPlot.join(all.map((series) => {
    const order = series.x.map((_, i) => i).sort((a, b) => series.x[a] - series.x[b]);
    return [order.map((i) => series.x[i]), order.map((i) => series.y[i])];
  }));
}

const isDrawnByUplot = (series) => series.kind === "line" || series.kind === "steps";

function seriesOf(series) {
  const made = {
    label: series.label, stroke: colourOf(series.colour), width: 1.4, dash: series.dashed ? [6, 3] : undefined,
    points: { show: false }, spanGaps: false, value: (_, value) => textOf(value),
  };
  if (series.kind === "steps") made.paths = uPlot.paths.stepped({ align: 1 });
  if (!isDrawnByUplot(series)) made.paths = () => null;
  return made;
}

// A label that is longer than its axis stands above the chart.
const ROOM_BESIDE = 70;  // px of a chart's height that its y axis does not have
function fitsBeside(chart) {
  const context = document.createElement("canvas").getContext("2d");
  context.font = FONT;
  return context.measureText(chart.y.label || "").width < chart.height - ROOM_BESIDE;
}

function appendText(place, tag, text) {
  place.append(Object.assign(document.createElement(tag), { textContent: text }));
}

function drawChart(place, chart) {
  if (chart.title) appendText(place, "h4", chart.title);
  const isBeside = fitsBeside(chart);
  if (!isBeside) appendText(place, "small", chart.y.label);
  const [alongX, alongY] = [rangeOf(chart.x, valuesAlong(chart)), rangeOf(chart.y, valuesUp(chart))];
  const data = joined(chart.series);
  const [first, last] = [data[0][0], data[0][data[0].length - 1]];
  // A zoom by the mouse asks for other ends than those of the data.
  const isWhole = (low, high) => low === null || first === last || (low === first && high === last);
  const range = (_, low, high) => (isWhole(low, high) ? alongX : [low, high]);
  const width = () => Math.max(240, place.clientWidth);
  const plot = new uPlot({
    width: width(), height: chart.height,
    scales: { x: { time: false, distr: chart.x.log ? 3 : 1, range }, y: { distr: chart.y.log ? 3 : 1, range: () => alongY } },
    axes: [axisOf(chart.x, "x"), axisOf(isBeside ? chart.y : { ...chart.y, label: "" }, "y")],
    series: [{ label: chart.x.label || "x", value: (_, value) => placeText(chart.x, value) }, ...chart.series.map(seriesOf)],
    legend: { show: chart.series.some((series) => series.label),
      markers: { dash: (self, number) => (self.series[number].dash ? "dashed" : "solid") } },
    cursor: { drag: { x: true, y: false } },
    hooks: {
      drawSeries: [(self, number) => self.series[number].show && drawMarks(self, chart.series[number - 1])],
      draw: [(self) => drawRules(self, chart.rules)],
    },
  }, data, place);
  hideNameless(plot, chart.series);
  if ("ResizeObserver" in window) {
    new ResizeObserver(() => {
      if (place.clientWidth > 0 && Math.abs(width() - plot.width) > 1) plot.setSize({ width: width(), height: chart.height });
    }).observe(place);
  }
  return plot;
}

// The name at a place of an axis of names, else the number.
function placeText(axis, value) {
  const tick = axis.names && isNumber(value) ? axis.ticks.find(([place]) => Math.abs(place - value) < 0.5) : null;
  return tick ? tick[1] : textOf(value);
}

// A series without a label, or with one that was there, is no entry of the legend.
function hideNameless(plot, all) {
  const rows = [...plot.root.querySelectorAll(".u-legend .u-series")].slice(1);
  const seen = new Set();
  all.forEach((series, number) => {
    if (rows[number] && (!series.label || seen.has(series.label))) rows[number].style.display = "none";
    seen.add(series.label);
  });
}

const drawn = [];

function drawCharts() {
  for (const plot of drawn.splice(0)) plot.destroy();
  const charts = JSON.parse(document.getElementById("charts").textContent);
  for (const place of document.querySelectorAll("[data-chart]")) {
    place.replaceChildren();
    drawn.push(drawChart(place, charts[Number(place.dataset.chart)]));
  }
}

// Canvases keep the colours and the width that they were drawn with.
function keepDrawn() {
  drawCharts();
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", drawCharts);
  for (const [event, isPaper] of [["beforeprint", true], ["afterprint", false]]) {
    window.addEventListener(event, () => {
      document.documentElement.classList.toggle("paper", isPaper);
      drawCharts();
    });
  }
}
