/** A call of many records that is sent in parts: one operation, whose id the service gave to the first (DECISIONS §10). */
import { sql } from 'kysely';
import type { BulkResponse } from 'contract/bulk';
import type { HistoryEntry, HistoryList } from 'contract/history';
import type { Json } from '../testing/nouns';
import { addTestCompany, openConsole, type Person, type TestConsole, type TestResponse } from '../testing/console';
import { operationIn, undo } from '../testing/undo';

let service: TestConsole;
let company: number;
let person: Person;
let made = 0;

beforeAll(async () => {
  service = await openConsole();
  company = await addTestCompany(service, 'One', 'one');
  person = await service.person('Ada', { groups: ['SocialMediaManager'], companies: ['one'] });
});
afterAll(() => service.close());

const POSTS = '/social-media-posts';
const newPosts = async (count: number) => {
  const ids: number[] = [];
  for (let at = 0; at < count; at += 1) {
    made += 1;
    const form = { company_id: company, url: `https://example.test/${made}`, platform: 'tiktok', status: 'active' };
    ids.push((await person.post<{ id: number }>(POSTS, form)).body.id);
  }
  return ids;
};
const statuses = async (ids: readonly number[]) => {
  const found: unknown[] = [];
  for (const id of ids) found.push((await person.get<Json>(`${POSTS}/${id}`)).body['status']);
  return found;
};
const bulk = (path: string, body: object, headers = {}) =>
  person.post<BulkResponse>(path, { company_id: company, confirm: true, ...body }, headers);

const joining = (response: TestResponse<unknown>) => ({ 'x-operation-id': operationIn(response) });

it('is one operation: the responses say so, and one undo takes all of it back', async () => {
  const ids = await newPosts(6);
  const part = (from: number, headers = {}) =>
    bulk(`${POSTS}/bulk/update-status`, { ids: ids.slice(from, from + 2), new_status: 'error' }, headers);
  const first = await part(0);
  const second = await part(2, joining(first));
  const third = await part(4, joining(second));
  expect([second, third].map(operationIn)).toEqual([operationIn(first), operationIn(first)]);
  expect(second.headers['x-request-id']).not.toBe(operationIn(first));
  const { body } = await undo(person, first);
  expect(body).toMatchObject({ success_count: 6, error_count: 0 });
  expect(await statuses(ids)).toEqual(Array(6).fill('active'));
  expect(operationIn(await part(0, joining(first)))).not.toBe(operationIn(first));
});

it('of thousands of records comes back with one undo', async () => {
  const big = await addTestCompany(service, 'Big', 'big');
  const manager = await service.person('manager of many', { groups: ['SocialMediaManager'], companies: ['big'] });
  const { rows } = await sql<{ id: number }>`
    insert into social_media_posts (company_id, url, platform, status)
    select ${big}, 'https://example.test/big/' || n, 'tiktok', 'active' from generate_series(1, 6000) n
    returning id`.execute(service.database.db);
  let first: TestResponse<unknown> | undefined;
  for (let at = 0; at < rows.length; at += 1000) {
    const ids = rows.slice(at, at + 1000).map(({ id }) => id);
    const body = { company_id: big, ids, new_status: 'error', confirm: true };
    const part = await manager.post(`${POSTS}/bulk/update-status`, body, first ? joining(first) : {});
    expect(part.status).toBe(200);
    first ??= part;
  }
  const total = async () =>
    (await manager.get<{ total: number }>(`${POSTS}?company_id=${big}&status=error`)).body.total;
  expect(await total()).toBe(6000);
  expect((await undo(manager, first ?? { headers: {} })).body).toMatchObject({ success_count: 6000, error_count: 0 });
  expect(await total()).toBe(0);
});

it('goes on in a new operation after a part that changed nothing', async () => {
  const [id = 0] = await newPosts(1);
  const nothing = await bulk(`${POSTS}/bulk/update-status`, { ids: [999_999], new_status: 'error' });
  const second = await bulk(`${POSTS}/bulk/update-status`, { ids: [id], new_status: 'error' }, joining(nothing));
  expect(operationIn(second)).toBe(second.headers['x-request-id']);
  expect((await undo(person, second)).status).toBe(200);
});

it('takes back what several parts did to one record, the last first', async () => {
  const [id = 0] = await newPosts(1);
  const first = await bulk(`${POSTS}/bulk/update-status`, { ids: [id], new_status: 'error' });
  await bulk(`${POSTS}/bulk/update-status`, { ids: [id], new_status: 'inactive' }, joining(first));
  await bulk(`${POSTS}/bulk/delete`, { ids: [id] }, joining(first));
  expect((await undo(person, first)).status).toBe(200);
  expect(await statuses([id])).toEqual(['active']);
});

it('is never joined by another person, by an undo, or under an id that a client made up (HIST-03)', async () => {
  const [one = 0, two = 0] = await newPosts(2);
  const first = await bulk(`${POSTS}/bulk/update-status`, { ids: [one], new_status: 'error' });
  const grace = await service.person('Grace', { groups: ['SocialMediaManager'], companies: ['one'] });
  const body = { company_id: company, confirm: true, ids: [two], new_status: 'error' };
  const path = `${POSTS}/bulk/update-status`;
  const foreign = await grace.post(path, body, joining(first));
  expect(operationIn(foreign)).toBe(foreign.headers['x-request-id']);
  const own = { 'x-operation-id': '00000000-0000-4000-8000-000000000000' };
  expect(operationIn(await grace.post(path, body, own))).not.toBe(own['x-operation-id']);
  const undone = await person.post(`/history/${operationIn(first)}/undo`, undefined, joining(first));
  expect(operationIn(undone)).not.toBe(operationIn(first));
  const { items } = (await person.get<HistoryList>(`${POSTS}/${one}/history`)).body;
  expect(items.map(({ operation_id }: HistoryEntry) => operation_id)).not.toContain(own['x-operation-id']);
});

it.each(['x', '', '1 or 1=1', 'A'.repeat(100), '00000000-0000-4000-8000-00000000000', '{}'])(
  'under %j is 422, and nothing is done',
  async (id) => {
    const [post = 0] = await newPosts(1);
    const body = { ids: [post], new_status: 'error' };
    const refused = await bulk(`${POSTS}/bulk/update-status`, body, { 'x-operation-id': id });
    expect(refused.status).toBe(422);
    expect(await statuses([post])).toEqual(['active']);
  },
);

it('that is repeated with its Idempotency-Key says the operation of the first try', async () => {
  const [id = 0] = await newPosts(1);
  const body = { ids: [id], new_status: 'error' };
  const send = () => bulk(`${POSTS}/bulk/update-status`, body, { 'idempotency-key': 'parts' });
  const [first, again] = [await send(), await send()];
  expect(operationIn(again)).toBe(operationIn(first));
  expect((await undo(person, again)).status).toBe(200);
  expect(await statuses([id])).toEqual(['active']);
});
