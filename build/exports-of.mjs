// TypeScript sources that are data, read by the builds: route table, contract, a remote's added screens.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { runInNewContext } from 'node:vm';
import ts from 'typescript';

/**
 * The exports of a TypeScript file; JSON-like values of another realm.
 *
 * @param within the folder whose files it may import; absent: it imports nothing but types
 * @throws Error where it imports anything else
 */
export function exportsOf(file, within = null, loaded = new Map()) {
  if (loaded.has(file)) return loaded.get(file);
  const { outputText } = ts.transpileModule(readFileSync(file, 'utf8'), {
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
  });
  const exports = {};
  loaded.set(file, exports);
  const require = (name) => {
    const imported = `${path.resolve(path.dirname(file), name)}.ts`;
    if (within === null || !name.startsWith('.') || !imported.startsWith(within + path.sep))
      throw new Error(`${file} imports ${name}.`);
    return exportsOf(imported, within, loaded);
  };
  runInNewContext(outputText, { exports, require });
  return exports;
}
