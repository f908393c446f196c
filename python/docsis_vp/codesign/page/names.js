// Tells what the names of rows are short for, an axis at a time.
function setUpNames() {
  const rows = [...answer.rows, ...answer.limits];
  const axes = [...new Set(rows.flatMap((row) => Object.keys(row.choices)))];
  byId("names-body").append(...axes.map((axis) => el("div", {}, el("h3", {}, capital(axis)),
    el("dl", {}, distinct(rows, axis).filter((name) => name !== undefined).flatMap((name) => [
      el("dt", {}, name), el("dd", {}, titleOf(rows, axis, name))])))));
}
