/** `connections …`: what is read, whether it works, and how the operator holds it (DECISIONS §13). */
import { sql } from 'kysely';
import { CommandError, readArguments, type Command, type CommandContext } from '../commands';
import { isNamed } from '../company/named-company';
import { audit, OPERATOR } from '../database/audit';
import { secretsWith } from '../database/secrets';
import { operatorCommand } from '../start/operator-command';
import { reviveConnection } from './connection-states.queries';
import { pauseConnections } from './pausing.queries';
import { queueRun } from './runs.queries';
import { SOURCES } from './sources';
import { askSource } from './test-connection';

interface Listed {
  readonly id: number;
  readonly company_id: number;
  readonly slug: string;
  readonly source: string;
  readonly external_name: string;
  readonly state: string;
  readonly state_message: string | null;
  readonly confirmed_at: string | null;
  readonly last_success_at: string | null;
  readonly next_run_at: string | null;
}

/** Connections of companies that are there: all, a company's, or one. */
async function found({ database }: CommandContext, which = sql<boolean>`true`): Promise<Listed[]> {
  const { rows } = await sql<Listed>`
    select connections.id, company_id, slug, source, external_name, state, state_message, confirmed_at, last_success_at,
      next_run_at
    from connections join companies on companies.id = company_id
    where deleted_at is null and ${which} order by slug, source`.execute(database.db);
  return rows;
}

const list: Command = {
  name: 'connections list',
  usage: 'connections list',
  summary: 'Every connection with its state, its last complete read and the next',
  prepare(args) {
    readArguments(args, { words: [], flags: {} });
    return async (context) => {
      const all = await found(context);
      for (const { id, slug, source, external_name, state, state_message, last_success_at, next_run_at } of all) {
        const times = [`read ${last_success_at ?? 'never'}`, ...(next_run_at ? [`next ${next_run_at}`] : [])];
        context.print(
          [id, slug, source, external_name, state, ...times, ...(state_message ? [state_message] : [])].join('  '),
        );
      }
      if (!all.length) context.print('There is no connection.');
    };
  },
};

const check: Command = {
  name: 'connections check',
  usage: 'connections check <id or slug of a company>',
  summary: "Ask the sources of a company's connections whether they could be read",
  prepare(args) {
    const { words } = readArguments(args, { words: ['id or slug of a company'], flags: {} });
    const [company = ''] = words;
    return async (context) => {
      const { database, config, print } = context;
      const named = sql<boolean>`company_id in (select id from companies where ${isNamed(company)})`;
      const all = await found(context, named);
      if (!all.length) throw new CommandError(`No company with the id or slug '${company}' has a connection.`);
      const parts = {
        db: database.db,
        secrets: secretsWith(config.encryptionKey),
        sources: SOURCES,
        addresses: config.sources,
        now: () => new Date(),
      };
      let failed = 0;
      for (const { id, source, external_name } of all) {
        const { ok, problems, notes } = await askSource(parts, id);
        if (!ok) failed += 1;
        print(`${id}  ${source}  ${external_name}  ${ok ? 'works' : 'does not work'}`);
        for (const { code, message } of [...problems, ...notes]) print(`    ${code}: ${message}`);
      }
      if (failed > 0) throw new CommandError(`${failed} of ${all.length} cannot be read.`);
    };
  },
};

/** A command on one connection. */
const onOne = (
  verb: 'pause' | 'resume' | 'sync',
  summary: string,
  act: (context: CommandContext, connection: Listed) => Promise<string>,
): Command => ({
  name: `connections ${verb}`,
  usage: `connections ${verb} <id>`,
  summary,
  prepare(args) {
    const { words } = readArguments(args, { words: ['id'], flags: {} });
    const [id = ''] = words;
    return async (context) => {
      const [connection] = await found(context, sql<boolean>`connections.id::text = ${id}`);
      if (!connection)
        throw new CommandError(
          `There is no connection ${id}: \`${operatorCommand()} connections list\` says which there are.`,
        );
      context.print(await act(context, connection));
    };
  },
});

const pause = onOne('pause', 'Pause a connection; its run ends at the next page', async ({ database }, { id }) => {
  await database.db
    .transaction()
    .execute((transaction) =>
      pauseConnections(transaction, OPERATOR, sql<boolean>`id = ${id}`, 'Paused by the operator.'),
    );
  return `Connection ${id} is paused.`;
});

const resume = onOne('resume', 'Have a connection go on', async ({ database }, { id, company_id, state }) => {
  if (state !== 'paused' && state !== 'reconnect') throw new CommandError(`Connection ${id} is not paused.`);
  await database.db.transaction().execute(async (transaction) => {
    await reviveConnection(transaction, id);
    await audit(transaction, OPERATOR, {
      action: 'resume',
      resource: 'connection',
      recordId: id,
      after: { company_id },
    });
  });
  return `Connection ${id} goes on: it is read within a minute, once its preview is confirmed.`;
});

const sync = onOne('sync', 'Read a connection now', async ({ database }, { id, state, confirmed_at }) => {
  if (state === 'paused' || state === 'reconnect')
    throw new CommandError(`Connection ${id} is not read: resume it first.`);
  if (confirmed_at === null) throw new CommandError(`The preview of connection ${id} is not confirmed yet.`);
  const run = await database.db
    .transaction()
    .execute((transaction) => queueRun(transaction, id, { cause: 'command', requestedBy: OPERATOR.username }));
  return `Run ${run} is queued.`;
});

/** The commands of connections. */
export const connectionCommands: Command[] = [list, check, pause, resume, sync];
