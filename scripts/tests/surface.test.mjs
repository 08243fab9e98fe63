import { describe, expect, test } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { changeOf, versionNeeded } from '../surface/change.mjs';
import { surfaceOf } from '../surface/declarations.mjs';
import { emit, facesOf, PACKAGES } from '../surface/emit.mjs';
import { isData, linesOf } from '../surface/values.mjs';

/** What a package of these declarations shows. */
function shown(declarations) {
  const folder = mkdtempSync(path.join(tmpdir(), 'console-surface-test-'));
  try {
    const file = path.join(folder, 'index.d.ts');
    // As the compiler writes it: what is not exported stays inside.
    writeFileSync(file, `${declarations}\nexport {};\n`);
    return surfaceOf({ kit: file }, folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
const levelOf = (before, now) => changeOf(shown(before), shown(now)).level;
const schema = (properties, required = []) =>
  linesOf('noteWrite', { type: 'object', properties, required }).map((line) => `notes ${line}`);

const BUTTON = 'interface Props { label: string }\nexport declare function Button({ label }: Props): string;\n';
const USER = 'export interface User { id: number }\nexport declare const useUser: () => User;\n';

describe('a change of what a shared package shows', () => {
  test.each([
    ['an export goes', `${BUTTON}export declare const gone: string;`, BUTTON],
    ['an export is another thing', 'export declare const a: string;', 'export declare const a: number;'],
    ['a type behind an export loses a member', BUTTON, BUTTON.replace('label: string', 'text: string')],
    ['a component asks for one thing more', BUTTON, BUTTON.replace('label: string', 'label: string; tone: string')],
    [
      'a function asks for one argument more',
      'export declare function f(): void;',
      'export declare function f(a: string): void;',
    ],
    ['one of a few words goes', "export type Tone = 'a' | 'b';", "export type Tone = 'a';"],
  ])('is a major one where %s', (_, before, now) => {
    expect(levelOf(before, now)).toBe('major');
  });

  test.each([
    ['an export comes', BUTTON, `${BUTTON}export declare function more(a: string): void;`],
    ['a component takes one thing more', BUTTON, BUTTON.replace('label: string', 'label: string; tone?: string')],
    ['what is given back has one thing more', USER, USER.replace('id: number', 'id: number; name: string')],
    [
      'a function takes one argument more',
      'export declare function f(): void;',
      'export declare function f(a?: string): void;',
    ],
    ['one of a few words comes', "export type Tone = 'a';", "export type Tone = 'a' | 'b';"],
  ])('is a minor one where %s', (_, before, now) => {
    expect(levelOf(before, now)).toBe('minor');
  });

  test.each([
    ['a comment', BUTTON, `/** Pressed. */\n${BUTTON}`],
    ['a type that no export leads to', BUTTON, `${BUTTON}interface Own { a: string }\n`],
    ['the order of exports', BUTTON + USER, USER + BUTTON],
  ])('is none where it is but %s', (_, before, now) => {
    expect(levelOf(before, now)).toBe('none');
  });
});

describe('a change of the contract', () => {
  const text = { type: 'string', title: 'Text', maxLength: 10 };

  test.each([
    ['a property goes', schema({ a: text, b: text }), schema({ a: text })],
    ['a limit is narrower', schema({ a: text }), schema({ a: { ...text, maxLength: 5 } })],
    ['a limit comes', schema({ a: text }), schema({ a: { ...text, minLength: 1 } })],
    ['a word may no longer be sent', schema({ a: { enum: ['x', 'y'] } }), schema({ a: { enum: ['x'] } })],
    ['a body asks for one property more', schema({ a: text }), schema({ a: text, b: text }, ['b'])],
  ])('is a major one where %s', (_, before, now) => {
    expect(changeOf(before, now).level).toBe('major');
  });

  test.each([
    ['a body takes one property more', schema({ a: text }), schema({ a: text, b: text })],
    ['a limit is wider', schema({ a: text }), schema({ a: { ...text, maxLength: 20 } })],
    ['a word may be sent beside the others', schema({ a: { enum: ['x'] } }), schema({ a: { enum: ['x', 'y'] } })],
    [
      'a response has one property more',
      linesOf('note', { type: 'object', properties: { a: text }, required: ['a'] }),
      linesOf('note', { type: 'object', properties: { a: text, b: text }, required: ['a', 'b'] }),
    ],
  ])('is a minor one where %s', (_, before, now) => {
    expect(changeOf(before, now).level).toBe('minor');
  });

  test('is none where only its words for people are others', () => {
    expect(changeOf(schema({ a: text }), schema({ a: { ...text, title: 'Other', labels: { x: 'X' } } })).level).toBe(
      'none',
    );
    expect(linesOf('m', 'Please try again.')).toEqual(linesOf('m', 'Once more, please.'));
  });

  test('is seen in its values alone: a function is described by its declaration', () => {
    expect(isData({ a: [1, 'x'] })).toBe(true);
    expect(isData({ a: () => 1 })).toBe(false);
  });
});

test.each([
  ['1.0.0', 'none', '1.0.0', null],
  ['1.0.0', 'minor', '1.0.9', '1.1.0'],
  ['1.0.0', 'minor', '1.1.0', null],
  ['1.9.3', 'minor', '1.10.0', null],
  ['1.4.2', 'major', '1.5.0', '2.0.0'],
  ['1.4.2', 'major', '2.0.0', null],
  ['1.4.2', 'none', '1.4.1', '1.4.2'],
])('from %s on, a change that is %s may not be called %s unless it is enough', (recorded, level, version, needed) => {
  expect(versionNeeded(recorded, level, version)).toBe(needed);
});

test('what the faces of the packages import is compiled in whatever order the compiler meets it', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'console-surface-test-'));
  try {
    const files = PACKAGES.flatMap((name) => Object.values(facesOf(name)));
    // One thread is one order, in which shared-auth is met in `node_modules` before its own files are.
    emit(folder, files, { emitDeclarationOnly: true, singleThreaded: true });
    const surface = surfaceOf({ 'shared-auth': path.join(folder, 'shared-auth/index.d.ts') }, folder);
    expect(surface).toContainEqual(expect.stringMatching(/^shared-auth injectEndpoints/));
  } finally {
    rmSync(folder, { recursive: true });
  }
});
