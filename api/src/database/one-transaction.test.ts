import { sql, type Kysely } from 'kysely';
import { testDatabase } from '../testing/database';
import type { Database, Tables } from './connection';
import { inOneTransaction } from './one-transaction';

let database: Database;
let db: Kysely<Tables>;

beforeAll(async () => {
  database = await testDatabase();
  db = database.db;
  await sql`create table steps (name text primary key)`.execute(db);
});
beforeEach(() => sql`truncate steps`.execute(db));
afterAll(() => database.close());

const add = (name: string, on = db) => sql`insert into steps values (${name})`.execute(on);
const steps = async () => (await sql<{ name: string }>`select name from steps order by name`.execute(db)).rows;
const session = async () =>
  (await sql<{ pid: number; at: string }>`select pg_backend_pid() as pid, now()::text as at`.execute(db)).rows[0];

it('queries, transactions and what is asked at the same time are all of it, or nothing is', async () => {
  const all = async () => {
    await Promise.all([add('query'), add('beside')]);
    await db.transaction().execute((transaction) => add('transaction', transaction));
    await db.transaction().execute(() => db.transaction().execute((transaction) => add('within', transaction)));
    return session();
  };
  await expect(inOneTransaction(db, () => all().then(() => Promise.reject(new Error('no'))))).rejects.toThrow('no');
  expect(await steps()).toEqual([]);
  const [first, last] = await inOneTransaction(db, async () => [await session(), await all()]);
  expect(last).toEqual(first);
  expect(await steps()).toEqual([{ name: 'beside' }, { name: 'query' }, { name: 'transaction' }, { name: 'within' }]);
});

it('a transaction within that fails takes back its own part only', async () => {
  await inOneTransaction(db, async () => {
    await add('kept');
    const twice = db.transaction().execute(async (transaction) => {
      await add('gone', transaction);
      await add('kept', transaction);
    });
    await expect(twice).rejects.toThrow('duplicate key');
    await add('after');
  });
  expect(await steps()).toEqual([{ name: 'after' }, { name: 'kept' }]);
});

it('one inside another is a part of it: what fails outside stores nothing, what fails inside only its own', async () => {
  const outer = inOneTransaction(db, async () => {
    await inOneTransaction(db, () => add('inner'));
    throw new Error('no');
  });
  await expect(outer).rejects.toThrow('no');
  expect(await steps()).toEqual([]);
  await inOneTransaction(db, async () => {
    await add('outer');
    const inner = inOneTransaction(db, () => add('gone').then(() => Promise.reject(new Error('no'))));
    await expect(inner).rejects.toThrow('no');
  });
  expect(await steps()).toEqual([{ name: 'outer' }]);
});

it('what was begun in it and goes on afterwards is on its own', async () => {
  let go = () => {};
  const late = await inOneTransaction(db, async () => {
    const gate = new Promise<void>((resolve) => (go = resolve));
    return { ended: gate.then(() => Promise.all([add('one'), add('two')])), inside: await session() };
  });
  go();
  await late.ended;
  expect(await steps()).toHaveLength(2);
});

it('others are no part of it, and no connection is lost', async () => {
  for (let round = 0; round < 30; round += 1)
    await Promise.all([
      inOneTransaction(db, () => add(`${round}`).then(() => Promise.reject(new Error('no')))).catch(() => undefined),
      add(`other ${round}`),
    ]);
  expect(await steps()).toHaveLength(30);
  expect(await database.ping()).toBe(true);
});
