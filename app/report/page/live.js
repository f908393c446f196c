// The page of a run that goes on: server-sent events bring its data, and the page is drawn anew with
// what the reader has chosen, opened and zoomed.

const SHORTEST_REST_MS = 500;  // between two drawings
const RESTS = 4;               // at least so many times as long as a drawing takes
const MOST_FAILURES = 5;       // to reach the program, in a row

const live = {
  run: {folder: '', results: null, series: {times: [], lines: []}},
  end: null,          // the last event
  isPaused: false,
  isHeld: false,      // a mouse button or finger is down
  isDue: false,       // there is news to draw
  drawing: null,      // timer
  nextAt: 0,
  failures: 0,
  charts: new Set(),
};

// Charts that leave the page must let go of the window.
const PlainPlot = uPlot;
uPlot = new Proxy(PlainPlot, {
  construct(plot, given) {
    const made = new plot(...given);
    live.charts.add(made);
    return made;
  },
});

const pristine = document.querySelector('main').cloneNode(true);
const progressBar = element('progress', {'aria-label': 'Simulated time', max: '1', value: '0'});
const progressText = element('span', {class: 'quiet'});
const stateText = element('p', {role: 'status'}, 'Waiting for the run to begin.');
const pauseButton = element('button', {type: 'button', 'aria-pressed': 'false'}, 'Pause');
document.querySelector('header').append(
  element('div', {class: 'live', id: 'live'}, stateText, progressBar, progressText, pauseButton));
document.querySelector('main').hidden = true;
byId('title').textContent = 'docsis-vp';

function say(text, isBad = false) {
  if (stateText.textContent !== text) stateText.textContent = text;
  stateText.classList.toggle('bad', isBad);
}

// What a reader has set, in a form that outlives the elements.
function choices(main) {
  const active = document.activeElement;
  const figures = [...main.querySelectorAll('figure')];
  const [min, max] = shownRange;
  const [from, to] = wholeRange();
  return {
    fields: [...main.querySelectorAll('select, input')].filter((one) => one.id).map((one) => [one.id, one.value]),
    opened: [...main.querySelectorAll('details')].map((one) => one.open),
    focus: active && main.contains(active) ? {id: active.id, figure: figures.indexOf(active)} : null,
    range: max > min && (min > from || max < to) ? [min, max] : null,
    top: window.scrollY,
  };
}

function restore(main, kept) {
  for (const [id, value] of kept.fields) {
    const field = byId(id);
    if (!field || value === '' || field.value === value) continue;
    const known = field.value;
    field.value = value;
    // A choice that is gone leaves the first one.
    if (field.value === value) field.dispatchEvent(new Event('change'));
    else field.value = known;
  }
  main.querySelectorAll('details').forEach((one, i) => { one.open = Boolean(kept.opened[i]); });
  // Charts that were made and replaced in between still tell their range, before this.
  if (kept.range) queueMicrotask(() => zoom(...kept.range));
  if (kept.focus) {
    const again = kept.focus.id ? byId(kept.focus.id) : main.querySelectorAll('figure')[kept.focus.figure];
    if (again) again.focus({preventScroll: true});
  }
}

function drawLive() {
  const begin = performance.now();
  const main = document.querySelector('main');
  const kept = choices(main);
  // The page keeps its height, and so its place, while it is empty.
  main.style.minHeight = `${main.offsetHeight}px`;
  for (const chart of live.charts) chart.destroy();
  live.charts.clear();
  timeCharts.clear();
  main.hidden = false;
  main.replaceChildren(...pristine.cloneNode(true).childNodes);
  byId('runs').replaceChildren();
  draw();
  restore(main, kept);
  main.style.minHeight = '';
  window.scrollTo({top: kept.top, behavior: 'instant'});
  live.isDue = false;
  live.nextAt = performance.now() + Math.max(SHORTEST_REST_MS, RESTS * (performance.now() - begin));
  document.body.dataset.samples = live.run.series.times.length;
}

function isBusy() {
  const active = document.activeElement;
  return live.isPaused || live.isHeld || document.hidden || (active && active.matches('main select:focus'));
}

function drawWhenDue() {
  if (!live.isDue || live.drawing !== null || live.run.results === null) return;
  live.drawing = setTimeout(() => {
    live.drawing = null;
    if (!isBusy()) drawLive();
  }, Math.max(0, live.nextAt - performance.now()));
}

function take(change) {
  change();
  GROUPS.splice(0, GROUPS.length, ...((live.end && live.end.groups) || [{name: live.run.folder, runs: [live.run]}]));
  live.isDue = true;
  drawWhenDue();
}

function showProgress({simulated_s: done, duration_s: all}) {
  progressBar.value = all > 0 ? done / all : 0;
  progressText.textContent = `${shown(done, 3)} s of ${shown(all)} s simulated`;
}

function showEnd({how, error}) {
  if (how === 'failed') say(`The run failed: ${error}`, true);
  else if (how === 'stopped') say('The run was stopped. The page shows it so far.', true);
  else say('The run has ended. The page shows its final results.');
  progressBar.hidden = progressText.hidden = true;
  pauseButton.hidden = !live.isPaused;
  document.body.dataset.live = how;
}

function follow() {
  const source = new EventSource(`${location.pathname}/events`);
  const on = (name, act) => source.addEventListener(name, (event) => {
    live.failures = 0;
    act(JSON.parse(event.data));
  });
  on('progress', (progress) => {
    live.run.folder = progress.folder;
    if (live.end === null) {
      say('The run goes on.');
      showProgress(progress);
      document.body.dataset.live = 'running';
    }
  });
  on('results', (results) => take(() => { live.run.results = results; }));
  on('series', (series) => take(() => { live.run.series = series; }));
  on('end', (end) => {
    source.close();
    take(() => {
      live.end = end;
      if (end.groups) live.run = end.groups[0].runs[0];
    });
    showEnd(end);
  });
  source.addEventListener('error', () => {
    live.failures += 1;
    if (source.readyState === EventSource.CLOSED || live.failures >= MOST_FAILURES) {
      source.close();
      say('The program is gone. The page shows the run so far.', true);
      document.body.dataset.live = 'gone';
    } else {
      say('The connection is lost; trying again.', true);
    }
  });
}

pauseButton.addEventListener('click', () => {
  live.isPaused = !live.isPaused;
  pauseButton.setAttribute('aria-pressed', String(live.isPaused));
  pauseButton.textContent = live.isPaused ? 'Go on' : 'Pause';
  pauseButton.hidden = live.end !== null && !live.isPaused;
  drawWhenDue();
});
for (const [name, isHeld] of [['pointerdown', true], ['pointerup', false], ['pointercancel', false]]) {
  window.addEventListener(name, () => {
    live.isHeld = isHeld;
    drawWhenDue();
  }, true);
}
document.addEventListener('visibilitychange', drawWhenDue);
document.addEventListener('focusout', () => setTimeout(drawWhenDue, 0));
follow();
