import type { Infer, RecordSchema } from 'contract/schema';
import { startingCompany } from '../companies/chosen-company';
import { prefetchQuery } from 'shared-auth';
import type { PrefetchScreen } from '../remote-contract';
import { readRemembered } from '../list-views/remembered-views';
import { listAt, openedAs, rememberedAs } from '../list-views/use-list-views';
import { companyOf, knowsCompany } from './company-first';
import type { CallsOfList } from './list-calls';
import type { ListDefinition } from './list-definition';
import { requestOfState, stateOfAddress } from './page/list-state';
import { resolved } from './table/resolved';

/**
 * Prefetches a list's first rows by the definition from which the screen makes its request. The screen sends a request
 * that turns out to be another one, or that failed, itself.
 *
 * @example
 * export const prefetch = prefetchList(list, knowledgeCalls);
 */
export function prefetchList<
  const Response extends RecordSchema,
  const Query extends RecordSchema,
  const Written extends RecordSchema,
>(
  definition: ListDefinition<Response, Query, Written>,
  callsOfList: CallsOfList<Infer<Response> & { readonly id: number }, Infer<Query>, Infer<Written>>,
): PrefetchScreen {
  return ({ dispatch, user, pathname, search }) => {
    const list = resolved(definition);
    const { views } = readRemembered(rememberedAs(user, listAt(pathname)));
    const company = knowsCompany(list) && !list.forgetsCompany ? startingCompany(user) : null;
    const state = stateOfAddress(list, openedAs(new URLSearchParams(search), views, user), company);
    const companyId = companyOf(list, state);
    if (list.demandsCompany === true && companyId === null) return null;
    const calls = typeof callsOfList === 'function' ? callsOfList(companyId) : callsOfList;
    const request = requestOfState(list, state);
    return dispatch(prefetchQuery(calls.list, request as unknown as Infer<Query>));
  };
}
