/** Renaming a tag, and taking a rename or a deletion back (DECISIONS §10, §16). */
import type { HistoryList } from 'contract/history';
import type { Tag } from 'contract/tag-calls';
import { MAX_TAGS_OF_RECORD } from 'contract/tags';
import { addAd, addAds } from '../testing/ads';
import type { Person, TestConsole } from '../testing/console';
import { searchTags, tagAd, tagsOfAd } from '../testing/tagging';
import { openTwoCompanies } from '../testing/two-companies';
import { operationIn, undo } from '../testing/undo';

let service: TestConsole;
/** AdManagers of A and of B · SocialMediaManager of A · in no group, of A. */
let manager: Person;
let other: Person;
let social: Person;
let member: Person;
let a: number;

beforeAll(async () => {
  ({ service, a, manager, other } = await openTwoCompanies('AdManager'));
  social = await service.person('social', { groups: ['SocialMediaManager'], companies: ['company-a'] });
  member = await service.person('member', { companies: ['company-a'] });
});
afterAll(() => service.close());

const rename = (id: number | undefined, name: string, person = manager) =>
  person.post<Tag>(`/tags/${id}/rename`, { name });
const tagNamed = async (name: string) => {
  const [found] = (await searchTags(manager, a, name)).filter((tag) => tag.name === name);
  return found;
};
/** A tag that a new ad carries. */
const carried = async (name: string) => {
  const ad = await addAd(service, a);
  await tagAd(manager, ad, name);
  const tag = await tagNamed(name);
  return { ad, id: tag?.id ?? 0 };
};
/** The ads that the list shows for a tag. */
const adsWith = async (name: string) => {
  const query = `company_id=${a}&include_tags=${encodeURIComponent(name)}`;
  return (await manager.get<{ items: { id: number }[] }>(`/facebook-ads?${query}`)).body.items.map(({ id }) => id);
};

describe('renaming', () => {
  it('keeps the id and every use', async () => {
    const { ad, id } = await carried('Sumer');
    expect(await rename(id, ' Summer ')).toMatchObject({
      status: 200,
      body: { id, name: 'Summer', company_id: a, resource_type: 'facebook_ad', usage_count: 1 },
    });
    expect(await tagsOfAd(manager, ad)).toEqual(['Summer']);
    expect([await adsWith('summer'), await adsWith('sumer')]).toEqual([[ad], []]);
  });

  it('takes another spelling of the same name; the same spelling changes nothing', async () => {
    const { id } = await carried('black friday');
    expect((await rename(id, 'Black Friday')).body.name).toBe('Black Friday');
    const entries = () => service.database.db.selectFrom('audit_log').select('id').execute();
    const before = (await entries()).length;
    expect((await rename(id, 'Black Friday')).status).toBe(200);
    expect(await entries()).toHaveLength(before);
  });

  it('refuses a name that another tag has, however it is spelt, and names the tag to merge with: 409', async () => {
    const { id } = await carried('taken by me');
    await carried('Taken');
    expect(await rename(id, 'TAKEN\u200b')).toMatchObject({
      status: 409,
      body: { detail: 'There is a tag “Taken” already. Merge this one into it instead.' },
    });
    expect((await tagNamed('taken by me'))?.id).toBe(id);
    // Another type may have the name.
    await social.post('/tags', { name: 'elsewhere', company_id: a, resource_type: 'social_media_post' });
    expect((await rename(id, 'elsewhere')).status).toBe(200);
  });

  it('is for who may write tags of the type, in the company (SCOPE-16): 404 and 403 change nothing', async () => {
    const { id } = await carried('mine');
    const missing = await rename(999_999, 'x', other);
    expect([missing.status, (await rename(id, 'x', other)).body]).toEqual([404, missing.body]);
    for (const person of [social, member]) expect((await rename(id, 'x', person)).status).toBe(403);
    for (const name of ['', '..', 'x'.repeat(51), '\u200b']) expect((await rename(id, name)).status).toBe(422);
    expect((await manager.post(`/tags/${id}/rename`, { name: 'x', id: 1 })).status).toBe(422);
    expect((await tagNamed('mine'))?.id).toBe(id);
  });

  it('is undone, and that again; not where the tag was renamed since or another has the name', async () => {
    const { id } = await carried('first');
    const renamed = await rename(id, 'second');
    const undone = await undo(manager, renamed);
    expect([undone.status, (await tagNamed('first'))?.id]).toEqual([200, id]);
    expect([(await undo(manager, undone)).status, (await tagNamed('second'))?.id]).toEqual([200, id]);
    await carried('first');
    expect(await undo(manager, renamed)).toMatchObject({
      status: 409,
      body: { detail: 'There is a tag “first” already. Merge this one into it instead.' },
    });
    await rename(id, 'third');
    expect((await undo(manager, renamed)).body.detail).toBe('This tag has been changed since. Nothing was undone.');
    expect((await tagNamed('third'))?.id).toBe(id);
  });
});

describe('a deletion that is undone', () => {
  it('gives the tag its id again, and puts it on all that carried it and is there', async () => {
    const [one = 0, two = 0, gone = 0] = await addAds(service, a, 3);
    for (const ad of [one, two, gone]) await tagAd(manager, ad, 'doomed');
    const id = (await tagNamed('doomed'))?.id;
    const deleted = await manager.delete(`/tags/${id}`);
    await tagAd(manager, two, 'another');
    await service.database.db.deleteFrom('facebook_ads').where('id', '=', gone).execute();
    const undone = await undo(manager, deleted);
    expect(undone.body).toMatchObject({ success_count: 1, error_count: 0, not_restored: ['Some uses'] });
    expect((await tagNamed('doomed'))?.id).toBe(id);
    expect([await tagsOfAd(manager, one), await tagsOfAd(manager, two)]).toEqual([['doomed'], ['another', 'doomed']]);
    expect((await adsWith('doomed')).sort()).toEqual([one, two].sort());
    // The undo is undone: it is deleted again, and that can be taken back.
    const again = await undo(manager, undone);
    expect([again.status, await adsWith('doomed')]).toEqual([200, []]);
    expect((await undo(manager, again)).body).toMatchObject({ success_count: 1, not_restored: [] });
    expect((await adsWith('doomed')).sort()).toEqual([one, two].sort());
  });

  it('leaves what carries a hundred other tags by now', async () => {
    const { ad, id } = await carried('crowded out');
    const deleted = await manager.delete(`/tags/${id}`);
    const tags = Array.from({ length: MAX_TAGS_OF_RECORD }, (_, nth) => `crowd ${nth}`);
    await manager.put(`/facebook-ads/${ad}/tags`, { tags });
    expect((await undo(manager, deleted)).body.not_restored).toEqual(['Some uses']);
    expect(await tagsOfAd(manager, ad)).toHaveLength(MAX_TAGS_OF_RECORD);
    expect(await adsWith('crowded out')).toEqual([]);
  });

  it('is refused while a tag of that name is there, and a second time: 409', async () => {
    const { id } = await carried('again');
    const deleted = await manager.delete(`/tags/${id}`);
    const { id: newer } = await carried('again');
    expect(await undo(manager, deleted)).toMatchObject({
      status: 409,
      body: { detail: 'name: A tag with this name already exists' },
    });
    await rename(newer, 'made later');
    expect((await undo(manager, deleted)).status).toBe(200);
    expect((await undo(manager, deleted)).body.detail).toBe('This tag is there again already. Nothing was undone.');
  });

  it('is for who may write tags of its type, in its company; all others get the 404', async () => {
    const { id } = await carried('guarded');
    const deleted = await manager.delete(`/tags/${id}`);
    for (const person of [other, social, member])
      expect(await undo(person, deleted)).toMatchObject({ status: 404, body: { detail: 'Operation not found' } });
    expect(await tagNamed('guarded')).toBeUndefined();
    const colleague = await service.person('colleague', { groups: ['AdManager'], companies: ['company-a'] });
    expect((await undo(colleague, deleted)).status).toBe(200);
  });

  it('is refused after 30 days, and where what carried it is not kept: 400', async () => {
    const { db } = service.database;
    const entryOf = (id: number) =>
      db.updateTable('audit_log').where('action', '=', 'delete').where('record_id', '=', String(id));
    const { id: old } = await carried('old');
    const first = await manager.delete(`/tags/${old}`);
    await entryOf(old)
      .set({ at: new Date(Date.now() - 31 * 24 * 60 * 60 * 1000).toISOString() })
      .execute();
    expect(await undo(manager, first)).toMatchObject({
      status: 400,
      body: { detail: 'This tag was deleted more than 30 days ago.' },
    });
    const { id: large } = await carried('large');
    const second = await manager.delete(`/tags/${large}`);
    await entryOf(large)
      .set({ before: JSON.stringify({ id: large, name: 'large', company_id: a, resource_type: 'facebook_ad' }) })
      .execute();
    expect(await undo(manager, second)).toMatchObject({
      status: 400,
      body: {
        detail: 'What carried this tag is not kept: it had more than 100,000 uses, or was deleted too long ago.',
      },
    });
  });
});

it('two tags that one operation renamed are undone together', async () => {
  const [one, two] = [await carried('one kind'), await carried('other kind')];
  const first = await rename(one.id, 'one renamed');
  await manager.post(`/tags/${two.id}/rename`, { name: 'other renamed' }, { 'x-operation-id': operationIn(first) });
  expect((await undo(manager, first)).body.success_count).toBe(2);
  expect([(await tagNamed('one kind'))?.id, (await tagNamed('other kind'))?.id]).toEqual([one.id, two.id]);
});

it('a merge names one type where it is asked to, and is never undone', async () => {
  const both = await service.person('both groups', {
    groups: ['AdManager', 'SocialMediaManager'],
    companies: ['company-a'],
  });
  for (const resource_type of ['facebook_ad', 'social_media_post'])
    await both.post('/tags', { name: 'of two kinds', company_id: a, resource_type });
  const body = { from_tag: 'of two kinds', to_tag: 'merged', company_id: a, resource_type: 'facebook_ad' };
  expect((await social.post('/tags/merge', body)).status).toBe(403);
  const merged = await both.post<{ items: Tag[] }>('/tags/merge', body);
  expect(merged.body.items.map(({ resource_type }) => resource_type)).toEqual(['facebook_ad']);
  expect(await searchTags(both, a, 'of two kinds')).toMatchObject([{ resource_type: 'social_media_post' }]);
  expect(await undo(both, merged)).toMatchObject({ status: 400, body: { detail: 'Merging tags cannot be undone.' } });
});

it('the log tells the two names of a rename, and of a deletion nothing that only Undo reads', async () => {
  const { id } = await carried('logged');
  await rename(id, 'logged anew');
  await manager.delete(`/tags/${id}`);
  const admin = await service.person('admin', { groups: ['AaasAdmin'] });
  const { body } = await admin.get<HistoryList>(`/audit?resource=tag&record_id=${id}`);
  const [deleted, renamed] = body.items;
  expect(renamed).toMatchObject({
    action: 'rename',
    changes: [{ field: 'name', before: 'logged', after: 'logged anew' }],
    undo_obstacle: 'You may not change this.',
  });
  expect(deleted?.changes.map(({ field }) => field).sort()).toEqual([
    'company_id',
    'name',
    'resource_type',
    'usage_count',
  ]);
});
