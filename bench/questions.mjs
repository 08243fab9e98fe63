// How often the agents answer right: `node bench/questions.mjs [--show]`, after `pnpm build`. It asks the 120 questions of
// bench/questions in people's own words and compares each answer with SQL; every third is set aside and counted apart.
// Then it looks whether 60 questions in other words find the right item of knowledge first. Without a model of one's own it
// is the built-in model that answers; AGENT_BASE_URL and the like (see README) ask that one. `--show` prints each answer that
// is not right, but none of those set aside.
import { parseArgs } from 'node:util';
import { ADS } from './questions/ads.mjs';
import { COSTS } from './questions/costs.mjs';
import { judge } from './questions/expect.mjs';
import { KNOWLEDGE } from './questions/knowledge.mjs';
import { SOCIAL } from './questions/social.mjs';
import { TALK } from './questions/talk.mjs';
import { call, startService } from './service.mjs';

const { values: options } = parseArgs({ options: { show: { type: 'boolean', default: false } } });
const QUESTIONS = [...ADS, ...COSTS, ...SOCIAL, ...TALK];
// The operator's settings of the model, and nothing else.
const model = Object.fromEntries(Object.entries(process.env).filter(([name]) => /^(AGENT|ANTHROPIC)_/.test(name)));
// The built-in model does not pause between its words: no person reads along.
const service = await startService({ AGENT_PACE_MS: '0', ...model });
const tokens = new Map();
const tokenOf = async (username) => {
  if (!tokens.has(username)) tokens.set(username, await service.signIn(username));
  return tokens.get(username);
};

/** Asks one after the other in a conversation of its own; returns the last answer's text and what its tools found. */
async function answerOf(turns, { as = 'admin', agent = 'ad-analyst' } = {}) {
  const token = await tokenOf(as);
  const { tab_id } = await call(`${service.url}/agents/session/create`, { token, method: 'POST' });
  await call(`${service.url}/agents/select`, { token, body: { agent, tab_id } });
  let events = [];
  for (const message of turns) {
    const response = await fetch(`${service.url}/agents/message`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ tab_id, message }),
    });
    if (response.status !== 200) throw new Error(`The answer is ${response.status}: ${await response.text()}`);
    events = (await response.text())
      .split('\n\n')
      .filter((line) => line.startsWith('data: '))
      .map((line) => JSON.parse(line.slice('data: '.length)));
  }
  const text = events.map((event) => (event.type === 'text' ? event.content : '')).join('');
  return { text, results: events.filter(({ type }) => type === 'tool_result').map(({ result }) => result) };
}

const dated = (text) =>
  text.replaceAll(/\{ago:(\d+)\}/g, (_, days) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10));

const counts = { open: {}, aside: {} };
let number = 0;
for (const [asked, expected, how] of QUESTIONS) {
  const isAside = number++ % 3 === 2;
  const turns = (Array.isArray(asked) ? asked : [asked]).map(dated);
  const found = expected.sql ? (await service.sql.raw(expected.sql).execute(service.db)).rows : [];
  const right = expected.read(found);
  const { text } = await answerOf(turns, how);
  const verdict = judge(text, right, expected.also);
  const side = isAside ? counts.aside : counts.open;
  side[verdict] = (side[verdict] ?? 0) + 1;
  if (options.show && !isAside && verdict !== 'right')
    console.log(`${verdict}: ${turns.join(' / ')}\n  expected ${JSON.stringify(right)}\n  got ${text.slice(0, 300)}\n`);
}

let first = 0;
for (const [agent, question, item] of KNOWLEDGE) {
  const { results } = await answerOf([question], { agent });
  const found = results.flatMap((result) => result?.items ?? [])[0]?.name;
  if (found === item) first += 1;
  else if (options.show) console.log(`knowledge: ${question}\n  expected ${item}\n  got ${found}\n`);
}
const { results: ofThanks } = await answerOf(['thanks!'], { agent: 'customer-support' });
await service.stop();

const share = (side) => {
  const total = Object.values(side).reduce((all, one) => all + one, 0);
  const each = Object.entries(side).map(([verdict, times]) => `${verdict} ${times}`);
  return `${(((side.right ?? 0) / total) * 100).toFixed(1)} % right of ${total} (${each.join(', ')})`;
};
console.log(`not set aside: ${share(counts.open)}`);
console.log(`set aside:     ${share(counts.aside)}`);
console.log(`knowledge:     ${first} of ${KNOWLEDGE.length} find the right item first`);
console.log(`'thanks!' ${ofThanks.length ? 'is searched for' : 'is not searched for'}`);
