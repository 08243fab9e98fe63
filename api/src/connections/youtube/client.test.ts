import fc from 'fast-check';
import { SourceFault, type CallLimits } from '../source';
import { youtubeClient } from './client';
import { faultOf as faultIn, pacificMidnight } from './errors';
import { startYoutubeStandIn, type YoutubeStandIn } from './stand-in';
import { videoIdOf } from './video-id';

const KEY = 'AIzaKey0123456789abcdef';
const NOW = new Date('2026-11-24T12:00:00Z');
const signal = new AbortController().signal;
const CHANNEL = 'UCabcdefghijklmnopqrstuv';
const id = (number: number) => String(number).padStart(11, 'x');

let youtube: YoutubeStandIn;
beforeEach(async () => {
  youtube = await startYoutubeStandIn();
  youtube.keys.add(KEY);
  youtube.channels.set(CHANNEL, { title: 'Someone', handle: '@someone', subscribers: '12' });
});
afterEach(() => youtube.close());
const clientOf = (secret = KEY, limits?: CallLimits) =>
  youtubeClient({
    address: youtube.url,
    secret: { kind: 'key', secret },
    now: () => NOW,
    ...(limits && { limits }),
  });
const faultOf = async (asked: Promise<unknown>): Promise<SourceFault> => {
  const error = await asked.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof SourceFault)) throw error ?? new Error('It answered');
  expect(`${error.message} ${String(error.stack)}`).not.toContain(KEY);
  return error;
};

it('fifty videos are one call, and their authors another; the key stands in a header', async () => {
  const ids = Array.from({ length: 50 }, (_, at) => id(at));
  for (const one of ids) youtube.videos.set(one, { title: `Video ${one}`, channel: CHANNEL, views: '1700000000' });
  const { found, missing } = await clientOf().videos(ids, signal);
  expect([found.size, missing]).toEqual([50, []]);
  expect(found.get(id(7))).toEqual({
    id: id(7),
    title: `Video ${id(7)}`,
    author: '@someone',
    views: 1_700_000_000,
    pictureUrl: 'https://i.ytimg.com/vi/x/default.jpg',
  });
  expect(youtube.calls).toHaveLength(2);
  expect(youtube.calls.map(({ url }) => url).join()).not.toContain(KEY);
  await expect(clientOf().videos([...ids, id(51)], signal)).rejects.toThrow(RangeError);
});

it('those that are private, deleted or wrong are missing; hidden views are null, none are none', async () => {
  youtube.videos.set(id(1), { title: 'Hidden', channel: 'UCunknown' });
  youtube.videos.set(id(2), { title: 'None', channel: CHANNEL, views: '0' });
  const { found, missing } = await clientOf().videos([id(1), id(2), id(3)], signal);
  expect([found.get(id(1))?.views, found.get(id(2))?.views, missing]).toEqual([null, 0, [id(3)]]);
  expect(await clientOf().videos([], signal)).toEqual({ found: new Map(), missing: [] });
});

it('channels are found by id and by handle; a hidden count is null', async () => {
  youtube.channels.set('UCother', { title: 'Other' });
  const { found, missing } = await clientOf().channels([CHANNEL, '@Someone', 'UCother', '@not-there'], signal);
  expect(found.get('@Someone')).toEqual(found.get(CHANNEL));
  expect(found.get(CHANNEL)).toMatchObject({ title: 'Someone', handle: '@someone', subscribers: 12 });
  expect(found.get('UCother')).toMatchObject({ handle: null, subscribers: null });
  expect(missing).toEqual(['@not-there']);
});

it('a key that is not valid needs another; the test of a good one has nothing in its way', async () => {
  expect(await faultOf(clientOf(`${KEY}x`).test(signal))).toMatchObject({
    kind: 'reconnect',
    code: 'credential_refused',
    concerns: 'credential',
  });
  expect(await clientOf().test(signal)).toMatchObject({ problems: [], notes: [] });
});

it('a quota that is used up is waited for until midnight in California, in words without HTML', async () => {
  youtube.quota = 0;
  const fault = await faultOf(clientOf().test(signal));
  expect(fault).toMatchObject({ kind: 'wait', code: 'quota_used_up', concerns: 'credential' });
  expect(fault.until).toEqual(new Date('2026-11-25T08:00:00Z'));
  expect(fault.message).not.toMatch(/[<>]|href/);
});

it.each([
  [403, 'dailyLimitExceeded', 'wait', 'quota_used_up', 'credential'],
  [403, 'rateLimitExceeded', 'wait', 'rate_limited', 'credential'],
  [403, 'userRateLimitExceeded', 'wait', 'rate_limited', 'credential'],
  [429, 'x', 'wait', 'rate_limited', 'credential'],
  [400, 'keyInvalid', 'reconnect', 'credential_refused', 'credential'],
  [400, 'keyExpired', 'reconnect', 'credential_expired', 'credential'],
  [400, 'badRequest', 'refused', 'request_refused', 'connection'],
  [401, 'x', 'reconnect', 'credential_refused', 'credential'],
  [403, 'accessNotConfigured', 'refused', 'api_not_enabled', 'credential'],
  [403, 'ipRefererBlocked', 'refused', 'access_forbidden', 'credential'],
  [403, 'forbidden', 'refused', 'access_forbidden', 'credential'],
  [404, 'channelNotFound', 'refused', 'not_found', 'connection'],
  [500, 'backendError', 'again', 'source_failed', 'connection'],
  [503, 'x', 'again', 'source_failed', 'connection'],
])('%i %s: %s, %s, of the %s', (status, reason, kind, code, concerns) => {
  const json = { error: { code: status, message: `<b>no</b> ${KEY}`, errors: [{ reason }] } };
  const fault = faultIn({ status, headers: new Headers(), json }, [KEY], NOW);
  expect(fault).toMatchObject({ kind, code, concerns });
  expect(fault!.message).not.toMatch(/[<>]|AIza/);
});

it('what is no answer is a fault: a redirect, a cut text, none in time, one without an end', async () => {
  youtube.follow({ status: 301, headers: { location: '/x' } }, 'cut', 'silent', 'endless');
  const short = { time: 200, bytes: 1000 };
  const codes: string[] = [];
  for (let at = 0; at < 4; at += 1) codes.push((await faultOf(clientOf(KEY, short).test(signal))).code);
  expect(codes.slice(0, 3)).toEqual(['redirected', 'invalid_response', 'timed_out']);
  expect(codes[3]).toBe('response_too_large');
  expect(youtube.calls).toHaveLength(4);
});

it('midnight in California is the next one, on the days of 23 and 25 hours too', () => {
  expect(pacificMidnight(new Date('2026-03-08T08:00:00Z'))).toEqual(new Date('2026-03-09T07:00:00Z'));
  expect(pacificMidnight(new Date('2026-11-01T07:00:00Z'))).toEqual(new Date('2026-11-02T08:00:00Z'));
  const local = new Intl.DateTimeFormat('en-GB', { timeZone: 'America/Los_Angeles', timeStyle: 'medium' });
  fc.assert(
    fc.property(fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true }), (now) => {
      const at = pacificMidnight(now);
      const wait = at.getTime() - now.getTime();
      expect(local.format(at)).toBe('00:00:00');
      expect(wait).toBeGreaterThan(0);
      expect(wait).toBeLessThanOrEqual(25 * 3_600_000);
    }),
  );
});

describe('the video of an address', () => {
  const hosts = ['youtube.com', 'www.youtube.com', 'm.youtube.com', 'music.youtube.com', 'youtube-nocookie.com'];
  const forms = [
    '/watch?v=ID',
    '/watch?list=x&v=ID&t=3',
    '/shorts/ID',
    '/shorts/ID/',
    '/live/ID?x=1',
    '/embed/ID',
    '/v/ID#a',
  ];
  it('is found on every host and in every form', () => {
    const ids = fc.stringMatching(/^[\w-]{11}$/);
    fc.assert(
      fc.property(ids, fc.constantFrom(...hosts), fc.constantFrom(...forms), (video, host, form) => {
        expect(videoIdOf(`https://${host}${form.replace('ID', video)}`)).toBe(video);
        expect(videoIdOf(`http://youtu.be/${video}?si=x`)).toBe(video);
      }),
    );
  });
  it.each([
    '',
    'nonsense',
    'https://youtube.com/watch',
    'https://youtube.com/@someone',
    'https://youtube.com/watch?v=short',
    'https://evil.com/watch?v=dQw4w9WgXcQ',
    'https://youtube.com.evil.com/shorts/dQw4w9WgXcQ',
    'ftp://youtu.be/dQw4w9WgXcQ',
    'https://youtu.be/',
    'https://youtube.com/shorts/dQw4w9WgXcQ/more',
    'https://youtu.be/dQw4w9WgXcQa',
  ])('%p shows none', (address) => expect(videoIdOf(address)).toBeNull());
});
