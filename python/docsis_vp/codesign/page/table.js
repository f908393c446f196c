// The table of rows: sorting, groups of columns, moving from number to number.
const columnGroups = {
  Summary: ["area_mm2", "gates_mm2", "logic_kge", "memory_kbit", "latency_p50_ms", "latency_p99_ms", "mos", "page_load_s", "uploads_mbps", "cpu_percent", "slack_min_us", "grants_missed", "aqm_drops",
    "hold_drops", "buffer_drops"],
  Users: ["latency_p50_ms", "latency_p90_ms", "latency_p99_ms", "voice_loss_percent", "mos", "page_load_s", "uploads_mbps", "queue_mean_ms", "queue_p50_ms", "queue_p99_ms"],
  Chip: ["area_mm2", "gates_mm2", "logic_kge", "path_kge", "memory_kbit", "path_memory_kbit", "sram_kbit", "path_sram_kbit", "energy_per_packet", "cpu_percent", "decision_p50_us", "decision_p99_us", "decision_jitter_p99_us", "head_p99_us"],
  "Deadline and losses": ["slack_min_us", "slack_p1_us", "dequeue_needed", "dequeue_built", "grants_missed", "unused_percent", "aqm_drops", "buffer_drops", "hold_drops", "ingress_fifo_drops"],
};
const tableState = { group: "Summary", sort: null, down: false };

function columns() {
  const keys = new Set((tableState.group === "All" ? [...measures.keys()] : columnGroups[tableState.group]).map(keyFor));
  return [...keys].map((key) => measures.get(key)).filter((m) => m && answer.rows.some((row) => valueOf(row, m.key) !== null));
}

function sortedRows(shown) {
  const { sort, down } = tableState;
  if (!sort) return shown;
  const value = (row) => (measures.has(sort) ? valueOf(row, sort) : sort === "spec" ? specText(row) : rowName(row));
  return shown.sort((a, b) => {
    const [x, y] = [value(a), value(b)];
    if (x === null || y === null) return (x === null) - (y === null);
    const order = typeof x === "number" ? x - y : x.localeCompare(y);
    return down ? -order : order;
  });
}

function heading(key, text, unit, hint) {
  const active = tableState.sort === key;
  const arrow = active ? (tableState.down ? " ↓" : " ↑") : "";
  return el("th", { scope: "col", "aria-sort": active ? (tableState.down ? "descending" : "ascending") : "none", title: hint,
    class: key === "name" || key === "spec" ? "text" : null },
    el("button", { "data-sort": key, onclick: () => {
      Object.assign(tableState, { sort: key, down: active ? !tableState.down : false });
      drawTable();
      byId("rows-table").querySelector(`[data-sort="${key}"]`).focus();
    } }, text, arrow), unit ? el("div", { class: "unit" }, unit) : null);
}

function drawTable() {
  const shown = columns();
  const best = new Map(shown.map((measure) => [measure.key, bestRows(measure)]));
  const leading = new Map(shown.map((measure) => [measure.key, leadingRows(measure)]));
  const kind = (row, measure) => (best.get(measure.key).includes(row) ? "best" : leading.get(measure.key).includes(row) ? "leads" : null);
  const line = (row) => el("tr", { "data-row": row.id, class: row === chosenRow() ? "chosen" : null },
    el("th", { scope: "row", title: rowTitle(row) }, rowLines(row)),
    el("td", { class: "text", title: row.spec?.reason }, row.seeds.length ? specText(row) : "failed"),
    shown.map((measure) => el("td", { tabindex: -1, "data-key": measure.key, class: kind(row, measure) },
      el("span", {}, number(valueOf(row, measure.key), measure.digits)), el("small", {}, rangeText(row, measure) || absentText(row, measure)),
      el("small", {}, worstText(row, measure)))));
  // Each given has its own group, as rows are compared within it.
  const gatesText = (rows) => (rows.length ? el("small", {}, `In gates, which do not use the CPU: as ${rows.map(rowName).join(", ")}, in another group.`) : null);
  const groups = givens.map(([key, text]) => [[`Given: ${text}`, gatesText(inGates(key))], sortedRows(answer.rows.filter((row) => isShown(row) && givenKey(row) === key))]);
  const body = groups.filter(([, rows]) => rows.length).flatMap(([heading, rows]) => [
    ...(givens.length > 1 ? [el("tr", { class: "given" }, el("th", { scope: "rowgroup", colspan: shown.length + 2 }, heading))] : []),
    ...rows.map(line)]);
  byId("rows-table").replaceChildren(
    el("thead", {}, el("tr", {}, heading("name", "Row", "", ""), heading("spec", "Spec", "", "RFC 8034 section 5: law in software"),
      shown.map((measure) => heading(measure.key, measure.title, measure.unit, measure.meaning)))),
    el("tbody", {}, body));
  byId("rows-table").querySelector("td[tabindex]")?.setAttribute("tabindex", 0);
  const warnedRows = answer.rows.filter((row) => isShown(row) && warned(row));
  byId("rows-warnings").replaceChildren(...warnedRows.map((row) => el("li", {}, el("strong", { class: "warning" }, "⚠ "), `${rowName(row)} ${row.warnings.join("; ")}.`)));
}

// The next line of numbers, past the heading of a group.
function rowBeside(row, side) {
  const next = row[side];
  return next?.matches(".given") ? next[side] : next;
}

function moveInTable(event) {
  const cell = event.target.closest("td[data-key]");
  if (!cell) return;
  if (event.key === "Enter" || event.key === " ") {
    event.preventDefault();
    chooseCell(cell);
    return;
  }
  const row = cell.parentElement, index = [...row.children].indexOf(cell);
  const next = {
    ArrowLeft: () => cell.previousElementSibling,
    ArrowRight: () => cell.nextElementSibling,
    ArrowUp: () => rowBeside(row, "previousElementSibling")?.children[index],
    ArrowDown: () => rowBeside(row, "nextElementSibling")?.children[index],
    Home: () => row.querySelector("td[data-key]"),
    End: () => row.lastElementChild,
  }[event.key]?.();
  if (next?.matches("td[data-key]")) {
    event.preventDefault();
    cell.setAttribute("tabindex", -1);
    next.setAttribute("tabindex", 0);
    next.focus();
  }
}

const chooseCell = (cell) =>
  choose(answer.rows.find((row) => row.id === Number(cell.parentElement.dataset.row)), cell.dataset.key);

function setUpTable() {
  const groups = [...Object.keys(columnGroups), "All"];
  byId("rows-controls").append(labelled("Columns",
    selectOf(groups.map((name) => [name, name]), "Summary", (name) => { tableState.group = name; drawTable(); })));
  const table = byId("rows-table");
  table.addEventListener("keydown", moveInTable);
  table.addEventListener("click", (event) => {
    const cell = event.target.closest("td[data-key]");
    if (cell) chooseCell(cell);
  });
  byId("rows-bold").append(givens.length > 1 ?
    "Bold is the best of its group: only rows under the same heading \"Given\" are compared." : "All rows are compared.");
  byId("rows-watched").append(`Call: ${watchedText("call")}. Page: ${watchedText("page")}. Queue: ${watchedText("queue")}.`);
  drawTable();
}
