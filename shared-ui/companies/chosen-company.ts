import { inGroup, localChoice, useCurrentUser } from 'shared-auth';
import { useState } from 'react';
import { useGetCompanyOptionQuery } from './company-options.api';

export interface ChosenCompany {
  /** The company that the person works with, or null. */
  companyId: number | null;
  /** Remembers another one for all screens, in this browser; null forgets it. */
  chooseCompany(id: number | null): void;
}

const remembered = (userId: number) => localChoice(`company:${userId}`);

/** What is stored may be anything; only a positive integer is a company. */
const idOf = (stored: string | null) => (stored && /^[1-9]\d{0,9}$/.test(stored) ? Number(stored) : null);

/**
 * The company that a screen starts with: remembered per user in local storage, so that a new tab has it, and shared by
 * all screens (DECISIONS §4). One that is no longer in reach is dropped; who has exactly one company finds it chosen. A
 * list also carries it in its URL, as its filter `company_id`, which wins over what is remembered here.
 */
export function useChosenCompany(): ChosenCompany {
  const user = useCurrentUser();
  const [chosen, setChosen] = useState(() => idOf(remembered(user.id).read()));
  const listed = user.companies.some(({ id }) => id === chosen);
  // For AaasAdmin every company is in reach, one that was made after the sign-in too: only the service knows.
  const mayBeNewer = chosen !== null && !listed && inGroup(user, 'AaasAdmin');
  const { error } = useGetCompanyOptionQuery(chosen ?? 0, { skip: !mayBeNewer });
  const gone = (error as { status?: unknown } | undefined)?.status === 404;
  const chooseCompany = (id: number | null) => {
    remembered(user.id).write(id === null ? null : String(id));
    setChosen(id);
  };
  const [only, ...others] = user.companies;
  const first = only && others.length === 0 ? only.id : null;
  return { companyId: listed || (mayBeNewer && !gone) ? chosen : first, chooseCompany };
}
