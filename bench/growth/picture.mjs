// The picture of a table's growth: for each noun the steady company and the growing one, both axes logarithmic.

const WIDTH = 380;
const HEIGHT = 250;
const LEFT = 56;
const TOP = 64;
const GAP_X = 64;
const GAP_Y = 92;
const LEGEND = 260;
/** Told apart by people who see colours differently, too. */
const COLOURS = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#8a6d00', '#3a3a3a'];
const TEXT = '#1f2733';
const FAINT = '#6b7686';
const COMPANIES = { steady: 'a company that stays', growing: 'a company that grows with it' };

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const text = (x, y, words, { anchor = 'start', size = 12, fill = TEXT, weight = 400 } = {}) =>
  `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}" font-size="${size}" font-weight="${weight}" fill="${fill}">${escaped(words)}</text>`;
const shortNumber = (value) => (value >= 1e6 ? `${value / 1e6} M` : value >= 1e3 ? `${value / 1e3} k` : String(value));

/** Powers of ten around some values, with 2 and 5 between them where they are few. */
function ticksOf(values) {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const ticks = [];
  for (let power = Math.floor(Math.log10(low)); 10 ** power <= high * 10; power += 1)
    for (const step of [1, 2, 5]) ticks.push(step * 10 ** power);
  const below = ticks.filter((tick) => tick <= low).at(-1);
  const above = ticks.find((tick) => tick >= high);
  return ticks.filter((tick) => tick >= below && tick <= above);
}

const scale = (from, to, low, high) => (value) =>
  from + ((Math.log10(value) - Math.log10(low)) / (Math.log10(high) - Math.log10(low) || 1)) * (to - from);

function panel(x, y, title, lines, names, { rows, ticks }) {
  const atX = scale(x, x + WIDTH, rows[0], rows.at(-1));
  const atY = scale(y + HEIGHT, y, ticks[0], ticks.at(-1));
  const parts = [text(x, y - 14, title, { weight: 600 })];
  for (const tick of ticks) {
    parts.push(`<path d="M${x} ${atY(tick).toFixed(1)}h${WIDTH}" stroke="#e3e7ee"/>`);
    parts.push(text(x - 8, atY(tick) + 4, `${tick} ms`, { anchor: 'end', size: 11, fill: FAINT }));
  }
  for (const size of rows)
    parts.push(text(atX(size), y + HEIGHT + 18, shortNumber(size), { anchor: 'middle', size: 11, fill: FAINT }));
  // How the cheapest line would grow by the logarithm alone.
  const least = Math.min(...lines.map(({ points }) => points[0].ms));
  const guide = rows.map((size) => [atX(size), atY((least * Math.log(size)) / Math.log(rows[0]))]);
  parts.push(`<path d="${pathOf(guide)}" fill="none" stroke="${FAINT}" stroke-dasharray="3 4"/>`);
  for (const { name, points } of lines) {
    const colour = COLOURS[names.indexOf(name) % COLOURS.length];
    const at = points.map((point) => [atX(point.rows), atY(point.ms)]);
    parts.push(`<path d="${pathOf(at)}" fill="none" stroke="${colour}" stroke-width="2"/>`);
    for (const [cx, cy] of at)
      parts.push(`<circle cx="${cx.toFixed(1)}" cy="${cy.toFixed(1)}" r="3" fill="${colour}"/>`);
  }
  return parts.join('\n');
}

const pathOf = (points) => points.map(([x, y], at) => `${at ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');

/** The SVG of what growth.mjs measured: for each noun its lines by company, each with a point for each size. */
export function drawGrowth(measured) {
  const width = LEFT + 2 * WIDTH + GAP_X + LEGEND;
  const height = TOP + measured.length * (HEIGHT + GAP_Y) - 30;
  const parts = [
    text(LEFT - 40, 26, 'A page of 25 with its exact total: median by the rows of the table', {
      size: 15,
      weight: 600,
    }),
  ];
  measured.forEach(({ noun, lines }, row) => {
    const y = TOP + row * (HEIGHT + GAP_Y) + 10;
    const rows = lines[0].points.map((point) => point.rows);
    const ticks = ticksOf(lines.flatMap(({ points }) => points.map(({ ms }) => ms)));
    const names = [...new Set(lines.map(({ name }) => name))];
    Object.entries(COMPANIES).forEach(([company, words], column) => {
      const x = LEFT + column * (WIDTH + GAP_X);
      const own = lines.filter((line) => line.company === company);
      parts.push(panel(x, y, `${noun}: ${words}`, own, names, { rows, ticks }));
    });
    const legend = LEFT + 2 * WIDTH + GAP_X + 24;
    names.forEach((name, at) => {
      parts.push(
        `<path d="M${legend} ${y + 20 + at * 22}h22" stroke="${COLOURS[at % COLOURS.length]}" stroke-width="2"/>`,
      );
      parts.push(text(legend + 30, y + 24 + at * 22, name));
    });
    const guide = y + 20 + names.length * 22;
    parts.push(`<path d="M${legend} ${guide}h22" stroke="${FAINT}" stroke-dasharray="3 4"/>`);
    parts.push(text(legend + 30, guide + 4, 'the logarithm of the table', { fill: FAINT }));
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="system-ui, sans-serif" role="img" aria-label="Medians by the rows of the table">
<rect width="${width}" height="${height}" fill="#fff"/>
${parts.join('\n')}
</svg>
`;
}
