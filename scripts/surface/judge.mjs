// Judges a change of a public surface: major where something was taken away or became stricter, minor where it was added
// or became looser. Types are compared by the compiler, values of the contract key by key.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

const OPTIONS = {
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  types: [],
  jsx: ts.JsxEmit.ReactJSX,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  target: ts.ScriptTarget.ES2022,
  lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
};

/**
 * Compares two reports of api-extractor whose exports are namespaces. A value may be replaced by one that is assignable to
 * it. A type is read, so it keeps its members; where nothing else in its package names it, or where it is a union, callers
 * write it too. A generic type is judged by the values that use it.
 *
 * @param {string} folder of the package, from which its imports are found
 * @returns {string[]} what breaks callers, a line each
 */
export function brokenTypes(folder, oldReport, newReport) {
  const modules = path.join(folder, 'node_modules/.surface');
  mkdirSync(modules, { recursive: true });
  const [oldFile, newFile] = [oldReport, newReport].map((report, index) => {
    const file = path.join(modules, `${index}.d.ts`);
    writeFileSync(file, /```ts\n([^]*)```/.exec(report)[1]);
    return file;
  });
  const program = ts.createProgram([oldFile, newFile], OPTIONS);
  rmSync(modules, { recursive: true });
  const checker = program.getTypeChecker();
  const resolved = (symbol) => (symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol);
  const moduleOf = (file) => {
    const source = program.getSourceFile(file);
    const exports = new Map();
    const faces = checker.getExportsOfModule(checker.getSymbolAtLocation(source));
    for (const face of faces.filter((one) => resolved(one).flags & ts.SymbolFlags.Namespace))
      for (const symbol of checker.getExportsOfModule(resolved(face)))
        exports.set(`${face.name}.${symbol.name}`, resolved(symbol));
    const named = source.statements.filter(
      (node) => ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node),
    );
    const types = new Map(named.map(({ name }) => [name.text, checker.getTypeAtLocation(name)]));
    return { exports, types, words: source.text.match(/\w+/g) ?? [] };
  };
  const [before, now] = [moduleOf(oldFile), moduleOf(newFile)];
  const broken = [];
  for (const [name, type] of before.types) {
    const present = now.types.get(name);
    if (present && type.flags & ts.TypeFlags.Object)
      for (const { name: member } of checker.getPropertiesOfType(type))
        // A symbol's name is the compiler's own, with a number that any other line changes.
        if (!member.startsWith('__@') && !checker.getPropertyOfType(present, member))
          broken.push(`- ${name}.${member}`);
  }
  for (const [name, symbol] of before.exports) {
    const other = now.exports.get(name);
    if (!other) broken.push(`- ${name}`);
    else if (symbol.flags & ts.SymbolFlags.Value) {
      if (!checker.isTypeAssignableTo(checker.getTypeOfSymbol(other), checker.getTypeOfSymbol(symbol)))
        broken.push(`! ${name} cannot stand where the former did`);
    } else if (!symbol.declarations.some(({ typeParameters }) => typeParameters)) {
      const [type, present] = [symbol, other].map((one) => checker.getDeclaredTypeOfSymbol(one));
      // Its declaration and its face's list are two words.
      const isWritten = type.isUnion() || before.words.filter((word) => word === symbol.name).length <= 2;
      if (!checker.isTypeAssignableTo(present, type) || (isWritten && !checker.isTypeAssignableTo(type, present)))
        broken.push(`! ${name} admits other values`);
    }
  }
  return broken;
}

/** Bodies that callers send, by the contract's names: there one more required property breaks them. */
const SENT = /(?:Write|Patch|Body|Query|credentials)$|^(?:create|replace|update)$/;
const atMost = (a, b) => b <= a;
const atLeast = (a, b) => b >= a;
const LIMITS = { minLength: atMost, minimum: atMost, minItems: atMost, maxLength: atLeast, maximum: atLeast };
Object.assign(LIMITS, { maxItems: atLeast, enum: (a, b) => a.every((one) => b.includes(one)) });
const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The changes of a JSON value that break callers, a line each. */
export function brokenValues(before, now, at = [], isSent = false) {
  const [key] = at.slice(-1);
  const name = at.join('.');
  if (JSON.stringify(before) === JSON.stringify(now)) return [];
  if (isObject(before) && isObject(now))
    return [...new Set([...Object.keys(before), ...Object.keys(now)])].flatMap((one) => {
      const isLimit = one in LIMITS && key !== 'properties';
      if (!(one in now)) return isLimit ? [] : [`- ${[...at, one].join('.')}`];
      if (!(one in before)) return isLimit ? [`+ ${[...at, one].join('.')}`] : [];
      return brokenValues(before[one], now[one], [...at, one], isSent || SENT.test(one));
    });
  if (key in LIMITS) return LIMITS[key](before, now) ? [] : [`! ${name}`];
  if (!Array.isArray(before) || !Array.isArray(now)) return [`! ${name}`];
  const [old, present] = [before, now].map((list) => list.map((one) => JSON.stringify(one)));
  if (key === 'required' && isSent)
    return present.filter((one) => !old.includes(one)).map((one) => `+ ${name}: ${one}`);
  return old.filter((one) => !present.includes(one)).map((one) => `- ${name}: ${one}`);
}

/** The version that has to be written in place of `version`; null where it suits a change of this level. */
export function versionNeeded(recorded, level, version) {
  const [major, minor] = recorded.split('.').map(Number);
  const least = level === 'major' ? `${major + 1}.0.0` : `${major}.${minor + 1}.0`;
  return version.localeCompare(least, 'en', { numeric: true }) < 0 ? least : null;
}
