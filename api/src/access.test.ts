import { GROUPS, type Group } from '../contract/session';
import type { ResourceType } from '../contract/tags';
import { openConsole, type Person, type TestConsole } from './testing/console';

type Values = Readonly<Record<string, number | string>>;

/** A row of the table in DECISIONS §2: who may, what success is, and how a request of it looks. */
interface Rule {
  may: 'anyone' | 'signed in' | readonly Group[];
  success: number;
  /** Makes what the request is about and answers the values of the path; absent: `:id` is the company. */
  record?: (companyId: number, owner: Person) => Promise<Values>;
  query?: (companyId: number) => string;
  body?: (companyId: number, values: Values) => unknown;
  /** What someone of another company is answered; absent: 404 where the path names a record, else success. */
  stranger?: 404;
}

const company = (id: number) => ({
  name: 'Name',
  slug: `slug-${id}`,
  logo_url: 'https://example.test/x.png',
  timezone: 'America/Denver',
});

const variant = {
  sales_channel: 'shopify',
  product_variant_identifier: 'SKU-1',
  cached_product_name: 'Tee',
  cached_product_variant_name: 'Small',
} as const;
const ofVariants = { may: ['CompanyAdmin', 'Admin'] } as const;
const ofVariant = {
  ...ofVariants,
  record: (company_id: number) =>
    service.database.db
      .insertInto('product_variants')
      .values({ ...variant, company_id })
      .returning('id')
      .executeTakeFirstOrThrow(),
};
const ofCogs = {
  ...ofVariants,
  record: async (company_id: number) => {
    const { id } = await ofVariant.record(company_id);
    return service.database.db
      .insertInto('product_variant_cogs')
      .values({ product_variant_id: id, cogs_amount: 1 })
      .returning('id')
      .executeTakeFirstOrThrow();
  },
};

const definition = (id: number) => ({ slug: `agent-${id}`, system_prompt: 'Be of help.' });
const definitionWithKnowledge = async (companyId: number) => {
  const { db } = service.database;
  const agent = await db
    .insertInto('agent_definitions')
    .values({ ...definition(companyId), updated_by: null })
    .returning(['id', 'slug'])
    .executeTakeFirstOrThrow();
  const item = await db
    .insertInto('knowledge')
    .values({ name: 'Name', content: 'Content', updated_by: null })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.insertInto('agent_knowledge').values({ agent_id: agent.id, knowledge_id: item.id }).execute();
  return { ...agent, knowledgeId: item.id };
};
const knowledgeItem = async (companyId: number) => ({ id: (await definitionWithKnowledge(companyId)).knowledgeId });
const admins = { may: ['AaasAdmin'] } as const;
/** Of the asking person, or, for the stranger, of somebody else; whichever companies the two belong to. */
const ofSession = {
  may: 'signed in' as const,
  record: async (companyId: number, owner: Person) => {
    const { slug } = await definitionWithKnowledge(companyId);
    const { tab_id } = (await owner.post<{ tab_id: string }>('/agents/session/create')).body;
    await owner.post('/agents/select', { tab_id, agent: slug });
    return { tab_id, agent: slug };
  },
};

const managers = { may: ['SocialMediaManager'] } as const;
const ofCriteria = {
  ...managers,
  record: (company_id: number) =>
    service.database.db
      .insertInto('social_media_post_criteria')
      .values({ company_id, description: 'Any', updated_by: null })
      .returning('id')
      .executeTakeFirstOrThrow(),
};
const term = { search_term: 'tea', platform: 'facebook', status: 'active' } as const;
const ofTerm = {
  ...managers,
  record: (company_id: number) =>
    service.database.db
      .insertInto('social_media_search_terms')
      .values({ ...term, company_id, updated_by: null })
      .returning('id')
      .executeTakeFirstOrThrow(),
  query: (id: number) => `?company_id=${id}`,
};
const termLines = (company_id: number) => ({ company_id, platform: 'facebook', search_terms: ['tea'] });

const profile = { platform: 'tiktok', platform_username: 'tea', status: 'active' } as const;
const newProfile = (company_id: number) =>
  service.database.db
    .insertInto('social_media_profiles')
    .values({ ...profile, company_id })
    .returning('id')
    .executeTakeFirstOrThrow();
const profiles = (company_id: number) => ({ company_id, profiles: [profile] });
const post = { url: 'https://example.test/1', platform: 'tiktok', status: 'active' } as const;
const newPost = (company_id: number) =>
  service.database.db
    .insertInto('social_media_posts')
    .values({ ...post, company_id })
    .returning('id')
    .executeTakeFirstOrThrow();
const some = (company_id: number) => ({ company_id, ids: [1], confirm: true });
/** The tag calls of a social media resource. */
const socialTags = (
  path: string,
  resource_type: ResourceType,
  record: (companyId: number) => Promise<{ id: number }>,
): Readonly<Record<string, Rule>> => {
  const rule = { ...managers, record, success: 200 };
  const many = { ...managers, success: 200, body: adTags };
  return {
    [`GET /api/${path}/:id/tags`]: rule,
    [`PUT /api/${path}/:id/tags`]: { ...rule, body: () => ({ tags: ['sale'] }) },
    [`POST /api/${path}/:id/tags`]: { ...rule, body: () => ({ tag_name: 'sale' }) },
    [`DELETE /api/${path}/:id/tags/:tag`]: {
      ...rule,
      success: 204,
      record: async (company_id) => {
        const { id } = await record(company_id);
        const tag = await newTag(company_id, resource_type);
        await service.database.db
          .insertInto('tag_uses')
          .values({ resource_type, company_id, resource_id: id, tag_id: tag.id })
          .execute();
        return { id, tag: 'sale' };
      },
    },
    [`POST /api/${path}/tags/bulk/add`]: many,
    [`POST /api/${path}/tags/bulk/remove`]: many,
  };
};

const adManagers = { may: ['AdManager'] } as const;
const tagWriters = { may: ['AdManager', 'SocialMediaManager'] } as const;
const newAd = async (company_id: number) => {
  const { id } = await service.database.db
    .insertInto('facebook_ads')
    .values({ company_id, ad_identifier: '1', ad_name: 'Ad' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, tag: 'sale' };
};
const taggedAd = async (companyId: number) => {
  const { id, tag } = await newAd(companyId);
  const tagId = (await newTag(companyId)).id;
  await service.database.db
    .insertInto('tag_uses')
    .values({ resource_type: 'facebook_ad', company_id: companyId, resource_id: id, tag_id: tagId })
    .execute();
  return { id, tag };
};
const newTag = (company_id: number, resource_type: ResourceType = 'facebook_ad') =>
  service.database.db
    .insertInto('tags')
    .values({ company_id, resource_type, name: 'sale', name_key: 'sale' })
    .returning('id')
    .executeTakeFirstOrThrow();
const adTags = () => ({ resource_ids: [1], tag_names: ['sale'] });

/** Every route of the service. In a path `:id` is a company of the asking person, or, for the stranger, of somebody else. */
const TABLE: Readonly<Record<string, Rule>> = {
  'GET /api/health': { may: 'anyone', success: 200 },
  'GET /api/ready': { may: 'anyone', success: 200 },
  'GET /api/openapi.json': { may: 'anyone', success: 200 },

  // Open as such; these tokens are refused for what they are, whoever sends them.
  'POST /api/token/pair': { may: 'anyone', success: 401, body: () => ({ username: 'x', password: 'x' }) },
  'POST /api/token/refresh': { may: 'anyone', success: 401, body: () => ({ refresh: 'x' }) },
  'POST /api/token/revoke': { may: 'anyone', success: 401, body: () => ({ refresh: 'x' }) },
  'GET /api/users/me': { may: 'signed in', success: 200 },

  'GET /api/companies': { may: 'signed in', success: 200 },
  'GET /api/companies/search': { may: 'signed in', success: 200 },
  'GET /api/companies/:id': { may: 'signed in', success: 200 },
  'PUT /api/companies/:id': { may: ['CompanyAdmin', 'AaasAdmin'], success: 200, body: company },
  'PATCH /api/companies/:id': { may: ['CompanyAdmin', 'AaasAdmin'], success: 200, body: () => ({ name: 'New' }) },
  'POST /api/companies': { may: ['AaasAdmin'], success: 201, body: company },
  'POST /api/companies/:id/duplicate': { may: ['AaasAdmin'], success: 201 },
  'DELETE /api/companies/:id': { may: ['AaasAdmin'], success: 204 },
  'POST /api/companies/bulk/delete': { may: ['AaasAdmin'], success: 200, body: (id) => ({ ids: [id] }) },

  'GET /api/product-variants': { ...ofVariants, success: 200, query: (id) => `?company_id=${id}`, stranger: 404 },
  'GET /api/product-variants/by-id/:id': { ...ofVariant, success: 200 },
  'POST /api/product-variants': {
    ...ofVariants,
    success: 201,
    body: (company_id) => ({ ...variant, company_id }),
    stranger: 404,
  },
  'PUT /api/product-variants/:id': {
    ...ofVariant,
    success: 200,
    body: () => ({ cached_product_name: 'Tee', cached_product_variant_name: 'Large' }),
  },
  'PATCH /api/product-variants/:id': { ...ofVariant, success: 200, body: () => ({ is_active: false }) },
  'PATCH /api/product-variants/:id/overrides': {
    ...ofVariant,
    success: 200,
    body: () => ({ override_product_name: 'New' }),
  },
  'POST /api/product-variants/bulk/update-field': {
    ...ofVariants,
    success: 200,
    body: (company_id) => ({
      company_id,
      variant_ids: [1],
      field_name: 'is_active',
      field_value: true,
      confirm: true,
    }),
    stranger: 404,
  },
  'POST /api/product-variants/bulk/update-overrides': {
    ...ofVariants,
    success: 200,
    body: (company_id) => ({ company_id, updates: [{ id: 1 }], confirm: true }),
    stranger: 404,
  },

  'GET /api/product-variant-cogs': { ...ofVariants, success: 200 },
  'GET /api/product-variant-cogs/timeline/:id': { ...ofVariant, success: 200 },
  'GET /api/product-variant-cogs/:id': { ...ofCogs, success: 200 },
  'POST /api/product-variant-cogs': {
    ...ofVariant,
    success: 201,
    body: (_, { id }) => ({ product_variant_id: id, cogs_amount: 1 }),
    stranger: 404,
  },
  'PATCH /api/product-variant-cogs/:id': { ...ofCogs, success: 200, body: () => ({ cogs_amount: 2 }) },
  'DELETE /api/product-variant-cogs/:id': { ...ofCogs, success: 204 },

  'GET /api/tags': { may: 'signed in', success: 200, query: (id) => `?company_id=${id}`, stranger: 404 },
  'GET /api/tags/stats': { may: 'signed in', success: 200, query: (id) => `?company_id=${id}`, stranger: 404 },
  'POST /api/tags': {
    may: ['AdManager'],
    success: 201,
    body: (company_id) => ({ company_id, name: 'sale', resource_type: 'facebook_ad' }),
    stranger: 404,
  },
  'POST /api/tags/merge': {
    ...tagWriters,
    success: 404,
    body: (company_id) => ({ company_id, from_tag: 'sale', to_tag: 'offer' }),
  },
  'DELETE /api/tags/:id': { may: ['AdManager'], success: 204, record: (id) => newTag(id) },
  'GET /api/facebook-ads': {
    may: 'signed in',
    success: 200,
    query: (id) => `?company_id=${id}`,
    stranger: 404,
  },
  'GET /api/facebook-ads/:id': { may: 'signed in', success: 200, record: newAd },
  'GET /api/facebook-ads/:id/preview': { may: 'signed in', success: 200, record: newAd },
  'GET /api/facebook-ads/selection': { ...adManagers, success: 200 },
  'POST /api/facebook-ads/selection': { ...adManagers, success: 200, body: () => ({ action: 'clear' }) },
  'POST /api/facebook-ads/export': {
    ...adManagers,
    success: 200,
    body: (company_id) => ({ company_id }),
    stranger: 404,
  },
  // Without a connection and without an ad of this id.
  'POST /api/facebook-ads/refresh': { ...adManagers, success: 404, body: () => ({ ad_ids: [1_000_000] }) },
  'GET /api/facebook-ads/:id/tags': { may: 'signed in', success: 200, record: newAd },
  'PUT /api/facebook-ads/:id/tags': { ...adManagers, success: 200, record: newAd, body: () => ({ tags: [] }) },
  'POST /api/facebook-ads/:id/tags': {
    ...adManagers,
    success: 200,
    record: newAd,
    body: () => ({ tag_name: 'sale' }),
  },
  'DELETE /api/facebook-ads/:id/tags/:tag': { ...adManagers, success: 204, record: taggedAd },
  'POST /api/facebook-ads/tags/bulk/add': { ...adManagers, success: 200, body: adTags },
  'POST /api/facebook-ads/tags/bulk/remove': { ...adManagers, success: 200, body: adTags },

  'GET /api/knowledge': { ...admins, success: 200 },
  'POST /api/knowledge': { ...admins, success: 201, body: () => ({ name: 'Name', content: 'Content' }) },
  'GET /api/knowledge/:id': { ...admins, success: 200, record: knowledgeItem },
  'PATCH /api/knowledge/:id': { ...admins, success: 200, record: knowledgeItem, body: () => ({ name: 'New' }) },
  'DELETE /api/knowledge/:id': { ...admins, success: 204, record: knowledgeItem },

  'GET /api/agent-definitions': { ...admins, success: 200 },
  'GET /api/agent-definitions/search': { ...admins, success: 200 },
  'POST /api/agent-definitions': { ...admins, success: 201, body: definition },
  'POST /api/agent-definitions/bulk': { ...admins, success: 200, body: (id) => ({ ids: [id], confirm: true }) },
  'GET /api/agent-definitions/by-slug/:slug': { ...admins, success: 200, record: definitionWithKnowledge },
  'GET /api/agent-definitions/:id': { ...admins, success: 200, record: definitionWithKnowledge },
  'PUT /api/agent-definitions/:id': { ...admins, success: 200, record: definitionWithKnowledge, body: definition },
  'DELETE /api/agent-definitions/:id': { ...admins, success: 204, record: definitionWithKnowledge },
  'GET /api/agent-definitions/:id/knowledge': { ...admins, success: 200, record: definitionWithKnowledge },
  'POST /api/agent-definitions/:id/knowledge/:knowledgeId': {
    ...admins,
    success: 200,
    record: definitionWithKnowledge,
  },
  'DELETE /api/agent-definitions/:id/knowledge/:knowledgeId': {
    ...admins,
    success: 204,
    record: definitionWithKnowledge,
  },

  'GET /api/agents/list': { may: 'signed in', success: 200 },
  'POST /api/agents/session/create': { may: 'signed in', success: 201 },
  'POST /api/agents/select': { ...ofSession, success: 200, body: (_, values) => values, stranger: 404 },
  'POST /api/agents/message': {
    ...ofSession,
    success: 200,
    body: (_, { tab_id }) => ({ tab_id, message: 'Hello' }),
    stranger: 404,
  },
  'GET /api/agents/conversations': { may: 'signed in', success: 200 },
  'GET /api/agents/conversation/:tab_id': { ...ofSession, success: 200 },
  'POST /api/agents/conversation/:tab_id/stop': { ...ofSession, success: 204 },
  'POST /api/agents/conversation/:tab_id/clear': { ...ofSession, success: 204 },

  'GET /api/social-media-post-criteria': { ...managers, success: 200 },
  'GET /api/social-media-post-criteria/:id': { ...ofCriteria, success: 200 },
  'POST /api/social-media-post-criteria': {
    ...managers,
    success: 201,
    body: (company_id) => ({ company_id, description: 'Any' }),
    stranger: 404,
  },
  'PATCH /api/social-media-post-criteria/:id': { ...ofCriteria, success: 200, body: () => ({ description: 'New' }) },
  'DELETE /api/social-media-post-criteria/:id': { ...ofCriteria, success: 204 },

  'GET /api/social-media-search-terms': { ...ofTerm, success: 200, stranger: 404 },
  'GET /api/social-media-search-terms/:id': { ...ofTerm, success: 200 },
  'POST /api/social-media-search-terms': {
    ...managers,
    success: 201,
    body: (company_id) => ({ ...term, company_id }),
    stranger: 404,
  },
  'PUT /api/social-media-search-terms/:id': { ...ofTerm, success: 200, body: () => term },
  'DELETE /api/social-media-search-terms/:id': { ...ofTerm, success: 204 },
  'POST /api/social-media-search-terms/bulk/create': { ...managers, success: 200, body: termLines, stranger: 404 },
  'POST /api/social-media-search-terms/bulk/update-status': {
    ...managers,
    success: 200,
    body: (id) => ({ ...termLines(id), new_status: 'inactive', confirm: true }),
    stranger: 404,
  },

  'GET /api/social-media-profiles': { ...managers, success: 200 },
  'GET /api/social-media-profiles/:id': { ...managers, success: 200, record: newProfile },
  'POST /api/social-media-profiles': {
    ...managers,
    success: 201,
    body: (company_id) => ({ ...profile, company_id }),
    stranger: 404,
  },
  'PUT /api/social-media-profiles/:id': { ...managers, success: 200, record: newProfile, body: () => profile },
  'PATCH /api/social-media-profiles/:id': { ...managers, success: 200, record: newProfile, body: () => ({}) },
  'DELETE /api/social-media-profiles/:id': { ...managers, success: 204, record: newProfile },
  'POST /api/social-media-profiles/upsert': {
    ...managers,
    success: 201,
    body: (company_id) => ({ ...profile, company_id }),
    stranger: 404,
  },
  'POST /api/social-media-profiles/bulk/create': { ...managers, success: 200, body: profiles, stranger: 404 },
  'POST /api/social-media-profiles/bulk/upsert': { ...managers, success: 200, body: profiles, stranger: 404 },
  'POST /api/social-media-profiles/bulk/update-status': {
    ...managers,
    success: 200,
    body: (id) => ({ ...some(id), new_status: 'error' }),
    stranger: 404,
  },
  'POST /api/social-media-profiles/bulk/delete': { ...managers, success: 200, body: some, stranger: 404 },
  ...socialTags('social-media-profiles', 'social_media_profile', newProfile),

  'GET /api/social-media-posts': { ...managers, success: 200 },
  'GET /api/social-media-posts/:id': { ...managers, success: 200, record: newPost },
  'POST /api/social-media-posts': {
    ...managers,
    success: 201,
    body: (company_id) => ({ ...post, company_id }),
    stranger: 404,
  },
  'PATCH /api/social-media-posts/:id': { ...managers, success: 200, record: newPost, body: () => ({}) },
  'DELETE /api/social-media-posts/:id': { ...managers, success: 204, record: newPost },
  'POST /api/social-media-posts/bulk/create': {
    ...managers,
    success: 200,
    body: (company_id) => ({ company_id, platform: 'tiktok', urls: [post.url] }),
    stranger: 404,
  },
  'POST /api/social-media-posts/bulk/update-status': {
    ...managers,
    success: 200,
    body: (id) => ({ ...some(id), new_status: 'error' }),
    stranger: 404,
  },
  'POST /api/social-media-posts/bulk/delete': { ...managers, success: 200, body: some, stranger: 404 },
  ...socialTags('social-media-posts', 'social_media_post', newPost),
};

let service: TestConsole;
let inNoGroup: Person;
let alone: Record<Group, Person>;
/** In every group but AaasAdmin, and in no company. */
let stranger: Person;
let made = 0;

beforeAll(async () => {
  service = await openConsole();
  inNoGroup = await service.person('no-group');
  const people = await Promise.all(GROUPS.map((group) => service.person(group, { groups: [group] })));
  alone = Object.fromEntries(GROUPS.map((group, at) => [group, people[at]])) as Record<Group, Person>;
  stranger = await service.person('stranger', { groups: GROUPS.filter((group) => group !== 'AaasAdmin') });
});
afterAll(() => service.close());

/** A new company that everyone but the stranger belongs to. */
const newCompany = async () => {
  const { db } = service.database;
  made += 1;
  const { id } = await db
    .insertInto('companies')
    .values({ ...company(0), timezone: 'America/Denver', slug: `company-${made}` })
    .returning('id')
    .executeTakeFirstOrThrow();
  const users = await db.selectFrom('users').select('id').where('username', '!=', 'stranger').execute();
  await db
    .insertInto('memberships')
    .values(users.map((user) => ({ user_id: user.id, company_id: id })))
    .execute();
  return id;
};

const ruleOf = (method: string, url: string) => TABLE[`${method === 'HEAD' ? 'GET' : method} ${url}`];

const statusFor = async (person: Person, method: string, url: string) => {
  const id = await newCompany();
  const { record, query, body } = ruleOf(method, url) ?? {};
  const owner = person === stranger || person === service.nobody ? inNoGroup : person;
  const values: Values = record ? await record(id, owner) : { id };
  const path = url.slice('/api'.length).replace(/:(\w+)/g, (_, name: string) => String(values[name]));
  return (await person.ask(method, path + (query?.(id) ?? ''), body?.(id, values))).status;
};

it('every route has its row in the table, and every row its route', () => {
  const routes = service.app.guarded
    .filter(({ method }) => method !== 'HEAD')
    .map(({ method, url }) => `${method} ${url}`);
  expect([...routes].sort()).toEqual(Object.keys(TABLE).sort());
});

it('every route × every kind of person gives exactly the table (ROLE-01)', async () => {
  const expected: Record<string, number> = {};
  const found: Record<string, number> = {};
  for (const { method, url } of service.app.guarded) {
    const rule = ruleOf(method, url);
    if (!rule) continue;
    const { may, success, stranger: refused } = rule;
    const note = async (who: string, person: Person, status: number) => {
      expected[`${method} ${url} · ${who}`] = status;
      found[`${method} ${url} · ${who}`] = await statusFor(person, method, url);
    };
    const isFor = (groups: readonly Group[]) => typeof may === 'string' || may.some((group) => groups.includes(group));
    await note('unsigned', service.nobody, may === 'anyone' ? success : 401);
    await note('in no group', inNoGroup, isFor([]) ? success : 403);
    for (const group of GROUPS) await note(`${group} alone`, alone[group], isFor([group]) ? success : 403);
    const reached = refused ?? (url.includes(':') ? 404 : success);
    await note(
      "another company's member",
      stranger,
      isFor(GROUPS.filter((group) => group !== 'AaasAdmin')) ? reached : 403,
    );
  }
  expect(found).toEqual(expected);
}, 60_000);

it('a route that does not say who may call it does not start', async () => {
  const { fastify } = await import('fastify');
  const { guard } = await import('./plumbing/access');
  const app = fastify();
  guard(app, async () => null);
  expect(() => app.get('/secret', async () => 'x')).toThrow('GET /secret does not say who may call it');
});

it('someone without the group learns nothing from a body, whatever it is', async () => {
  for (const body of ['{', '"x"', '[]', '{"ids":[1]}', 'x'.repeat(2 * 1024 * 1024)]) {
    const { status } = await inNoGroup.post('/companies/bulk/delete', body);
    expect(status).toBe(403);
    expect((await service.nobody.post('/companies/bulk/delete', body)).status).toBe(401);
    expect((await inNoGroup.post('/companies', body, { 'content-type': 'text/plain' })).status).toBe(403);
  }
});
