/** The calls of saved views (DECISIONS §11). */
import type { View, ViewCreate, ViewList, ViewPatch } from 'contract/views';
import { resourceCalls } from 'shared-auth';

const hasItems = (body: unknown) => Array.isArray((body as Partial<ViewList> | null)?.items);

/** The views of a list by the list's name, and the calls that change them. */
export const viewCalls = resourceCalls('views', (views) => ({
  list: views.build.query<ViewList, string>({
    query: (list) => ({ path: views.path, query: { list }, isResponse: hasItems }),
    providesTags: ['views'],
  }),
  create: views.create<View, ViewCreate>(),
  update: views.update<View, ViewPatch>(),
  remove: views.remove(),
}));
