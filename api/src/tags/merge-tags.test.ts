import { sql } from 'kysely';
import type { Tag } from 'contract/tag-calls';
import { CommandError, UsageError } from '../commands';
import { addAds } from '../testing/ads';
import type { Person, TestConsole } from '../testing/console';
import { searchTags, tagsOfAd } from '../testing/tagging';
import { openTwoCompanies } from '../testing/two-companies';
import { MAX_MERGED_USES } from './merge-tags.queries';
import { tagCommands } from './tags.commands';

let service: TestConsole;
let person: Person;
let a: number;
let b: number;

beforeAll(async () => {
  ({ service, a, b } = await openTwoCompanies('AdManager'));
  person = await service.person('tagger', {
    groups: ['AdManager', 'SocialMediaManager'],
    companies: ['company-a', 'company-b'],
  });
});
afterAll(() => service.close());

const run = async (...args: string[]) => {
  const lines: string[] = [];
  const [command] = tagCommands;
  const { database, config } = service;
  await command?.prepare(args)({ database, config, print: (line) => lines.push(line) });
  return lines.join('\n');
};

/** Lets so many ads of a company carry a tag, without what keeps filters fast: that would take a minute. */
const carriedBy = async (name: string, count: number) => {
  const { db } = service.database;
  const { id } = (await person.post<Tag>('/tags', { name, company_id: b, resource_type: 'facebook_ad' })).body;
  await sql`drop index facebook_ads_filter, facebook_ads_by_tag`.execute(db);
  await sql`alter table tag_uses disable trigger user`.execute(db);
  await sql`
    insert into facebook_ads (company_id, ad_identifier, ad_name)
    select ${b}, n, 'Ad' from generate_series(1, ${count}::int) as n`.execute(db);
  await sql`
    insert into tag_uses (resource_type, company_id, resource_id, tag_id)
    select 'facebook_ad', ${b}, id, ${id} from facebook_ads where company_id = ${b}`.execute(db);
  // The planner then knows this tag alone and takes every other for rare, as it may at any time.
  await sql`analyze tag_uses`.execute(db);
};
const merge = (from_tag: string, to_tag: string) => person.post('/tags/merge', { from_tag, to_tag, company_id: b });

it('the operator names a company by id or slug, one type or none, and is in the audit log', async () => {
  const { db } = service.database;
  const [ad] = await addAds(service, a, 1);
  await person.post(`/facebook-ads/${ad}/tags`, { tag_name: 'old' });
  await person.post('/tags', { name: 'old', company_id: a, resource_type: 'social_media_post' });
  expect(await run(String(a), 'social_media_post', 'old', 'new')).toBe(
    "'old' is 'new' now: social_media_post, 0 uses.",
  );
  expect(await run('company-a', 'old', 'new')).toBe("'old' is 'new' now: facebook_ad, 1 use.");
  expect(await tagsOfAd(person, ad ?? 0)).toEqual(['new']);
  const logged = db.selectFrom('audit_log').select(['username', 'user_id']).where('action', '=', 'merge');
  expect(await logged.where(sql<boolean>`before->>'name' = 'old'`).execute()).toEqual([
    { username: 'operator', user_id: null },
    { username: 'operator', user_id: null },
  ]);
});

it.each([
  [['company-a', 'never', 'new'], CommandError, 'Tag not found.'],
  [['nowhere', 'old', 'new'], CommandError, "There is no company with the id or slug 'nowhere'."],
  [['company-a', 'new', 'new'], CommandError, 'A tag cannot be merged into itself.'],
  [
    ['company-a', 'posts', 'old', 'new'],
    UsageError,
    "There is no resource type 'posts'. They are facebook_ad, social_media_profile, social_media_post.",
  ],
  [['company-a', 'old'], UsageError, 'to is missing.'],
  [
    ['company-a', 'old', '..'],
    UsageError,
    'Tag must be 1 to 50 visible characters, without control characters, and not . or ...',
  ],
])('%j ends in one message', async (args, kind, message) => {
  const error = await (async () => run(...args))().catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(kind);
  expect((error as Error).message).toBe(message);
});

it('a person merges a tag of 100,000 uses; one of more is for the operator, whose command does it @at-length', async () => {
  await carriedBy('many', MAX_MERGED_USES + 1);
  expect(await merge('many', 'most')).toMatchObject({
    status: 400,
    body: {
      detail: 'This tag has more than 100,000 uses. Please ask the operator to merge it: console tags merge',
    },
  });
  expect(await searchTags(person, b, 'm')).toMatchObject([{ name: 'many', usage_count: 100_001 }]);
  // Its spelling alone moves nothing.
  expect((await merge('many', 'MANY')).status).toBe(200);
  expect(await run('company-b', 'facebook_ad', 'many', 'most')).toBe("'many' is 'most' now: facebook_ad, 100001 uses.");
  const { rows } = await sql<{ id: number }>`
    delete from tag_uses where ctid = (select min(ctid) from tag_uses where company_id = ${b}) returning resource_id`.execute(
    service.database.db,
  );
  expect(rows).toHaveLength(1);
  expect((await merge('most', 'back')).status).toBe(200);
  expect(await searchTags(person, b, 'back')).toMatchObject([{ usage_count: 100_000 }]);
});
