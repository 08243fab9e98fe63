import { NOUN_KINDS, NOUNS, type NounKind } from 'contract/nouns';
import type { EverywhereFound } from 'contract/search';
import { GROUPS, type Group } from 'contract/session';
import { RULES } from '../testing/access-rules';
import { addTestCompany, openConsole, type Person, type TestConsole } from '../testing/console';

let service: TestConsole;
/** In every group. */
let person: Person;
/** In every group but AaasAdmin, of company A alone. */
let member: Person;
let a: number;
let b: number;

beforeAll(async () => {
  service = await openConsole();
  a = await addTestCompany(service, 'Harbor & Pine', 'harbor-pine');
  b = await addTestCompany(service, 'Cedar Tea', 'cedar-tea');
  person = await service.person('person', { groups: [...GROUPS] });
  const groups = GROUPS.filter((group) => group !== 'AaasAdmin');
  member = await service.person('member', { groups, companies: ['harbor-pine'] });
  for (const company of [a, b]) await fillCompany(company);
  await insert('knowledge', { name: 'Tea times', content: 'Green' });
  await insert('agent_definitions', { slug: 'tea-agent', system_prompt: 'Be of help.' });
  await service.person('tea drinker');
  await insert('sign_in_rules', { provider: 'okta', claim: 'groups', value: 'Tea team' });
  await insert('ingest_tokens', {
    name: 'Tea pipeline',
    company_ids: [a],
    scopes: ['ingest:facebook-ads'],
    expires_at: '2099-01-01',
  });
});
afterAll(() => service.close());

/** Rows by SQL, for names that no rule of the form would hold back. */
const insert = (
  table:
    | 'knowledge'
    | 'agent_definitions'
    | 'facebook_ads'
    | 'ingest_tokens'
    | 'naming_rules'
    | 'sign_in_rules'
    | 'credentials'
    | 'connections',
  values: Record<string, unknown>,
) =>
  service.database.db
    .insertInto(table)
    .values(values as never)
    .returning('id')
    .executeTakeFirstOrThrow();

async function fillCompany(company_id: number) {
  const { db } = service.database;
  const variant = (id: string, product: string, override: string | null = null) => ({
    company_id,
    sales_channel: 'amazon' as const,
    product_variant_identifier: id,
    cached_product_name: product,
    cached_product_variant_name: 'Small',
    override_product_name: override,
  });
  const variants = [
    variant('SKU-1', 'Teapot'),
    variant('SKU-2', 'Green Steam Kettle'),
    variant('100%', '100% Linen_Bag'),
    variant('SKU-10', 'Cached before', 'Steamer'),
  ];
  await db.insertInto('product_variants').values(variants).execute();
  await insert('facebook_ads', { company_id, ad_identifier: '23850000000001', ad_name: 'Tea – Spring' });
  await insert('naming_rules', { company_id, name: 'Tea names', pattern: '{product}' });
  await insert('credentials', { company_id, source: 'meta', kind: 'token', label: 'Tea shop' });
  await insert('connections', { company_id, source: 'meta', external_id: 'act_1', external_name: 'Tea ads' });
  const social = { company_id, platform: 'tiktok', status: 'active' } as const;
  await db
    .insertInto('social_media_profiles')
    .values({ ...social, platform_username: 'TeaLover' })
    .execute();
  await db
    .insertInto('social_media_posts')
    .values([
      {
        ...social,
        url: 'https://example.test/1',
        cached_author_username: 'teamaker',
        cached_caption: 'Matcha morning',
      },
      { ...social, url: 'https://example.test/only-a-url' },
    ])
    .execute();
  await db
    .insertInto('social_media_search_terms')
    .values({ ...social, platform: 'youtube', search_term: 'tea ceremony', updated_by: null })
    .execute();
  await db
    .insertInto('social_media_post_criteria')
    .values({ company_id, description: 'Tea must be visible', updated_by: null })
    .execute();
}

const ask = (q: string, who = person, rest = '') =>
  who.get<EverywhereFound>(`/search?q=${encodeURIComponent(q)}${rest}`);
const found = async (q: string, who = person, rest = '&limit=20') => {
  const { status, body } = await ask(q, who, rest);
  expect([q, status]).toEqual([q, 200]);
  return body.items;
};
const labels = async (q: string, who = member) => (await found(q, who)).map(({ label }) => label);

it('finds records of every kind by how their names begin, each with its company', async () => {
  const items = await found('tea', member);
  expect(items).toEqual(
    expect.arrayContaining(
      (
        [
          ['product_variant', 'Teapot – Small'],
          ['facebook_ad', 'Tea – Spring'],
          ['social_media_profile', 'TeaLover · tiktok'],
          ['social_media_post', 'teamaker · Matcha morning'],
          ['social_media_search_term', 'tea ceremony · youtube'],
          ['social_media_post_criteria', 'Tea must be visible'],
        ] as const
      ).map(([kind, label]) => ({
        kind,
        label,
        id: expect.any(Number) as number,
        company_id: a,
        company_name: 'Harbor & Pine',
      })),
    ),
  );
  // Twenty of them leave no room for names that only contain it, such as a company's.
  const kinds = new Set([...(await found('tea')), ...(await found('cedar tea'))].map(({ kind }) => kind));
  expect([...kinds].sort()).toEqual([...NOUN_KINDS].sort());
  const [agent] = (await found('tea-agent')).filter(({ kind }) => kind === 'agent_definition');
  expect(agent).toMatchObject({ label: 'tea-agent', company_id: null, company_name: null });
  expect(await found('HARBOR')).toEqual([
    { kind: 'company', id: a, label: 'Harbor & Pine', company_id: a, company_name: 'Harbor & Pine' },
  ]);
});

it('what begins so stands before what contains it, which is looked for from three letters on', async () => {
  expect(await labels('te')).not.toContain('Green Steam Kettle – Small');
  const tea = await labels('tea');
  expect(tea.indexOf('Teapot – Small')).toBeLessThan(tea.indexOf('Green Steam Kettle – Small'));
  expect(tea).toContain('Green Steam Kettle – Small');
  expect(await labels('ettl')).toEqual(['Green Steam Kettle – Small']);
  expect(await labels('et')).toEqual([]);
  expect(await labels('matcha')).toEqual(['teamaker · Matcha morning']);
  expect(await labels('only-a-url')).toEqual(['https://example.test/only-a-url']);
});

it('an id, an identifier or a whole name is found before all else', async () => {
  const [ad] = await found('23850000000001', member);
  expect(ad).toMatchObject({ kind: 'facebook_ad', company_id: a });
  const byId = await found(String(ad?.id), member);
  expect(byId[0]).toMatchObject({ id: ad?.id });
  expect(byId).toContainEqual(ad);
  expect(await labels('sku-1')).toEqual(['Teapot – Small', 'Steamer – Small']);
  expect((await found('Cedar Tea'))[0]).toMatchObject({ kind: 'company', id: b });
});

it('the name that is displayed is the one that is found', async () => {
  expect(await labels('steamer')).toEqual(['Steamer – Small']);
  expect(await labels('cached before')).toEqual([]);
});

it('signs of a pattern are ordinary characters, and nothing that is typed is more than text', async () => {
  expect(await labels('100%')).toEqual(['100% Linen_Bag – Small']);
  expect(await labels('linen_b')).toEqual(['100% Linen_Bag – Small']);
  for (const typed of ['%', '_', '__a', 'te%', '\\', "'; drop table users; --", '${x}', '\u202e', '🍵', '"', '--'])
    expect([typed, await labels(typed)]).toEqual([typed, []]);
});

it('finds nothing of a company out of reach, nor of one that is deleted', async () => {
  for (const q of ['tea', 'cedar', 'steam', String(b), 'SKU-1'])
    for (const item of await found(q, member)) expect([q, item.company_id]).toEqual([q, a]);
  const gone = await addTestCompany(service, 'Vanishing', 'vanishing');
  await insert('facebook_ads', { company_id: gone, ad_identifier: '7', ad_name: 'Vanishing ad' });
  expect(await found('vanishing')).toHaveLength(2);
  await person.delete(`/companies/${gone}`);
  expect(await found('vanishing')).toEqual([]);
  expect((await found(String(gone))).filter(({ kind }) => kind === 'company')).toEqual([]);
});

const mayList = (kind: NounKind, groups: readonly Group[]) => {
  const { path } = NOUNS[kind];
  const may = (RULES[`GET /api${path}/:id`] ?? RULES[`GET /api${path}/by-id/:id`])?.may;
  return typeof may === 'string' ? may === 'signed in' : may?.some((group) => groups.includes(group));
};
it.each<[string, Group[]]>([['no group', []], ...GROUPS.map((group): [string, Group[]] => [group, [group]])])(
  'somebody in %s finds only kinds that the group may read',
  async (name, groups) => {
    const kinds = NOUN_KINDS.filter((kind) => mayList(kind, groups));
    const reader = await service.person(`reader in ${name}`, { groups, companies: ['cedar-tea'] });
    const items = [...(await found('tea', reader)), ...(await found('cedar', reader))];
    expect([...new Set(items.map(({ kind }) => kind))].sort()).toEqual([...kinds].sort());
  },
);

it('returns ten unless it is told, at most twenty, and one of each kind before the second of one', async () => {
  const { db } = service.database;
  await db
    .insertInto('facebook_ads')
    .values(
      Array.from({ length: 30 }, (_, at) => ({ company_id: a, ad_identifier: `many ${at}`, ad_name: `Zebra ${at}` })),
    )
    .execute();
  const zebra = { sales_channel: 'amazon', cached_product_name: 'Zebra', cached_product_variant_name: 'One' } as const;
  await db
    .insertInto('product_variants')
    .values({ ...zebra, company_id: a, product_variant_identifier: 'Z' })
    .execute();
  expect(await found('zebra ', member, '')).toHaveLength(10);
  const items = await found('zeb', member, '&limit=3');
  expect(items.map(({ kind }) => kind)).toEqual(['product_variant', 'facebook_ad', 'facebook_ad']);
  expect(await found('zeb', member)).toHaveLength(20);
});

it('what is blank, too long, or no limit, is 422', async () => {
  for (const query of ['', '?q=', '?q=%20%20', `?q=${'x'.repeat(201)}`, '?q=a&q=b', '?q=%00'])
    expect([query, (await person.get(`/search${query}`)).status]).toEqual([query, 422]);
  for (const limit of ['0', '21', '-1', '1.5', 'ten'])
    expect([limit, (await ask('tea', person, `&limit=${limit}`)).status]).toEqual([limit, 422]);
  for (const id of ['2147483648', '9999999999', '99999999999999999999', '0', '-1', '1e3'])
    expect([id, (await ask(id)).status]).toEqual([id, 200]);
});
