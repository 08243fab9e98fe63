/** A process that opens the embedded database of a folder and writes until it is ended, saying what was acknowledged. */
import { sql } from 'kysely';
import { openDatabase } from '../database/connection';

const say = (line: string) => void process.stdout.write(`${line}\n`);
const WRITERS = 4;

const write = async (dataDir: string): Promise<void> => {
  const { db, close } = await openDatabase(
    { databaseUrl: null, dataDir },
    {
      report: (message) => say(`report: ${message}`),
    },
  );
  const isEnding = new Promise<'ending'>((resolve) => process.on('SIGTERM', () => resolve('ending')));
  // `if not exists` alone fails when two writers make the table at once; sent together the two are one transaction.
  const table = 'create table if not exists written (id int generated always as identity)';
  await sql.raw(`select pg_advisory_xact_lock(1); ${table}`).execute(db);
  const { rows } = await sql<{ id: number }>`select id from written order by id`.execute(db);
  say(`stored: ${rows.map(({ id }) => id).join(' ')}.`);
  const writeOn = async (): Promise<void> => {
    for (;;) {
      const inserted = await sql<{ id: number }>`insert into written default values returning id`.execute(db);
      say(`acknowledged ${inserted.rows[0]?.id}`);
    }
  };
  await Promise.race([isEnding, ...Array.from({ length: WRITERS }, writeOn)]);
  await close();
};

write(process.argv[2] ?? '').then(
  () => process.exit(0),
  (error: Error) => {
    say(error.message);
    process.exit(1);
  },
);
