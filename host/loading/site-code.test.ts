import { askAgain, CodeFailure, codeFailureOf, fetchAhead, FIRST_LIMIT, load, nothingIn } from './site-code';

// The page fetches nothing here: the tests say what becomes of each element that asks for a file.
beforeEach(() => jest.useFakeTimers());
afterEach(() => {
  document.head.replaceChildren();
  jest.useRealTimers();
});

const elements = (selector: string) => [...document.head.querySelectorAll<HTMLElement>(selector)];
const asked = () => elements('link[rel=preload]').map((link) => (link as HTMLLinkElement).href);
const settle = async (selector: string, outcome: 'load' | 'error') => {
  const found = elements(selector).at(-1);
  if (!found) throw new Error(`Nobody asked by ${selector}`);
  found.dispatchEvent(new Event(outcome));
  await jest.advanceTimersByTimeAsync(0);
};
/** The person does something, whatever it is. */
const press = () => document.body.click();
/** Begins to load; its failure is a value. */
const begin = (url: string, owner = 'remote-ads') =>
  load(url, 'script', owner).then(
    () => null,
    (error: CodeFailure) => error,
  );
const failure = async (result: Promise<CodeFailure | null>) => {
  const error = await result;
  if (!(error instanceof CodeFailure)) throw new Error('It did not fail.');
  return error;
};

test('a file is fetched, then run, and leaves no script on the page', async () => {
  const result = begin('/a.js');
  expect(asked()).toEqual([`${window.location.origin}/a.js`]);
  expect(elements('script')).toEqual([]);
  await settle('link', 'load');
  await settle('script', 'load');
  expect(await result).toBeNull();
  expect(elements('script')).toEqual([]);
});

test('a file of another server is asked for as one whose mistakes may be read', () => {
  fetchAhead('https://elsewhere.example/b.js', 'remote-ads');
  fetchAhead('/b.js', 'remote-ads');
  expect(elements('link').map((link) => (link as HTMLLinkElement).crossOrigin)).toEqual(['anonymous', null]);
});

test('what was begun ahead is not asked for twice', async () => {
  fetchAhead('/c.js', 'remote-ads');
  const result = begin('/c.js');
  expect(asked()).toHaveLength(1);
  await settle('link[rel=preload]', 'error');
  expect((await failure(result)).fault).toBe('failed');
});

test('a file that has failed is asked for again only after the person has done something', async () => {
  fetchAhead('/again.js', 'remote-ads');
  await settle('link', 'error');
  const known = await failure(begin('/again.js'));
  fetchAhead('/again.js', 'remote-ads');
  expect(await failure(begin('/again.js'))).toBe(known);
  expect(elements('link')).toEqual([]);
  press();
  void begin('/again.js');
  expect(asked()).toHaveLength(1);
  expect(asked()[0]).toContain('/again.js?again=');
});

test('a script that came and brought nothing is asked for at another address', async () => {
  const result = begin('/nothing.js');
  await settle('link', 'load');
  await settle('script', 'load');
  expect(await result).toBeNull();
  document.head.replaceChildren();
  expect(nothingIn(`${window.location.origin}/nothing.js`, 'remote-ads')).toMatchObject({ fault: 'corrupt' });
  press();
  void begin('/nothing.js');
  expect(asked()[0]).toContain('/nothing.js?again=');
});

test('a Retry waits for nothing that hangs', async () => {
  const first = begin('/hung.js');
  await jest.advanceTimersByTimeAsync(FIRST_LIMIT);
  const known = await failure(first);
  // Something else that the person does has it fetched ahead, and it hangs once more.
  press();
  fetchAhead('/hung.js', 'remote-ads');
  const [before] = asked();
  press();
  askAgain(known);
  const retried = begin('/hung.js');
  await jest.advanceTimersByTimeAsync(0);
  expect(asked()).toHaveLength(1);
  expect(asked()[0]).not.toBe(before);
  await settle('link', 'load');
  await settle('script', 'load');
  expect(await retried).toBeNull();
});

test('what the head of the document began is taken over, and its request given up in time', async () => {
  const link = document.head.appendChild(document.createElement('link'));
  link.rel = 'preload';
  const address = `${window.location.origin}/ahead.js`;
  const begun = { outcome: new Promise<null>(() => undefined), stop: () => link.remove() };
  const files = new Map([[address, begun]]);
  Object.assign(window, { head: { requests: new Map(), files, asked: new Set() } });
  const result = begin('/ahead.js');
  expect(elements('link')).toEqual([link]);
  await jest.advanceTimersByTimeAsync(FIRST_LIMIT);
  expect((await failure(result)).fault).toBe('timeout');
  expect(elements('link')).toEqual([]);
  // The next try is one of its own.
  press();
  void begin('/ahead.js');
  expect(asked()).toHaveLength(1);
  Object.assign(window, { head: undefined });
});

test('a file that is silent is given up after 5 seconds and its request is taken off the page', async () => {
  const result = begin('/d.js');
  await jest.advanceTimersByTimeAsync(FIRST_LIMIT - 1);
  expect(asked()).toHaveLength(1);
  await jest.advanceTimersByTimeAsync(1);
  expect(await failure(result)).toMatchObject({ fault: 'timeout', limit: 5000, owner: 'remote-ads' });
  expect(elements('link')).toEqual([]);
});

test('fetching and running share one limit', async () => {
  const result = begin('/e.js');
  await jest.advanceTimersByTimeAsync(4000);
  await settle('link', 'load');
  await jest.advanceTimersByTimeAsync(1000);
  expect((await failure(result)).fault).toBe('timeout');
});

test('each Retry of a file asks another address and takes twice the time, up to 20 seconds', async () => {
  const addresses = new Set<string>();
  for (const limit of [5000, 10_000, 20_000, 20_000]) {
    const result = begin('/f.js');
    addresses.add(asked().at(-1) ?? '');
    await jest.advanceTimersByTimeAsync(limit);
    const failed = await failure(result);
    expect(failed.limit).toBe(limit);
    press();
    askAgain(failed);
  }
  expect(addresses.size).toBe(4);
});

test('without a Retry the next try has the first limit, and after a success the first address again', async () => {
  const first = begin('/g.js');
  await settle('link', 'error');
  await failure(first);
  press();
  const second = begin('/g.js');
  expect(asked().at(-1)).toContain('/g.js?again=');
  await settle('link', 'load');
  await settle('script', 'load');
  expect(await second).toBeNull();
  void begin('/g.js');
  expect(asked().at(-1)).toBe(`${window.location.origin}/g.js`);
});

test.each([
  [new SyntaxError('Unexpected token'), 'corrupt'],
  [new Error('boom'), 'threw'],
])('a script that ends with %s is %s', async (error, fault) => {
  const result = begin(`/h-${fault}.js`);
  await settle('link', 'load');
  const [script] = elements('script') as HTMLScriptElement[];
  window.dispatchEvent(new ErrorEvent('error', { filename: script?.src ?? '', error }));
  await settle('script', 'load');
  expect(await failure(result)).toMatchObject({ fault, cause: error });
});

test('an error of the bundler’s leads to what is known of its file', async () => {
  const result = begin('/j.js', 'host');
  await settle('link', 'error');
  const known = await failure(result);
  const chunk = (request: string) =>
    Object.assign(new Error('Loading chunk 7 failed'), { name: 'ChunkLoadError', request });
  expect(codeFailureOf(chunk('/j.js'))).toBe(known);
  // It came, and brought no code.
  expect(codeFailureOf(chunk('/k.js'))).toMatchObject({ fault: 'corrupt', owner: 'host' });
  expect(codeFailureOf(known)).toBe(known);
  expect(codeFailureOf(new Error('boom'))).toBeNull();
});
