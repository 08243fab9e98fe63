import { Operation } from 'shared-auth';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useCall } from '../list-screen/list-calls';
import type { FileImport } from './definition';
import { partsOf, type ImportLine } from './lines';

/** The service's word on a line: what saving it would do, or why it cannot be saved. */
export type Verdict<Effect> = { readonly effect: Effect } | { readonly msg: string };

interface Checked<Item, Effect> {
  readonly of: readonly ImportLine<Item>[];
  /** By line. */
  readonly verdicts: ReadonlyMap<number, Verdict<Effect>>;
  readonly error: unknown;
}

/** How a save went: whose lines are saved, and which were refused and why. */
export interface Saved {
  readonly operation: Operation;
  readonly saved: ReadonlySet<number>;
  readonly refused: ReadonlyMap<number, string>;
  readonly error: unknown;
}

/** Asks the service part by part what the lines would do, and has it save them (DECISIONS §16). */
export function useImport<Role extends string, Item, Effect>(
  definition: FileImport<Role, Item, Effect>,
  companyId: number,
  file: string,
  lines: readonly ImportLine<Item>[],
) {
  const call = useCall();
  const [checked, setChecked] = useState<Checked<Item, Effect>>({ of: [], verdicts: new Map(), error: undefined });
  const [attempt, setAttempt] = useState(0);
  const [progress, setProgress] = useState<{ readonly done: number; readonly total: number } | null>(null);
  const stopped = useRef(false);

  const partOf = (part: readonly ImportLine<Item>[]) => ({ companyId, file, items: part.map(({ item }) => item!) });

  const forecast = useEffectEvent((part: readonly ImportLine<Item>[]) => definition.forecast(call, partOf(part)));
  const parts = useEffectEvent((all: readonly ImportLine<Item>[]) => partsOf(all, definition));

  useEffect(() => {
    let isWanted = true;
    const verdicts = new Map<number, Verdict<Effect>>();
    const check = async () => {
      for (const part of parts(lines.filter(({ item }) => item))) {
        if (!isWanted) return;
        const { effects, errors } = await forecast(part);
        for (const [index, effect] of effects) verdicts.set(part[index]!.line, { effect });
        for (const { index, msg } of errors) verdicts.set(part[index]!.line, { msg });
        if (isWanted) setChecked({ of: lines, verdicts: new Map(verdicts), error: undefined });
      }
    };
    check().catch((error: unknown) => isWanted && setChecked({ of: lines, verdicts: new Map(verdicts), error }));
    return () => {
      isWanted = false;
    };
  }, [lines, attempt]);

  const save = async (wanted: readonly ImportLine<Item>[]): Promise<Saved> => {
    stopped.current = false;
    const operation = new Operation();
    const saved = new Set<number>();
    const refused = new Map<number, string>();
    let error: unknown;
    setProgress({ done: 0, total: wanted.length });
    try {
      let done = 0;
      for (const part of partsOf(wanted, definition)) {
        if (stopped.current) break;
        const errors = await definition.save(call, partOf(part), operation);
        for (const { index, msg } of errors) refused.set(part[index]!.line, msg);
        for (const { line } of part) if (!refused.has(line)) saved.add(line);
        done += part.length;
        setProgress({ done, total: wanted.length });
      }
    } catch (failure) {
      error = failure;
    }
    setProgress(null);
    return { operation, saved, refused, error };
  };

  const isOfThese = checked.of === lines;
  return {
    verdicts: isOfThese ? checked.verdicts : new Map<number, Verdict<Effect>>(),
    error: isOfThese ? checked.error : undefined,
    retry: () => setAttempt((tries) => tries + 1),
    /** Of a save that is running. */
    progress,
    save,
    /** Ends a save behind the part that is on its way. */
    stop: () => {
      stopped.current = true;
    },
  };
}
