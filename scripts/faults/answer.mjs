// An answer of the chat during which the database dies at its worst moment: right after a message was started, with no one
// else's commit to carry that beginning to the disk. An answer that ends with `done` is stored to its last word.
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { eventsOf } from './chat.mjs';
import { Caller, postmasterOf, startService, until } from './service.mjs';

const ROUNDS = 3;
/** An answer that is broken off shows nothing: so many more are asked until one comes to its end. */
const MOST_ROUNDS = 10;
const QUESTION = 'What is the return policy?';
/** Between two of its words, in milliseconds: together they take longer than the database needs to come back. */
const AGENT_PACE_MS = '100';

/** Asks, kills the database as soon as the message with the words is started, and compares what was read with what is stored. */
export async function answersOverCrash() {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'console-answers-'));
  await chmod(folder, 0o711);
  const dataDir = path.join(folder, 'data');
  const service = await startService({ DATA_DIR: dataDir, AGENT_PACE_MS });
  const caller = new Caller(service.url);
  await caller.signIn();
  const results = [];
  let whole = 0;
  for (let round = 0; round < ROUNDS || (whole === 0 && round < MOST_ROUNDS); round += 1) {
    const { tab_id } = await caller.must('POST', '/agents/session/create');
    await caller.must('POST', '/agents/select', { tab_id, agent: 'customer-support' });
    let begun = 0;
    let text = '';
    let isWhole = false;
    for await (const event of eventsOf(await caller.open('POST', '/agents/message', { tab_id, message: QUESTION }))) {
      // The first message calls the tool, the second holds the words.
      if (event.type === 'new_message' && (begun += 1) === 2) process.kill(postmasterOf(dataDir), 'SIGKILL');
      if (event.type === 'text') text += event.content;
      if (event.type === 'done') isWhole = !event.interrupted;
    }
    const problems = [];
    if (!(await until(async () => (await caller.ask('GET', '/ready')).status === 200, 30)))
      problems.push('it did not recover');
    const { messages } = await caller.must('GET', `/agents/conversation/${tab_id}`);
    const stored = messages.filter(({ role }) => role === 'assistant').map(({ content }) => content);
    if (isWhole && stored.join('') !== text) problems.push(`lost: '${text.slice(0, 60)}…', ${text.length} characters`);
    if (isWhole) whole += 1;
    results.push(problems);
  }
  console.log(`${results.length} answers, the database killed in each; ${whole} came to their end`);
  for (const problem of results.flat()) console.log(problem);
  service.kill('SIGTERM');
  await service.ended;
  await rm(folder, { recursive: true, force: true });
  return [
    ...results.slice(0, ROUNDS),
    results.slice(ROUNDS).flat(),
    whole ? [] : ['none came to its end: nothing was tried'],
  ];
}
