import { unmetRequirement } from './federation';
import { wordsOf } from './requirements';

const has =
  (versions: Record<string, string>) =>
  (name: string): string | null =>
    versions[name] ?? null;

test.each(['1.2.0', '1.2.7', '1.10.0'])('a remote that needs ^1.2.0 is served by %s', (version) => {
  expect(unmetRequirement({ 'shared-ui': '^1.2.0' }, has({ 'shared-ui': version }))).toBeNull();
});

test.each(['1.1.9', '1.0.0', '2.0.0', '0.9.0'])('a remote that needs ^1.2.0 is refused by %s, in words', (version) => {
  const unmet = unmetRequirement(
    { 'shared-auth': '^1.0.0', 'shared-ui': '^1.2.0' },
    has({ 'shared-auth': '1.0.0', 'shared-ui': version }),
  );
  expect(unmet && wordsOf(unmet)).toBe(`It needs version ^1.2.0 of shared-ui; this console has ${version}.`);
});

test('what the console has not at all is named', () => {
  const unmet = unmetRequirement({ 'shared-maps': '^1.0.0' }, has({}));
  expect(unmet && wordsOf(unmet)).toBe('It needs version ^1.0.0 of shared-maps; this console has none.');
});

test('what is not known refuses nothing', () => {
  expect(unmetRequirement({ contract: '^9.0.0' }, () => undefined)).toBeNull();
});
