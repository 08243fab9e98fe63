import { screen, waitFor, within } from '@testing-library/react';
import type { AgentDefinition } from 'contract/agents/agent-definitions';
import type { Knowledge } from 'contract/agents/knowledge';
import { openScreen, serviceOf, user } from 'shared-ui/testing';
import AgentDefinitionsScreen from '../agent-definitions/agent-definitions.screen';
import KnowledgeScreen from '../knowledge/knowledge.screen';

const times = { created_at: '2026-01-01T00:00:00.000Z', updated_at: '2026-01-03T00:00:00.000Z' };
const helper: AgentDefinition = {
  id: 3,
  slug: 'helper',
  system_prompt: 'Answer in kind words.',
  prompt_length: 21,
  agent_knowledge: [],
  allowed_proposals: [],
  ...times,
};
const returns: Knowledge = { id: 4, name: 'Returns', content: 'Within 30 days.', agent_count: 0, ...times };

const about = (day: number, username: string | null, is_current = false) => ({
  at: `2026-01-0${day}T00:00:00.000Z`,
  username,
  operation_id: `request-${day}`,
  is_current,
});
const prompts = [
  { ...about(3, 'grace', true), slug: 'helper', system_prompt: 'Answer in kind words.', allowed_proposals: [] },
  { ...about(2, 'ada'), slug: 'helper', system_prompt: 'Answer in short words.', allowed_proposals: [] },
  {
    ...about(1, null),
    slug: 'help',
    system_prompt: 'Say nothing at all, whoever asks.',
    allowed_proposals: ['post_status'],
  },
];

const paged = (items: object[], total = items.length) => ({ items, total, page: 1, page_size: 10, total_pages: 1 });
const service = serviceOf('/agent-definitions', helper);
beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  service.on('GET /agent-definitions/3', [200, helper]);
  service.on('GET /agent-definitions/3/versions', [200, paged(prompts)]);
});

const dialog = () => within(screen.getByRole('dialog', { name: 'helper' }));
async function open() {
  openScreen(<AgentDefinitionsScreen />, { groups: ['AaasAdmin'] });
  await user.click(await screen.findByRole('button', { name: 'Actions for helper' }));
  await user.click(screen.getByRole('menuitem', { name: 'Versions' }));
  await screen.findByRole('region', { name: 'Comparison' });
  return dialog();
}
/** The lines of the comparison with their signs. */
const lines = async () => {
  const group = await screen.findByRole('region', { name: 'Differences' });
  return [...group.children].map(({ textContent }) => textContent);
};

test('versions are listed with when and by whom, and the newest two are compared', async () => {
  const shown = await open();
  const rows = shown
    .getAllByRole('row')
    .slice(1)
    .map(({ textContent }) => textContent);
  expect(rows).toEqual([
    expect.stringMatching(/2026.*Current.*grace/),
    expect.stringMatching(/2026.*ada/),
    expect.stringMatching(/2026.*Before history is kept/),
  ]);
  expect(await lines()).toEqual(['−Answer in short words.', '+Answer in kind words.']);
  const marked = screen.getByRole('region', { name: 'Differences' }).querySelectorAll('mark');
  expect([...marked].map((mark) => [mark.closest('ins, del')?.tagName, mark.textContent])).toEqual([
    ['DEL', 'short'],
    ['INS', 'kind'],
  ]);
});

test('any two are compared, with what else they differ in', async () => {
  const shown = await open();
  await user.click(shown.getAllByRole('radio', { name: /^From/ })[2] as HTMLElement);
  await user.click(shown.getByRole('radio', { name: /To the version of .* by ada/ }));
  expect(await lines()).toEqual(['−Say nothing at all, whoever asks.', '+Answer in short words.']);
  expect(shown.getByText('help').tagName).toBe('DEL');
  expect(shown.getByText('helper', { selector: 'ins' })).toBeVisible();
});

test('a version is restored by an ordinary save with If-Match, after a question, and is then a version itself', async () => {
  service.on('PUT /agent-definitions/3', [200, helper]);
  const shown = await open();
  expect(shown.queryByRole('button', { name: /Restore the version of .* by grace/ })).toBeNull();
  await user.click(shown.getByRole('button', { name: /Restore the version of .* by ada/ }));
  const question = within(shown.getByRole('group', { name: /Restore the version of .* by ada\?/ }));
  expect(service.requestsTo('PUT /agent-definitions/3')).toEqual([]);
  const restored = {
    ...about(4, 'ada', true),
    slug: 'helper',
    system_prompt: 'Answer in short words.',
    allowed_proposals: [],
  };
  service.on('GET /agent-definitions/3/versions', [200, paged([restored, ...prompts])]);
  await user.click(question.getByRole('button', { name: 'Restore this version' }));
  expect(await screen.findByText('Version restored')).toBeVisible();
  const [asked] = service.requestsTo('PUT /agent-definitions/3');
  expect(asked?.body).toEqual({ slug: 'helper', system_prompt: 'Answer in short words.', allowed_proposals: [] });
  expect(asked?.headers['if-match']).toBe('"2026-01-03T00:00:00.000Z"');
  await waitFor(() => expect(shown.getAllByRole('row')).toHaveLength(5));
});

test('the question names the name that goes back too, and Escape leaves it alone', async () => {
  const shown = await open();
  await user.click(shown.getByRole('button', { name: /Restore the version of (?!.*by)/ }));
  expect(shown.getByText('Slug goes back from “helper” to “help”.')).toBeVisible();
  await user.keyboard('{Escape}');
  expect(shown.queryByRole('group', { name: /Restore/ })).toBeNull();
  expect(screen.getByRole('dialog', { name: 'helper' })).toBeVisible();
});

test("somebody else's change meanwhile is not lost: the restore is refused, and what is there is read", async () => {
  service.on('PUT /agent-definitions/3', () => {
    const theirs = { ...helper, system_prompt: 'Theirs.', updated_at: '2026-01-04T00:00:00.000Z' };
    service.on('GET /agent-definitions/3', [200, theirs]);
    service.on('GET /agent-definitions/3/versions', [
      200,
      paged([
        { ...about(4, 'linus', true), slug: 'helper', system_prompt: 'Theirs.', allowed_proposals: [] },
        ...prompts,
      ]),
    ]);
    return [412, { detail: 'linus has saved this meanwhile.' }];
  });
  const shown = await open();
  await user.click(shown.getByRole('button', { name: /Restore the version of .* by ada/ }));
  await user.click(shown.getByRole('button', { name: 'Restore this version' }));
  expect(await shown.findByText('linus has saved this meanwhile.')).toBeVisible();
  expect(await shown.findByText('linus')).toBeVisible();
  await user.click(shown.getByRole('button', { name: 'Restore this version' }));
  await waitFor(() => expect(service.requestsTo('PUT /agent-definitions/3')).toHaveLength(2));
  const [, again] = service.requestsTo('PUT /agent-definitions/3');
  expect(again?.headers['if-match']).toBe('"2026-01-04T00:00:00.000Z"');
});

test('earlier versions come in pages', async () => {
  service.on('GET /agent-definitions/3/versions', ({ query }) => [
    200,
    paged(query.get('page') === '1' ? prompts.slice(0, 2) : prompts.slice(2), 3),
  ]);
  const shown = await open();
  expect(shown.getAllByRole('row')).toHaveLength(3);
  await user.click(shown.getByRole('button', { name: 'Show earlier versions' }));
  await waitFor(() => expect(shown.getAllByRole('row')).toHaveLength(4));
  expect(shown.queryByRole('button', { name: 'Show earlier versions' })).toBeNull();
});

test('one version has nothing to be compared with, and versions that could not be read can be asked for again', async () => {
  service.on('GET /agent-definitions/3/versions', [500, { detail: 'Internal server error' }]);
  openScreen(<AgentDefinitionsScreen />, { groups: ['AaasAdmin'] });
  await user.click(await screen.findByRole('button', { name: 'Actions for helper' }));
  await user.click(screen.getByRole('menuitem', { name: 'Versions' }));
  expect(await screen.findByText('Failed to load versions')).toBeVisible();
  service.on('GET /agent-definitions/3/versions', [200, paged(prompts.slice(0, 1))]);
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText(/one version so far/)).toBeVisible();
});

test('knowledge has versions too, reached from its details and restored by PATCH', async () => {
  const texts = [
    { ...about(3, 'grace', true), name: 'Returns', content: 'Within 30 days.' },
    { ...about(2, 'ada'), name: 'Return', content: 'Within 14 days.' },
  ];
  service.on('GET /knowledge', [200, paged([returns])]);
  service.on('GET /knowledge/4', [200, returns]);
  service.on('GET /knowledge/4/versions', [200, paged(texts)]);
  service.on('PATCH /knowledge/4', [200, returns]);
  openScreen(<KnowledgeScreen />, { groups: ['AaasAdmin'] });
  await user.click(await screen.findByRole('row', { name: /Returns/ }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Versions' }));
  await user.click(await screen.findByRole('button', { name: /Restore the version of .* by ada/ }));
  await user.click(screen.getByRole('button', { name: 'Restore this version' }));
  await waitFor(() => expect(service.requestsTo('PATCH /knowledge/4')).toHaveLength(1));
  const [asked] = service.requestsTo('PATCH /knowledge/4');
  expect(asked?.body).toEqual({ name: 'Return', content: 'Within 14 days.' });
  expect(asked?.headers['if-match']).toBe('"2026-01-03T00:00:00.000Z"');
});

/** The editor of the definition, with the versions open over it and the one by ada about to be restored. */
async function openInEditor(typed: string) {
  service.on('GET /agent-definitions/3/knowledge', [200, { items: [], total: 0 }]);
  service.on('GET /knowledge', [200, paged([])]);
  openScreen(<AgentDefinitionsScreen />, { groups: ['AaasAdmin'] });
  await user.click(await screen.findByRole('button', { name: 'Actions for helper' }));
  await user.click(screen.getByRole('menuitem', { name: 'Edit' }));
  const form = within(await screen.findByRole('dialog', { name: 'Edit Agent Definition' }));
  const prompt = form.getByLabelText(/^System Prompt/);
  if (typed) await user.type(prompt, typed);
  await user.click(form.getByRole('button', { name: 'Versions' }));
  await user.click(await screen.findByRole('button', { name: /Restore the version of .* by ada/ }));
  return { form, prompt };
}
const restored: AgentDefinition = {
  ...helper,
  system_prompt: 'Answer in short words.',
  updated_at: '2026-01-05T00:00:00.000Z',
};
/** Restores it, and goes back to the editor. */
async function restoreAndReturn() {
  service.on('PUT /agent-definitions/3', () => {
    service.on('GET /agent-definitions/3', [200, restored]);
    return [200, restored, { 'x-operation-id': 'the-restore' }];
  });
  await user.click(screen.getByRole('button', { name: 'Restore this version' }));
  await screen.findByText('Version restored');
  // Both have the same id for their titles in a test.
  const versions = within(screen.getAllByRole('dialog').at(-1) as HTMLElement);
  await user.click(versions.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement);
}

test('in the editor too, which takes over what was restored; the toast offers to undo it', async () => {
  const { form, prompt } = await openInEditor('');
  await restoreAndReturn();
  expect(screen.getByRole('button', { name: /^Undo/ })).toBeVisible();
  await waitFor(() => expect(prompt).toHaveValue('Answer in short words.'));
  await user.type(form.getByLabelText(/^Slug/), 's');
  await user.click(form.getByRole('button', { name: 'Update' }));
  await waitFor(() => expect(service.requestsTo('PUT /agent-definitions/3')).toHaveLength(2));
  const [, saved] = service.requestsTo('PUT /agent-definitions/3');
  expect(saved?.body).toMatchObject({ slug: 'helpers', system_prompt: 'Answer in short words.' });
  expect(saved?.headers['if-match']).toBe(`"${restored.updated_at}"`);
});

test('what was typed into the editor before a version was restored is neither lost nor saved over it unasked', async () => {
  const { form, prompt } = await openInEditor(' Mine.');
  await restoreAndReturn();
  const choice = within(await form.findByRole('group', { name: 'System Prompt' }));
  expect(prompt).toHaveValue('Answer in kind words. Mine.');
  await user.click(choice.getByRole('radio', { name: /^Theirs/ }));
  expect(prompt).toHaveValue('Answer in short words.');
});
