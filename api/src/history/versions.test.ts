import type { Paged } from 'contract/paging';
import { openConsole, type Person, type TestConsole } from '../testing/console';

interface Version extends Record<string, unknown> {
  at: string;
  username: string | null;
  operation_id: string | null;
  is_current: boolean;
}

let service: TestConsole;
let ada: Person;
let grace: Person;

beforeAll(async () => {
  service = await openConsole();
  ada = await service.person('Ada', { groups: ['AaasAdmin'] });
  grace = await service.person('Grace', { groups: ['AaasAdmin'] });
});
afterAll(() => service.close());

const versions = async (path: string, query = '') => (await ada.get<Paged<Version>>(`${path}/versions${query}`)).body;

const NOUNS = [
  {
    path: '/agent-definitions',
    first: { slug: 'helper', system_prompt: 'The first prompt.' },
    second: { slug: 'helper', system_prompt: 'The second prompt.' },
    save: 'put',
  },
  {
    path: '/knowledge',
    first: { name: 'Returns', content: 'Within 30 days.' },
    second: { name: 'Returns', content: 'Within 14 days.' },
    save: 'patch',
  },
] as const;

describe.each(NOUNS)('the versions of $path', ({ path, first, second, save }) => {
  let one: string;
  const text = (items: readonly Version[]) =>
    items.map((item) => Object.fromEntries(Object.keys(first).map((field) => [field, item[field]])));

  beforeEach(async () => {
    const { body } = await ada.post(path, { ...first });
    one = `${path}/${String(body['id'])}`;
  });
  afterEach(() => ada.delete(one));

  it('are each text that was saved, newest first, with who, when and the operation', async () => {
    const { headers } = await grace[save](one, second);
    const { items, total } = await versions(one);
    expect(total).toBe(2);
    expect(text(items)).toEqual([second, first]);
    expect(items).toMatchObject([
      { username: 'Grace', is_current: true, operation_id: headers['x-request-id'] },
      { username: 'Ada', is_current: false },
    ]);
  });

  it('are not more by a save that changes nothing', async () => {
    await grace[save](one, first);
    expect(await versions(one)).toMatchObject({ total: 1, items: [{ is_current: true, username: 'Ada' }] });
  });

  it('can be restored by an ordinary save, which is one more', async () => {
    await grace[save](one, second);
    const [, older] = text((await versions(one)).items);
    await ada[save](one, older);
    const { items } = await versions(one);
    expect(text(items)).toEqual([first, second, first]);
    expect(items.map(({ is_current }) => is_current)).toEqual([true, false, false]);
  });

  it('come in pages', async () => {
    await grace[save](one, second);
    expect(text((await versions(one, '?page_size=1&page=2')).items)).toEqual([first]);
    expect((await versions(one, '?page_size=1&page=3')).items).toEqual([]);
    for (const query of ['?page_size=26', '?page_size=0', '?page=0', '?sort_by=at'])
      expect((await ada.get(`${one}/versions${query}`)).status).toBe(422);
  });

  it('begin with what was there before the log', async () => {
    const resource = path === '/knowledge' ? 'knowledge' : 'agent_definition';
    await service.database.db.deleteFrom('audit_log').where('resource', '=', resource).execute();
    const untouched = await versions(one);
    expect(text(untouched.items)).toEqual([first]);
    expect(untouched).toMatchObject({ total: 1, items: [{ username: null, operation_id: null, is_current: true }] });
    await grace[save](one, second);
    const { items, total } = await versions(one);
    expect([total, text(items)]).toEqual([2, [second, first]]);
    expect(items).toMatchObject([{ username: 'Grace' }, { username: null, is_current: false }]);
    expect(text((await versions(one, '?page_size=1&page=2')).items)).toEqual([first]);
    expect((await versions(one, '?page_size=1')).items).toHaveLength(1);
  });
});

it('are 404 for what is not there', async () => {
  for (const { path } of NOUNS)
    for (const id of ['999999', '0', 'x']) expect((await ada.get(`${path}/${id}/versions`)).status).toBe(404);
});
