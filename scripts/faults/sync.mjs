// kill -9 of the service in the middle of reading what it is connected with: afterwards every record is there once, and the
// spend of every ad is its source's.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { accountOf, centsOn, META_TOKEN, storeOf, tokenOf } from './source-records.mjs';
import { Caller, root, startService, until } from './service.mjs';

/** Each has two connections. What a killed process read waits up to a minute for another one, so there are many. */
const COMPANIES = 12;
const RECORDS = 400;
const NEW_YORK = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York', dateStyle: 'short' });

/** Kills it so many times; answers the problems of all rounds. */
export async function killsWhileReading(rounds) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'console-faults-'));
  await chmod(folder, 0o711);
  const sources = fork(path.join(root, 'scripts/faults/sources.mjs'), [COMPANIES, RECORDS].map(String));
  const [addresses] = await once(sources, 'message');
  const environment = {
    DATA_DIR: path.join(folder, 'data'),
    SOURCE_SHOPIFY_URL: addresses.shopify,
    SOURCE_META_URL: addresses.meta,
  };
  // The demonstration has sources of its own: its people stay, the next start knows nothing of it.
  const first = await startService(environment);
  first.kill('SIGTERM');
  await first.ended;
  const start = () => startService(environment, [], undefined, ['--no-demo']);
  let service = await start();
  const caller = new Caller(service.url);
  await caller.signIn();
  const { companies, connections } = await connect(caller);

  const began = Date.now();
  let hit = 0;
  for (let round = 0; round < rounds; round += 1) {
    await caller.signIn();
    for (const id of connections) await caller.must('POST', `/connections/${id}/sync`);
    await until(async () => (await running(caller, connections)) > 0, 60);
    await wait(Math.random() * 500);
    if ((await running(caller, connections)) > 0) hit += 1;
    service.kill('SIGKILL');
    await service.ended;
    service = await start();
    caller.url = service.url;
  }
  console.log(`${rounds} kills in ${Math.round((Date.now() - began) / 1000)} s, ${hit} of them in the middle of a run`);

  const problems = hit === 0 ? ['no run was hit'] : [];
  await caller.signIn();
  for (const id of connections) await caller.must('POST', `/connections/${id}/sync`);
  const isOver = async () => (await open(caller, connections)).length === 0;
  if (!(await until(isOver, 300))) problems.push(`${(await open(caller, connections)).length} runs do not end`);
  for (const id of companies) problems.push(...(await problemsOf(caller, id)));
  for (const problem of [...problems, ...caller.faults]) console.log(problem);
  service.kill('SIGTERM');
  await service.ended;
  sources.disconnect();
  await rm(folder, { recursive: true, force: true });
  return [[...problems, ...caller.faults]];
}

/** Companies, each with a store and an account, whose first preview is confirmed. */
async function connect(caller) {
  const credential = (body) => caller.must('POST', '/credentials', { kind: 'token', label: 'Key', ...body });
  const shared = await credential({ company_id: null, source: 'meta', secret: META_TOKEN });
  const [companies, connections] = [[], []];
  for (let at = 0; at < COMPANIES; at += 1) {
    const { id } = await caller.must('POST', '/companies', {
      name: `Read ${at}`,
      slug: `read-${at}`,
      logo_url: 'https://logos.example/a.png',
      timezone: 'America/Chicago',
    });
    companies.push(id);
    const key = await credential({ company_id: id, source: 'shopify', secret: tokenOf(at) });
    for (const body of [
      { source: 'shopify', external_id: storeOf(at), credential_id: key.id },
      { source: 'meta', external_id: accountOf(at), credential_id: shared.id },
    ])
      connections.push((await caller.must('POST', '/connections', { company_id: id, ...body })).id);
  }
  for (const id of connections) {
    const { run_id } = await caller.must('POST', `/connections/${id}/preview`);
    const run = `/connections/${id}/runs/${run_id}`;
    if (!(await until(async () => (await caller.must('GET', run)).status === 'asking', 60)))
      throw new Error(`A preview does not ask: ${JSON.stringify(await caller.must('GET', run))}`);
    await caller.must('POST', `${run}/confirm`);
  }
  return { companies, connections };
}

/** The newest run of each connection that has not ended. */
async function open(caller, connections) {
  const newest = await Promise.all(connections.map((id) => caller.must('GET', `/connections/${id}/runs`)));
  return newest.map(({ items }) => items[0]).filter((run) => run && ['queued', 'running'].includes(run.status));
}
const running = async (caller, connections) =>
  (await open(caller, connections)).filter(({ status }) => status === 'running').length;

/** Records of a company that are lost, doubled or half. */
async function problemsOf(caller, company) {
  const problems = [];
  const total = async (list) => (await caller.must('GET', `/${list}?company_id=${company}&page_size=1`)).total;
  for (const list of ['product-variants', 'facebook-ads'])
    if ((await total(list)) !== RECORDS) problems.push(`${list} of ${company}: ${await total(list)}, not ${RECORDS}`);
  const last = Date.parse(`${NEW_YORK.format(new Date())}T00:00:00Z`) / 86_400_000 - 1;
  const to = new Date(last * 86_400_000).toISOString().slice(0, 10);
  const { days } = await caller.must('GET', `/facebook-ads/spend?company_id=${company}&by=day&days=28&to=${to}`);
  for (const [at, { day, spend }] of days.entries()) {
    const number = last - 27 + at;
    const cents = Array.from({ length: RECORDS }, (_, ad) => centsOn(ad, number)).reduce((sum, one) => sum + one);
    if (Math.round(spend * 100) !== cents) problems.push(`the spend of ${company} on ${day} is ${spend}`);
  }
  return problems;
}
