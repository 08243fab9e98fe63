// The writer that talks: a conversation a round, each answer read as it is written.

/** Sends messages; what was answered must be in the conversation, word for word, and nothing is being written for ever. */
export function conversation() {
  const tabs = [];
  let told = [];
  let tab = null;
  return {
    name: 'chat',
    async write(caller, number) {
      if (!tab) {
        const { body } = await caller.ask('POST', '/agents/session/create');
        if (!body?.tab_id) return false;
        const agents = await caller.ask('GET', '/agents/list');
        const agent = agents.body?.items?.[0]?.key;
        const selected = await caller.ask('POST', '/agents/select', { tab_id: body.tab_id, agent });
        if (selected.status !== 200) return false;
        tab = body.tab_id;
        tabs.push(tab);
      }
      const entry = { message: `What about ${number}?`, isStored: false, isWhole: false, text: '' };
      told.push(entry);
      const answer = await caller.open('POST', '/agents/message', { tab_id: tab, message: entry.message });
      if (!answer) return false;
      if (answer.status !== 200) {
        // Those that a killed process wrote count as running for a few seconds more (429, two at once).
        if (![429, 503].includes(answer.status))
          caller.faults.push(`POST /agents/message: ${answer.status} ${await answer.text()}`);
        return false;
      }
      entry.isStored = true;
      await readEvents(answer, entry).catch(() => undefined);
      return entry.isWhole;
    },
    async check(caller) {
      const problems = [];
      const messages = tab ? (await caller.must('GET', `/agents/conversation/${tab}`)).messages : [];
      for (const { message, isStored, isWhole, text } of told) {
        const at = messages.findIndex(({ role, content }) => role === 'user' && content === message);
        if (at < 0) {
          if (isStored) problems.push(`lost: the message '${message}'`);
          continue;
        }
        const rest = messages.slice(at + 1);
        const next = rest.findIndex(({ role }) => role === 'user');
        const answers = rest.slice(0, next < 0 ? undefined : next).filter(({ role }) => role === 'assistant');
        const stored = answers.map(({ content }) => content).join('');
        if (isWhole && (stored !== text || answers.some(({ status }) => status !== 'complete')))
          problems.push(`lost: words of the answer to '${message}'`);
      }
      told = [];
      tab = null;
      return problems;
    },
    /** The conversations in which something is still said to be written. */
    async unfinished(caller) {
      const open = [];
      for (const id of tabs) {
        const { messages } = await caller.must('GET', `/agents/conversation/${id}`);
        if (messages.some(({ status }) => status === 'running')) open.push(`${id} is being written for ever`);
      }
      return open;
    },
  };
}

async function readEvents(answer, entry) {
  for await (const event of eventsOf(answer)) {
    if (event.type === 'text') entry.text += event.content;
    if (event.type === 'done') entry.isWhole = !event.interrupted;
  }
}

/** The events of an answer as they come. */
export async function* eventsOf(answer) {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of answer.body) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n\n');
    rest = lines.pop();
    for (const line of lines) if (line.startsWith('data: ')) yield JSON.parse(line.slice('data: '.length));
  }
}
