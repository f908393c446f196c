// Work of the modem around a packet, from a file of --timeline: MAPs, grants, bursts, interrupts, functions.

const AROUND = JSON.parse(byId('around-data').textContent);
const KINDS = ['map', 'grant', 'burst', 'interrupt', 'firmware'];
const SHADE_OF = {MAP: 2, grant: 2, used: 7, missed: 5, late: 5, refused: 5, unused: 6, burst: 0, build: 7};
const PS_PER_NS = 1000;

// Times in which more is drawn, [from, end]; null: there is nothing to draw.
// app/report/packet_choice.cpp takes the same times from the timeline.
function verdictTime(packet) {
  const [from, to] = [packet.time('classified'), packet.time('judged')];
  return from !== null && to !== null && to > from ? [from, to] : null;
}

// The last part of the way, from the shaper's release on: the queue before it is too long for one scale.
function lastTime(packet) {
  const released = packet.time('released');
  if (released === null) return null;
  const end = Math.max(packet.end, released + PS_PER_NS);
  return [released - (end - released) / 20, end];
}

// Tracks of its modem with spans in this time: [{track, kind, spans: [[from, to, name], ...]}, ...].
function tracksAround(packet, from, end) {
  return (AROUND ?? []).filter(({modem}) => modem === packet.cell('modem')).map(({track, kind, spans}) => ({
    track, kind, spans: spans.map(([at, length, name]) => [at * PS_PER_NS, (at + length) * PS_PER_NS, name])
      .filter(([begin, to]) => to >= from && begin <= end),
  })).filter(({spans}) => spans.length > 0).sort((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind));
}

function lanesAround(packet, from, end) {
  const functions = new Map();
  const shadeOf = (kind, name) => {
    if (kind === 'interrupt') return 3;
    if (kind !== 'firmware') return SHADE_OF[name] ?? 6;
    if (!functions.has(name)) functions.set(name, functions.size % 6);
    return functions.get(name);
  };
  return tracksAround(packet, from, end).map(({track, kind, spans}) => [track, spans.map(([begin, to, name]) =>
    [begin, to, shadeOf(kind, name), `${name}, ${shown(begin / 1e12, 10)} s, ${shown((to - begin) / 1e6)} \u00b5s`,
      name])]);
}

// What interrupts and functions took in this time, the longest first.
function workTable(packet, from, end) {
  const rows = new Map();
  for (const {track, kind, spans} of tracksAround(packet, from, end)) {
    if (kind !== 'interrupt' && kind !== 'firmware') continue;
    for (const [begin, to, name] of spans) {
      const key = `${track}: ${name}`;
      const row = rows.get(key) ?? {what: kind === 'interrupt' ? track : name, kind, times: 0, ps: 0, first: begin};
      row.times += 1;
      row.ps += Math.min(to, end) - Math.max(begin, from);
      rows.set(key, row);
    }
  }
  if (rows.size === 0) return [];
  const cut = Math.min(...AROUND.filter(({modem}) => modem === packet.cell('modem'))
    .map(({cut_ns: at}) => (at === undefined ? Infinity : at * PS_PER_NS)).filter((at) => at >= from));
  const made = table(['Interrupt or function', 'is', 'times', 'in all, \u00b5s', 'first after, \u00b5s'],
    [...rows.values()].sort((a, b) => b.kind.localeCompare(a.kind) || b.ps - a.ps).map((row) => [row.what,
      row.kind === 'interrupt' ? 'raised' : 'executed', shown(row.times), shown(row.ps / 1e6),
      shown(Math.max(0, row.first - from) / 1e6)]),
    'Interrupts and firmware in this time');
  return cut > end ? [made] : [made, element('p', {class: 'quiet'},
    `The page holds the work of the modem up to ${shown(cut / 1e12, 9)} s only; the timeline has it all.`)];
}
