import type { CurrentUser } from 'api/contract/session';
import { useState, type ReactNode } from 'react';
import { Provider } from 'react-redux';
import { session } from '../session';
import { createConsoleStore } from '../sign-in';
import { keepUnsavedOf } from '../unsaved-text';

/** What is drawn inside has the console's store, in which this user is signed in. */
export function SignedIn({ user, children }: { user: CurrentUser; children: ReactNode }) {
  const [store] = useState(() => {
    const made = createConsoleStore();
    keepUnsavedOf(String(user.id));
    made.dispatch(session.actions.userArrived(user));
    return made;
  });
  return <Provider store={store}>{children}</Provider>;
}
