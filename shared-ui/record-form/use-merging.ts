import { useState } from 'react';
import type { Conflict, Merge } from './merge';
import type { Staleness } from './save-failure';

/** Whose value of a field stands: one side's, or what was written since. */
export type Side = 'yours' | 'theirs' | 'own';

/** Conflicting changes of two people, and how they were noticed. */
export interface Standoff extends Pick<Merge, 'conflicts' | 'kept'> {
  /** A save was refused, by whose save; null: a draft was put back into a record that has changed. */
  refused: Staleness | null;
}

/** The fields that two people changed otherwise, and what the person has decided about each. */
export interface Merging {
  standoff: Standoff | null;
  /** By field. */
  decided: Readonly<Partial<Record<string, Side>>>;
  /** The person was reminded of what is undecided. */
  isMissing: boolean;
  begin(standoff: Standoff | null): void;
  decide(key: string, side: Side): void;
  /** Whether something is undecided, of which the person is then reminded. */
  asks(): boolean;
}

/** @param first what the form begins with, where a draft was put back */
export function useMerging(first: Standoff | null): Merging {
  const [standoff, setStandoff] = useState(first);
  const [decided, setDecided] = useState<Merging['decided']>({});
  const [isMissing, setMissing] = useState(false);
  return {
    standoff,
    decided,
    isMissing,
    begin(next) {
      setStandoff(next);
      setDecided({});
      setMissing(false);
    },
    decide: (key, side) => setDecided((before) => ({ ...before, [key]: side })),
    asks() {
      const isOpen = standoff?.conflicts.some(({ field }: Conflict) => !decided[field.key]) ?? false;
      if (isOpen) setMissing(true);
      return isOpen;
    },
  };
}
