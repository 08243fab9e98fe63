import { startService, type Service } from 'shared-auth/testing';

/** Two companies, as those of a person. */
export const COMPANIES = [
  { id: 4, name: 'Harbor & Pine', slug: 'harbor-pine' },
  { id: 5, name: 'Lumen', slug: 'lumen' },
];

/** One page with these items, as a list returns it. */
export const pageOf = <Item>(...items: Item[]) => ({
  items,
  total: items.length,
  page: 1,
  page_size: 25,
  total_pages: Math.min(items.length, 1),
});

/**
 * Begins every test of a file with a service of its own, whose list at a path has these items, and whose `COMPANIES` can
 * be chosen; it ends with the test, as do the test's spies.
 */
export function serviceOf(path: string, ...items: object[]): Omit<Service, 'close'> {
  let service: Service;
  beforeEach(async () => {
    // No company has been chosen yet.
    sessionStorage.clear();
    localStorage.clear();
    service = await startService();
    service.on('GET /companies', [200, pageOf(...COMPANIES)]);
    service.on(`GET ${path}`, [200, pageOf(...items)]);
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await service.close();
  });
  return {
    get requests() {
      return service.requests;
    },
    requestsTo: (call) => service.requestsTo(call),
    on: (call, responder) => service.on(call, responder),
  };
}

/** Last query of the list at a path. */
export const lastQueryOf = (service: Pick<Service, 'requestsTo'>, path: string) =>
  Object.fromEntries(service.requestsTo(`GET ${path}`).at(-1)?.query ?? []);
