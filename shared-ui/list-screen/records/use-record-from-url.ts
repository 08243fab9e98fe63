import { useEffect, useEffectEvent, useState } from 'react';
import { pageHistory } from '../../router/history';
import { useTell } from '../../toast/use-tell';
import { useCall, type ListCalls } from '../list-calls';
import { detailsFailure, type AnyList, type AnyRow } from '../list-definition';
import { RECORD_PARAM } from '../page/list-state';

interface RecordOptions {
  list: AnyList;
  /** The filter that the list's company is, by its name in the address; undefined: it knows none. */
  companyKey: string | undefined;
  companyId: number | null;
  get: ListCalls<AnyRow, unknown, unknown>['get'];
  onOpen: (row: AnyRow) => void;
}

/**
 * Opens the record that an address names by its id (`?record=12`), whatever page of the list it is on. The list takes the
 * name out of its address by itself, so that a reload or Back does not open it again.
 */
export function useRecordFromUrl({ list, companyKey, companyId, get, onOpen }: RecordOptions) {
  const [params, setParams] = useState(() => new URLSearchParams(pageHistory.location.search));
  const call = useCall();
  const tell = useTell();
  const company = companyKey === undefined ? null : params.get(companyKey);
  // The list follows its address a render later; the record is of the company that the address names.
  const isThere = company === null || Number(company) === companyId;
  const id = isThere && get ? Number(params.get(RECORD_PARAM)) : 0;
  // From the history itself: the name is gone from the address before the router renders it.
  useEffect(
    () =>
      pageHistory.listen(({ from, to }) => {
        const arrived = new URLSearchParams(to.search);
        if (from.pathname === to.pathname && arrived.has(RECORD_PARAM)) setParams(arrived);
      }),
    [],
  );
  const open = useEffectEvent((asked: number) => {
    if (get)
      void call
        .ask(get, asked)
        .then(onOpen, (error: unknown) => tell.failure(detailsFailure(list), error))
        // So that it can be asked for once more.
        .finally(() => setParams(new URLSearchParams()));
  });
  useEffect(() => {
    if (Number.isSafeInteger(id) && id > 0) open(id);
  }, [id]);
}
