import { sql } from 'kysely';
import type { FacebookAd } from 'contract/ads/facebook-ads';
import type { Paged } from 'contract/paging';
import type { Person, TestConsole } from '../testing/console';
import { addAds } from '../testing/ads';
import { searchTags, tagsOfCompany, tagAd, tagsOfAd } from '../testing/tagging';
import { openTwoCompanies } from '../testing/two-companies';

let service: TestConsole;
/** AdManager and SocialMediaManager of A · AdManager of both. */
let manager: Person;
let both: Person;
let a: number;

beforeAll(async () => {
  ({ service, a, manager, both } = await openTwoCompanies('AdManager'));
});
afterAll(() => service.close());

const tag = (id: number, name: string, rest?: object) => tagAd(manager, id, name, rest);
const tagsOf = (id: number) => tagsOfAd(both, id);
const found = (name: string) => searchTags(both, a, name);

it('usage counts and filters are true after ten clients tag, untag, merge and delete at once', async () => {
  const ids = await addAds(service, a, 12);
  const names = ['t0', 't1', 't2', 't3', 't4'];
  let seed = 7;
  const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
  const some = () => ids.filter(() => random(2) === 0).concat(ids[0] ?? 0);
  const name = () => names[random(names.length)] ?? '';
  const client = async () => {
    const statuses: number[] = [];
    for (let step = 0; step < 15; step += 1) {
      const call = [
        () => manager.post('/facebook-ads/tags/bulk/add', { resource_ids: some(), tag_names: [name(), name()] }),
        () => both.post('/facebook-ads/tags/bulk/remove', { resource_ids: some(), tag_names: [name()] }),
        () => tag(ids[random(12)] ?? 0, name()),
        () => manager.put(`/facebook-ads/${ids[random(12)]}/tags`, { tags: [name(), name()] }),
        () => both.post('/tags/merge', { from_tag: name(), to_tag: name(), company_id: a }),
        async () => manager.delete(`/tags/${(await found(name()))[0]?.id ?? 0}`),
      ][random(6)];
      statuses.push((await call?.())?.status ?? 0);
    }
    return statuses;
  };
  const statuses = (await Promise.all(Array.from({ length: 10 }, client))).flat();
  // A merge may come too late for its source, or name a tag twice.
  expect([...new Set(statuses)].filter((status) => ![200, 204, 400, 404].includes(status))).toEqual([]);
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(80);
  const tagsNow = await Promise.all(ids.map(async (id) => ({ id, tags: await tagsOf(id) })));
  const { items } = await tagsOfCompany(manager, `company_id=${a}&page_size=100`);
  for (const name of names) {
    const carriers = tagsNow.filter(({ tags }) => tags.includes(name)).map(({ id }) => id);
    const uses = items.find((one) => one.name === name)?.usage_count ?? 0;
    const shown = async (filter: string) => {
      const { body } = await manager.get<Paged<FacebookAd>>(
        `/facebook-ads?company_id=${a}&page_size=100&${filter}=${name}`,
      );
      return body.items.map(({ id }) => id).sort((one, other) => one - other);
    };
    expect({ name, uses, with: await shown('include_tags') }).toEqual({ name, uses: carriers.length, with: carriers });
    expect(await shown('exclude_tags')).toEqual(ids.filter((id) => !carriers.includes(id)));
  }
});

it('a resource that is deleted while it is tagged leaves no use behind', async () => {
  const ids = await addAds(service, a, 20);
  const tagging = manager.post('/facebook-ads/tags/bulk/add', { resource_ids: ids, tag_names: ['vanishing'] });
  const deleting = ids.map((id) => sql`delete from facebook_ads where id = ${id}`.execute(service.database.db));
  expect((await tagging).status).toBe(200);
  await Promise.all(deleting);
  expect((await found('vanishing')).every(({ usage_count }) => usage_count === 0)).toBe(true);
});
