import { Busy } from '../http/errors';
import { HashQueue } from './hash-queue';

const patience = 7000;

/** Attempts that run until they are ended, by name. */
function attemptsIn(queue: HashQueue) {
  const began: string[] = [];
  const ends = new Map<string, () => void>();
  const enter = (name: string) =>
    queue.run(name.charAt(0), () => {
      began.push(name);
      return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
    });
  const end = async (name: string) => {
    ends.get(name)?.();
    await settled();
  };
  return { began, enter, end };
}
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('few attempts run at once, and the others in turn by address', async () => {
  const { began, enter, end } = attemptsIn(
    new HashQueue({ parallel: 3, parallelPerAddress: 2, waiting: 10, waitingPerAddress: 10, patience }),
  );
  const all = ['a1', 'a2', 'a3', 'b1', 'b2', 'c1'].map(enter);
  await settled();
  // One place is left to another address.
  expect(began).toEqual(['a1', 'a2', 'b1']);
  await end('b1');
  expect(began.slice(3)).toEqual(['b2']);
  for (const name of ['a2', 'a1', 'b2', 'a3', 'c1']) await end(name);
  expect(began.slice(4)).toEqual(['a3', 'c1']);
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'b1', 'b2', 'c1']);
});

test('who comes when too many wait is told so at once, and a burst from one address leaves room for others', async () => {
  const { began, enter, end } = attemptsIn(
    new HashQueue({ parallel: 1, parallelPerAddress: 1, waiting: 3, waitingPerAddress: 2, patience }),
  );
  const [first, , latest] = [enter('a1'), enter('a2'), enter('a3')];
  await expect(enter('a4')).rejects.toThrow(Busy);
  const other = enter('b1');
  // Where no more can wait, the address with the most gives up its latest.
  const displacing = enter('c1');
  await expect(latest).rejects.toMatchObject({ status: 503, headers: { 'retry-after': '2' } });
  await expect(enter('d1')).rejects.toThrow(Busy);
  for (const name of ['a1', 'a2', 'b1', 'c1']) await end(name);
  expect(await Promise.all([first, other, displacing])).toEqual(['a1', 'b1', 'c1']);
  expect(began).toEqual(['a1', 'a2', 'b1', 'c1']);
});

test('those who wait are served in turn by address, whatever one of them has sent before (AUTH-16)', async () => {
  const { began, enter, end } = attemptsIn(
    new HashQueue({ parallel: 1, parallelPerAddress: 1, waiting: 20, waitingPerAddress: 10, patience }),
  );
  const all = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1'].map(enter);
  await settled();
  for (const name of ['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']) await end(name);
  await Promise.all(all);
  expect(began).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
});

test('an attempt that fails makes room as any other', async () => {
  const queue = new HashQueue({ parallel: 1, parallelPerAddress: 1, waiting: 1, waitingPerAddress: 1, patience });
  await expect(queue.run('a', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  await expect(queue.run('a', () => Promise.resolve('done'))).resolves.toBe('done');
});

test('an attempt that has waited longer than a browser does is given up, and not made any more', async () => {
  let now = 0;
  const limits = { parallel: 1, parallelPerAddress: 1, waiting: 9, waitingPerAddress: 9, patience };
  const { began, enter, end } = attemptsIn(new HashQueue(limits, () => now));
  const first = enter('a1');
  const old = enter('a2').catch((error: unknown) => error);
  now = 1;
  const young = enter('b1');
  await settled();
  now = patience;
  await end('a1');
  expect(await first).toBe('a1');
  expect(await old).toBeInstanceOf(Busy);
  await end('b1');
  expect(await young).toBe('b1');
  expect(began).toEqual(['a1', 'b1']);
});
