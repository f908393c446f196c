// Charts over time zoom together; charts of distributions stand alone.

const CHART_HEIGHT = 220;
const EDGE = 'edge of a band';
const COLOURS = 8;  // then they come again
const DASHES = [[], [5, 4], [1.5, 3], [10, 3, 2, 3], [16, 4], [10, 3, 2, 3, 2, 3], [2, 7], [16, 3, 5, 3],
  [5, 3, 2, 3], [26, 5], [10, 3, 2, 3, 2, 3, 2, 3], [8, 8], [5, 3, 5, 3, 2, 3], [24, 4, 2, 4], [2, 3, 2, 9],
  [16, 3, 5, 3, 5, 3]];
const timeCharts = new Set();
let shownRange = [];

function wholeRange() {
  let end = 0;
  for (const chart of timeCharts) end = Math.max(end, chart.data[0][chart.data[0].length - 1] || 0);
  return [0, end];
}

// Charts set their scales later and then call this again.
function zoom(min, max) {
  if (!(max > min) || (shownRange[0] === min && shownRange[1] === max)) return;
  shownRange = [min, max];
  for (const chart of timeCharts) chart.setScale('x', {min, max});
  const [from, to] = wholeRange();
  byId('window').textContent = min <= from && max >= to ? '' : `${shown(min)} s to ${shown(max)} s`;
}

function zoomByKey(event) {
  const [min, max] = shownRange;
  const width = max - min;
  const [from, to] = wholeRange();
  const moves = {
    '+': [min + width / 4, max - width / 4],
    '-': [min - width / 2, max + width / 2],
    ArrowLeft: [min - width / 4, max - width / 4],
    ArrowRight: [min + width / 4, max + width / 4],
    Home: [from, to],
  };
  if (!(event.key in moves)) return;
  event.preventDefault();
  const [low, high] = moves[event.key];
  zoom(Math.max(from, low), Math.min(to, high));
}

// Marks of one kind that are this close, in pixels, have one line.
const MARK_DISTANCE = 24;

// Returns [{mark, places}] from left to right; `places` are those of the marks that share the line of the first.
function markLines(chart, marks) {
  const {left, width} = chart.bbox;
  const lines = [];
  const lastOfKind = new Map();
  for (const mark of [...marks].sort((a, b) => a.time - b.time)) {
    const x = Math.round(chart.valToPos(mark.time, 'x', true));
    if (x < left || x > left + width) continue;
    let line = lastOfKind.get(mark.text);
    if (!line || x - line.places[0] >= MARK_DISTANCE * devicePixelRatio) {
      line = {mark, places: []};
      lines.push(line);
      lastOfKind.set(mark.text, line);
    }
    line.places.push(x);
  }
  return lines;
}

function drawStroke(context, x, top, height) {
  context.beginPath();
  context.moveTo(x, top);
  context.lineTo(x, top + height);
  context.stroke();
}

// Vertical marks: [{time, text, colour, dash}]. A line of several marks has their number and short strokes at their
// places, so that many marks do not hide the curves.
function drawMarks(chart, marks) {
  const {top, height} = chart.bbox;
  const context = chart.ctx;
  context.save();
  context.font = `${11 * devicePixelRatio}px sans-serif`;
  context.textAlign = 'left';
  context.textBaseline = 'top';
  for (const {mark, places} of markLines(chart, marks)) {
    context.strokeStyle = context.fillStyle = colour(mark.colour);
    context.setLineDash(mark.dash);
    drawStroke(context, places[0], top, height);
    if (places.length > 1) {
      context.setLineDash([]);
      for (const x of new Set(places)) drawStroke(context, x, top, 6 * devicePixelRatio);
      context.fillText(`\u00d7${places.length}`, places[0] + 3 * devicePixelRatio, top + 7 * devicePixelRatio);
    }
  }
  context.restore();
}

function axis(more) {
  return {stroke: ink('quiet'), grid: {stroke: ink('line'), width: 1}, ticks: {stroke: ink('line')}, ...more};
}

// Of an axis of values: room for its longest number.
const widthOf = (_, texts) => Math.max(64, 24 + 7 * Math.max(0, ...(texts || []).map((text) => (text || '').length)));

// Groups differ by colour, lines of a group by dashes; lines of the only group differ by colour. Colours that
// come again have other dashes.
function styleOf(group, index) {
  if (GROUPS.length === 1) return {colour: index, dash: Math.floor(index / COLOURS)};
  return {colour: group, dash: index * Math.ceil(GROUPS.length / COLOURS) + Math.floor(group / COLOURS)};
}

// lines: [{label, times, values, low?, high?, colour, dash}], `dash` as styleOf() has it
function tablesOf(lines) {
  const series = [{}];
  const bands = [];
  const columns = [];
  for (const line of lines) {
    const stroke = colour(line.colour);
    columns.push([line.times, line.values]);
    series.push({label: line.label, stroke, width: 1.4, dash: DASHES[line.dash % DASHES.length],
      points: {show: false}, spanGaps: true, value: (_, value) => shown(value)});
    if (line.low) {
      for (const edge of [line.high, line.low]) {
        columns.push([line.times, edge]);
        series.push({label: EDGE, stroke: 'transparent', width: 0, points: {show: false}, spanGaps: true});
      }
      bands.push({series: [series.length - 2, series.length - 1], fill: stroke + '33'});
    }
  }
  return {data: columns.length ? uPlot.join(columns) : [[]], series, bands};
}

function figure(title, unit, summary) {
  const made = element('figure', {role: 'group', 'aria-label': `${title}${unit ? ` in ${unit}` : ''}. ${summary}`,
    tabindex: '0'});
  made.append(element('h3', {}, title, unit ? element('span', {class: 'unit'}, ` ${unit}`) : ''));
  return made;
}

function drawInto(parent, made, options, table) {
  parent.append(made);
  const width = Math.max(280, made.clientWidth);
  const chart = new uPlot({width, height: CHART_HEIGHT, series: table.series, bands: table.bands,
    ...options}, table.data, made);
  new ResizeObserver(() => {
    if (made.clientWidth > 0 && Math.abs(made.clientWidth - chart.width) > 1) {
      chart.setSize({width: Math.max(280, made.clientWidth), height: CHART_HEIGHT});
    }
  }).observe(made);
  return chart;
}

// The legend shows each line with its dashes, but no edges of bands.
function finishLegend(chart) {
  chart.root.querySelectorAll('.u-series').forEach((row, i) => {
    const {label, stroke, dash} = chart.series[i];
    if (label === EDGE) row.style.display = 'none';
    if (i === 0 || label === EDGE) return;
    const drawn = drawing('svg', {class: 'line', width: 40, height: 10, 'aria-hidden': 'true'}, drawing('line', {x1: 0,
      y1: 5, x2: 40, y2: 5, stroke: stroke(chart, i), 'stroke-width': 2, 'stroke-dasharray': dash.join(' ')}));
    row.querySelector('.u-marker').replaceWith(drawn);
  });
}

function timeChart(parent, title, unit, lines, marks) {
  const table = tablesOf(lines);
  table.series[0] = {label: 's', value: (_, value) => shown(value, 6)};
  const made = figure(title, unit, lines.map((line) => line.label).join(', '));
  const chart = drawInto(parent, made, {
    scales: {x: {time: false}},
    axes: [axis({}), axis({size: widthOf, values: (_, ticks) => ticks.map((tick) => shown(tick))})],
    cursor: {sync: {key: 'time'}, drag: {x: true, y: false}},
    hooks: {
      setScale: [(self, key) => key === 'x' && zoom(self.scales.x.min, self.scales.x.max)],
      draw: [(self) => drawMarks(self, marks)],
    },
  }, table);
  finishLegend(chart);
  made.addEventListener('keydown', zoomByKey);
  timeCharts.add(chart);
  return chart;
}

// Labels of a logarithmic axis: all of a short one, then fewer of each decade, then powers of ten.
function logarithmicLabels(_, ticks) {
  const decades = Math.log10(ticks[ticks.length - 1] / ticks[0]);
  const wanted = decades < 0.5 ? null : decades < 1 ? [1, 2, 3, 5, 7] : decades < 2 ? [1, 2, 5] : [1];
  const digit = (tick) => Math.round(tick / 10 ** Math.floor(Math.log10(tick) + 1e-9));
  return ticks.map((tick) => (wanted === null || wanted.includes(digit(tick)) ? tick : null));
}

// x and y logarithmic where asked; lines as above, their `times` are values of x.
function curveChart(parent, title, unit, lines, logarithmicX, logarithmicY) {
  const table = tablesOf(lines);
  table.series[0].label = unit;
  table.series[0].value = (_, value) => shown(value);
  const made = figure(title, unit, lines.map((line) => line.label).join(', '));
  const ticks = (_, marks) => marks.map((mark) => (mark === null ? '' : shown(mark)));
  const chart = drawInto(parent, made, {
    scales: {x: {time: false, distr: logarithmicX ? 3 : 1}, y: {distr: logarithmicY ? 3 : 1}},
    axes: [axis({values: ticks, filter: logarithmicX ? logarithmicLabels : undefined}),
      axis({size: widthOf, values: ticks, filter: logarithmicY ? logarithmicLabels : undefined})],
    cursor: {drag: {x: true, y: false}},
  }, table);
  finishLegend(chart);
  return chart;
}
