// The build marks the contract's schemas as free of effects, so that a remote leaves out those it does not use.
import { expect, test } from '@jest/globals';
import ts from 'typescript';
import { pureContract } from '../../build/pure-calls.mjs';

const built = (fileName, source) =>
  ts.transpileModule(source, { fileName, transformers: { before: [pureContract] } }).outputText;
const SOURCE = 'export const a = object(text(), (b) => word(b));';

test('calls of the contract are marked, but for those that a function makes when it is called', () => {
  expect(built('/console/contract/ads.ts', SOURCE)).toContain(
    '/*#__PURE__*/ object(/*#__PURE__*/ text(), (b) => word(b))',
  );
});

test('calls elsewhere stay as they are', () => {
  expect(built('/console/host/ads.ts', SOURCE)).not.toContain('PURE');
});
