import { CommandError } from '../commands';
import type { Database } from '../database/connection';
import { testDatabase } from '../testing/database';
import type { TestConsole } from '../testing/console';
import { enqueue, findJobs } from './job-queue';
import { jobCommands } from './jobs.commands';

let database: Database;
beforeEach(async () => (database = await testDatabase()));
afterEach(() => database.close());

const jobs = async (verb: string, ...args: string[]): Promise<string> => {
  const lines: string[] = [];
  const command = jobCommands.find(({ name }) => name === `jobs ${verb}`);
  const config = {} as TestConsole['config'];
  await command?.prepare(args)({ database, config, print: (line) => lines.push(line) });
  return lines.join('\n');
};

test('list says what there is, retry runs it at once, drop removes it', async () => {
  expect(await jobs('list')).toBe('There is no job.');
  await enqueue(database.db, { task: 'read', key: 'connection:1', runAt: new Date('2099-01-02T03:04:05Z') });
  const [{ id } = { id: '' }] = await findJobs(database.db);
  expect(await jobs('list')).toBe(`${id}  read  waiting  0 of 6 tries  2099-01-02T03:04:05.000Z  connection:1`);
  expect(await jobs('retry', id)).toBe(`Job ${id} runs as soon as there is room for it.`);
  expect(Date.parse((await findJobs(database.db))[0]?.run_at ?? '')).toBeLessThan(Date.parse('2099-01-01'));
  expect(await jobs('drop', id)).toBe(`Job ${id} is removed.`);
  expect(await jobs('list')).toBe('There is no job.');
});

test.each([
  ['retry', '7'],
  ['drop', '7'],
  ['retry', 'seven'],
  ['drop', '99999999999999999999'],
])('%s %s: there is none', async (verb, id) => {
  await expect(jobs(verb, id)).rejects.toThrow(
    new CommandError(`There is no job ${id}, or it runs: \`pnpm console jobs list\` says which there are.`),
  );
});
