import type { StoredAuditEntry } from '../database/audit-entries';
import { effectsOf, obstacleTo, type Effect, type UndoableNoun } from './effects';

const noun: UndoableNoun = { name: 'post', restorable: ['url', 'status'], beside: ['tags'] };
const now = new Date('2026-11-22T12:00:00Z');

const entry = (id: number, action: string, before: object | null, after: object | null): StoredAuditEntry => ({
  id,
  action,
  at: '2026-11-22T11:00:00.000Z',
  user_id: 1,
  username: 'Ada',
  resource: 'social_media_post',
  record_id: '7',
  request_id: 'x',
  company_id: 1,
  operation_id: null,
  undoes: null,
  agent: null,
  tab_id: null,
  is_first: true,
  before: before && { ...before },
  after: after && { ...after },
});
const effect = (changes: Partial<Effect>): Effect => ({
  what: 'row',
  resource: 'social_media_post',
  recordId: 7,
  companyId: 1,
  action: 'update',
  at: '2026-11-22T11:00:00.000Z',
  before: null,
  after: null,
  ...changes,
});

it('several entries about one record are one effect, from before the first to after the last', () => {
  const [only, ...others] = effectsOf([
    entry(1, 'update', { status: 'a' }, { status: 'b' }),
    entry(2, 'update', { status: 'b' }, { status: 'c' }),
    entry(3, 'delete', { status: 'c', tags: ['x'] }, null),
  ]);
  expect(others).toEqual([]);
  expect(only).toMatchObject({ action: 'delete', before: { status: 'a', tags: ['x'] }, after: null });
});

it('what was created and changed is created, what was created and deleted is nothing', () => {
  const created = entry(1, 'create', null, { status: 'a' });
  expect(effectsOf([created, entry(2, 'update', { status: 'a' }, { status: 'b' })])).toMatchObject([
    { action: 'create', before: null, after: { status: 'b' } },
  ]);
  expect(effectsOf([created, entry(2, 'delete', { status: 'a', tags: [] }, null)])).toEqual([]);
});

it('a row, its tags and its links are effects of their own', () => {
  const effects = effectsOf([
    entry(1, 'update', { status: 'a' }, { status: 'b' }),
    entry(2, 'tag', { tags: [] }, { tags: ['x'] }),
    entry(3, 'link', null, { knowledge_id: 1 }),
    entry(4, 'link', null, { knowledge_id: 2 }),
    entry(5, 'sign in', null, { user_agent: 'x' }),
  ]);
  expect(effects.map(({ what }) => what)).toEqual(['row', 'tags', 'link', 'link']);
});

it.each([['abc'], ['0'], ['-1'], ['2147483648'], ['1e3x'], ['']])('the record %j is none', (record_id) => {
  expect(effectsOf([{ ...entry(1, 'update', { a: 1 }, { a: 2 }), record_id }])).toEqual([]);
});

describe('what stands in the way', () => {
  const row = { url: 'u', status: 'b', tags: ['x'] };
  const update = effect({ before: { url: 'u', status: 'a' }, after: { url: 'u', status: 'b' } });
  const deletion = effect({ action: 'delete', before: row });

  it('of a save is any field that a person wrote since, and no other', () => {
    expect(obstacleTo(update, noun, row, now)).toBeNull();
    expect(obstacleTo(update, noun, { ...row, tags: ['y'], cached: 'new' }, now)).toBeNull();
    expect(obstacleTo(update, noun, { ...row, url: 'v' }, now)).toMatchObject({ isLater: true });
    expect(obstacleTo(update, noun, undefined, now)).toMatchObject({ isLater: true });
  });

  it('of a deletion is the record itself, its age, and what the entry lacks', () => {
    expect(obstacleTo(deletion, noun, undefined, now)).toBeNull();
    expect(obstacleTo(deletion, noun, row, now)).toMatchObject({ isLater: true });
    const old = { ...deletion, at: '2026-10-23T11:59:59.999Z' };
    expect(obstacleTo(old, noun, undefined, now)?.message).toBe('This post was deleted more than 30 days ago.');
    expect(obstacleTo({ ...old, at: '2026-10-23T12:00:00.000Z' }, noun, undefined, now)).toBeNull();
    const { tags: _, ...bare } = row;
    expect(obstacleTo({ ...deletion, before: bare }, noun, undefined, now)).toMatchObject({ isLater: false });
  });

  it('of what an undo put there is any change since, of its tags too', () => {
    const restored = effect({ action: 'restore', after: row });
    expect(obstacleTo(restored, noun, row, now)).toBeNull();
    expect(obstacleTo(restored, noun, { ...row, tags: [] }, now)).toMatchObject({ isLater: true });
    expect(obstacleTo({ ...restored, action: 'create' }, noun, row, now)).toMatchObject({ isLater: false });
    expect(obstacleTo({ ...restored, action: 'create' }, { ...noun, isUnit: true }, row, now)).toBeNull();
  });

  it('of tags is another set of them, however they are spelt and ordered', () => {
    const tagged = effect({ what: 'tags', before: { tags: [] }, after: { tags: ['Sale', 'new'] } });
    expect(obstacleTo(tagged, noun, { tags: ['new', 'sale'] }, now)).toBeNull();
    expect(obstacleTo(tagged, noun, { tags: ['new'] }, now)).toMatchObject({ isLater: true });
  });
});
