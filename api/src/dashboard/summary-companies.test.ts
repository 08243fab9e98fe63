import type { Summary } from 'contract/dashboard';
import { addTestCompany, openConsole, type Person, type TestConsole } from '../testing/console';

let service: TestConsole;
/** Of company A and B. */
let person: Person;
let a: number;
let b: number;
let foreign: number;

beforeAll(async () => {
  service = await openConsole();
  a = await addTestCompany(service, 'Birch', 'birch');
  b = await addTestCompany(service, 'Acorn', 'acorn');
  foreign = await addTestCompany(service, 'Cedar', 'cedar');
  person = await service.person('person', { companies: ['birch', 'acorn'] });
});
afterAll(() => service.close());

const read = async (who: Person) => {
  const { status, body } = await who.get<Summary>('/dashboard/summary');
  expect(status).toBe(200);
  return body.items;
};

it('a company out of reach is 404, alone, among others, deleted or not there', async () => {
  const gone = await addTestCompany(service, 'Gone', 'gone');
  const aaas = await service.person('aaas', { groups: ['AaasAdmin'] });
  expect((await aaas.delete(`/companies/${gone}`)).status).toBe(204);
  for (const [who, id] of [
    [person, foreign],
    [person, 999_999],
    [person, gone],
    [aaas, gone],
  ] as const) {
    const { status, body } = await who.get(`/dashboard/summary?company_id=${a}&company_id=${id}`);
    expect([status, body]).toEqual([404, { detail: 'Company not found' }]);
  }
});

it('what is no company, or more than twenty, is 422', async () => {
  for (const query of ['company_id=x', 'company_id=0', 'company_id=1.5', 'company_id=99999999999', 'company_id=1%27'])
    expect((await person.get(`/dashboard/summary?${query}`)).status).toBe(422);
  const many = Array.from({ length: 21 }, (_, at) => `company_id=${at + 1}`).join('&');
  expect((await person.get(`/dashboard/summary?${many}`)).body).toMatchObject({
    detail: [{ loc: ['query', 'company_id'], msg: 'Companies must not name more than 20' }],
  });
});

it('without a company it is about the pinned ones in their order, else the first twenty by name', async () => {
  const reader = await service.person('pinning', { companies: ['birch', 'acorn'] });
  const names = async () => (await read(reader)).map(({ company_name }) => company_name);
  expect(await names()).toEqual(['Acorn', 'Birch']);
  expect((await reader.put('/users/me/pins', { company_ids: [a] })).status).toBe(200);
  expect(await names()).toEqual(['Birch']);
  await reader.put('/users/me/pins', { company_ids: [a, b] });
  expect(await names()).toEqual(['Birch', 'Acorn']);
  for (let at = 10; at < 32; at += 1) await addTestCompany(service, `AA ${at}`, `aa-${at}`);
  const everywhere = await service.person('everywhere', { groups: ['AaasAdmin'] });
  const shown = await read(everywhere);
  expect(shown.map(({ company_name }) => company_name)).toEqual(Array.from({ length: 20 }, (_, at) => `AA ${at + 10}`));
});

it('who has no company is shown none', async () => {
  expect(await read(await service.person('nowhere'))).toEqual([]);
});
