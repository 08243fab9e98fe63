/** The review queue of posts (DECISIONS §16). */
import { sql } from 'kysely';
import type { Post } from 'contract/social/posts';
import type { Reviewed } from 'contract/social/review';
import type { Person } from '../testing/console';
import { openTwoCompanies, type TwoCompanies } from '../testing/two-companies';
import { purgeReviews } from './review.queries';

const PATH = '/social-media-posts';
let { service, a, b, manager, other, both } = {} as TwoCompanies;

beforeAll(async () => {
  ({ service, a, b, manager, other, both } = await openTwoCompanies('SocialMediaManager'));
});
afterAll(() => service.close());
/** Pending posts of A, oldest first. */
let ids: number[];
beforeEach(async () => {
  const { db } = service.database;
  await db.deleteFrom('social_media_posts').execute();
  const { rows } = await sql<{ id: number }>`
    insert into social_media_posts (company_id, url, platform, status, created_at)
    select ${a}, 'https://www.instagram.com/p/' || n, 'instagram', 'pending', timestamptz '2026-01-01' + n * interval '1 day'
    from generate_series(1, 30) as n returning id`.execute(db);
  ids = rows.map(({ id }) => id);
});

const next = async (person: Person, body: object = {}, company_id = a) =>
  (await person.post<Reviewed>(`${PATH}/review/next`, { company_id, ...body })).body;
const idsOf = ({ items }: Reviewed) => items.map(({ id }) => id);
const runOut = () =>
  sql`update review_leases set leased_until = clock_timestamp() - interval '1 s'`.execute(service.database.db);

it('gives the oldest pending posts as the list has them, the same again when asked again, and how many are pending', async () => {
  const first = await next(manager, { count: 3 });
  expect(first.pending).toBe(30);
  expect(idsOf(first)).toEqual(ids.slice(0, 3));
  expect(first.items[0]).toEqual((await manager.get<Post>(`${PATH}/${ids[0]}`)).body);
  expect(idsOf(await next(manager, { count: 3 }))).toEqual(ids.slice(0, 3));
  expect((await next(manager)).items).toHaveLength(10);
});

it('gives two people never the same, also when they ask at once', async () => {
  const answers = await Promise.all(
    [manager, both, manager, both, manager, both].map((person) => next(person, { count: 5 })),
  );
  const [mine, theirs] = [0, 1].map((who) => new Set(answers.filter((_, at) => at % 2 === who).flatMap(idsOf)));
  expect([...mine!].filter((id) => theirs!.has(id))).toEqual([]);
  const now = [await next(manager, { count: 10 }), await next(both, { count: 10 })].flatMap(idsOf);
  expect(now).toHaveLength(20);
  expect(new Set(now).size).toBe(20);
});

it('gives on what nobody decided for five minutes, and what a session had that has ended', async () => {
  const guest = await service.person('guest', { groups: ['SocialMediaManager'], companies: ['company-a'] });
  expect(idsOf(await next(guest, { count: 2 }))).toEqual(ids.slice(0, 2));
  expect(idsOf(await next(manager, { count: 2 }))).toEqual(ids.slice(2, 4));
  await sql`delete from sessions where user_id = (select id from users where username = 'guest')`.execute(
    service.database.db,
  );
  expect(idsOf(await next(both, { count: 2 }))).toEqual(ids.slice(0, 2));
  await runOut();
  expect(idsOf(await next(both, { count: 4 }))).toEqual(ids.slice(0, 4));
});

it('leaves out what was decided, by an ordinary save', async () => {
  const [first, second] = (await next(manager, { count: 2 })).items;
  const saved = await manager.patch(
    `${PATH}/${first!.id}`,
    { status: 'inactive', status_message: 'Not ours' },
    {
      'if-match': `"${first!.updated_at}"`,
    },
  );
  expect(saved.status).toBe(200);
  const after = await next(manager, { count: 2 });
  expect(after.pending).toBe(29);
  expect(idsOf(after)).toEqual([second!.id, ids[2]]);
});

it('puts off what a person skips, to that person’s own end, and gives it to others at once', async () => {
  await next(manager, { count: 2 });
  const after = await next(manager, { count: 2, skip: [ids[0]] });
  expect(idsOf(after)).toEqual(ids.slice(1, 3));
  expect(idsOf(await next(both, { count: 1 }))).toEqual([ids[0]]);
  await runOut();
  await service.database.db.deleteFrom('social_media_posts').where('id', 'in', ids.slice(3)).execute();
  expect(idsOf(await next(manager))).toEqual([ids[1], ids[2], ids[0]]);
});

it('is of a company that the person is authorised for', async () => {
  expect((await other.post(`${PATH}/review/next`, { company_id: a })).status).toBe(404);
  expect(await next(other, {}, b)).toEqual({ items: [], pending: 0 });
  // Another company's post is not put off with it.
  await next(other, { skip: [ids[0]] }, b);
  expect(idsOf(await next(manager, { count: 1 }))).toEqual([ids[0]]);
  expect((await manager.post(`${PATH}/review/next`, { company_id: a, count: 11 })).status).toBe(422);
});

it('forgets what is over', async () => {
  await next(manager, { count: 2, skip: [ids[5]] });
  await runOut();
  await service.database.db.updateTable('social_media_posts').set({ status: 'active' }).execute();
  await purgeReviews(service.database.db);
  const { rows } = await sql`select from review_leases union all select from review_skips`.execute(service.database.db);
  expect(rows).toEqual([]);
});
