import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(__dirname, '../..');
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'list-definition-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const declaration = `
import { tea, teaQuery, teaWrite } from '${join(__dirname, 'testing/teas')}';
import { defineList } from '${join(__dirname, 'list-definition')}';

export const list = defineList({
  title: 'Teas',
  noun: { one: 'Tea', many: 'teas' },
  contract: { response: tea, create: teaWrite, query: teaQuery, defaultSort: '-price' },
  columns: [{ key: 'price', sort: 'price', cell: ({ price }) => price.toFixed(2) }],
  filters: ['in_stock'],
  fields: ['name'],
  details: { Tea: ['updated_at'] },
  badges: { name: 'info' },
  exported: ['id'],
  nameOf: ({ name }) => name,
  messages: { loadFailed: 'Failed to load teas' },
});
`;

const misspelt: [what: string, right: string, wrong: string][] = [
  ['column', "{ key: 'price', sort", "{ key: 'prize', sort"],
  ['sort of a column', "sort: 'price'", "sort: 'prize'"],
  ['value in a cell', 'price.toFixed', 'prize.toFixed'],
  ['filter', "'in_stock'", "'in_stok'"],
  ['field', "fields: ['name'", "fields: ['nane'"],
  ['detail', "'updated_at'", "'update_at'"],
  ['badge', 'badges: { name', 'badges: { nane'],
  ['tone of a badge', "'info'", "'infos'"],
  ['column of an export', "exported: ['id']", "exported: ['ids']"],
  ['default sort', "'-price'", "'-prize'"],
];

/** The files that do not compile, each a declaration with one mistake; one compiler run for all. */
function filesWithErrors(): Set<string> {
  writeFileSync(join(folder, 'right.ts'), declaration);
  misspelt.forEach(([, right, wrong], at) => {
    const mistaken = declaration.replace(right, wrong);
    expect(mistaken).not.toBe(declaration);
    writeFileSync(join(folder, `wrong-${at}.ts`), mistaken);
  });
  const compilerOptions = { noEmit: true, types: ['node'], typeRoots: [join(root, 'node_modules/@types')] };
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      extends: join(root, 'tsconfig.json'),
      compilerOptions,
      include: [join(root, 'build/styles.d.ts'), '*.ts'],
      exclude: [],
    }),
  );
  try {
    execFileSync(process.execPath, [join(root, 'node_modules/@typescript/native/bin/tsc'), '-p', folder], {
      stdio: 'pipe',
    });
    return new Set();
  } catch (error) {
    const { stdout } = error as { stdout: Buffer };
    return new Set([...stdout.toString().matchAll(/([\w-]+)\.ts\(\d/g)].map(([, file]) => file ?? ''));
  }
}

test('a misspelt column, filter or field does not compile', () => {
  const mistaken = filesWithErrors();
  const compiled = misspelt.filter((_, at) => !mistaken.has(`wrong-${at}`)).map(([what]) => what);
  expect(compiled).toEqual([]);
  expect([...mistaken].filter((file) => !file.startsWith('wrong-'))).toEqual([]);
});
