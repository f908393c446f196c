// From values to places: ticks at round numbers, logarithmic where values span decades.
function roundSteps(low, high, wanted) {
  const rough = (high - low) / wanted || 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough);
  const ticks = [];
  for (let i = Math.ceil(low / step - 1e-9); i * step <= high + step * 1e-9; ++i) ticks.push(Number((i * step).toPrecision(12)));
  return ticks;
}

function decadeTicks(low, high) {
  const decades = Math.log10(high / low);
  const factors = decades > 3 ? [1] : decades > 1.5 ? [1, 3] : [1, 2, 5];
  const ticks = [];
  for (let power = Math.floor(Math.log10(low)); power <= Math.ceil(Math.log10(high)); ++power) {
    for (const factor of factors) {
      const tick = Number((factor * 10 ** power).toPrecision(3));
      if (tick >= low * 0.999 && tick <= high * 1.001) ticks.push(tick);
    }
  }
  return ticks;
}

// values: all that must fit. from, to: places. Returns {at(value), ticks}.
function makeScale(values, from, to, { zero = false, log = null, wanted = 6 } = {}) {
  let low = Math.min(...values), high = Math.max(...values);
  const useLog = (log ?? (low > 0 && high / low > 30)) && low > 0;
  if (useLog) {
    low /= 1.15, high *= 1.15;
    const at = (value) => from + ((to - from) * Math.log(value / low)) / Math.log(high / low);
    return { at, ticks: decadeTicks(low, high), log: true };
  }
  if (zero) low = Math.min(0, low);
  if (low === high) high = low + (Math.abs(low) || 1);
  const margin = (high - low) * 0.06;
  if (!(zero && low === 0)) low -= margin;
  high += margin;
  return { at: (value) => from + ((to - from) * (value - low)) / (high - low), ticks: roundSteps(low, high, wanted), log: false };
}

// A frame of axes: plot from (left, top) to (right, bottom).
function axes(box, x, y, xName, yName) {
  const group = svg("g", { class: "axis" });
  for (const tick of x.ticks) {
    const at = x.at(tick);
    group.append(svg("line", { x1: at, x2: at, y1: box.top, y2: box.bottom, opacity: 0.6 }),
      svg("text", { x: at, y: box.bottom + 18, "text-anchor": "middle" }, tickText(tick)));
  }
  for (const tick of y.ticks) {
    const at = y.at(tick);
    group.append(svg("line", { x1: box.left, x2: box.right, y1: at, y2: at, opacity: 0.6 }),
      svg("text", { x: box.left - 8, y: at + 4, "text-anchor": "end" }, tickText(tick)));
  }
  group.append(
    svg("text", { class: "name", x: (box.left + box.right) / 2, y: box.bottom + 40, "text-anchor": "middle" }, xName),
    svg("text", { class: "name", x: 0, y: 0, "text-anchor": "middle",
      transform: `translate(16 ${(box.top + box.bottom) / 2}) rotate(-90)` }, yName));
  return group;
}

function tickText(tick) {
  const size = Math.abs(tick);
  if (size >= 1e6) return `${Number((tick / 1e6).toPrecision(3))} M`;
  if (size >= 1e4) return `${Number((tick / 1e3).toPrecision(3))} k`;
  return Number(tick.toPrecision(6)).toLocaleString("en", { maximumFractionDigits: 6 });
}
