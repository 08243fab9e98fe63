/** The day on which a tag was last put on something (DECISIONS §16). */
import { tagKey } from 'contract/tags';
import { addAds } from '../testing/ads';
import type { Person, TestConsole } from '../testing/console';
import { tagAd } from '../testing/tagging';
import { openTwoCompanies } from '../testing/two-companies';
import { undo } from '../testing/undo';

let service: TestConsole;
let manager: Person;
let ads: number[];
let a: number;
/** The day before the tests began and the one after they end are theirs, too. */
const days = () => [0, 1].map((later) => new Date(Date.now() - later * 24 * 60 * 60 * 1000).toISOString().slice(0, 10));

beforeAll(async () => {
  ({ service, a, manager } = await openTwoCompanies('AdManager'));
  ads = await addAds(service, a, 3);
});
afterAll(() => service.close());

const lastUsed = async (name: string) => {
  const tags = service.database.db.selectFrom('tags').where('name_key', '=', tagKey(name));
  return (await tags.select('last_used_on').executeTakeFirst())?.last_used_on;
};
const longAgo = (name: string, last_used_on: string | null = '2026-01-31') =>
  service.database.db.updateTable('tags').set({ last_used_on }).where('name_key', '=', tagKey(name)).execute();

it('is unknown until it is put on something', async () => {
  await manager.post('/tags', { name: 'never', company_id: a, resource_type: 'facebook_ad' });
  expect(await lastUsed('never')).toBeNull();
});

it.each([
  ['by one call on one', (name: string) => tagAd(manager, ads[1] ?? 0, name)],
  [
    'in bulk',
    (name: string) => manager.post('/facebook-ads/tags/bulk/add', { resource_ids: ads, tag_names: [name, 'beside'] }),
  ],
  ['in place of others', (name: string) => manager.put(`/facebook-ads/${ads[2]}/tags`, { tags: [name] })],
])('is the day on which it was put on something %s', async (how, put) => {
  const name = `put ${how}`;
  await tagAd(manager, ads[0] ?? 0, name);
  await longAgo(name);
  expect((await put(name)).status).toBe(200);
  expect(days()).toContain(await lastUsed(name));
});

it('is not the day on which something carried it already, or lost it', async () => {
  const [ad = 0] = ads;
  await tagAd(manager, ad, 'stays');
  await longAgo('stays');
  await tagAd(manager, ad, 'stays');
  expect(await lastUsed('stays')).toBe('2026-01-31');
  await manager.delete(`/facebook-ads/${ad}/tags/stays`);
  expect(await lastUsed('stays')).toBe('2026-01-31');
});

it('is of two merged tags the later one', async () => {
  for (const [name, day] of [
    ['earlier', '2026-01-31'],
    ['later', '2026-02-28'],
    ['unknown', null],
  ] as const) {
    await manager.post('/tags', { name, company_id: a, resource_type: 'facebook_ad' });
    await longAgo(name, day);
  }
  const merge = (from_tag: string, to_tag: string) => manager.post('/tags/merge', { from_tag, to_tag, company_id: a });
  await merge('later', 'earlier');
  expect(await lastUsed('earlier')).toBe('2026-02-28');
  await merge('unknown', 'earlier');
  expect(await lastUsed('earlier')).toBe('2026-02-28');
});

it('comes back with a deleted tag', async () => {
  await tagAd(manager, ads[0] ?? 0, 'back');
  await longAgo('back');
  const { db } = service.database;
  const { id } = await db.selectFrom('tags').select('id').where('name_key', '=', 'back').executeTakeFirstOrThrow();
  await undo(manager, await manager.delete(`/tags/${id}`));
  expect(await lastUsed('back')).toBe('2026-01-31');
});
