import type { CurrentUser } from 'contract/session';
import { useState, type ReactNode } from 'react';
import { Provider } from 'react-redux';
import { api } from '../api';
import { session } from '../session';
import { createConsoleStore } from '../sign-in';
import { keepUnsavedOf } from '../unsaved-text';

/** The console's store, in which this user is signed in. */
export function signedInStore(user: CurrentUser) {
  const made = createConsoleStore();
  keepUnsavedOf(String(user.id));
  made.dispatch(session.actions.userArrived(user));
  return made;
}

/** Has what a resource's calls have read asked for again, as after a change of it. */
export const rereads = (store: ReturnType<typeof signedInStore>, tag: string) =>
  store.dispatch(api.util.invalidateTags([tag as never]));

/** Children have the console's store, in which this user is signed in; `store` where the test has made it. */
export function SignedIn(props: { user: CurrentUser; store?: ReturnType<typeof signedInStore>; children: ReactNode }) {
  const { user, children } = props;
  const [store] = useState(() => props.store ?? signedInStore(user));
  return <Provider store={store}>{children}</Provider>;
}
