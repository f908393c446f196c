// Colours are placements, shapes are algorithms, here and in every legend.
const distinct = (rows, axis) => [...new Set(rows.map((row) => row.choices[axis]))];
const placements = distinct([...answer.rows, ...answer.limits], "placement");
const algorithms = distinct([...answer.rows, ...answer.limits], "algorithm");
const colour = (placement) => `var(--c${placements.indexOf(placement) % 8})`;

// In a square from -1 to 1.
const shapes = [
  "M1 0A1 1 0 1 1 -1 0A1 1 0 1 1 1 0Z",
  "M-.88 -.88H.88V.88H-.88Z",
  "M0 -1.15L1.1 .85H-1.1Z",
  "M0 -1.25L1.25 0L0 1.25L-1.25 0Z",
  "M0 1.15L1.1 -.85H-1.1Z",
  "M-.4 -1.1H.4V-.4H1.1V.4H.4V1.1H-.4V.4H-1.1V-.4H-.4Z",
  "M0 -1.25L.36 -.4L1.2 -.39L.55 .17L.74 1.01L0 .55L-.74 1.01L-.55 .17L-1.2 -.39L-.36 -.4Z",
  "M-.6 -1.04H.6L1.2 0L.6 1.04H-.6L-1.2 0Z",
];
const shapeOf = (algorithm) => shapes[algorithms.indexOf(algorithm) % shapes.length];

const mark = (row, size) =>
  svg("path", { class: "shape", d: shapeOf(row.choices.algorithm), transform: `scale(${size})`,
    fill: colour(row.choices.placement), "vector-effect": "non-scaling-stroke" });

const icon = (row) => svg("svg", { class: "icon", viewBox: "-10 -10 20 20", "aria-hidden": "true" }, mark(row, 6));

function titleOf(rows, axis, name) {
  const row = rows.find((each) => each.choices[axis] === name);
  return row ? row.titles[axis] : name;
}

// "A · law and drops in gates": what a row's name is short for.
const rowTitle = (row) => Object.entries(row.titles).map(([axis, title]) => `${row.choices[axis]}: ${title}`).join("; ");

// A letter and colour for each placement that is there, a shape for each algorithm.
function legend(rows) {
  const swatch = (choices) => icon({ choices });
  const seen = (axis) => distinct(rows, axis);
  return [
    ...seen("placement").map((name) => el("span", {},
      swatch({ placement: name, algorithm: algorithms[0] }), ` ${name}: ${titleOf(rows, "placement", name)}`)),
    ...seen("algorithm").map((name) => el("span", {},
      svg("svg", { class: "icon", viewBox: "-10 -10 20 20", "aria-hidden": "true" },
        svg("path", { d: shapeOf(name), transform: "scale(6)", fill: "var(--quiet)" })),
      ` ${titleOf(rows, "algorithm", name)}`)),
  ];
}
