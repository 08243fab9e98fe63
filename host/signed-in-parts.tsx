import type { Area } from 'contract/console-config';
import { createElement, useEffect, useReducer, useState } from 'react';
import { AlertIcon, Button, Panel, RetryIcon } from 'shared-ui';
import { reasonOfPart } from './remotes/failure-reason';

type Parts = typeof import('./signed-in');

let parts: Parts | null = null;

/** Fetches what signed-in people see; what is there is kept, a failure is not. */
export const loadSignedIn = () =>
  import(/* webpackChunkName: 'signed-in' */ './signed-in').then((loaded) => (parts = loaded));

/** Fetches it ahead of its use; when that fails, its use says so. */
export const preloadSignedIn = (): Promise<unknown> => loadSignedIn().catch(() => undefined);

interface Failure {
  reason: string;
  needsReload: boolean;
}

/**
 * What signed-in people see, as soon as it is there.
 *
 * @param wanted whether somebody is signed in
 * @returns the parts, or null; why they could not be fetched, and the way to ask anew
 */
export function useSignedInParts(wanted: boolean) {
  const [failure, setFailure] = useState<Failure | null>(null);
  const [, draw] = useReducer((count: number) => count + 1, 0);
  const [attempt, retry] = useReducer((count: number) => count + 1, 0);
  const isMissing = wanted && parts === null;
  useEffect(() => {
    if (!isMissing) return;
    let isAwaited = true;
    loadSignedIn().then(
      () => isAwaited && draw(),
      async (error: unknown) => {
        console.error('What signed-in people see could not be loaded', error);
        const found = await reasonOfPart(error).catch(() => null);
        if (isAwaited) setFailure({ reason: found?.reason ?? '', needsReload: found?.needsReload ?? false });
      },
    );
    return () => {
      isAwaited = false;
      setFailure(null);
    };
  }, [isMissing, attempt]);
  return { parts, failure, retry };
}

/** In the place of every page: the console itself could not be fetched after the sign-in. */
export const NoParts = ({ failure, onRetry }: { failure: Failure; onRetry: () => void }) => (
  <main>
    <Panel
      icon={<AlertIcon />}
      title="The console could not be loaded"
      alerting
      actions={
        failure.needsReload ? (
          <Button tone="primary" onClick={() => window.location.reload()}>
            Reload
          </Button>
        ) : (
          <Button tone="primary" icon={<RetryIcon />} onClick={onRetry}>
            Retry
          </Button>
        )
      }
    >
      {failure.reason && <p>{failure.reason}</p>}
    </Panel>
  </main>
);

/** The parts inside the guard, which draws nothing before they are there. */
const present = (): Parts => {
  if (!parts) throw new Error('A page is drawn before the parts of signed-in people are there.');
  return parts;
};

export const GuardedPages = () => createElement(present().GuardedArea);
export const AddedPages = ({ area }: { area: Area }) => createElement(present().AddedScreens, { area });
