// Everything in the order of the page.

function showHeader() {
  const run = GROUPS[0].runs[0].results;
  const scenarios = [...new Set(GROUPS.flatMap((group) => group.runs.map((one) => one.results.scenario)))];
  byId('title').textContent = scenarios.join(', ');
  document.title = `${scenarios.join(', ')} - docsis-vp`;
  const seeds = GROUPS.map((group) => group.runs.map((one) => one.results.seed).join(', '));
  const text = [`${shown(run.simulated_s)} s simulated`, `docsis-vp ${run.version}`];
  if (new Set(seeds).size === 1) text.unshift(`seed ${seeds[0]}`);
  byId('subtitle').textContent = text.join(', ');
  if (GROUPS.length > 1) {
    GROUPS.forEach((group, i) => byId('runs').append(element('span', {}, swatch(i), group.name,
      group.runs.length > 1 ? `, ${group.runs.length} runs: median and range` : '')));
  }
}

function draw() {
  showHeader();
  showVerdicts();
  showSeries();
  showStages();
  showDistributions();
  showGrants();
  showCpus();
  showConfiguration();
  document.body.dataset.drawn = 'yes';
}

draw();

// Canvases keep the colours that they were drawn with.
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
  drawSeries();
  drawCurves();
});
