/** Who is signed in (specification 1 §4, authentication). */
import { createSlice, type Dispatch, type PayloadAction } from '@reduxjs/toolkit';
import type { CurrentUser, Group } from 'contract/session';
import { useSelector } from 'react-redux';
import { http } from './http';
import { sessionSignal, type EndedBecause } from './session-end';

/** State of the sign-in in this page. */
export interface Session {
  /** True until it is known whether somebody is signed in. */
  loading: boolean;
  /** The signed-in user; a user object is what counts as authenticated. */
  user: CurrentUser | null;
  /** Why the last session of this page ended; it stays after the next sign-in, and is null after a logout in this tab. */
  endedBecause: EndedBecause;
}

const initialState: Session = { loading: true, user: null, endedBecause: null };

export const session = createSlice({
  name: 'session',
  initialState,
  reducers: {
    userArrived(state, { payload }: PayloadAction<CurrentUser>) {
      state.loading = false;
      state.user = payload;
    },
    ended: (_, { payload }: PayloadAction<Omit<Session, 'user'>>) => ({ ...payload, user: null }),
  },
});

// An invalid user would be a crash wherever its groups are asked for.
const isUser = (body: unknown) => {
  const { username, companies, groups } = (body ?? {}) as Partial<CurrentUser>;
  return typeof username === 'string' && Array.isArray(companies) && Array.isArray(groups);
};

/**
 * GET /users/me.
 *
 * @throws HttpError
 */
export const fetchUser = () => http.get<CurrentUser>('/users/me', { isResponse: isUser });

/**
 * Fetches the signed-in user again, after a change to what they reach (a company was added or deleted). Dispatched by the
 * endpoint that made the change; a failure leaves the user as it was known.
 */
export const refreshUser = () => async (dispatch: Dispatch) => {
  const present = sessionSignal();
  try {
    const user = await fetchUser();
    if (!present.aborted) dispatch(session.actions.userArrived(user));
  } catch (error) {
    console.error('The signed-in user could not be fetched again.', error);
  }
};

interface SessionRoot {
  [session.name]: Session;
}

/** The session: whether it is still being found out, the user, and why the last one ended. */
export const useSession = (): Session => useSelector((state: SessionRoot) => state.session);

/**
 * The signed-in user.
 *
 * @throws Error outside the route guard, where there may be none
 */
export function useCurrentUser(): CurrentUser {
  const { user } = useSession();
  if (!user) throw new Error('useCurrentUser is called where nobody is signed in.');
  return user;
}

/** Whether the user is in at least one of the groups (specification 1 §6). Mirrors what the service enforces. */
export const inGroup = (user: Pick<CurrentUser, 'groups'>, ...groups: Group[]): boolean =>
  groups.some((group) => user.groups.includes(group));
