import type { Group } from 'contract/session';
import { COMPANIES, openScreen } from 'shared-ui/testing';
import type { ReactElement } from 'react';

/** Opens a screen for somebody of these groups who has `COMPANIES`, at an address that may carry a list's state. */
export const openSocial = (screen: ReactElement, query = '', groups: Group[] = ['SocialMediaManager']) =>
  openScreen(screen, { address: `/${query}`, companies: COMPANIES, groups }).router;
