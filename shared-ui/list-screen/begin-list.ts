import type { Infer, RecordSchema } from 'contract/schema';
import { startingCompany } from '../companies/chosen-company';
import type { BeginScreen } from '../remote-contract';
import { readRemembered } from '../list-views/remembered-views';
import { listAt, openedAs, rememberedAs } from '../list-views/use-list-views';
import { companyOf, knowsCompany } from './company-first';
import type { CallsOfList } from './list-calls';
import type { ListDefinition } from './list-definition';
import { noteBegun } from './page/begun';
import { requestOfState, stateOfAddress } from './page/list-state';
import { filledIn } from './table/filled-in';

/**
 * The beginning of a list screen: its first request, as the screen itself would send it, with its rows in the store when
 * the screen is drawn. A request that turns out to be another one is nobody's, and a failure leaves no trace: the screen
 * asks as it would without.
 *
 * @example
 * export const begin = beginList(list, knowledgeCalls);
 */
export function beginList<
  const Response extends RecordSchema,
  const Query extends RecordSchema,
  const Written extends RecordSchema,
>(
  definition: ListDefinition<Response, Query, Written>,
  callsOfList: CallsOfList<Infer<Response> & { readonly id: number }, Infer<Query>, Infer<Written>>,
): BeginScreen {
  return ({ dispatch, user, pathname, search }) => {
    const list = filledIn(definition);
    const { views } = readRemembered(rememberedAs(user, listAt(pathname)));
    const company = knowsCompany(list) && !list.forgetsCompany ? startingCompany(user) : null;
    const state = stateOfAddress(list, openedAs(new URLSearchParams(search), views, user), company);
    const companyId = companyOf(list, state);
    if (list.demandsCompany === true && companyId === null) return null;
    const calls = typeof callsOfList === 'function' ? callsOfList(companyId) : callsOfList;
    const request = requestOfState(list, state);
    return noteBegun(dispatch, calls.list, request as unknown as Infer<Query> & object);
  };
}
