import { useId, useState } from 'react';
import { DownIcon } from '../icons';
import { LazyPart } from '../lazy-part';
import { fetchEarly } from '../use-dialog';
import type { HistoryOf } from './history.api';
import './history-part.css';

const load = () => import('./record-history');
const preload = fetchEarly(load);

interface HistoryPartProps {
  of: HistoryOf;
  /** Whether it is unfolded, where its parent keeps that, from one record to the next. Absent: it keeps it itself. */
  open?: boolean;
  onToggle?: ((open: boolean) => void) | undefined;
}

/** The 'History' of a record's details: folded, and neither its code nor its entries are asked for before it is opened. */
export function HistoryPart({ of, open: openOutside, onToggle }: HistoryPartProps) {
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
      <div id={id}>
        {open && (
          <LazyPart load={load} failure="Failed to load history">
            {({ default: RecordHistory }) => <RecordHistory key={`${of.kind} ${of.id}`} of={of} />}
          </LazyPart>
        )}
      </div>
    </section>
  );
}
