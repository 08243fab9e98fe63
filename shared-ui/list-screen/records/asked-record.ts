import { useEffect, useEffectEvent } from 'react';
import { useSearchParams } from '../../router';
import { useTell } from '../../toast/use-tell';
import { useCall, type ListCalls } from '../list-calls';
import { detailsFailure, type AnyList, type AnyRow } from '../list-definition';
import { RECORD_PARAM } from '../page/list-state';

interface Asked {
  list: AnyList;
  /** The filter that the list's company is, by its name in the address; undefined: it knows none. */
  companyKey: string | undefined;
  companyId: number | null;
  get: ListCalls<AnyRow, unknown, unknown>['get'];
  onOpen: (row: AnyRow) => void;
}

/**
 * Opens the record that an address names by its id (`?record=12`), whatever page of the list it is on. The list takes the
 * name out of its address by itself, so that a reload or Back does not open it again. Draws nothing; a part of its own, for
 * it is drawn anew with each address.
 */
export function AskedRecord({ list, companyKey, companyId, get, onOpen }: Asked) {
  const [params] = useSearchParams();
  const call = useCall();
  const tell = useTell();
  const company = companyKey === undefined ? null : params.get(companyKey);
  // The list follows its address a drawing later; the record is of the company that the address names.
  const isThere = company === null || Number(company) === companyId;
  const id = isThere && get ? Number(params.get(RECORD_PARAM)) : 0;
  const open = useEffectEvent((asked: number) => {
    if (get) call.ask(get, asked).then(onOpen, (error: unknown) => tell.failure(detailsFailure(list), error));
  });
  useEffect(() => {
    if (Number.isSafeInteger(id) && id > 0) open(id);
  }, [id]);
  return null;
}
