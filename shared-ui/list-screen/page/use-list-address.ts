import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { pageHistory } from '../../router/history';
import { addressOfState } from './list-state';
import type { ListAddress } from './use-list-state';

const inOrder = (address: string | URLSearchParams) => {
  const params = new URLSearchParams(address);
  params.sort();
  return params.toString();
};

/**
 * Puts a list's state into the page's address, and Back, Forward and a link into the state. Called after the list's
 * request: whoever writes an address waits until the browser has laid out what was drawn. It listens to the history and
 * not to the router, which would draw the whole list once more for each address that the list has written itself.
 *
 * @returns how often Back, Forward or a link has led to another state
 */
export function useListAddress({ list, state, opened, replaces, follow }: ListAddress): number {
  const [moves, setMoves] = useState(0);
  /** The address that the state is known to stand in. */
  const known = useRef(opened.toString());

  const [pathname] = useState(() => pageHistory.location.pathname);
  const write = useEffectEvent((address: string) => {
    // Where the person has gone on, another page is about to be drawn.
    if (pageHistory.location.pathname !== pathname) return;
    pageHistory[replaces() ? 'replace' : 'push']({ search: address && `?${address}` });
  });
  const goAlong = useEffectEvent((address: string) => {
    if (address === known.current) return;
    known.current = address;
    follow(new URLSearchParams(address));
    setMoves((before) => before + 1);
  });

  const { page, pageSize, sort, filters, view } = state;
  useEffect(() => {
    const before = new URLSearchParams(known.current);
    const address = addressOfState(list, { page, pageSize, sort, filters, view }, before).toString();
    // The same in another order is the same; what was put right on the screen is put right in the address, too.
    if (inOrder(address) === inOrder(before)) return;
    known.current = address;
    write(address);
  }, [list, page, pageSize, sort, filters, view]);

  useEffect(
    () =>
      pageHistory.listen(({ from, to }) => {
        if (from.pathname === to.pathname) goAlong(new URLSearchParams(to.search).toString());
      }),
    [],
  );

  return moves;
}
