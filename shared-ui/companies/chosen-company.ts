import type { CurrentUser } from 'contract/session';
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

/** The stored value may be anything; only a positive integer is a company. */
const idOf = (stored: string | null) => (stored && /^[1-9]\d{0,9}$/.test(stored) ? Number(stored) : null);

/** Where the remembered company stands, and the one to start with where it is not, or no longer, in reach. */
function reachOf({ companies, ...user }: CurrentUser, chosen: number | null) {
  const listed = companies.some(({ id }) => id === chosen);
  const [only, ...others] = companies;
  return {
    listed,
    // For AaasAdmin every company is in reach, one that was made after the sign-in too: only the service knows.
    mayBeNewer: chosen !== null && !listed && inGroup(user, 'AaasAdmin'),
    first: only && others.length === 0 ? only.id : null,
  };
}

/** The company that a screen of this person starts with, as far as it is known without asking the service. */
export function startingCompany(user: CurrentUser): number | null {
  const chosen = idOf(remembered(user.id).read());
  const { listed, mayBeNewer, first } = reachOf(user, chosen);
  return listed || mayBeNewer ? chosen : first;
}

/**
 * The company that a screen starts with: remembered per user in local storage, so that a new tab has it, and shared by
 * all screens (DECISIONS §4). One that is no longer in reach is dropped; who has exactly one company finds it chosen. A
 * list also carries it in its URL, as its filter `company_id`, which wins over what is remembered here.
 */
export function useChosenCompany(): ChosenCompany {
  const user = useCurrentUser();
  const [chosen, setChosen] = useState(() => idOf(remembered(user.id).read()));
  const { listed, mayBeNewer, first } = reachOf(user, chosen);
  const { error } = useGetCompanyOptionQuery(chosen ?? 0, { skip: !mayBeNewer });
  const gone = (error as { status?: unknown } | undefined)?.status === 404;
  const chooseCompany = (id: number | null) => {
    remembered(user.id).write(id === null ? null : String(id));
    setChosen(id);
  };
  return { companyId: listed || (mayBeNewer && !gone) ? chosen : first, chooseCompany };
}
