/** The records that a tool means: by their ids, or by a filter, as its look-up finds them. */
import type { LookUpContext } from './look-up';
import { requireWhich, rowsMeant } from './proposing';

type Part = { limit: number; offset: number };

/** The ids of the records that are meant; `find` is the look-up's own. */
export const idsMeant =
  <Filter extends { limit?: number | undefined; page?: number | undefined }>(
    find: (context: LookUpContext, filter: Filter, part: Part) => Promise<readonly { readonly id: number }[]>,
  ) =>
  async (
    context: LookUpContext,
    { ids, ...filter }: Filter & { ids?: readonly number[] | undefined },
  ): Promise<readonly number[]> => {
    if (ids) return ids;
    requireWhich(filter);
    return (await find(context, filter as unknown as Filter, rowsMeant(filter))).map(({ id }) => id);
  };
