// The configuration: as it differs from the defaults, and from run to run.

const DEFAULTS = JSON.parse(byId('defaults').textContent);
// Keys that say what a run is, or what it was asked to measure.
const NO_SETTINGS = ['name', 'description'];

// Every leaf by its path, with its value as text and what is known of its default; elements of an array
// by their name if they have one. An array of plain values is one leaf.
function leaves(value, path, known, into) {
  const isPlain = value === null || typeof value !== 'object' ||
    (Array.isArray(value) && value.every((child) => child === null || typeof child !== 'object'));
  if (isPlain) {
    into.set(path, {text: JSON.stringify(value), known});
    return into;
  }
  for (const [key, child] of Object.entries(value)) {
    const step = Array.isArray(value) && child && child.name ? child.name : key;
    const below = Array.isArray(value) ? known : known && known.of && known.of[key];
    leaves(child, path ? `${path}.${step}` : step, below, into);
  }
  return into;
}

const configurationOf = (run) => leaves(run.results.config || {}, '', {of: DEFAULTS}, new Map());

function defaultText(known) {
  if (!known) return '';
  if (known.by !== undefined) return known.by;
  return known.is === undefined ? '' : JSON.stringify(known.is);
}

function isChanged([path, {text, known}]) {
  const isEmptyList = known && known.of && text === '[]';
  return known && !isEmptyList && !NO_SETTINGS.includes(path) && !path.endsWith('.name') && known.by === undefined &&
    text !== JSON.stringify(known.is);
}

function showConfiguration() {
  const section = byId('configuration');
  const all = GROUPS.map((group) => configurationOf(group.runs[0]));
  if (GROUPS.length > 1) {
    const paths = new Set(all.flatMap((one) => [...one.keys()]));
    const text = (one, path) => (one.has(path) ? one.get(path).text : 'not there');
    const differing = [...paths].filter((path) => new Set(all.map((one) => text(one, path))).size > 1);
    section.append(differing.length === 0 ? element('p', {}, 'All runs have the same configuration.') :
      table(['Key', ...GROUPS.map((group) => group.name)],
        differing.map((path) => [path, ...all.map((one) => text(one, path))]), 'What differs between the runs'));
  }
  GROUPS.forEach((group, i) => {
    const changed = [...all[i]].filter(isChanged).map(([path, {text, known}]) =>
      [path, text, defaultText(known) || 'must be given']);
    const name = GROUPS.length > 1 ? ` of ${group.name}` : '';
    const differs = changed.length === 0 ? element('p', {}, 'Every key has its default.') :
      table(['Key', 'Value', 'Default'], changed, `What differs from the defaults${name}`);
    section.append(GROUPS.length > 1 ? element('details', {},
      element('summary', {}, `What differs from the defaults${name}`), differs) : differs);
    const ruled = [...all[i]].filter(([, {known}]) => known && known.by !== undefined).map(([path, {text, known}]) =>
      [path, text, known.by]);
    section.append(element('details', {}, element('summary', {}, `Keys whose default depends on others${name}`),
      table(['Key', 'Value', 'Default'], ruled, `Keys whose default depends on others${name}`)));
    const rows = [...all[i]].map(([path, {text, known}]) => [path, text, defaultText(known)]);
    section.append(element('details', {}, element('summary', {}, `All keys${name}`),
      table(['Key', 'Value', 'Default'], rows, `Configuration${name}`)));
  });
}
