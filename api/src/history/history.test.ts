/** The history of a record, for every noun as the service describes it: a new field or noun is in it by itself. */
import type { FieldChange, HistoryEntry, HistoryList } from 'contract/history';
import { GROUPS, type Group } from 'contract/session';
import { HIDDEN } from '../database/audit';
import { addTestCompany, openConsole, type Person, type TestConsole } from '../testing/console';
import {
  anotherThan,
  asksForCompany,
  bodyOf,
  createFull,
  describedNouns,
  describedPaths,
  writtenIn,
  type DescribedNoun,
  type Json,
} from '../testing/nouns';
import { historiedNouns } from './historied';

let service: TestConsole;
/** In every group, and so authorised for every company. */
let person: Person;

beforeAll(async () => {
  service = await openConsole();
  person = await service.person('Ada', { groups: [...GROUPS] });
});
afterAll(() => service.close());

const historyOf = async (path: string, id: unknown, who = person, query = '') =>
  (await who.get<HistoryList>(`${path}/${String(id)}/history${query}`)).body;
const latest = async (path: string, id: unknown): Promise<HistoryEntry> => {
  const [entry] = (await historyOf(path, id)).items;
  if (!entry) throw new Error(`${path} ${String(id)} has no history`);
  return entry;
};
const named = (changes: readonly FieldChange[]) =>
  Object.fromEntries(changes.map(({ field, before, after }) => [field, [before, after]]));

/** The call that changes some fields of a record of a noun. */
function changing({ path }: DescribedNoun, company: number, id: unknown) {
  const operations = describedPaths(service).find(([template]) => template === `/api${path}/{id}`)?.[1];
  const method = operations?.['patch'] ? 'patch' : 'put';
  const query = asksForCompany(operations?.[method]) ? `?company_id=${company}` : '';
  const fields = writtenIn(bodyOf(operations?.[method]));
  const send = async (body: Json, all: Json) => {
    const { status, headers } = await person[method](
      `${path}/${String(id)}${query}`,
      method === 'put' ? { ...all, ...body } : body,
    );
    expect([path, status]).toEqual([path, 200]);
    return String(headers['x-request-id']);
  };
  return { fields, send };
}

it('every noun with a list of its own has a history', () => {
  const lists = describedPaths(service)
    .filter(([path, { get }]) => get && describedPaths(service).some(([one]) => one.startsWith(`${path}/{id}`)))
    .map(([path]) => path.replace('/api', ''))
    // A tag's name is all there is of it; a view and a passkey are their owner's own.
    .filter((path) => !['/tags', '/views', '/users/me/passkeys'].includes(path));
  expect([...historiedNouns().values()].map(({ path }) => path).sort()).toEqual(expect.arrayContaining(lists.sort()));
  expect(lists.length).toBeGreaterThanOrEqual(9);
});

it('tells each written field that a save changed, before and after and how it is drawn, with who and which operation', async () => {
  const expected: Record<string, unknown> = {};
  const found: Record<string, unknown> = {};
  for (const noun of describedNouns(service)) {
    const { body, record, company } = await createFull(service, person, noun);
    const { fields, send } = changing(noun, company, record['id']);
    const sent = Object.fromEntries(fields.map(([name]) => [name, body[name]]));
    for (const [name, property] of fields) {
      const value = anotherThan(sent[name], property, company);
      const operation = await send({ [name]: value }, sent);
      const before = sent[name];
      sent[name] = value;
      const entry = await latest(noun.path, record['id']);
      const isSecret = property.kind === 'secret';
      const key = `${noun.path} ${name}`;
      expected[key] = {
        username: 'Ada',
        action: 'update',
        record_id: String(record['id']),
        operation_id: operation,
        change: [isSecret ? HIDDEN : before, isSecret ? HIDDEN : value, property.title, isSecret],
        drawn: [property.kind ?? 'text', property.labels ?? property.items?.labels ?? null],
      };
      const change = entry.changes.find(({ field }) => field === name);
      found[key] = {
        username: entry.username,
        action: entry.action,
        record_id: entry.record_id,
        operation_id: entry.operation_id,
        change: change && [change.before, change.after, change.label, change.is_secret],
        drawn: change && [change.kind, change.labels],
      };
      // A PUT sends the secrets again, which then count as changed.
      expect(entry.changes.filter(({ field, is_secret }) => field !== name && !is_secret)).toEqual([]);
    }
  }
  expect(Object.keys(expected).length).toBeGreaterThan(25);
  expect(found).toEqual(expected);
});

it('begins with the creation, in pages, newest first', async () => {
  for (const noun of describedNouns(service)) {
    const { body, record, company } = await createFull(service, person, noun);
    const { fields, send } = changing(noun, company, record['id']);
    const [[name = '', property = {}] = []] = fields;
    const sent = Object.fromEntries(fields.map(([field]) => [field, body[field]]));
    await send({ [name]: anotherThan(body[name], property, company) }, sent);
    const first = await historyOf(noun.path, record['id'], person, '?page_size=1');
    expect(first).toMatchObject({ total: 2, page: 1, page_size: 1, total_pages: 2, items: [{ action: 'update' }] });
    const second = await historyOf(noun.path, record['id'], person, '?page_size=1&page=2');
    expect(second.items).toMatchObject([{ action: 'create' }]);
    const created = named(second.items[0]?.changes ?? []);
    for (const [field, schema] of writtenIn(noun.schema))
      expect([noun.path, field, created[field]]).toEqual([
        noun.path,
        field,
        [null, schema.kind === 'secret' ? HIDDEN : body[field]],
      ]);
    expect((await historyOf(noun.path, record['id'], person, '?page=9')).items).toEqual([]);
  }
});

it('says of a secret that it was set, replaced and cleared, and never what it is (HIST-04)', async () => {
  const company = await addTestCompany(service, 'Keys', 'keys');
  const change = async (shopify_api_key: string | null) => {
    await person.patch(`/companies/${company}`, { shopify_api_key });
    return named((await latest('/companies', company)).changes);
  };
  expect(await change('first-secret')).toEqual({ shopify_api_key: [null, HIDDEN] });
  expect(await change('second-secret')).toEqual({ shopify_api_key: [HIDDEN, HIDDEN] });
  expect(await change(null)).toEqual({ shopify_api_key: [HIDDEN, null] });
  expect(await change(null)).toEqual({});
  for (const { text } of [
    await person.get(`/companies/${company}/history`),
    await person.get(`/audit?company_id=${company}`),
    await person.post('/audit/export', { company_id: company }),
  ]) {
    expect(text).toContain(HIDDEN);
    expect(text).not.toMatch(/(first|second)-secret/);
  }
});

it('tells tags, links and the cost periods of a variant', async () => {
  const company = await addTestCompany(service, 'Tagged', 'tagged');
  const { db } = service.database;
  const ad = await db
    .insertInto('facebook_ads')
    .values({ company_id: company, ad_identifier: '1', ad_name: 'Ad' })
    .returning('id')
    .executeTakeFirstOrThrow();
  expect(await historyOf('/facebook-ads', ad.id)).toMatchObject({ items: [], total: 0, total_pages: 0 });
  await person.post(`/facebook-ads/${ad.id}/tags`, { tag_name: 'sale' });
  expect(named((await latest('/facebook-ads', ad.id)).changes)).toEqual({ tags: [[], ['sale']] });
  expect(await latest('/facebook-ads', ad.id)).toMatchObject({ record_name: 'Ad' });

  const agent = await person.post<Json>('/agent-definitions', { slug: 'a-helper', system_prompt: 'Be of some help.' });
  const item = await person.post<Json>('/knowledge', { name: 'Returns', content: 'Within 30 days.' });
  const link = `/agent-definitions/${String(agent.body['id'])}/knowledge/${String(item.body['id'])}`;
  await person.post(link);
  expect(named((await latest('/agent-definitions', agent.body['id'])).changes)).toEqual({
    knowledge: [null, 'Returns'],
  });
  await person.delete(link);
  expect(named((await latest('/agent-definitions', agent.body['id'])).changes)).toEqual({
    knowledge: ['Returns', null],
  });

  const variant = await person.post<Json>('/product-variants', {
    company_id: company,
    sales_channel: 'amazon',
    product_variant_identifier: 'sku',
    cached_product_name: 'Mug',
    cached_product_variant_name: 'Red',
  });
  const product_variant_id = Number(variant.body['id']);
  const cogs = await person.post<Json>('/product-variant-cogs', { product_variant_id, cogs_amount: 2 });
  await person.patch(`/product-variant-cogs/${String(cogs.body['id'])}`, { cogs_amount: 3 });
  expect(named((await latest('/product-variant-cogs', cogs.body['id'])).changes)).toEqual({ cogs_amount: [2, 3] });
  await person.delete(`/product-variant-cogs/${String(cogs.body['id'])}`);
  const ofVariant = await historyOf('/product-variant-cogs/timeline', product_variant_id);
  expect(ofVariant.items.map(({ action }) => action)).toEqual(['delete', 'update', 'create']);
});

describe('whoever may not read the record', () => {
  let company: number;
  let stranger: Person;

  beforeAll(async () => {
    company = await addTestCompany(service, 'Foreign', 'foreign');
    await addTestCompany(service, 'Own', 'own');
    const groups: Group[] = GROUPS.filter((group) => group !== 'AaasAdmin');
    stranger = await service.person('stranger', { groups, companies: ['own'] });
  });

  it('gets the 404 of a record that is not there, also when it was deleted (HIST-01)', async () => {
    for (const noun of describedNouns(service)) {
      if (!('company_id' in noun.schema.properties)) continue;
      const { record } = await createFull(service, person, noun);
      const missing = await stranger.get(`${noun.path}/999999/history`);
      expect(missing.status).toBe(404);
      const foreign = await stranger.get(`${noun.path}/${String(record['id'])}/history`);
      expect([noun.path, foreign.status, foreign.body]).toEqual([noun.path, 404, missing.body]);
    }
    const post = { company_id: company, url: 'https://example.test/x', platform: 'tiktok', status: 'active' };
    const { body } = await person.post<Json>('/social-media-posts', post);
    await person.delete(`/social-media-posts/${String(body['id'])}`);
    expect((await stranger.get(`/social-media-posts/${String(body['id'])}/history`)).status).toBe(404);
    const kept = await historyOf('/social-media-posts', body['id']);
    expect(kept.items.map(({ action }) => action)).toEqual(['delete', 'create']);
  });

  it('gets nothing of a company that was deleted', async () => {
    const gone = await addTestCompany(service, 'Gone', 'gone');
    const member = await service.person('member', { groups: ['CompanyAdmin'], companies: ['gone'] });
    await person.patch(`/companies/${gone}`, { name: 'Renamed' });
    expect((await historyOf('/companies', gone, member)).total).toBe(1);
    await person.delete(`/companies/${gone}`);
    expect((await member.get(`/companies/${gone}/history`)).status).toBe(404);
    expect((await person.get(`/companies/${gone}/history`)).status).toBe(404);
  });

  it('gets no term by another company’s id', async () => {
    const own = (await person.get<{ items: Json[] }>('/companies?slug=own')).body.items[0]?.['id'];
    const term = { search_term: 'tea', platform: 'facebook', status: 'active', company_id: company };
    const { body } = await person.post<Json>('/social-media-search-terms', term);
    const path = `/social-media-search-terms/${String(body['id'])}/history`;
    expect((await person.get(`${path}?company_id=${company}`)).status).toBe(200);
    expect((await person.get(`${path}?company_id=${String(own)}`)).status).toBe(404);
  });

  it.each(['0', '-1', '1.5', 'x', '2147483648', '1%27', '%00', '1e3'])('gets 404 for the id %s', async (id) => {
    for (const { path } of historiedNouns().values())
      expect((await person.get(`${path}/${id}/history`)).status).toBe(404);
  });

  it.each(['page=0', 'page=-1', 'page=x', 'page_size=0', 'page_size=101', 'sort_by=at'])(
    'gets 422 for %s',
    async (query) => {
      expect((await person.get(`/companies/${company}/history?${query}`)).status).toBe(422);
    },
  );
});

it('says of an operation over several companies how many of its changes are in reach (HIST-11)', async () => {
  const companies = [await addTestCompany(service, 'Near', 'near'), await addTestCompany(service, 'Far', 'far')];
  const ids: unknown[] = [];
  for (const [at, company_id] of [companies[0], companies[0], companies[1], companies[1], companies[1]].entries()) {
    const form = { company_id, platform: 'tiktok', platform_username: `reach-${at}`, status: 'active' };
    ids.push((await person.post<Json>('/social-media-profiles', form)).body['id']);
  }
  const tagging = { resource_ids: ids, tag_names: ['reached'], create_if_not_exists: true };
  expect((await person.post('/social-media-profiles/tags/bulk/add', tagging)).status).toBe(200);
  const near = await service.person('Near', { groups: ['SocialMediaManager'], companies: ['near'] });
  // Each company's tag is made as well.
  const sizeFor = async (who: Person) =>
    (await historyOf('/social-media-profiles', ids[0], who)).items[0]?.operation_size;
  expect([await sizeFor(person), await sizeFor(near)]).toEqual([7, 3]);
});
