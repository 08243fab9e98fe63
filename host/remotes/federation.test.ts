import '../loading/site-code';
import { openContainer } from './federation';

const screens = { '/facebook-ads': () => Promise.resolve({ default: () => null }) };
let runs = 0;
let init: () => void;

/** Plays the browser: each file has come, and a script that is run leaves its container in the page. */
const browser = new MutationObserver((changes) => {
  for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
    if (node instanceof HTMLScriptElement) {
      runs += 1;
      Object.assign(window, { remote_ads: { init: () => init(), get: () => Promise.resolve(() => ({ screens })) } });
    }
    node.dispatchEvent(new Event('load'));
  }
});
beforeAll(() => browser.observe(document.head, { childList: true }));
afterAll(() => browser.disconnect());
beforeEach(() => {
  runs = 0;
  init = () => undefined;
});

const open = (entry: string) => openContainer(entry, 'remote_ads', 'remote-ads');

test('a container is run once, however often it is asked for, and stays known behind another release', async () => {
  expect(await Promise.all([open('/one.js'), open('/one.js')])).toEqual([screens, screens]);
  await open('/two.js');
  await open('/one.js');
  expect(runs).toBe(2);
});

test('one that could not be started is run again', async () => {
  init = () => {
    throw new Error('not now');
  };
  await expect(open('/three.js')).rejects.toThrow('not now');
  init = () => undefined;
  expect(await open('/three.js')).toBe(screens);
  expect(runs).toBe(2);
});
