import type { ReactNode } from 'react';
import { useCurrentUser } from 'shared-auth';
import { requiredFactor } from '../account/required-factor-part';
import { Navigation } from './navigation';

/** Header, menu and page; or, for who has to set up a second factor first, that alone (DECISIONS §15). */
export const SignedInPage = ({ children }: { children: ReactNode }) =>
  useCurrentUser().must_set_up_factor ? (
    <requiredFactor.Part>{({ RequiredFactor }) => <RequiredFactor />}</requiredFactor.Part>
  ) : (
    <Navigation>{children}</Navigation>
  );
