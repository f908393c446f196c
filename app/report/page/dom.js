// Elements, numbers as text, colours. Texts of results enter the page as text only.

function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== null) made.setAttribute(name, value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

function byId(id) {
  return document.getElementById(id);
}

// Four digits, thousands apart, no exponent for what people read.
function shown(value, digits = 4) {
  if (value === null || value === undefined || Number.isNaN(value)) return '-';
  if (value === 0) return '0';
  const size = Math.abs(value);
  if (size >= 1e15 || size < 1e-4) return value.toExponential(2);
  const places = Math.max(0, digits - 1 - Math.floor(Math.log10(size)));
  return Number(value.toFixed(Math.min(places, 12))).toLocaleString('en', {maximumFractionDigits: 12});
}

function percent(part, whole) {
  return whole > 0 ? `${shown((100 * part) / whole, 3)}\u00a0%` : '-';
}

function colour(index) {
  return getComputedStyle(document.documentElement).getPropertyValue(`--c${index % 8}`).trim();
}

function ink(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}

function swatch(index, dashed = false) {
  const style = `border-color: var(--c${index % 8})`;
  return element('span', {class: dashed ? 'swatch dashed' : 'swatch', style});
}

function block(index) {
  return element('span', {class: 'block', style: `background: var(--c${index})`});
}

// head: names of columns; rows: arrays of the same length, of text or elements.
function table(head, rows, caption) {
  const made = element('table', {}, caption ? element('caption', {class: 'quiet'}, caption) : null);
  const heads = head.map((name) => element('th', {scope: 'col'}, name));
  made.append(element('thead', {}, element('tr', {}, ...heads)));
  const body = element('tbody');
  for (const [first, ...rest] of rows) {
    const cells = rest.map((cell) => element('td', {}, cell));
    body.append(element('tr', {}, element('th', {scope: 'row'}, first), ...cells));
  }
  made.append(body);
  const label = caption || head[0];
  return element('div', {class: 'scroll', tabindex: '0', role: 'region', 'aria-label': label}, made);
}
