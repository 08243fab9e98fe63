// What the head of the document asks for ahead of a list has to be what the list asks for, word for word, or it is asked
// for in vain.
import { expect, test } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { firstRequestsOf } from '../../build/release.mjs';

const root = path.dirname(path.dirname(path.dirname(fileURLToPath(import.meta.url))));

/** By the path of each screen of a remote, the file that it is in. */
const screensOf = (folder) =>
  [
    ...readFileSync(path.join(folder, 'screens.ts'), 'utf8').matchAll(
      /'(\/[^']+)': \(\) =>\s+import\([^)]*?'\.(\/[^']+)'\)/g,
    ),
  ].map(([, screen, file]) => [screen, path.join(folder, `${file}.tsx`)]);

/** The filters of the list that a screen's file declares, in its order. */
function filtersIn(file) {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.ES2022, true, ts.ScriptKind.TSX);
  let found = null;
  const look = (node) => {
    if (
      ts.isPropertyAssignment(node) &&
      node.name.getText() === 'filters' &&
      ts.isArrayLiteralExpression(node.initializer)
    )
      found ??= node.initializer.elements.map((element) => element.text);
    ts.forEachChild(node, look);
  };
  look(source);
  return found;
}

const asked = readdirSync(root)
  .filter((name) => name.startsWith('remote-'))
  .flatMap((name) => {
    const folder = path.join(root, name);
    const requests = firstRequestsOf(folder) ?? {};
    return screensOf(folder).flatMap(([screen, file]) => {
      const filters = filtersIn(file);
      return filters === null ? [] : [[screen, filters, requests[screen]?.filters]];
    });
  });

test('every list is asked for ahead', () => expect(asked).toHaveLength(9));

test.each(asked)('%s is asked for with all its filters, in its order', (_, own, ahead) => expect(ahead).toEqual(own));
