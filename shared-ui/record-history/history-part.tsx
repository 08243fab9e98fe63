import { useEffect, useId, useState, type ComponentType } from 'react';
import { LoadFailure } from '../load-failure';
import { DownIcon } from '../icons';
import { Spinner } from '../spinner';
import { fetchEarly } from '../use-dialog';
import type { Displays } from './entry-changes';
import type { HistoryOf } from './history.api';
import './history-part.css';

const load = () => import('./record-history');
const preload = fetchEarly(load);

interface HistoryPartProps {
  of: HistoryOf;
  displays?: Displays | undefined;
  /** Whether it is unfolded, where who draws it keeps that: from one record to the next. Absent: it keeps it itself. */
  open?: boolean;
  onToggle?: ((open: boolean) => void) | undefined;
}

/** The 'History' of a record's details: folded, and neither its code nor its entries are asked for before it is opened. */
export function HistoryPart({ of, displays, open: openOutside, onToggle }: HistoryPartProps) {
  const id = useId();
  const [openHere, setOpenHere] = useState(false);
  const open = openOutside ?? openHere;
  return (
    <section className="history-part">
      <h3>
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          onPointerEnter={preload}
          onFocus={preload}
          onClick={() => (onToggle ?? setOpenHere)(!open)}
        >
          <DownIcon />
          History
        </button>
      </h3>
      <div id={id}>{open && <Late of={of} displays={displays} />}</div>
    </section>
  );
}

/** The history as soon as its code is there. */
function Late({ of, displays }: Pick<HistoryPartProps, 'of' | 'displays'>) {
  const [tries, setTries] = useState(1);
  const [failure, setFailure] = useState<{ error: unknown } | null>(null);
  const [Part, setPart] = useState<ComponentType<Pick<HistoryPartProps, 'of' | 'displays'>> | null>(null);
  useEffect(() => {
    let isAwaited = true;
    load().then(
      (part) => isAwaited && setPart(() => part.default),
      (error: unknown) => isAwaited && setFailure({ error }),
    );
    return () => {
      isAwaited = false;
    };
  }, [tries]);
  const retry = () => {
    setFailure(null);
    setTries(tries + 1);
  };
  if (failure) return <LoadFailure message="Failed to load history" error={failure.error} onRetry={retry} />;
  return Part ? <Part key={`${of.kind} ${of.id}`} of={of} displays={displays} /> : <Spinner />;
}
