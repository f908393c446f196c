// Everything in the order of the page.

const secondsOf = (group) => `${shown(group.runs[0].results.simulated_s)} s simulated`;

function seedsOf(group) {
  const seeds = group.runs.map((run) => run.results.seed);
  return seeds.length === 1 ? `seed ${seeds[0]}` : `seeds ${seeds.slice(0, -1).join(', ')} and ${seeds.at(-1)}`;
}

// docs/results-reference.md says of each figure what it covers.
function showWarmup() {
  const times = [...new Set(GROUPS.map(warmupOf))];
  byId('warmup').hidden = times.every((time) => time === 0);
  const what = times.length > 1 ? 'the warm-up of their run' : `the first ${shown(times[0])} s, the warm-up`;
  byId('warmup').textContent = `The rate in words, delays, their stages and distributions leave out ${what}. ` +
    'Interrupt latency, commits of the law, charts over time, single packets, counts, losses and the CPU cover the ' +
    'whole run.';
}

// Facts that all groups share stand below the title, others beside the name of the group.
function showHeader() {
  const scenarios = [...new Set(GROUPS.flatMap((group) => group.runs.map((one) => one.results.scenario)))];
  byId('title').textContent = scenarios.join(', ');
  document.title = `${scenarios.join(', ')} - docsis-vp`;
  showWarmup();
  const warmup = (group) => `warm-up ${shown(warmupOf(group))} s`;
  const facts = [seedsOf, secondsOf, ...(GROUPS.some(warmupOf) ? [warmup] : []),
    (group) => `docsis-vp ${group.runs[0].results.version}`];
  const isShared = (fact) => new Set(GROUPS.map(fact)).size === 1;
  byId('subtitle').textContent = facts.filter(isShared).map((fact) => fact(GROUPS[0])).join(', ');
  if (GROUPS.length === 1) return;
  GROUPS.forEach((group, i) => {
    const own = facts.filter((fact) => !isShared(fact)).map((fact) => fact(group));
    if (group.runs.length > 1) own.push(`${group.runs.length} runs: median and range`);
    byId('runs').append(element('span', {title: group.path}, swatch(i), [group.name, ...own].join(', ')));
  });
}

function draw() {
  showHeader();
  showVerdicts();
  showSeries();
  showStages();
  showPackets();
  showDistributions();
  showGrants();
  showCpus();
  showConfiguration();
  document.body.dataset.drawn = 'yes';
}

// The page of a run that goes on has no data yet (live.js).
if (GROUPS.length > 0) draw();

// Canvases keep the colours and the width that they were drawn with.
function redraw() {
  if (GROUPS.length === 0) return;
  const range = shownRange;
  drawSeries();
  drawCurves();
  // Charts that were made and replaced in between still tell their range, before this.
  queueMicrotask(() => zoom(...range));
}

matchMedia('(prefers-color-scheme: dark)').addEventListener('change', redraw);
for (const [event, isPaper] of [['beforeprint', true], ['afterprint', false]]) {
  window.addEventListener(event, () => {
    document.documentElement.classList.toggle('paper', isPaper);
    redraw();
  });
}
