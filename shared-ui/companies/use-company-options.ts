import { ONCE_A_MINUTE, useSession } from 'shared-auth';
import { useSettled } from '../use-settled';
import {
  useGetAllCompanyOptionsQuery,
  useGetCompanyOptionQuery,
  useSearchCompanyOptionsQuery,
  type CompanyOption,
} from './company-options.api';

const SEARCH_DEBOUNCE = 300;

const matches = (text: string) => {
  const part = text.toLowerCase();
  return ({ name, slug = '' }: CompanyOption) => name.toLowerCase().includes(part) || slug.toLowerCase().includes(part);
};

interface CompanyOptions {
  options: readonly CompanyOption[];
  /** How many more there are that match. */
  more: number;
  /** Whether the options are those of what is typed, and not still those of an earlier letter. */
  isNewest: boolean;
  isLoading: boolean;
  /** Error of the service, or undefined. */
  error: unknown;
  retry(): void;
}

/**
 * The companies to choose from: all are asked for once, and only where there are more than one call returns does the
 * service search for what is typed (DECISIONS §4).
 *
 * @param typed a part of the name or slug; null while nothing is being chosen, when nothing is asked
 */
export function useCompanyOptions(typed: string | null): CompanyOptions {
  const text = typed?.trim() ?? '';
  const settled = useSettled(text, SEARCH_DEBOUNCE);
  const all = useGetAllCompanyOptionsQuery(undefined, { skip: typed === null, ...ONCE_A_MINUTE });
  const { items = [], total = 0 } = all.data ?? {};
  const isSearched = total > items.length && text !== '';
  const found = useSearchCompanyOptionsQuery(settled, { skip: !isSearched || settled === '' });
  const asked = isSearched ? found : all;
  // While a newer search is under way the last one's companies stay, so that the list does not flicker.
  const known = all.data && { items: items.filter(matches(text)), total };
  const shown = (isSearched && found.data) || known;
  return {
    options: shown?.items ?? [],
    more: isSearched || text === '' ? (shown?.total ?? 0) - (shown?.items.length ?? 0) : 0,
    isNewest: isSearched ? settled === text && found.currentData !== undefined : all.data !== undefined,
    isLoading: shown === undefined,
    error: asked.isError && !asked.isFetching ? asked.error : undefined,
    retry: () => void asked.refetch(),
  };
}

/**
 * The name of a chosen company, though no search has found it: the person's own list knows it, else it is asked for;
 * '…' meanwhile.
 */
export function useCompanyName(id: number | null): string {
  const own = useSession().user?.companies.find((company) => company.id === id);
  const isLookedUp = id !== null && own === undefined;
  const all = useGetAllCompanyOptionsQuery(undefined, { skip: !isLookedUp, ...ONCE_A_MINUTE });
  const listed = own ?? all.data?.items.find((company) => company.id === id);
  const isSettled = all.data !== undefined || all.isError;
  const one = useGetCompanyOptionQuery(id ?? 0, {
    skip: !isLookedUp || !isSettled || listed !== undefined,
    ...ONCE_A_MINUTE,
  });
  if (id === null) return '';
  return listed?.name ?? one.currentData?.name ?? (one.isError ? `Company ${id}` : '…');
}
