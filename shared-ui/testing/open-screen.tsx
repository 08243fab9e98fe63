import { render, type RenderResult } from '@testing-library/react';
import type { Company } from 'contract/company/companies';
import type { Group } from 'contract/session';
import type { ReactElement } from 'react';
import { SignedIn, signedInStore } from 'shared-auth/testing';
import { ToastQueue } from '../toast/toast-queue';
import { pagesAt, type PageAddress } from './page-at';

/** Who opens a screen, and where. */
export interface OpenScreenOptions {
  groups?: Group[];
  /** The companies of the person who is signed in. */
  companies?: Pick<Company, 'id' | 'name' | 'slug'>[];
  /** The page's address, with the query that may carry a list's state. */
  address?: string;
  /** State of links beside an address. */
  state?: unknown;
  /** The screen's path, where it is not the address without its query. */
  path?: string;
  /** Other pages that the screen leads to, by their paths. */
  others?: Readonly<Record<string, ReactElement>>;
  /** The address that Back leads to. */
  before?: string;
}

/**
 * Draws a screen as the host does, over the console's store and with its toasts, for somebody who is signed in.
 *
 * @returns the router, whose address is the page's, the store, and what `render` returns
 */
export function openScreen(
  screen: ReactElement,
  options: OpenScreenOptions = {},
): RenderResult & { router: PageAddress; store: ReturnType<typeof signedInStore> } {
  const { groups = [], companies = [], address = '/', state, others = {}, before } = options;
  const [pathname = '/'] = address.split('?');
  const pages = { [options.path ?? pathname]: screen, ...others };
  const { page, router } = pagesAt(pages, ...(before ? [before] : []), { address, state });
  const person = { id: 1, username: 'ada', email: 'ada@example.com', companies, groups };
  const store = signedInStore(person);
  const drawn = render(
    <SignedIn user={person} store={store}>
      {page}
      <ToastQueue />
    </SignedIn>,
  );
  return { router, store, ...drawn };
}
