// Where a number comes from: an area down to its primitives, anything else to its runs.
function areaText(node) {
  const parts = [];
  if (node.mm2?.nominal) parts.push(`${short(node.mm2.nominal)} mm²`);
  const range = node.logic_kge ?? node.kge;
  if (range) parts.push(`logic ${short(range.nominal)} kGE (${short(range.low)} – ${short(range.high)})`);
  if (node.memory_kbit) parts.push(`memories ${short(node.memory_kbit)} kbit`);
  return parts.join(", ");
}

// Parts and memories of a block, one line each, with whatever they say about themselves.
function inventory(items) {
  const keys = [...new Set(items.flatMap((item) => Object.keys(item)))].sort((a, b) => (a === "reason") - (b === "reason"));
  const isText = (key) => items.some((item) => typeof item[key] === "string");
  const text = (value) => {
    if (value === null || value === undefined) return "";
    if (typeof value === "object") return value.nominal !== undefined ? `${short(value.nominal)} (${short(value.low)} – ${short(value.high)})` : JSON.stringify(value);
    return typeof value === "number" ? short(value) : String(value);
  };
  return el("div", { class: "scroll" }, el("table", {},
    el("thead", {}, el("tr", {}, keys.map((key) =>
      el("th", { scope: "col", class: isText(key) ? "text" : null }, key.replaceAll("_", " "))))),
    el("tbody", {}, items.map((item) => el("tr", {}, keys.map((key) =>
      el("td", { class: isText(key) ? "text" : null }, text(item[key]))))))));
}

function blockTree(node, open) {
  const lists = Object.entries(node).filter(([key, value]) => Array.isArray(value) && value.length && key !== "blocks");
  const count = node.count > 1 ? ` × ${node.count}` : "";
  return el("details", { open },
    el("summary", {}, el("strong", {}, node.name ?? node.modem), count, `: ${areaText(node)} `,
      node.reason ? el("span", { class: "quiet" }, node.reason) : null),
    (node.blocks ?? []).map((block) => blockTree(block, false)),
    lists.map(([, items]) => inventory(items)));
}

// The data path, and the CPU, whose gates come from another library and are a line of their own.
function areaTrees(area, key) {
  const { cpu, with_cpu, ...path } = area;
  const trees = [el("p", { class: "quiet" }, `Technology ${area.technology ?? "not named"}.`), blockTree({ name: "Upstream data path", ...path }, true)];
  if (!cpu || key === "gates_mm2") return trees;
  trees.push(blockTree({ name: `CPU ${cpu.profile}`, kge: cpu.core_kge, reason: "the core, as published" }, false));
  if (cpu.subsystem) trees.push(blockTree(cpu.subsystem, false));
  if (with_cpu) trees.push(el("p", {}, `Together ${areaText(with_cpu)}.`));
  return trees;
}

const missReasons = {
  map_parsing: "the MAP was parsed after the window had opened",
  verdict: "firmware's verdicts came too late",
  previous_burst: "the builder was still building the channel's previous burst",
  builder: "the builder needs too many cycles",
  port_other_writes: "the port of queue memory was writing earlier packets",
  port_own_writes: "the port of queue memory had not yet written the burst's packets",
  port_other_reads: "the port of queue memory was reading other bursts",
  port_own_read: "the port of queue memory is too slow to read the burst",
  scripted: "an event of the scenario caused it",
};

// The main cause first. Runs count from their beginning, the warm-up with the rest.
function missText(row) {
  const all = row.missed_by_cause.reduce((total, [, count]) => total + count, 0);
  const [first, ...others] = row.missed_by_cause.map(([cause, count]) => `${missReasons[cause] ?? cause} (${number(count, 0)})`);
  const also = others.length ? ` Other causes: ${others.join("; ")}.` : "";
  return `Of ${number(all, 0)} grants missed in ${row.seeds.length === 1 ? "the whole run" : `${row.seeds.length} whole runs`} the main cause is: ${first}.${also}`;
}

function drawExplain(row, key) {
  const measure = measures.get(key);
  const value = row.values[key];
  const body = [el("h3", {}, `${measure.title} of ${rowName(row)}: ${number(value?.value, measure.digits)}${unitText(measure)}`),
    el("p", {}, `${capital(measure.meaning)}.`)];
  if (value && isArea(key) && value.low !== value.high) {
    body.push(el("p", {}, `From ${number(value.low, measure.digits)} to ${number(value.high, measure.digits)}: the range of the technology's figures.`));
  }
  if (value && !isArea(key)) {
    const interval = value.ci95 === null ? "One run, so nothing is known of its interval." :
      `The mean of ${value.of_seeds.length} runs, ± ${number(value.ci95, measure.digits)}${unitText(measure)} with 95 % by itself.`;
    const of = value.of.length > 1 ? `, each of the worst flow: ${value.of.join(", ")}` : value.of.length ? `, of ${value.of[0]}` : "";
    body.push(el("p", {}, interval), el("p", {}, `By seed${of}: ${row.seeds.map((seed, i) => `${seed}: ${number(value.of_seeds[i], measure.digits)}`).join(", ")}.`));
  }
  if (["grants_missed", "slack_min_us", "slack_p1_us"].includes(key) && row.missed_by_cause?.length) body.push(el("p", {}, missText(row)));
  if (warned(row)) body.push(el("p", { class: "warning" }, `⚠ This row ${row.warnings.join("; ")}.`));
  if (isArea(key) && row.area) body.push(...areaTrees(row.area, key));
  if (key === "energy_per_packet" && row.energy?.items) {
    const items = [...row.energy.items].sort((a, b) => b.energy - a.energy);
    body.push(el("p", {}, `All that the first seed spent, the largest first. Off-die memory is not in the measure.`), inventory(items));
  }
  body.push(el("p", { class: "quiet" }, capital(Object.values(row.titles).join("; ")), ". ", row.spec ? `${capital(row.spec.reason)}. ` : "", row.errors.join("; ")));
  if (row.runs.length) {
    body.push(el("details", { class: "quiet" }, el("summary", {}, `Results of ${row.runs.length === 1 ? "the run" : `all ${row.runs.length} runs`}`),
      row.runs.map((run, i) => el("div", {}, `Seed ${row.seeds[i]}: runs/${run}/results.json`))));
  }
  byId("explain-body").replaceChildren(...body);
}

const assumedText = (value) => (value === null || value === undefined ? nothing : String(value));

// Keys whose values differ between rows first, a column a row; then what all have alike.
function setUpAssumed() {
  const rows = answer.rows.filter((row) => row.assumed);
  const keys = [...new Set(rows.flatMap((row) => Object.keys(row.assumed)))];
  const alike = (key) => new Set(rows.map((row) => assumedText(row.assumed[key]))).size === 1;
  const varying = keys.filter((key) => !alike(key));
  byId("assumed-body").append(
    el("table", {},
      el("thead", {}, el("tr", {}, el("th", { scope: "col" }, "Row"), varying.map((key) => el("th", { scope: "col" }, key.split(".").slice(-2).join(" ").replaceAll("_", " "))))),
      el("tbody", {}, rows.map((row) => el("tr", {}, el("th", { scope: "row" }, icon(row), ` ${rowName(row)}`),
        varying.map((key) => el("td", {}, assumedText(row.assumed[key]))))))),
    el("details", {}, el("summary", {}, "What all rows have alike"),
      el("table", {}, el("tbody", {}, keys.filter(alike).map((key) => el("tr", {}, el("th", { scope: "row" }, key), el("td", {}, assumedText(rows[0].assumed[key]))))))));
}
