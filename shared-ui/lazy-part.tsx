import { useState, type ReactNode } from 'react';
import { Alert } from './alert';
import { Button } from './button';
import { AlertIcon, RetryIcon } from './icons';
import { Panel } from './panel';
import { reasonOfPartFailure, type PartFailure } from './part-failure';
import { Spinner } from './spinner';
import { useLoading } from './use-loading';

interface LazyPartProps<Module> {
  /** Imports it; called when it is first rendered, and with each Retry. */
  load: () => Promise<Module>;
  /** The module where it has been fetched before; it is then rendered at once. */
  known?: () => Module | null;
  /** The message where it could not be loaded, such as 'Failed to load history'; the reason stands below it. */
  failure: string;
  /** It is all that the page shows below the menu; 'whole': there is no menu either. */
  page?: boolean | 'whole';
  /** Draws it once it is there. */
  children: (module: Module) => ReactNode;
}

/** A part whose code is fetched when it is shown: a spinner until then, and where that fails the reason and Retry. */
export function LazyPart<Module>({
  load,
  known = () => null,
  failure: message,
  page = false,
  children,
}: LazyPartProps<Module>) {
  const [part, setPart] = useState<{ module: Module } | null>(null);
  const module = part?.module ?? known();
  const { failure, retry } = useLoading<PartFailure>({
    key: '',
    isDone: module !== null,
    load: () => load().then((loaded) => setPart({ module: loaded })),
    explain: async (error) => {
      console.error(message, error);
      return (await reasonOfPartFailure(error)) ?? { reason: 'Please try again.', needsReload: false };
    },
  });
  if (module !== null) return children(module);
  if (!failure) return <Spinner page={page !== false} />;
  const { reason, needsReload } = failure;
  const button = (
    <Button
      tone={page ? 'primary' : undefined}
      icon={page || needsReload ? undefined : <RetryIcon />}
      onClick={needsReload ? () => window.location.reload() : () => retry(failure)}
    >
      {needsReload ? 'Reload' : 'Retry'}
    </Button>
  );
  if (!page)
    return (
      <Alert type="error" title={message} actions={button}>
        {reason}
      </Alert>
    );
  const panel = (
    <Panel icon={<AlertIcon />} title={message} alerting actions={button}>
      <p>{reason}</p>
    </Panel>
  );
  return page === 'whole' ? <main>{panel}</main> : panel;
}
