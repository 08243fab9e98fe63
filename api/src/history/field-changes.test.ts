import { MAX_SHOWN_TEXT } from 'contract/history';
import { choice, listOf, money, rate } from 'contract/schema';
import { changesOf, nameIn } from './field-changes';

const fields = {
  name: { kind: 'text', type: 'string', title: 'Name' },
  key: { kind: 'secret', type: ['string', 'null'], title: 'Key' },
} as const;

const plain = { kind: 'text', labels: null, is_secret: false, is_cut: false };

it('leaves out what did not change, and what is kept of every record', () => {
  const before = { id: 1, name: 'One', key: '***', updated_at: '1', updated_by: 1, derived: 1 };
  const after = { id: 1, name: 'Two', key: '***', updated_at: '2', updated_by: 2, derived: 2 };
  expect(changesOf(fields, { before, after })).toEqual([
    { ...plain, field: 'name', label: 'Name', before: 'One', after: 'Two' },
  ]);
});

it('names a secret that was replaced though it looks the same', () => {
  const [change, ...others] = changesOf(fields, {
    before: { name: 'One', key: '***' },
    after: { name: 'One', key: '***', changed_secrets: ['key'] },
  });
  expect(change).toMatchObject({ field: 'key', before: '***', after: '***', is_secret: true });
  expect(others).toEqual([]);
});

it('shows every field of what no noun describes', () => {
  expect(changesOf(undefined, { before: null, after: { id: 7, user_agent: 'x', updated_at: 'y' } })).toEqual([
    { ...plain, field: 'user_agent', label: 'User agent', before: null, after: 'x' },
  ]);
});

it('says of each field how it is drawn: its kind, and the labels of a choice or of several', () => {
  const state = choice('State', { p: 'Pending' });
  const kinds = { state, all: listOf(state), fee: money('Fee'), share: rate('Share') };
  const after = { state: 'p', all: ['p'], fee: 1.5, share: 0.02, tags: ['a'] };
  expect(changesOf(kinds, { before: null, after })).toMatchObject([
    { field: 'state', kind: 'choice', labels: { p: 'Pending' } },
    { field: 'all', kind: 'text', labels: { p: 'Pending' } },
    { field: 'fee', kind: 'money', labels: null },
    { field: 'share', kind: 'rate', labels: null },
    { field: 'tags', kind: 'tags', labels: null },
  ]);
});

it('cuts a text that is longer than a page shows, between characters', () => {
  const long = '😀'.repeat(MAX_SHOWN_TEXT + 1);
  const [change] = changesOf(fields, { before: { name: 'x' }, after: { name: long } });
  expect(change).toMatchObject({ after: '😀'.repeat(MAX_SHOWN_TEXT), is_cut: true });
  const [whole] = changesOf(fields, { before: { name: 'x' }, after: { name: '😀'.repeat(MAX_SHOWN_TEXT) } });
  expect(whole).toMatchObject({ after: '😀'.repeat(MAX_SHOWN_TEXT), is_cut: false });
});

it('a record is called as it is now, else as it was', () => {
  expect(nameIn({ before: { name: 'Was' }, after: { name: 'Is' } })).toBe('Is');
  expect(nameIn({ before: { slug: 'was' }, after: null })).toBe('was');
  expect(nameIn({ before: { tags: [] }, after: { tags: ['x'] } })).toBeNull();
});
