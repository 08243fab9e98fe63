/** Taking back a save or a deletion of one record, for every noun as the service describes it. */
import { NOUNS } from 'contract/nouns';
import { GROUPS } from 'contract/session';
import { RULES } from '../testing/access-rules';
import { openConsole, type Person, type TestConsole } from '../testing/console';
import { anotherThan, createFull, describedNouns, type Json } from '../testing/nouns';
import { callsOn, ENDED_FOR_GOOD, newestEntry, operationIn, undo } from '../testing/undo';

let service: TestConsole;
let person: Person;
let colleague: Person;

beforeAll(async () => {
  service = await openConsole();
  person = await service.person('Ada', { groups: [...GROUPS] });
  colleague = await service.person('Grace', { groups: [...GROUPS] });
});
afterAll(() => service.close());

/** The content of a record, without when and by whom it was saved, and without counts. */
const contentOf = ({ updated_at: _, last_updated_by_username: __, ...rest }: Json) => rest;

async function made(noun: ReturnType<typeof describedNouns>[number]) {
  const { body, record, company } = await createFull(service, person, noun);
  const calls = callsOn(service, person, noun, company, record['id']);
  const sent = Object.fromEntries(calls.fields.map(([name]) => [name, body[name]]));
  const changed = Object.fromEntries(
    calls.fields.map(([name, property]) => [name, anotherThan(body[name], property, company)]),
  );
  return { ...calls, id: record['id'], record, company, sent, changed };
}

it('gives back every written field that a save changed, but secrets, which are named (HIST-05)', async () => {
  const nouns = describedNouns(service);
  expect(nouns.length).toBeGreaterThanOrEqual(8);
  for (const noun of nouns) {
    const { save, find, record, sent, changed, fields, id } = await made(noun);
    const saved = await save(changed, sent);
    expect([noun.path, saved.status]).toEqual([noun.path, 200]);
    for (const [name, { kind }] of fields)
      if (kind !== 'secret') expect([name, (await find()).body[name]]).not.toEqual([name, record[name]]);
    expect(await newestEntry(person, noun.path, id)).toMatchObject({ can_undo: true, undo_obstacle: null });
    const { status, body } = await undo(person, saved);
    const secrets = fields.filter(([, { kind }]) => kind === 'secret').map(([, { title }]) => title);
    expect([noun.path, status, body]).toMatchObject([
      noun.path,
      200,
      { success_count: 1, error_count: 0, errors: [], not_restored: secrets },
    ]);
    expect([noun.path, contentOf((await find()).body)]).toEqual([noun.path, contentOf(record)]);
  }
});

it('can be taken back itself, and that again', async () => {
  for (const noun of describedNouns(service)) {
    const { save, find, record, sent, changed } = await made(noun);
    const first = await save(changed, sent);
    const after = contentOf((await find()).body);
    const second = await undo(person, first);
    expect(operationIn(second)).toBe(second.body.operation_id);
    const third = await undo(person, second);
    expect([noun.path, third.status]).toEqual([noun.path, 200]);
    expect(contentOf((await find()).body)).toEqual(after);
    const fourth = await undo(person, third);
    expect([noun.path, fourth.status]).toEqual([noun.path, 200]);
    expect(contentOf((await find()).body)).toEqual(contentOf(record));
  }
});

it('leaves what has changed since: 409, and nothing is undone', async () => {
  for (const noun of describedNouns(service)) {
    const { save, find, sent, changed, fields, id, company } = await made(noun);
    const saved = await save(changed, sent);
    const [[name = '', property = {}] = []] = fields;
    await save({ [name]: anotherThan(changed[name], property, company) }, changed);
    const before = (await find()).body;
    const { status, body } = await undo(person, saved);
    expect([noun.path, status]).toEqual([noun.path, 409]);
    expect(body.detail).toMatch(/^This .+ has been changed since\. Nothing was undone\.$/);
    expect((await find()).body).toEqual(before);
    const entries = (await person.get<{ items: Json[] }>(`${noun.path}/${String(id)}/history`)).body.items;
    expect(entries).toMatchObject([{ can_undo: true }, { can_undo: false }, { can_undo: false }]);
  }
});

it('is refused a second time: the record is as it was already', async () => {
  for (const noun of describedNouns(service)) {
    const { save, sent, changed } = await made(noun);
    const saved = await save(changed, sent);
    expect((await undo(person, saved)).status).toBe(200);
    expect([noun.path, (await undo(person, saved)).status]).toEqual([noun.path, 409]);
  }
});

it('a later save that was itself taken back does not stand in the way', async () => {
  for (const noun of describedNouns(service)) {
    const { save, find, record, sent, changed, fields, company } = await made(noun);
    const first = await save(changed, sent);
    const [[name = '', property = {}] = []] = fields;
    const second = await save({ [name]: anotherThan(changed[name], property, company) }, changed);
    expect((await undo(person, second)).status).toBe(200);
    expect([noun.path, (await undo(person, first)).status]).toEqual([noun.path, 200]);
    expect(contentOf((await find()).body)).toEqual(contentOf(record));
  }
});

it('a deleted record comes back under its id, with every field', async () => {
  const deletable = [];
  for (const noun of describedNouns(service)) {
    const { canBeDeleted, remove, find, record, id } = await made(noun);
    if (!canBeDeleted) continue;
    deletable.push(noun.path);
    const deleted = await remove();
    expect([noun.path, deleted.status]).toEqual([noun.path, 204]);
    expect((await find()).status).toBe(404);
    const { status, body } = await undo(colleague, deleted);
    expect([noun.path, status, body]).toMatchObject([noun.path, 200, { success_count: 1, not_restored: [] }]);
    const back = (await find()).body;
    expect(contentOf(back)).toEqual(contentOf(record));
    if ('last_updated_by_username' in back) expect(back['last_updated_by_username']).toBe('Grace');
    if (noun.path !== '/companies') expect(back['updated_at']).not.toBe(record['updated_at']);
    expect(await newestEntry(person, noun.path, id)).toMatchObject({ action: 'restore', username: 'Grace' });
  }
  const paths = Object.values(NOUNS)
    .map(({ path }) => path)
    .filter((path) => !ENDED_FOR_GOOD.includes(path));
  expect(paths.length).toBeGreaterThanOrEqual(9);
  expect(deletable.sort()).toEqual(paths.filter((path) => `DELETE /api${path}/:id` in RULES).sort());
});

it('what came back goes again by taking that back, and comes back once more', async () => {
  for (const noun of describedNouns(service)) {
    const { canBeDeleted, remove, find, record } = await made(noun);
    if (!canBeDeleted) continue;
    const back = await undo(person, await remove());
    const gone = await undo(person, back);
    expect([noun.path, gone.status]).toEqual([noun.path, 200]);
    expect((await find()).status).toBe(404);
    const again = await undo(person, gone);
    expect([noun.path, again.status]).toEqual([noun.path, 200]);
    expect(contentOf((await find()).body)).toEqual(contentOf(record));
  }
});

it('what came back and was changed then does not go by taking the deletion’s undo back', async () => {
  for (const noun of describedNouns(service)) {
    const { canBeDeleted, remove, find, save, sent, changed } = await made(noun);
    if (!canBeDeleted) continue;
    const back = await undo(person, await remove());
    await save(changed, sent);
    expect([noun.path, (await undo(person, back)).status]).toEqual([noun.path, 409]);
    expect((await find()).status).toBe(200);
  }
});

it('a deleted record whose unique value another one has by now stays away: 409', async () => {
  const taken: string[] = [];
  for (const noun of describedNouns(service)) {
    const { canBeDeleted, remove, record, company } = await made(noun);
    const unique = Object.entries(noun.schema.properties).filter(([, property]) => property.unique);
    if (!canBeDeleted || !unique.length || noun.path === '/companies') continue;
    const deleted = await remove();
    const body = Object.fromEntries(Object.keys(noun.schema.properties).map((name) => [name, record[name]]));
    if ('knowledge_ids' in body) body['knowledge_ids'] = [];
    if ('company_id' in body) body['company_id'] = company;
    expect((await person.post(noun.path, body)).status).toBe(201);
    const refused = await undo(person, deleted);
    expect([noun.path, refused.status, typeof refused.body.detail]).toEqual([noun.path, 409, 'string']);
    taken.push(noun.path);
  }
  expect(taken.length).toBeGreaterThanOrEqual(5);
});

it('a new record is not taken back: 400 says to delete it', async () => {
  for (const noun of describedNouns(service)) {
    const { id, find } = await made(noun);
    const entry = await newestEntry(person, noun.path, id);
    const { status, body } = await undo(person, { headers: { 'x-operation-id': entry.operation_id } });
    expect([noun.path, status]).toEqual([noun.path, 400]);
    expect(body.detail).toMatch(/^A new .+ is not taken back by Undo: delete it instead\.$/);
    expect(entry).toMatchObject({ can_undo: false, undo_obstacle: body.detail });
    expect((await find()).status).toBe(200);
  }
});

it('a save that only changed secrets, or nothing, is 400 and says so', async () => {
  const noun = describedNouns(service).find(({ path }) => path === '/companies');
  if (!noun) throw new Error('there are no companies');
  const { save, sent } = await made(noun);
  const keys = await undo(person, await save({ shopify_api_key: 'another' }, sent));
  expect(keys).toMatchObject({
    status: 400,
    body: { detail: 'Only API keys were changed, and the earlier ones are not kept.' },
  });
  const nothing = await undo(person, await save({ name: sent['name'] }, sent));
  expect(nothing).toMatchObject({ status: 400, body: { detail: 'Nothing was changed, so there is nothing to undo.' } });
});

it('a deletion of more than 30 days ago stays', async () => {
  const { db } = service.database;
  for (const noun of describedNouns(service)) {
    const { canBeDeleted, remove, find } = await made(noun);
    if (!canBeDeleted || noun.path === '/companies') continue;
    const deleted = await remove();
    const age = (days: number) =>
      db
        .updateTable('audit_log')
        .set({ at: new Date(Date.now() - days * 24 * 60 * 60 * 1000).toISOString() })
        .where('request_id', '=', operationIn(deleted))
        .execute();
    await age(30.1);
    const { status, body } = await undo(person, deleted);
    expect([noun.path, status]).toEqual([noun.path, 400]);
    expect(body.detail).toMatch(/was deleted more than 30 days ago\.$/);
    expect((await find()).status).toBe(404);
    await age(29.9);
    expect((await undo(person, deleted)).status).toBe(200);
  }
});

it('two who take the same back at once: one does, the other gets 409 (HIST-06)', async () => {
  for (const noun of describedNouns(service)) {
    const { save, find, remove, canBeDeleted, record, sent, changed } = await made(noun);
    const operations = [await save(changed, sent), ...(canBeDeleted ? [remove] : [])];
    for (const operation of operations) {
      const response = typeof operation === 'function' ? await operation() : operation;
      const both = await Promise.all([undo(person, response), undo(colleague, response)]);
      expect([noun.path, both.map(({ status }) => status).sort()]).toEqual([noun.path, [200, 409]]);
      expect(contentOf((await find()).body)).toEqual(contentOf(record));
    }
  }
});

it('a form that was opened before the undo is told so by If-Match', async () => {
  for (const noun of describedNouns(service)) {
    const { save, find, sent, changed } = await made(noun);
    const saved = await save(changed, sent);
    const { updated_at } = (await find()).body;
    await undo(person, saved);
    const late = await save(changed, sent, { 'if-match': `"${String(updated_at)}"` });
    expect([noun.path, late.status]).toEqual([noun.path, 412]);
  }
});
