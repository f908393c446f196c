// Puts the page together. One row is chosen at a time; explanations are of that row.
let chosen = null;

function chosenRow() {
  return chosen;
}

function choose(row, key) {
  chosen = row;
  for (const element of document.querySelectorAll("[data-row]")) {
    element.classList.toggle("chosen", Number(element.dataset.row) === row.id);
  }
  drawExplain(row, key);
}

function setUpHeader() {
  byId("title").append(`Where law and drops run: ${answer.scenario}`);
  byId("description").append(answer.description);
  const runs = answer.rows.reduce((count, row) => count + row.seeds.length, 0);
  const rates = answer.limits.reduce((count, limit) => count + limit.points.length, 0);
  const times = answer.rows.map((row) => row.simulated_s).filter((time) => time !== undefined);
  const longest = times.length ? Math.max(...times) : 0;
  const shortest = times.length ? Math.min(...times) : 0;
  const counts = answer.rows.map((row) => row.seeds.length);
  const [fewest, most] = [Math.min(...counts), Math.max(...counts)];
  byId("facts").append(`${answer.rows.length} rows of ${fewest < most ? `${fewest} to ` : ""}${most} seed${most === 1 ? "" : "s"}, ${runs} runs of ${shortest < longest ? `${short(shortest)} to ` : ""}${short(longest)} s simulated`,
    rates ? `, and ${rates} short runs with floods of packets, see Packet rate` : "", `. docsis-vp ${answer.version}.`, answer.quick ? " A quick run." : "");
  const failures = byId("failures");
  failures.hidden = answer.failures.length === 0;
  failures.querySelector("ul").append(...answer.failures.map(({ row, error }) => el("li", {}, `${row}: ${error}`)));
}

setUpHeader();
setUpDecision();
setUpPareto();
setUpTable();
drawDecision();
setUpOrder();
setUpSlack();
setUpLimits();
setUpNames();
setUpAssumed();
setUpCosts();
const shownFirst = answer.rows.find((row) => row.seeds.length);
if (shownFirst) choose(shownFirst, keyFor(valueOf(shownFirst, keyFor(paretoState.x)) === null ? paretoState.y : paretoState.x));
