import { useEffect, useEffectEvent, useReducer, useState, type ReactNode } from 'react';
import { Alert } from './alert';
import { Button } from './button';
import { AlertIcon, RetryIcon } from './icons';
import { Panel } from './panel';
import { reasonOfPartFailure, type PartFailure } from './part-failure';
import { Spinner } from './spinner';

interface LatePartProps<Module> {
  /** Imports it; called when it is first drawn, and with each Retry. */
  load: () => Promise<Module>;
  /** The message where it could not be loaded, such as 'Failed to load history'; the reason stands below it. */
  failure: string;
  /** It is all that the page shows. */
  page?: boolean;
  /** Draws it once it is there. */
  children: (module: Module) => ReactNode;
}

/** A part whose code is fetched when it is shown: a spinner until then, and where that fails the reason and Retry. */
export function LatePart<Module>({ load, failure: message, page = false, children }: LatePartProps<Module>) {
  const [part, setPart] = useState<{ module: Module } | null>(null);
  const [failure, setFailure] = useState<PartFailure | null>(null);
  const [attempt, again] = useReducer((count: number) => count + 1, 0);
  const fetchPart = useEffectEvent(load);
  const fail = useEffectEvent(async (error: unknown) => {
    console.error(message, error);
    return (await reasonOfPartFailure(error)) ?? { reason: 'Please try again.', needsReload: false };
  });
  useEffect(() => {
    let isAwaited = true;
    fetchPart().then(
      (module) => isAwaited && setPart({ module }),
      async (error: unknown) => {
        const found = await fail(error);
        if (isAwaited) setFailure(found);
      },
    );
    return () => {
      isAwaited = false;
      setFailure(null);
    };
  }, [attempt]);
  if (part) return children(part.module);
  if (!failure) return <Spinner page={page} />;
  const { reason, needsReload } = failure;
  const button = (
    <Button
      tone={page ? 'primary' : undefined}
      icon={page || needsReload ? undefined : <RetryIcon />}
      onClick={needsReload ? () => window.location.reload() : again}
    >
      {needsReload ? 'Reload' : 'Retry'}
    </Button>
  );
  return page ? (
    <Panel icon={<AlertIcon />} title={message} alerting actions={button}>
      <p>{reason}</p>
    </Panel>
  ) : (
    <Alert type="error" title={message} actions={button}>
      {reason}
    </Alert>
  );
}
