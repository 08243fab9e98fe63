import type { Paged } from 'contract/paging';
import { useCallback, useEffect, useEffectEvent, useState } from 'react';

/** The labels of a record's version beside its text: its name, and the fields restored with the text. */
export interface Fact {
  label: string;
  value: string;
}

/** A text that a record had, with what it was beside it. */
export interface Version<Values = unknown> {
  /** ISO 8601 in UTC. */
  at: string;
  /** Null where the log does not reach so far back. */
  username: string | null;
  is_current: boolean;
  text: string;
  facts: readonly Fact[];
  /** The body that restoring it writes. */
  values: Values;
}

/** The facts that two versions differ in, before and after. */
export const changedFacts = (before: Version, after: Version) =>
  after.facts.flatMap(({ label, value }) => {
    const was = before.facts.find((fact) => fact.label === label)?.value ?? '';
    return was === value ? [] : [{ label, before: was, after: value }];
  });

/** A record whose text has versions, as it is now. */
export interface Versioned {
  /** The value of `If-Match`. */
  updated_at: string;
}

/** The loaded data: the record as it is, and its versions from the newest on. */
interface Read<Item, Values> {
  record: Item;
  versions: readonly Version<Values>[];
  total: number;
}

/** The calls that the versions of a record need. */
export interface VersionCalls<Item extends Versioned, Values> {
  /** The record as it is now. */
  read(): Promise<Item>;
  /** A page of its versions, newest first. */
  list(page: number): Promise<Paged<Version<Values>>>;
}

/** The versions of a record, page after page; `reload` starts again. A failure is kept until the next try. */
export function useVersions<Item extends Versioned, Values>(calls: VersionCalls<Item, Values>) {
  const [read, setRead] = useState<Read<Item, Values> | null>(null);
  const [failure, setFailure] = useState<{ error: unknown } | null>(null);
  const [asked, setAsked] = useState({ page: 1, time: 0 });

  const load = useEffectEvent(async (page: number): Promise<Read<Item, Values>> => {
    // The record first: what is saved in between is in the versions, and restoring over it is a 412.
    const record = page === 1 ? await calls.read() : read?.record;
    const { items, total } = await calls.list(page);
    const versions = page === 1 ? items : [...(read?.versions ?? []), ...items];
    return { record: record ?? (await calls.read()), versions, total };
  });
  useEffect(() => {
    let isAwaited = true;
    load(asked.page).then(
      (loaded) => isAwaited && setRead(loaded),
      (error: unknown) => isAwaited && setFailure({ error }),
    );
    return () => {
      isAwaited = false;
    };
  }, [asked]);

  const ask = useCallback((page: number) => {
    setFailure(null);
    setAsked(({ time }) => ({ page, time: time + 1 }));
  }, []);
  return {
    read,
    failure,
    retry: () => ask(asked.page),
    reload: useCallback(() => ask(1), [ask]),
    more: read && read.versions.length < read.total ? () => ask(asked.page + 1) : undefined,
  };
}
