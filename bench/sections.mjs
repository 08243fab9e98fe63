// The text of bench/results.md: a section for each bench under a heading of its own, and tables in them.

/** The sections in the order in which they stand. */
export const HEADINGS = [
  'In a browser',
  'A release',
  'Ads',
  'Posts',
  'Variants',
  'Growth',
  'Working day',
  'Agent chat',
  'Sign-in',
  'Exports',
  'Ingest',
  'Spend',
  'Connections',
];

const INTRODUCTION = `# Results

What each bench measured last, written by the benches themselves ([what each of them measures](README.md)). Figures follow the machine and what else it did: the load beside them says how far they can be believed, and ratios taken in one run further than times.
`;

/** The sections of results.md by their heading. */
export function sectionsOf(text) {
  const sections = new Map();
  for (const section of text.split(/^## /m).slice(1)) {
    const [heading] = section.split('\n', 1);
    sections.set(heading.trim(), section.slice(heading.length).trim());
  }
  return sections;
}

/** The text of results.md with one section replaced, the others as they were; throws for a heading it has no place for. */
export function withSection(text, heading, body) {
  if (!HEADINGS.includes(heading)) throw new Error(`bench/results.md has no place for '${heading}'.`);
  const sections = sectionsOf(text).set(heading, body);
  const known = HEADINGS.filter((name) => sections.has(name));
  return [INTRODUCTION, ...known.map((name) => `## ${name}\n\n${sections.get(name)}\n`)].join('\n');
}

/** Some rows of cells under a head as a Markdown table; all columns but the first are numbers. */
export function table(head, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map((_, at) => (at === 0 ? '---' : '---:'))), ...rows.map(line)].join('\n');
}

/** The tables of a text, each as its head and its rows of cells. */
export function tablesOf(text) {
  const tables = [];
  for (const block of text.split(/\n\s*\n/)) {
    const lines = block.split('\n').filter((line) => line.startsWith('|'));
    const cells = lines.map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
    const [head, , ...rows] = cells;
    if (head) tables.push({ head, rows });
  }
  return tables;
}
