// The way of one packet, from a file of --packets: where its time went, and what was around its burst.

const PACKETS = JSON.parse(byId('packet-data').textContent);
const STATIONS = ['created', 'entered', 'classified', 'judged', 'released', 'requested', 'map_received', 'map_parsed',
  'window', 'read', 'ready', 'rf_start', 'rf_end', 'received', 'passed_on', 'delivered'];
// Stage that ends at each station (STAGES); downstream the CMTS's queue takes the place of some.
const STAGE_AT = [0, 0, 1, 1, 2, 3, 4, 4, 4, 5, 5, 5, 6, 6, 7, 8];
const STATION_WORDS = {
  created: 'its source handed it over', entered: 'it entered the modem, or the CMTS', classified: 'it was classified',
  judged: 'the verdict', released: 'the shaper released its first byte', requested: 'the burst with its request began',
  map_received: 'the MAP with its grant arrived', map_parsed: 'that MAP was parsed',
  window: 'the burst builder took its last byte', read: 'that byte was read from queue memory',
  ready: 'its burst was complete', rf_start: 'first symbol', rf_end: 'last symbol',
  received: 'last symbol at the other end',
  passed_on: 'put together by the CMTS', delivered: 'it arrived',
};
const PS_PER_MS = 1e9;
const SVG = 'http://www.w3.org/2000/svg';

function packetOf(row) {
  const cell = (name) => row[PACKETS.columns.indexOf(name)];
  const times = STATIONS.map((name) => cell(`${name}_ps`) ?? null);
  return {cell, times, time: (name) => times[STATIONS.indexOf(name)],
    end: times.reduce((last, time) => (time === null ? last : time), cell('dropped_ps') ?? times[0])};
}

function stagesOfPacket(packet) {
  const up = packet.cell('direction') === 'upstream';
  const stages = STAGES.map(([, label, shade]) => ({label, shade, ms: 0}));
  let before = packet.times[0];
  packet.times.forEach((time, i) => {
    if (time === null || i === 0) return;
    const stage = !up && (STAGE_AT[i] === 1 || STAGE_AT[i] === 5) ? 2 : STAGE_AT[i];
    stages[stage].ms += (time - before) / PS_PER_MS;
    before = time;
  });
  return stages;
}

function fateText(packet) {
  const {cell} = packet;
  const size = `${cell('size_bytes')} bytes of ${cell('flow')}`;
  const law = cell('drop_probability') === null ? '' :
    ` The law's drop probability was ${shown(Number(cell('drop_probability')), 3)} when it arrived.`;
  const missed = cell('missed_grants') ? ` Its flow missed ${shown(cell('missed_grants'))} ${
    cell('missed_grants') === 1 ? 'grant' : 'grants'} while it waited.` : '';
  if (cell('outcome') === 'dropped') {
    const at = shown(cell('dropped_ps') / 1e12, 7);
    return `${size}, lost at ${at} s: ${cell('cause')} (${cell('place')}).${law}${missed}`;
  }
  if (cell('outcome') !== 'delivered') return `${size}, still on its way at the end of the run.${law}${missed}`;
  const by = cell('granted_by') ? ` Its grant goes back to: ${cell('granted_by')}.` : '';
  return `${size}, delivered after ${shown(cell('one_way_ps') / PS_PER_MS, 4)} ms.${by}${law}${missed}`;
}

// Lanes are [label, spans of [from, to, colour, text, words inside]]; spans of no length are drawn as lines.
function spanOf(packet, from, to, shade, text) {
  const [begin, end] = [packet.time(from), packet.time(to)];
  return begin === null || end === null ? [] : [[begin, end, shade, text]];
}

function lanesOf(packet) {
  const span = (...parts) => spanOf(packet, ...parts);
  const instant = (name, shade, text) => span(name, name, shade, text);
  const lanes = [
    ['queue', [...span('judged', 'released', 1, 'queue and shaper'),
      ...span('released', 'window', 4, 'waits for its grant')]],
    ['request', instant('requested', 3, 'burst with the request')],
    ['MAP', [...span('map_received', 'map_parsed', 2, 'MAP received, parsed'), ...instant('map_parsed', 2, 'parsed')]],
    ['build', span('window', 'ready', 7, 'burst built')],
    ['burst', span('rf_start', 'rf_end', 0, 'on the cable')],
    ['arrival', [...span('received', 'passed_on', 5, 'CMTS'), ...instant('delivered', 8, 'arrived')]],
  ];
  const burst = ['modem', 'channel', 'rf_start_ps'];
  const mates = packet.cell('channel') === null || packet.cell('rf_start_ps') === null ? [] : PACKETS.rows.map(packetOf)
    .filter((other) => other.cell('packet') !== packet.cell('packet') &&
      burst.every((name) => other.cell(name) === packet.cell(name)));
  for (const mate of mates.slice(0, 10)) {
    const from = mate.time('judged') ?? mate.times[0];
    lanes.push([`with it: ${mate.cell('packet')}`, [[from, mate.time('window') ?? mate.end, 6,
      `packet ${mate.cell('packet')}, ${mate.cell('flow')}, ${mate.cell('size_bytes')} bytes, ` +
        'until its burst was built']]]);
  }
  return lanes.filter(([, spans]) => spans.length > 0);
}

function drawing(tag, attributes, ...children) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

function drawLanes(lanes, from, end) {
  const [left, width, row] = [130, 860, 24];
  const x = (time) => left + width * Math.min(1, Math.max(0, (time - from) / (end - from)));
  const height = (lanes.length + 1) * row + 8;
  const label = `From ${shown(from / 1e12, 9)} s to ${shown(end / 1e12, 9)} s`;
  const picture = drawing('svg', {viewBox: `0 0 ${left + width + 10} ${height}`, role: 'img', class: 'lanes',
    'aria-label': `${label}: ${lanes.map(([name]) => name).join(', ')}`});
  lanes.forEach(([name, spans], i) => {
    const y = 4 + i * row;
    picture.append(drawing('text', {x: left - 8, y: y + 16, 'text-anchor': 'end'}, name));
    picture.append(drawing('line', {x1: left, x2: left + width, y1: y + row - 1, y2: y + row - 1, class: 'lane'}));
    for (const [begin, to, shade, text, inside] of spans) {
      if (to < from || begin > end) continue;
      const wide = x(to) - x(begin);
      picture.append(drawing('rect', {x: x(begin), y: y + 4, width: Math.max(2, wide), height: row - 9,
        fill: `var(--c${shade})`}, drawing('title', {}, text)));
      if (inside && wide > 6.5 * inside.length) {
        picture.append(drawing('text', {x: x(begin) + 3, y: y + 15, class: 'inside'}, inside));
      }
    }
  });
  for (let i = 0; i <= 4; ++i) {
    const time = from + (i / 4) * (end - from);
    const after = end - from < PS_PER_MS / 10 ? `${shown((time - from) / 1e6)} \u00b5s` :
      `${shown((time - from) / PS_PER_MS)} ms`;
    const text = i === 0 ? `${shown(time / 1e12, 10)} s` : `+${after}`;
    const anchor = i === 0 ? 'start' : i === 4 ? 'end' : 'middle';
    picture.append(drawing('text', {x: x(time), y: height - 6, 'text-anchor': anchor, class: 'tick'}, text));
  }
  return element('div', {class: 'scroll', tabindex: '0'}, picture);
}

function stationRows(packet) {
  let before = packet.times[0];
  const rows = [];
  STATIONS.forEach((name, i) => {
    const time = packet.times[i];
    if (time === null) return;
    rows.push([STATION_WORDS[name], shown(time / 1e12, 13), shown((time - packet.times[0]) / PS_PER_MS, 7),
      shown((time - before) / PS_PER_MS, 6)]);
    before = time;
  });
  if (packet.cell('dropped_ps') !== null) {
    const time = packet.cell('dropped_ps');
    rows.push([`lost: ${packet.cell('cause')}`, shown(time / 1e12, 13), shown((time - packet.times[0]) / PS_PER_MS, 7),
      shown((time - before) / PS_PER_MS, 6)]);
  }
  return rows;
}

function drawPacket() {
  const wanted = Number(byId('packet').value);
  const packet = packetOf(PACKETS.rows.find((row) => row[PACKETS.columns.indexOf('packet')] === wanted));
  const stages = stagesOfPacket(packet);
  const total = stages.reduce((sum, {ms}) => sum + ms, 0);
  const way = byId('way');
  way.replaceChildren(element('p', {}, fateText(packet)));
  if (total > 0) {
    const known = stages.filter(({ms}) => ms >= LEAST_SHOWN_MS);
    way.append(element('div', {class: 'legend'}, ...known.map(({label, shade, ms}) =>
      element('span', {}, block(shade), `${label}: ${shown(ms, 4)} ms`))), stageBar(stages, total));
  }
  const verdict = verdictTime(packet);
  if (verdict !== null) {
    const lane = ['verdict', spanOf(packet, 'classified', 'judged', 3, 'waits for the verdict')];
    way.append(element('h3', {}, 'From its arrival to the verdict'),
      drawLanes([lane, ...lanesAround(packet, ...verdict)], ...verdict), ...workTable(packet, ...verdict));
  }
  // Lost on arrival, it has no more to draw.
  const rest = lastTime(packet);
  if (rest !== null) {
    way.append(element('h3', {}, AROUND === null ? 'From its release to its end, with the packets of its burst' :
      'From its release to its end, with the packets of its burst and the work of the modem'),
    drawLanes([...lanesOf(packet), ...lanesAround(packet, ...rest)], ...rest), ...workTable(packet, ...rest));
  }
  if (AROUND === null) {
    way.append(element('p', {class: 'quiet'}, 'With --timeline FILE beside --packets, MAPs, grants, interrupts and ' +
      'functions of firmware appear here.'));
  }
  way.append(table(['Station', 'Time, s', 'Since it was created, ms', 'Since the station before, ms'],
    stationRows(packet), `Stations of packet ${wanted}`));
}

function showPackets() {
  const way = byId('way');
  if (PACKETS === null || PACKETS.chosen.length === 0) {
    const how = 'Run with --report and --packets FILE, or draw the page of one run by docsis-vp report DIR ' +
      '--packets FILE, to choose a packet here.';
    way.append(element('p', {}, PACKETS === null ? how : 'The file of packets has none.'));
    return;
  }
  const groups = new Map();
  for (const {packet, why} of PACKETS.chosen) {
    const {cell} = packetOf(PACKETS.rows.find((row) => row[PACKETS.columns.indexOf('packet')] === packet));
    const delay = cell('one_way_ps') === null ? '' : `, ${shown(cell('one_way_ps') / PS_PER_MS, 4)} ms`;
    const place = [cell('service_flow'), cell('modem')].filter(Boolean).join(' of ');
    if (!groups.has(why)) groups.set(why, []);
    groups.get(why).push(element('option', {value: packet},
      `${why}: ${packet} of ${cell('flow')}, ${place}, created at ${shown(cell('created_ps') / 1e12, 6)} s${delay}`));
  }
  for (const [why, options] of groups) byId('packet').append(element('optgroup', {label: why}, ...options));
  byId('packet-controls').hidden = false;
  byId('packet').addEventListener('change', drawPacket);
  drawPacket();
}
