// A histogram for each row, all on one scale, with the deadline at zero.
function drawHistogram(row, x, box, size) {
  const counts = row.slack_histogram;
  const sum = counts.reduce((total, [, , count]) => total + count, 0);
  // Bins have different widths: what is drawn is the share in each microsecond.
  const slack = row.values.slack_min_us, misses = row.values.grants_missed;
  const least = number(slack?.low, 1);
  const late = Math.round(counts.reduce((total, [low, , count]) => total + (low < 0 ? count : 0), 0));
  const missed = row.slack_missed ?? late;
  const unplanned = missed > late ? `, ${number(missed - late, 0)} of them with no slack to show` : "";
  const density = counts.map(([low, high, count]) => count / sum / Math.max(1, high - low));
  const most = Math.max(...density);
  const picture = svg("svg", { viewBox: `0 0 ${size.width} ${size.height}`, role: "img",
    "aria-label": `${rowName(row)}: ${sum} bursts, the least slack ${least} µs` });
  const axis = svg("g", { class: "axis" }, svg("line", { x1: box.left, x2: box.right, y1: box.bottom, y2: box.bottom }));
  for (const tick of x.ticks) {
    axis.append(svg("text", { x: x.at(tick), y: box.bottom + 16, "text-anchor": "middle" }, tickText(tick)));
  }
  picture.append(axis);
  counts.forEach(([low, high, count], i) => {
    const left = x.at(low), height = ((box.bottom - box.top) * density[i]) / most;
    picture.append(svg("rect", { x: left, width: Math.max(1.2, x.at(high) - left), y: box.bottom - Math.max(height, 0.8),
      height: Math.max(height, 0.8), fill: colour(row.choices.placement) },
      svg("title", {}, `${short(low)} to ${short(high)} µs: ${number(count, 0)} bursts`)));
  });
  picture.append(svg("line", { class: "zero", x1: x.at(0), x2: x.at(0), y1: box.top - 8, y2: box.bottom + 4 }));
  return el("div", {}, el("h3", {}, icon(row), ` ${rowName(row)}`), picture,
    el("p", { class: "quiet" }, `${number(sum, 0)} bursts in ${row.seeds.length} runs. Slack min: ${number(slack?.value, 1)} µs, the mean of the runs; least of all ${least} µs. `,
      `Missed: ${number(misses?.value, 1)} a run, ${number(missed, 0)} in all${unplanned}.`));
}

function setUpSlack() {
  const rows = answer.rows.filter((row) => row.slack_histogram);
  if (!rows.length) {
    byId("slack-body").append(el("p", { class: "quiet" }, "Not measured as a histogram; the table has the least and the first percentile."));
    return;
  }
  const size = { width: 340, height: 130 };
  const box = { left: 12, right: size.width - 16, top: 16, bottom: size.height - 26 };
  const ends = rows.flatMap((row) => row.slack_histogram.flatMap(([low, high]) => [low, high]));
  const x = makeScale([0, ...ends], box.left, box.right, { log: false, wanted: 5 });
  byId("slack-body").append(...rows.map((row) => drawHistogram(row, x, box, size)));
}
