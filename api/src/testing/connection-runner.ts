/** A process that reads connections from a scripted source and hangs before a page, until it is killed. */
import type { Connection } from '../database/connection';
import { connectionJobs } from '../connections/connection.jobs';
import { runJobs } from '../jobs/run-jobs';
import { SOURCE_ADDRESSES } from '../start/source-addresses';
import { scriptedSource } from './scripted-source';

const { connection, key } = JSON.parse(process.argv[2] ?? '{}') as { connection: Connection; key: string };
const { script, source } = scriptedSource();
script.beforePage = (page) => {
  if (page < 1) return;
  process.stdout.write('stored a page\n');
  return new Promise(() => setInterval(() => undefined, 1000));
};
const report = (line: string) => void process.stdout.write(`${line}\n`);
const config = { encryptionKey: Buffer.from(key, 'base64'), sources: SOURCE_ADDRESSES };
const sources = { connected: { shopify: source }, klaviyo: null };
runJobs(connection, { tasks: connectionJobs({ connection }, config, report, { sources }).tasks, report });
