// Makes the changes of CONTRIBUTING's recipes in a copy of the checkout: `node scripts/recipes.mjs [options of Jest]`. A
// fence that names a file writes it; a `diff` changes the file, in which its lines without + are found once. Then types,
// lint and the tests over all nouns have to pass in the copy, so that no recipe lacks a step.
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
/** How many files of production a recipe may take, its own included. */
const MOST_FILES = { 'A field of a noun': 3, 'A plain noun': 9 };
const isTest = (file) => /\.test\.|\/testing\//.test(file);
/** The tests over all nouns, and those of the changed files. */
const TESTS = [
  ...['records', 'history', 'search', 'company/brands', 'database/backup.test', 'access.test', 'parameters.test'].map(
    (name) => `api/src/${name}`,
  ),
  'api/src/agents/knowledge',
  'remote-agents/knowledge',
  'host/commands',
  'scripts/tests/head',
];

const modules = (file) => path.join(root, 'node_modules', file);
const tsc = modules('@typescript/native/bin/tsc');

// Beside the checkout's own folder nothing of it is found by chance.
const copy = fs.mkdtempSync(path.join(tmpdir(), 'console-recipes-'));
try {
  copyCheckout();
  const written = readRecipes()
    .flatMap(({ title, blocks }) => follow(title, blocks))
    .filter((file) => !file.endsWith('.sql'));
  const isGood =
    run(path.join(copy, 'scripts/surface.mjs'), '--unreleased') &&
    run(tsc, '-p', 'contract', '--noEmit') &&
    run(tsc, '-p', 'api', '--noEmit') &&
    run(tsc, '-p', '.') &&
    run(modules('eslint/bin/eslint.js'), '--max-warnings', '0', ...written) &&
    run(modules('prettier/bin/prettier.cjs'), '--check', '--log-level', 'warn', ...written) &&
    run(modules('jest/bin/jest.js'), ...TESTS, ...process.argv.slice(2));
  process.exitCode = isGood ? 0 : 1;
} finally {
  fs.rmSync(copy, { recursive: true });
}

function copyCheckout() {
  const { stdout } = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root });
  for (const file of new Set(String(stdout).split('\0').filter(Boolean)))
    if (fs.existsSync(path.join(root, file))) fs.cpSync(path.join(root, file), path.join(copy, file));
  fs.symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));
  // Links to packages are relative: those of the copy lead to the copy's own.
  for (const { name } of fs.readdirSync(copy, { withFileTypes: true }).filter((entry) => entry.isDirectory())) {
    const links = path.join(root, name, 'node_modules');
    const own = path.join(copy, name, 'node_modules');
    if (fs.existsSync(links)) fs.cpSync(links, own, { recursive: true, verbatimSymlinks: true });
  }
}

/** The sections of CONTRIBUTING that name files at their fences. */
function readRecipes() {
  const sections = fs.readFileSync(path.join(root, 'CONTRIBUTING.md'), 'utf8').split(/^## /m);
  const recipes = sections.map((section) => ({
    title: section.split('\n', 1)[0],
    blocks: [...section.matchAll(/^```(\w+) (\S+)\n([^]*?)^```$/gm)],
  }));
  const missing = Object.keys(MOST_FILES).filter((title) => !recipes.some((recipe) => recipe.title === title));
  if (missing.length > 0) throw new Error(`CONTRIBUTING.md has no section ${missing.join(', ')}.`);
  return recipes.filter(({ blocks }) => blocks.length > 0);
}

/** Follows one recipe in the copy; returns the files that it writes or changes. */
function follow(title, blocks) {
  const files = new Set();
  for (const [, kind, name, code] of blocks) {
    const file = name.replace('NNNN', nextMigration);
    const full = path.join(copy, file);
    fs.mkdirSync(path.dirname(full), { recursive: true });
    fs.writeFileSync(full, kind === 'diff' ? changed(file, fs.readFileSync(full, 'utf8'), code) : code);
    files.add(file);
  }
  const production = [...files].filter((file) => !isTest(file));
  console.log(`${title}: ${production.length} files (${production.join(', ')})`);
  if (production.length > (MOST_FILES[title] ?? Infinity))
    throw new Error(`'${title}' takes ${production.length} files, and may take ${MOST_FILES[title]}.`);
  return [...files];
}

function nextMigration() {
  const numbers = fs.readdirSync(path.join(copy, 'api/migrations')).map((name) => Number.parseInt(name, 10) || 0);
  return String(Math.max(...numbers) + 1).padStart(4, '0');
}

function changed(file, text, diff) {
  const lines = diff.split('\n').slice(0, -1);
  const without = (mark) =>
    lines
      .filter((line) => line[0] !== mark)
      .map((line) => `${line.slice(1)}\n`)
      .join('');
  const places = text.split(without('+')).length - 1;
  if (places !== 1) throw new Error(`In ${file} there are ${places} places for this change:\n${diff}`);
  return text.replace(without('+'), () => without('-'));
}

function run(...command) {
  console.log(
    `── ${command
      .map((word) => path.relative(copy, word) && word.replace(root, '.'))
      .slice(0, 4)
      .join(' ')}`,
  );
  const { status } = spawnSync(process.execPath, command, { cwd: copy, stdio: 'inherit' });
  return status === 0;
}
