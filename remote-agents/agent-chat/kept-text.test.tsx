import { cleanup, screen, waitFor } from '@testing-library/react';
import { endSession, keepUnsavedOf } from 'shared-auth/testing';
import { user } from 'shared-ui/testing';
import { AGENTS, AT, chatServiceForEachTest, openChat } from './testing/chat';

const chat = chatServiceForEachTest();

beforeEach(() => {
  keepUnsavedOf('1');
  sessionStorage.setItem('agent_chat_tab_id', 'tab-5');
  const messages = [
    { id: 1, role: 'user', content: 'How long?', timestamp: AT, status: 'complete' },
    { id: 2, role: 'assistant', content: '45 days', timestamp: AT, status: 'complete' },
  ];
  chat.service.on('GET /agents/conversation/tab-5', [200, { tab_id: 'tab-5', agent: AGENTS[1], messages }]);
  chat.service.on('POST /agents/feedback', [204, undefined]);
});
afterEach(() => {
  cleanup();
  localStorage.clear();
});

const edited = () => screen.getByRole('textbox', { name: 'Edit message' });
const comment = (name = 'What was wrong?') => screen.getByRole('textbox', { name });
const press = async (name: string) => user.click(await screen.findByRole('button', { name }));
/** The texts that the browser has stored. */
const stored = () => Object.values({ ...localStorage }).join();

/** Types into a form of the chat, and leaves the page. */
async function type(button: string, box: () => HTMLElement, text: string) {
  openChat();
  await press(button);
  await user.type(box(), text);
}

test('what was typed into an earlier message and not sent is there again when it is edited again', async () => {
  await type('Edit message', edited, ' In weeks?');
  cleanup();
  openChat();
  await press('Edit message');
  expect(edited()).toHaveValue('How long? In weeks?');
  expect(edited()).toHaveAccessibleDescription(/^Not sent yet: typed on .*2026/);
  // Escape only closes it.
  await user.keyboard('{Escape}');
  await press('Edit message');
  expect(edited()).toHaveValue('How long? In weeks?');
});

test.each(['Cancel', 'Send again'])('%s leaves nothing of it', async (button) => {
  await type('Edit message', edited, ' In weeks?');
  await press(button);
  if (button === 'Send again') {
    await press('Replace and send');
    expect((await chat.stream()).asked.body).toMatchObject({ message: 'How long? In weeks?', replaces: 1 });
  }
  // A message being sent is kept as the chat's own text until the service has it.
  const ofEdit = () => Object.keys(localStorage).filter((key) => key.includes('edit'));
  expect(ofEdit()).toEqual([]);
  cleanup();
  expect(ofEdit()).toEqual([]);
});

test('a word on an answer that was not sent is there again, goes along when the rating changes, and goes when it is sent', async () => {
  await type('This did not help', comment, 'Too short.');
  cleanup();
  openChat();
  await press('This did not help');
  expect(comment()).toHaveValue('Too short.');
  await press('This helped');
  expect(comment('What helped?')).toHaveValue('Too short.');
  await press('Send feedback');
  await waitFor(() => expect(stored()).not.toContain('Too short.'));
  expect(chat.service.requestsTo('POST /agents/feedback')[0]?.body).toMatchObject({ up: true, comment: 'Too short.' });
});

test.each<[string, string, () => HTMLElement]>([
  ['a message that is edited', 'Edit message', edited],
  ['a word on an answer', 'This did not help', comment],
])('%s is open again with its text for whoever signs in again after the session ended', async (_, button, box) => {
  await type(button, box, 'And then?');
  endSession('expired');
  cleanup();
  keepUnsavedOf('1');
  openChat();
  await waitFor(() => expect((box() as HTMLTextAreaElement).value).toContain('And then?'));
  cleanup();
  // On another day it is offered where it belongs, and opens nothing.
  openChat();
  await screen.findByText('45 days');
  expect(screen.queryAllByRole('textbox')).toHaveLength(1);
});
