// A histogram for each row, all on one scale, with the deadline at zero. Bins have different widths:
// the height is the share of the bursts in each microsecond.
function drawHistogram(place, row, x, values) {
  const counts = row.slack_histogram;
  const sum = counts.reduce((total, [, , count]) => total + count, 0);
  const slack = row.values.slack_min_us, misses = row.values.grants_missed;
  const least = number(slack?.low, 1);
  const late = Math.round(counts.reduce((total, [low, , count]) => total + (low < 0 ? count : 0), 0));
  const missed = row.slack_missed ?? late;
  const unplanned = missed > late ? `, ${number(missed - late, 0)} of them with no slack to show` : "";
  const density = counts.map(([low, high, count]) => count / sum / Math.max(1, high - low));
  const chart = el("div", { class: "histogram" });
  place.append(el("div", {}, el("h3", {}, icon(row), ` ${rowName(row)}`), chart,
    el("p", { class: "quiet" }, `${number(sum, 0)} bursts in ${row.seeds.length} runs. Slack min: ${number(slack?.value, 1)} µs, the mean of the runs; least of all ${least} µs. `,
      `Missed: ${number(misses?.value, 1)} a run, ${number(missed, 0)} in all${unplanned}.`)));
  const drawBins = (plot, context) => {
    const { top, height } = plot.bbox;
    context.fillStyle = drawnColour(row.choices.placement);
    counts.forEach(([low, high], i) => {
      const left = plot.valToPos(low, "x", true), width = plot.valToPos(high, "x", true) - left;
      const tall = Math.max(1, height * (density[i] / Math.max(...density)));
      context.fillRect(left, top + height - tall, Math.max(1.2, width), tall);
    });
    context.strokeStyle = ink("c5");
    stroke(context, plot, [[0, 0], [0, 1]]);
  };
  plotFrame(chart, { x, y: { label: "", log: false, low: 0, high: 1, ticks: [] }, values: { x: values, y: [0, 1] }, height: 140,
    label: `${rowName(row)}: ${sum} bursts, the least slack ${least} µs`, draw: drawBins });
}

function setUpSlack() {
  const rows = answer.rows.filter((row) => row.slack_histogram);
  if (!rows.length) {
    byId("slack-body").append(el("p", { class: "quiet" }, "Not measured as a histogram; the table has the least and the first percentile."));
    return;
  }
  const values = [0, ...rows.flatMap((row) => row.slack_histogram.flatMap(([low, high]) => [low, high]))];
  const x = { label: "µs", log: false, low: null, high: null, ticks: null };
  rows.forEach((row) => drawHistogram(byId("slack-body"), row, x, values));
}
