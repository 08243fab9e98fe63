import { describe, expect, test } from '@jest/globals';
import { Linter } from 'eslint';
import { wordsRule } from '../../build/eslint.words.mjs';

const problemsOf = (code) =>
  new Linter()
    .verify(code, { plugins: { words: { rules: { plain: wordsRule } } }, rules: { 'words/plain': 'error' } })
    .map(({ message }) => message.split(':')[0]);

describe('the words of comments and names', () => {
  test.each([
    ['/** What a list asks for. */', '"What" in a comment'],
    ['// What a list asks for.', '"What" in a comment'],
    ['/**\n * Said once.\n */', '"Said" in a comment'],
    ['/** The list, loaded\n * anew. */', '"anew" in a comment'],
    ['/** The message for a date that is none. */', '"is none" in a comment'],
    ['const useAhead = 1;', 'The field calls `useAhead` usePrefetchOnPress.'],
    ['function f(keeper) {}', 'The field calls `keeper` focusAnchor.'],
  ])('%s is reported', (code, message) => expect(problemsOf(code)).toEqual([message]));

  test.each([
    '/** The request of a list. */',
    '// The list goes on after the company.\n// What follows on the second line is no opening.',
    'const prefetched = list.useAhead;',
    "const text = 'What is it? Nobody knows.';",
  ])('%s is plain', (code) => expect(problemsOf(code)).toEqual([]));
});
