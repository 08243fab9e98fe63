import type { ResourceTags } from 'contract/tag-calls';
import { tagKey } from 'contract/tags';
import { leastProcessorTime } from '../testing/processor-time';
import type { Person, TestConsole } from '../testing/console';
import { addAd } from '../testing/ads';
import { searchTags, tagAd, tagsOfAd } from '../testing/tagging';
import { openTwoCompanies } from '../testing/two-companies';

let service: TestConsole;
/** AdManager and SocialMediaManager of A · AdManager of B · AdManager of both. */
let manager: Person;
let other: Person;
let both: Person;
let a: number;
let b: number;

beforeAll(async () => {
  ({ service, a, b, manager, other, both } = await openTwoCompanies('AdManager'));
});
afterAll(() => service.close());

const newAd = (company = a) => addAd(service, company);
const tag = (id: number, name: string, rest?: object) => tagAd(manager, id, name, rest);
const tagsOf = (id: number) => tagsOfAd(both, id);
const found = (name: string, company = a) => searchTags(both, company, name);
const detail = (loc: string) => [expect.objectContaining({ loc: ['body', loc] })];

const ODD_NAMES = [
  'a/b',
  '%2e%2e',
  'a%2Fb',
  '?',
  '#',
  'ünï',
  '%',
  '%25',
  '...',
  `"quo'ted"`,
  'a & b=c',
  'a+b c',
  '\\',
  '/',
  'a/',
  '__proto__',
  'site.map',
  '../../../../x',
  '🌵 emoji 👩‍👩‍👧',
  'مرحبا بالعالم',
  '<img src=x onerror=alert(1)>',
  '\u202eright-to-left',
  'ß'.repeat(50),
  '😀'.repeat(50),
];

describe('the tags of a resource', () => {
  it('are added, shown and removed exactly, whatever their text (TAG-01, TAG-02)', async () => {
    const id = await newAd();
    for (const name of ODD_NAMES) expect((await tag(id, name)).status).toBe(200);
    expect([...(await tagsOf(id))].sort()).toEqual([...ODD_NAMES].sort());
    const rest = [...ODD_NAMES];
    for (const name of ODD_NAMES) {
      const { status } = await manager.delete(`/facebook-ads/${id}/tags/${encodeURIComponent(name)}`);
      expect({ name, status }).toEqual({ name, status: 204 });
      rest.shift();
      expect([...(await tagsOf(id))].sort()).toEqual([...rest].sort());
    }
  });

  it.each([
    ['.'],
    ['..'],
    [' .. '],
    [''],
    ['  '],
    ['\u200b'],
    ['\u00ad\u2060'],
    ['a\nb'],
    ['a\u0007'],
    ['a\u0085b'],
    ['a\0b'],
    ['a\ud800b'],
    ['x'.repeat(51)],
    [7],
    [null],
    [['x']],
  ])('cannot have the name %j', async (name) => {
    const id = await newAd();
    const single = await manager.post(`/facebook-ads/${id}/tags`, { tag_name: name });
    expect(single).toMatchObject({ status: 422, body: { detail: detail('tag_name') } });
    const many = { resource_ids: [id], tag_names: ['fine', name] };
    expect((await manager.post('/facebook-ads/tags/bulk/add', many)).status).toBe(422);
    expect((await manager.put(`/facebook-ads/${id}/tags`, { tags: [name] })).status).toBe(422);
    expect(await tagsOf(id)).toEqual([]);
  });

  it('refuse a megabyte as fast as it is read', async () => {
    for (const text of [' ', '\u200b', 'x', ' \u200b', '.. ']) {
      const taken = await leastProcessorTime(async () => {
        expect((await tag(1, text.repeat(100_000))).status).toBe(422);
      });
      expect(taken).toBeLessThan(1000);
    }
  });

  it('are one for all spellings, and the first spelling stays (TAG-03)', async () => {
    const [one, two] = [await newAd(), await newAd()];
    await tag(one, 'Café Straße');
    for (const spelling of [
      'CAFÉ STRASSE',
      'cafe\u0301 straße',
      ' Ｃafé\u00a0Straße\u200b ',
      'Ca\u00adfé Stra\u2060ße',
    ])
      expect((await tag(two, spelling)).body.tags).toEqual(['Café Straße']);
    expect(await found('Straße')).toMatchObject([{ name: 'Café Straße', usage_count: 2 }]);
    expect((await manager.delete(`/facebook-ads/${two}/tags/${encodeURIComponent('CAFÉ strasse')}`)).status).toBe(204);
    expect(tagKey('ΣΊΣΥΦΟΣ')).toBe(tagKey('σίσυφος'));
  });

  it('are trimmed, and adding one twice is no error', async () => {
    const id = await newAd();
    await tag(id, `  ${'y'.repeat(50)}\t\n`);
    const { status, body } = await tag(id, 'y'.repeat(50));
    expect({ status, body }).toEqual({ status: 200, body: { tags: ['y'.repeat(50)] } });
  });

  it('are refused in one message when they may not be created and do not exist', async () => {
    const id = await newAd();
    const response = await tag(id, "it's new", { create_if_not_exists: false });
    expect(response).toMatchObject({ status: 400, body: { detail: "Tag 'it's new' does not exist" } });
    const many = { resource_ids: [id], tag_names: ['known', 'unknown'], create_if_not_exists: false };
    await tag(await newAd(), 'known');
    expect(await manager.post('/facebook-ads/tags/bulk/add', many)).toMatchObject({
      status: 400,
      body: { detail: "Tag 'unknown' does not exist" },
    });
    expect(await tagsOf(id)).toEqual([]);
    expect((await tag(id, 'KNOWN', { create_if_not_exists: false })).body.tags).toEqual(['known']);
  });

  it('PUT replaces all of them, and with none takes them off', async () => {
    const id = await newAd();
    await manager.put(`/facebook-ads/${id}/tags/`, { tags: ['one', 'two'], company_id: a });
    const { body } = await manager.put<ResourceTags>(`/facebook-ads/${id}/tags/`, { tags: ['three', 'TWO', 'two'] });
    expect(body).toEqual({ tags: ['three', 'two'] });
    expect(await tagsOf(id)).toEqual(['three', 'two']);
    expect((await manager.put(`/facebook-ads/${id}/tags/`, { tags: [] })).body).toEqual({ tags: [] });
    expect((await manager.put(`/facebook-ads/${id}/tags/`, {})).status).toBe(422);
  });

  it('404 for a tag that it does not carry, a resource that is not there, and a company that is not its own', async () => {
    const id = await newAd();
    await tag(await newAd(), 'elsewhere');
    for (const name of ['elsewhere', 'nowhere'])
      expect(await manager.delete(`/facebook-ads/${id}/tags/${name}`)).toMatchObject({
        status: 404,
        body: { detail: 'Tag not found' },
      });
    expect((await tag(999_999, 'x')).body).toEqual({ detail: 'Ads not found' });
    expect((await both.post(`/facebook-ads/${id}/tags`, { tag_name: 'x', company_id: b })).status).toBe(404);
    expect(await tag(id, 'x', { company_id: b })).toMatchObject({ status: 404, body: { detail: 'Company not found' } });
    expect(await tagsOf(id)).toEqual([]);
  });

  it('of a company out of reach are as if it did not exist, for every call', async () => {
    const id = await newAd();
    await tag(id, 'ours');
    const calls: [string, string, unknown?][] = [
      ['GET', 'tags'],
      ['PUT', 'tags', { tags: ['theirs'] }],
      ['POST', 'tags', { tag_name: 'theirs' }],
      ['DELETE', 'tags/ours'],
    ];
    for (const [method, path, body] of calls) {
      const [foreign, absent] = [id, 999_999].map((at) => other.ask(method, `/facebook-ads/${at}/${path}`, body));
      const { status, body: message } = (await foreign) ?? {};
      expect({ method, status, message }).toEqual({ method, status: 404, message: { detail: 'Ads not found' } });
      expect((await absent)?.body).toEqual(message);
    }
    expect(await tagsOf(id)).toEqual(['ours']);
  });
});

it('writes every change to the audit log, and none for what was so already', async () => {
  const id = await newAd();
  for (const _ of ['once', 'twice']) await tag(id, 'audited');
  await manager.delete(`/facebook-ads/${id}/tags/audited`);
  const entries = await service.database.db
    .selectFrom('audit_log')
    .select(['action', 'username', 'before', 'after'])
    .where('resource', '=', 'facebook_ad')
    .where('record_id', '=', String(id))
    .orderBy('id')
    .execute();
  expect(entries).toEqual([
    { action: 'tag', username: 'manager', before: { tags: [] }, after: { tags: ['audited'] } },
    { action: 'tag', username: 'manager', before: { tags: ['audited'] }, after: { tags: [] } },
  ]);
});
