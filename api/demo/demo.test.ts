import { sql } from 'kysely';
import { agentDefinition, type AgentDefinition } from 'contract/agents/agent-definitions';
import type { Conversation } from 'contract/agents/agent-chat';
import { knowledge, type Knowledge } from 'contract/agents/knowledge';
import { facebookAd, type FacebookAdList } from 'contract/ads/facebook-ads';
import { company } from 'contract/company/companies';
import type { Summary } from 'contract/dashboard';
import type { Paged } from 'contract/paging';
import { POST_STATUSES, postForm, type Post } from 'contract/social/posts';
import { postCriteria, type PostCriteria } from 'contract/social/post-criteria';
import { platform as platformField } from 'contract/social/fields';
import { profileForm } from 'contract/social/profiles';
import { searchTermForm } from 'contract/social/search-terms';
import { tagCreate, type Tag } from 'contract/tag-calls';
import { searchKnowledge } from '../src/agents/knowledge-search.queries';
import { secretsWith } from '../src/database/secrets';
import { bodyValidator } from '../src/http/validation';
import { CHEAP, openConsole, type TestConsole } from '../src/testing/console';
import { DEMONSTRATION_TAB } from './agents';
import { DEMONSTRATION_PASSWORD, DEMONSTRATION_USERS, fillDemonstration } from '.';
import { EDGE_CASES, HOSTILE_CAPTIONS, HOSTILE_PREVIEWS } from './edge-cases';

let service: TestConsole;
const fill = () => fillDemonstration(service.database, secretsWith(service.config.encryptionKey), CHEAP);
/** The last of the companies, which users with a few companies, the first ones, do not reach. */
const EDGE_COMPANY = 13;

beforeAll(async () => {
  service = await openConsole();
  expect(await Promise.all([fill(), fill()])).toContain(true);
});
afterAll(() => service.close());

it('has pictures of variants, ads and posts in pixels, as a reading keeps no others', async () => {
  const { rows } = await sql<{ resource: string; type: string; beginning: string }>`
    select distinct resource, type, encode(substr(bytes, 1, 8), 'escape') as beginning
    from record_pictures join pictures using (hash) order by resource`.execute(service.database.db);
  const png = { type: 'image/png', beginning: '\\211PNG\r\n\x1a\n' };
  expect(rows).toEqual(
    ['facebook_ad', 'product_variant', 'social_media_post'].map((resource) => ({ resource, ...png })),
  );
});

it('fills an empty database once, however many start at the same time', async () => {
  expect(await fill()).toBe(false);
  const { users } = await service.database.db
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('users'))
    .executeTakeFirstOrThrow();
  expect(users).toBe(DEMONSTRATION_USERS.length);
});

it.each([
  ['admin', ['AaasAdmin', 'AdManager', 'Admin', 'CompanyAdmin', 'SocialMediaManager'], 13],
  ['company-admin', ['CompanyAdmin'], 2],
  ['variants-admin', ['Admin'], 1],
  ['social-manager', ['SocialMediaManager'], 2],
  ['ad-manager', ['AdManager'], 2],
  ['agent-admin', ['AaasAdmin'], 13],
  ['staff', [], 1],
])('%s signs in with the groups %j and %i companies', async (username, groups, companies) => {
  const pair = await service.nobody.post('/token/pair', { username, password: DEMONSTRATION_PASSWORD });
  const authorization = `Bearer ${String(pair.body.access)}`;
  const me = await service.nobody.get<{ groups: string[]; companies: { id: number }[] }>('/users/me', {
    authorization,
  });
  expect(me.body.groups).toEqual(groups);
  expect(me.body.companies.map(({ id }) => id)).toEqual(Array.from({ length: companies }, (_, at) => at + 1));
});

it('holds nothing that the contract would refuse', async () => {
  const pair = await service.nobody.post('/token/pair', { username: 'admin', password: DEMONSTRATION_PASSWORD });
  const authorization = `Bearer ${String(pair.body.access)}`;
  const { body } = await service.nobody.get<{ items: unknown[] }>('/companies?page_size=100', { authorization });
  const broken = bodyValidator(company);
  expect(body.items).toHaveLength(13);
  for (const item of body.items) expect(broken(item)).toEqual([]);
});

describe('the agents', () => {
  let authorization: string;
  beforeAll(async () => {
    const pair = await service.nobody.post('/token/pair', { username: 'admin', password: DEMONSTRATION_PASSWORD });
    authorization = `Bearer ${String(pair.body.access)}`;
  });
  const get = async <Body>(path: string) => (await service.nobody.get<Body>(path, { authorization })).body;

  it('are 6, with 40 knowledge items that the contract would take, each linked to one at least', async () => {
    const agents = await get<Paged<AgentDefinition>>('/agent-definitions');
    const items = await get<Paged<Knowledge>>('/knowledge?page_size=100');
    expect([agents.total, items.total]).toEqual([6, 40]);
    const [brokenAgent, brokenItem] = [bodyValidator(agentDefinition), bodyValidator(knowledge)];
    for (const agent of agents.items) expect(brokenAgent(agent)).toEqual([]);
    for (const item of items.items) expect([brokenItem(item), item.agent_count > 0]).toEqual([[], true]);
  });

  it('have had a conversation with admin, with a tool call that found the answer', async () => {
    const { agent, messages } = await get<Conversation>(`/agents/conversation/${DEMONSTRATION_TAB}`);
    expect(agent?.key).toBe('customer-support');
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant']);
    expect(JSON.stringify(messages[1]?.tool_calls)).toContain('45 days');
  });

  it.each([
    ['customer-support', 'How many biscuits may a 30 lb dog have a day?', 'Good Dog: how many biscuits a day'],
    ['customer-support', 'Does Harbor & Pine ship to Canada?', 'Harbor & Pine: shipping'],
    ['customer-support', 'my plant arrived frozen', 'Desert Bloom: living plants in winter'],
    ['product-expert', 'Which grind do I need for a moka pot?', 'Prairie Kettle: which grind for which brewer'],
    ['product-expert', 'How often should I oil my oak table?', 'Bergström Möbel: oiling oak'],
    ['ad-analyst', 'When should I pause an ad?', 'When to pause an ad'],
    ['ad-analyst', 'why does my campaign show $0 spend', 'What the four spend columns mean'],
    [
      'social-media-coach',
      'What does the status error of a profile mean?',
      'What the states of posts and profiles mean',
    ],
    ['console-guide', 'Who is allowed to see which companies?', 'Who may see what in the console'],
  ])('%s knows: %s', async (slug, question, name) => {
    const { id } = await get<AgentDefinition>(`/agent-definitions/by-slug/${slug}`);
    const [found] = await searchKnowledge(service.database.db, id, question, 1);
    expect(found?.name).toBe(name);
  });
});

describe('the ads', () => {
  const answered = async <Body>(path: string) => {
    const pair = await service.nobody.post('/token/pair', { username: 'admin', password: DEMONSTRATION_PASSWORD });
    return (await service.nobody.get<Body>(path, { authorization: `Bearer ${String(pair.body.access)}` })).body;
  };

  it('are 600 in each company, and nothing of them would be refused by the contract', async () => {
    const broken = bodyValidator(facebookAd);
    for (let company = 1; company <= 13; company += 1) {
      const list = await answered<FacebookAdList>(`/facebook-ads?company_id=${company}&page_size=100`);
      expect(list.total).toBe(600);
      expect(list.totals.spend_last_28d).toBeGreaterThan(list.totals.spend_last_14d);
      for (const ad of list.items) expect(broken(ad)).toEqual([]);
    }
  });

  it('have tags, each one that the contract would take, and some more than a row shows', async () => {
    const { items, total } = await answered<Paged<Tag>>('/tags?company_id=1&resource_type=facebook_ad');
    expect(total).toBe(12);
    const broken = bodyValidator(tagCreate);
    for (const { name, company_id, resource_type, usage_count } of items) {
      expect(broken({ name, company_id, resource_type })).toEqual([]);
      expect(usage_count).toBeGreaterThan(0);
    }
    const { items: ads } = await answered<FacebookAdList>(
      '/facebook-ads?company_id=1&page_size=100&sort_by=cached_ad_name',
    );
    expect(ads.some(({ tags }) => tags.length > 6)).toBe(true);
    expect(ads.some(({ tags }) => tags.length === 0)).toBe(true);
  });

  it('have spend of every kind: none, unknown and moved lately; none has a tenth of its company’s but the edge case', async () => {
    const { rows } = await sql<{ slug: string; zero: number; unknown: number; moved: number; greatest: number }>`
      select slug, count(*) filter (where spend_last_7d = 0) as zero,
        count(*) filter (where spend_last_28d is null) as unknown,
        count(*) filter (where abs(spend_last_7d - spend_last_28d / 4) > spend_last_28d / 12) as moved,
        max(spend_last_7d) / sum(spend_last_7d) as greatest
      from facebook_ads a join companies c on c.id = a.company_id group by slug`.execute(service.database.db);
    expect(rows).toHaveLength(13);
    for (const { slug, zero, unknown, moved, greatest } of rows) {
      expect(Math.min(zero, unknown)).toBeGreaterThan(10);
      expect([slug, moved > 10, greatest > 0.1]).toEqual([slug, slug === EDGE_CASES, slug === EDGE_CASES]);
    }
  });

  it('have previews: present, missing with and without a reason, and each hostile one', async () => {
    const previews = await service.database.db.selectFrom('facebook_ad_previews').selectAll().execute();
    expect(previews.length).toBeLessThan(13 * 600);
    expect(previews.some(({ error }) => error !== null)).toBe(true);
    for (const hostile of HOSTILE_PREVIEWS)
      expect(previews.filter(({ preview_html }) => preview_html === hostile).length).toBeGreaterThan(0);
  });
});

describe('social media', () => {
  const answered = async <Body>(path: string) => {
    const pair = await service.nobody.post('/token/pair', { username: 'admin', password: DEMONSTRATION_PASSWORD });
    return (await service.nobody.get<Body>(path, { authorization: `Bearer ${String(pair.body.access)}` })).body;
  };

  it.each([
    ['social-media-search-terms', 100, searchTermForm, ['search_term', 'platform', 'status']],
    ['social-media-profiles', 150, profileForm, ['platform', 'platform_username', 'status', 'status_message']],
    ['social-media-posts', 1500, postForm, ['url', 'platform', 'post_type', 'status', 'status_message']],
  ] as const)('%s: %i in each company, and nothing that its form would refuse', async (path, count, form, fields) => {
    for (let company = 1; company <= 13; company += 1) {
      const list = await answered<Paged<Record<string, unknown>>>(`/${path}?company_id=${company}&page_size=100`);
      expect(list.total).toBe(count);
      const broken = bodyValidator({ ...form, required: [] });
      for (const item of list.items)
        expect(broken(Object.fromEntries(fields.map((field) => [field, item[field]])))).toEqual([]);
    }
  });

  it('says what counts as a post for most companies, but not for all', async () => {
    const { items, total } = await answered<Paged<PostCriteria>>('/social-media-post-criteria?page_size=100');
    expect(total).toBe(10);
    const broken = bodyValidator({ ...postCriteria, required: [] });
    for (const { description } of items) expect(broken({ description })).toEqual([]);
  });

  it('has posts of every platform and state, and captions that must stay text', async () => {
    for (const platform of platformField.enum)
      for (const status of POST_STATUSES) {
        const query = `company_id=1&platform=${platform}&status=${status}&page_size=1`;
        expect((await answered<Paged<Post>>(`/social-media-posts?${query}`)).total).toBeGreaterThan(0);
      }
    for (const caption of HOSTILE_CAPTIONS) {
      const query = `company_id=${EDGE_COMPANY}&caption=${encodeURIComponent(caption)}`;
      const { items } = await answered<Paged<Post>>(`/social-media-posts?${query}`);
      expect(items.map(({ cached_caption }) => cached_caption)).toContain(caption);
    }
  });

  it('has tags on posts and profiles, on some more than a row shows', async () => {
    for (const path of ['social-media-profiles', 'social-media-posts']) {
      const { items } = await answered<Paged<Post>>(`/${path}?company_id=1&page_size=100&sort_by=created_at`);
      expect(items.some(({ tags }) => tags.length === 0)).toBe(true);
    }
    const tags = await answered<Paged<Tag>>('/tags?company_id=1&resource_type=social_media_post');
    for (const { usage_count } of tags.items) expect(usage_count).toBeGreaterThan(0);
  });
});

describe('the edge cases', () => {
  it('belong to one company, and no text of another is markup, a formula or a command', async () => {
    const texts = await sql<{ slug: string; text: string }>`
      select c.slug, text from companies c, lateral (
        select name as text from companies where id = c.id
        union all select ad_name from facebook_ads where company_id = c.id
        union all select name from tags where company_id = c.id
        union all select search_term from social_media_search_terms where company_id = c.id
        union all select platform_username from social_media_profiles where company_id = c.id
        union all select cached_caption from social_media_posts where company_id = c.id
        union all select description from social_media_post_criteria where company_id = c.id
        union all select cached_product_name from product_variants where company_id = c.id
      ) as texts where text ~ '<[a-z/]|^\\s*[=+@-]|script|sink\\.' or length(text) > 500`.execute(service.database.db);
    expect(texts.rows.length).toBeGreaterThan(20);
    expect(new Set(texts.rows.map(({ slug }) => slug))).toEqual(new Set([EDGE_CASES]));
  });

  it('are out of reach of everybody but the members of AaasAdmin', async () => {
    const { rows } = await sql<{ slug: string }>`
      select distinct slug from memberships join companies on companies.id = company_id`.execute(service.database.db);
    expect(rows.map(({ slug }) => slug)).not.toContain(EDGE_CASES);
  });
});

it('is a well-run agency’s Monday: a few things to do in each company, in two none, and in one much', async () => {
  const pair = await service.nobody.post('/token/pair', { username: 'admin', password: DEMONSTRATION_PASSWORD });
  const companies = Array.from({ length: 13 }, (_, at) => `company_id=${at + 1}`).join('&');
  const { body } = await service.nobody.get<Summary>(`/dashboard/summary?${companies}`, {
    authorization: `Bearer ${String(pair.body.access)}`,
  });
  const worked = body.items.map(({ counts: { connections_unread: _, ...counts } }) => Object.values(counts));
  expect(worked.filter((counts) => Math.max(...counts) === 0)).toHaveLength(2);
  expect(worked.filter((counts) => Math.max(...counts) > 8)).toHaveLength(1);
  expect(Math.max(...(worked[EDGE_COMPANY - 1] ?? []))).toBeGreaterThan(50);
});

it('every date is before now, and the newest are of the last days', async () => {
  const { rows } = await sql<{ table: string; newest: string }>`
    select 'ads' as table, max(cache_updated_at) as newest from facebook_ads
    union all select 'posts', max(created_at) from social_media_posts
    union all select 'profiles', max(updated_at) from social_media_profiles
    union all select 'knowledge', max(updated_at) from knowledge
    union all select 'messages', max(created_at) from agent_messages`.execute(service.database.db);
  const DAY = 24 * 3_600_000;
  for (const { table, newest } of rows) {
    const age = Date.now() - Date.parse(newest);
    expect([table, age > 0, age < 70 * DAY]).toEqual([table, true, true]);
  }
});
