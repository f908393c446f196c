// Missed grants, events, and the CPU.

const MOST_EVENTS = 200;
const MOST_OPEN_ROWS = 20;  // longer tables are folded

// What the burst waited for, the longest first.
function waitsText(waits) {
  return Object.entries(waits).sort((a, b) => b[1] - a[1])
    .map(([cause, us]) => `${MISSED[cause] || cause} ${shown(us, 4)}`).join(', ');
}

function missedRow(one) {
  const spare = one.ready_s === null ? 'never ready' : shown(1e6 * (one.deadline_s - one.ready_s));
  return [shown(one.time_s, 9), `${one.service_flow} of ${one.modem}`, one.channel, one.fate,
    MISSED[one.cause] || one.cause, shown(one.bytes), spare, waitsText(one.waits_us || {})];
}

// [fate, its count, one, several]
const FATES = [
  ['missed', 'grants_missed', 'missed grant', 'missed grants'],
  ['late', 'grants_late', 'grant known too late', 'grants known too late'],
  ['cut_short', 'grants_cut_short', 'grant cut short', 'grants cut short'],
];

// "the first 100 of 4,993 missed grants and 2 grants cut short": results list only the first of each fate.
function listedGrants(run) {
  const missed = at(run, 'mac.missed_grants') || [];
  const texts = FATES.map(([fate, key, one, several]) => {
    const listed = missed.filter((grant) => grant.fate === fate).length;
    const count = Math.max(listed, at(run, `mac.${key}`) || 0);
    const part = listed < count ? `the first ${shown(listed)} of ` : '';
    return listed === 0 ? '' : `${part}${shown(count)} ${count === 1 ? one : several}`;
  });
  return texts.filter(Boolean).join(' and ');
}

// Main causes of missed grants, the most frequent first.
function causesText(run) {
  const causes = Object.entries(at(run, 'mac.missed_by_cause') || {}).filter(([, count]) => count > 0)
    .sort((a, b) => b[1] - a[1]).map(([cause, count]) => `${MISSED[cause] || cause} (${shown(count)})`);
  return causes.length > 0 ? ` Main causes: ${causes.join(', ')}.` : '';
}

function showGrants() {
  const section = byId('grants');
  GROUPS.forEach((group) => {
    const run = group.runs[0].results;
    const missed = at(run, 'mac.missed_grants') || [];
    const count = at(run, 'mac.grants_missed') || 0;
    const cut = at(run, 'mac.grants_cut_short') || 0;
    const who = GROUPS.length > 1 ? `${group.name}: ` : '';
    const seed = group.runs.length > 1 ? ` with seed ${run.seed}` : '';
    const grants = shown(at(run, 'mac.grants'));
    section.append(element('p', {},
      `${who}${shown(count)} of ${grants} grants were missed${seed}, ${shown(cut)} cut short.${causesText(run)}`));
    if (missed.length > 0) {
      const listed = listedGrants(run);
      const caption = listed.charAt(0).toUpperCase() + listed.slice(1);
      const made = table(
        ['Time of the decision, s', 'Service flow', 'Channel', 'Fate', 'Main cause', 'Bytes granted',
          'Ready before the deadline, \u00b5s (negative: too late)', 'Waits of the burst, \u00b5s'],
        missed.map(missedRow), caption);
      section.append(missed.length <= MOST_OPEN_ROWS ? made : element('details', {},
        element('summary', {}, `${caption}, each with its cause`), made));
    }
    const events = run.events || [];
    if (events.length > 0) {
      section.append(table(['Time, s', 'Event', 'Modem'], events.slice(0, MOST_EVENTS).map((one) =>
        [shown(one.time_s, 9), one.kind, one.modem || '']), 'Events of the scenario'));
    }
  });
}

// Cycles by function, of a run with --profile.
const PROFILE = JSON.parse(byId('profile-data').textContent);
const MOST_FUNCTIONS = 40;

function profileTable({cpu, cycles, functions}) {
  const first = functions.length > MOST_FUNCTIONS ? `, the first ${MOST_FUNCTIONS} of ${functions.length}` : '';
  return table(['Function', 'Cycles', 'Share', 'Instructions', 'Calls'], functions.slice(0, MOST_FUNCTIONS).map((one) =>
    [one.name, shown(one.cycles, 7), percent(one.cycles, cycles), shown(one.instructions, 7), shown(one.calls, 7)]),
  `Where the cycles of ${cpu} go${first}`);
}

function showCpus() {
  const section = byId('cpus');
  const rows = [];
  for (const modem of named('cpus', (one) => one.modem).keys()) {
    for (const group of GROUPS) {
      const found = each(group, 'cpus', (one) => one.modem, modem);
      if (found.length === 0) continue;
      const stack = found[0].stack || {};
      rows.push([GROUPS.length > 1 ? `${modem}, ${group.name}` : modem, shown(found[0].clock_hz / 1e6),
        shown(100 * medianOf(found, 'utilization'), 3), spreadText(found, 'interrupt_latency_us.p99'),
        spreadText(found, 'longest_interrupts_off_cycles'),
        `${shown(stack.high_water_bytes)} of ${shown(stack.reserved_bytes)}`]);
    }
  }
  if (rows.length === 0) {
    section.append(element('p', {}, 'No modem of these runs has a CPU.'));
    return;
  }
  section.append(table(['Modem', 'Clock, MHz', 'Busy, %', 'Interrupt latency p99, \u00b5s',
    'Longest without interrupts, cycles', 'Stack, bytes'], rows, 'CPUs'));
  for (const group of GROUPS) {
    for (const cpu of group.runs[0].results.cpus || []) {
      if (!(cpu.interrupts || []).length) continue;
      section.append(table(['Interrupt', 'Served', 'Mean, cycles', 'Worst, cycles'], cpu.interrupts.map((one) =>
        [one.source, shown(one.served), shown(one.mean_cycles), shown(one.worst_cycles)]),
      `Interrupts of ${cpu.modem}${GROUPS.length > 1 ? `, ${group.name}` : ''}`));
    }
  }
  if (PROFILE !== null) section.append(profileTable(PROFILE));
}
