import { describe, expect, test } from '@jest/globals';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { emit, facesOf, PACKAGES, root } from '../packages.mjs';
import { brokenTypes, brokenValues, versionNeeded } from '../surface/judge.mjs';

/** A report of a package whose only face exports these names. */
const report = (code) => {
  const names = [...code.matchAll(/^export (?:declare )?(?:interface|type|function|const) (\w+)/gm)];
  const declarations = code
    .replaceAll(/^export (?:declare )?(?=function|const)/gm, 'declare ')
    .replaceAll('export ', '');
  return `\`\`\`ts\n${declarations}\ndeclare namespace kit { export { ${names.map(([, name]) => name).join(', ')} } }\nexport { kit }\n\`\`\``;
};
const brokenBy = (before, now) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'console-surface-test-'));
  try {
    return brokenTypes(folder, report(before), report(now));
  } finally {
    rmSync(folder, { recursive: true });
  }
};

const BUTTON = 'interface Props { label: string; tone?: string }\nexport function Button(input: Props): string;\n';
const USER = 'export interface User { id: number }\nexport const useUser: () => User;\n';
const SCREENS = 'export interface Screens { one: string }\n';

describe('a change of what a shared package shows', () => {
  test.each([
    ['an export goes', `${BUTTON}export const gone: string;`, BUTTON],
    ['an export is another thing', 'export const a: string;', 'export const a: number;'],
    ['a component no longer takes one thing', BUTTON, BUTTON.replace('; tone?: string', '')],
    ['a component takes fewer values', BUTTON, BUTTON.replace('tone?: string', "tone?: 'loud'")],
    ['a component asks for one thing more', BUTTON, BUTTON.replace('label: string', 'label: string; more: string')],
    ['a function asks for one argument more', 'export function f(): void;', 'export function f(a: string): void;'],
    ['one of a few words goes', "export type Tone = 'a' | 'b';", "export type Tone = 'a';"],
    ['a type that only callers write asks for one thing more', SCREENS, SCREENS.replace('one', 'two: string; one')],
    ['what is given back has one thing less', USER.replace('id', 'name: string; id'), USER],
  ])('is a major one where %s', (_, before, now) => {
    expect(brokenBy(before, now)).not.toEqual([]);
  });

  test.each([
    ['an export comes', BUTTON, `${BUTTON}export function more(a: string): void;`],
    ['a component takes one thing more', BUTTON, BUTTON.replace('label: string', 'label: string; more?: string')],
    ['a component takes more values', BUTTON, BUTTON.replace('tone?: string', 'tone?: string | number')],
    ['what is given back has one thing more', USER, USER.replace('id: number', 'id: number; name: string')],
    ['a function takes one argument more', 'export function f(): void;', 'export function f(a?: string): void;'],
  ])('is a minor one where %s', (_, before, now) => {
    expect(brokenBy(before, now)).toEqual([]);
  });

  test.each(['shared-auth', 'shared-ui'])('is judged by the types of libraries too: %s @at-length', (name) => {
    const recorded = readFileSync(path.join(root, name, `${name}.api.md`), 'utf8');
    expect(brokenTypes(path.join(root, name), recorded, recorded)).toEqual([]);
    const other = {
      'shared-auth': ['Promise<string | null>', 'Promise<number>'],
      'shared-ui': [/children\?: ReactNode/g, 'children?: string'],
    };
    expect(recorded).not.toBe(recorded.replace(...other[name]));
    expect(brokenTypes(path.join(root, name), recorded, recorded.replace(...other[name]))).not.toEqual([]);
  });
});

describe('a change of the contract', () => {
  const text = { type: 'string', maxLength: 10 };
  const written = (properties, required = []) => ({ noteWrite: { type: 'object', properties, required } });
  const returned = (properties, required = []) => ({ note: { type: 'object', properties, required } });

  test.each([
    ['a value goes', { MAX: 1, MIN: 0 }, { MIN: 0 }, '- MAX'],
    ['a number is another', { MAX: 2 }, { MAX: 1 }, '! MAX'],
    ['a property goes', written({ a: text, b: text }), written({ a: text }), '- noteWrite.properties.b'],
    [
      'a limit is narrower',
      written({ a: text }),
      written({ a: { ...text, maxLength: 5 } }),
      '! noteWrite.properties.a.maxLength',
    ],
    [
      'a limit comes',
      written({ a: text }),
      written({ a: { ...text, minLength: 1 } }),
      '+ noteWrite.properties.a.minLength',
    ],
    [
      'a word may no longer be sent',
      written({ a: { enum: ['x', 'y'] } }),
      written({ a: { enum: ['x'] } }),
      '! noteWrite.properties.a.enum',
    ],
    [
      'a body asks for one property more',
      written({ a: text }),
      written({ a: text, b: text }, ['b']),
      '+ noteWrite.required: "b"',
    ],
    ['a response may lack a property', returned({ a: text }, ['a']), returned({ a: text }), '- note.required: "a"'],
  ])('is a major one where %s', (_, before, now, line) => {
    expect(brokenValues(before, now)).toEqual([line]);
  });

  test.each([
    ['a body takes one property more', written({ a: text }), written({ a: text, b: text })],
    ['a body asks for one property less', written({ a: text }, ['a']), written({ a: text })],
    ['a limit is wider', written({ a: text }), written({ a: { ...text, maxLength: 20 } })],
    ['a limit goes', written({ a: text }), written({ a: { type: 'string' } })],
    ['a word may be sent beside the others', written({ a: { enum: ['x'] } }), written({ a: { enum: ['x', 'y'] } })],
    ['a response has one property more', returned({ a: text }, ['a']), returned({ a: text, b: text }, ['a', 'b'])],
  ])('is a minor one where %s', (_, before, now) => {
    expect(brokenValues(before, now)).toEqual([]);
  });

  test('is none where only its words for people are others', () => {
    const recorded = readFileSync(path.join(root, 'contract/schemas.json'), 'utf8');
    expect(recorded).toContain('"slug"');
    expect(recorded).not.toMatch(/"(?:title|labels|formatMessage|requiredMessage)": "/);
  });
});

test.each([
  ['1.0.0', 'minor', '1.0.9', '1.1.0'],
  ['1.0.0', 'minor', '1.1.0', null],
  ['1.9.3', 'minor', '1.10.0', null],
  ['1.4.2', 'major', '1.5.0', '2.0.0'],
  ['1.4.2', 'major', '2.0.0', null],
])('from %s on, a change that is %s may not be called %s unless it is enough', (recorded, level, version, needed) => {
  expect(versionNeeded(recorded, level, version)).toBe(needed);
});

test('what the faces of the packages import is compiled in whatever order the compiler meets it', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'console-surface-test-'));
  try {
    const files = PACKAGES.flatMap((name) => Object.values(facesOf(name)));
    // One thread is one order, in which shared-auth is met in `node_modules` before its own files are.
    emit(folder, files, { emitDeclarationOnly: true, singleThreaded: true });
    for (const file of files) expect(existsSync(path.join(folder, file.replace(/\.tsx?$/, '.d.ts')))).toBe(true);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
