import { sql } from 'kysely';
import type { Post } from 'contract/social/posts';
import type { Pictures } from 'contract/pictures';
import { clearOldPosts } from '../social/posts-from-youtube.queries';
import { purgePictures } from '../pictures/pictures.queries';
import { SOURCE_ADDRESSES } from '../start/source-addresses';
import { connect, type Clock, type Connected } from '../testing/connected';
import { addTestCompany, openConsole, type Person, type TestConsole } from '../testing/console';
import { pictureOn } from './picture';
import { startYoutubeStandIn, type YoutubeStandIn } from './youtube/stand-in';

const KEY = 'AIzaKey0123456789abcdef';
const CHANNEL = 'UCabcdefghijklmnopqrstuv';
const DAY = 86_400_000;
const PNG = Buffer.from('\x89PNG\r\n\x1a\nthe rest of a picture', 'latin1');

test.each([
  ['https://cdn.shopify.com/a.png?v=1', 'shopify', true],
  ['https://cdn.shopify.com.evil.example/a.png', 'shopify', false],
  ['http://cdn.shopify.com/a.png', 'shopify', false],
  ['https://cdn.shopify.com:8443/a.png', 'shopify', false],
  ['https://me:secret@cdn.shopify.com/a.png', 'shopify', false],
  ['https://scontent.xx.fbcdn.net/a.jpg', 'meta', true],
  ['https://evil.example/a.fbcdn.net', 'meta', false],
  ['https://i.ytimg.com/vi/x/default.jpg', 'youtube', true],
  ['https://169.254.169.254/latest/meta-data', 'youtube', false],
  ['file:///etc/passwd', 'youtube', false],
  ['', 'meta', false],
  [null, 'meta', false],
] as const)('a picture at %s is one of %s: %s', (url, source, isTheirs) => {
  expect(pictureOn(source, url, SOURCE_ADDRESSES[source])).toBe(isTheirs ? url : null);
});

test('where a source is at another address, its pictures lie there and nowhere else', () => {
  const from = 'http://127.0.0.1:9000/{name}';
  expect(pictureOn('shopify', 'http://127.0.0.1:9000/a.png', from)).toBe('http://127.0.0.1:9000/a.png');
  expect(pictureOn('shopify', 'http://127.0.0.1:9001/a.png', from)).toBeNull();
  expect(pictureOn('shopify', 'https://cdn.shopify.com/a.png', from)).toBeNull();
});

describe('the pictures of records', () => {
  let service: TestConsole;
  let admin: Person;
  let youtube: YoutubeStandIn;
  let company: number;
  let clock: Clock;
  let connected: Connected;

  beforeAll(async () => {
    youtube = await startYoutubeStandIn();
    youtube.keys.add(KEY);
    youtube.channels.set(CHANNEL, { title: 'Someone' });
    service = await openConsole({ sources: { ...SOURCE_ADDRESSES, youtube: youtube.url } });
    admin = await service.person('admin', { groups: ['AaasAdmin', 'CompanyAdmin', 'SocialMediaManager'] });
    clock = { now: Date.parse('2026-11-24T12:00:00Z') };
    company = await addTestCompany(service, 'Lumen', 'lumen');
    connected = await connect(service, admin, {
      company,
      source: 'youtube',
      externalId: null,
      kind: 'key',
      secret: KEY,
      clock,
      addresses: { ...SOURCE_ADDRESSES, youtube: youtube.url },
    });
  });
  afterAll(async () => {
    await service.close();
    await youtube.close();
  });

  const idOf = (number: number) => String(number).padStart(11, 'v');
  const add = async (number: number, picture: string) => {
    const pictureUrl = `${youtube.url}/pictures/${picture}`;
    youtube.videos.set(idOf(number), { title: `A caption of ${number}`, channel: CHANNEL, views: '1', pictureUrl });
    const url = `https://www.youtube.com/watch?v=${idOf(number)}`;
    const body = { company_id: company, platform: 'youtube', status: 'pending', url };
    return (await admin.post<Post>('/social-media-posts', body)).body.id;
  };
  const shown = async (ids: readonly number[], by = admin) =>
    (await by.get<Pictures>(`/social-media-posts/pictures?${ids.map((id) => `ids=${id}`).join('&')}`)).body.items;
  const kept = async () => (await sql`select hash from pictures`.execute(service.database.db)).rows.length;
  const timesAsked = (name: string) => youtube.calls.filter(({ url }) => url.includes(`/pictures/${name}`)).length;

  it('are taken by a run, kept once, and served to whoever reads the record', async () => {
    youtube.pictures.set('one.png', PNG);
    youtube.pictures.set('page.html', Buffer.from('<script>alert(1)</script>'));
    youtube.pictures.set('large.png', Buffer.concat([PNG, Buffer.alloc(31_000)]));
    const [first, same, page, large, missing] = await Promise.all([
      add(1, 'one.png?sign=1'),
      add(2, 'one.png?sign=2'),
      add(3, 'page.html'),
      add(4, 'large.png'),
      add(5, 'missing.png'),
    ]);
    const asked = await connected.preview();
    expect(timesAsked('one.png')).toBe(0);
    expect((await connected.confirm(asked.id)).status).toBe('done');
    const ids = [first, same, page, large, missing];
    const picture = `data:image/png;base64,${PNG.toString('base64')}`;
    expect(await shown(ids)).toEqual([
      { id: first, picture },
      { id: same, picture },
    ]);
    expect(await kept()).toBe(1);
    // Nothing is followed.
    expect(timesAsked('elsewhere')).toBe(0);

    clock.now += DAY;
    await connected.sync();
    // Neither what is there nor what was none is asked for again; what was not answered is.
    expect([timesAsked('one.png'), timesAsked('page.html'), timesAsked('missing.png')]).toEqual([2, 1, 2]);

    const stranger = await service.person('stranger', { groups: ['SocialMediaManager'] });
    expect(await shown(ids, stranger)).toEqual([]);
    const other = await service.person('other', { groups: ['AdManager'], companies: ['lumen'] });
    expect((await other.get(`/social-media-posts/pictures?ids=${first}`)).status).toBe(403);
    expect((await admin.get('/social-media-posts/pictures?ids=x')).status).toBe(422);
  });

  it('go with their record, and with what was read of a post that is not refreshed', async () => {
    await purgePictures(service.database.db);
    expect(await kept()).toBe(1);
    await clearOldPosts(service.database.db, new Date(clock.now + 31 * DAY));
    await purgePictures(service.database.db);
    expect(await kept()).toBe(0);
  });
});
