import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { addressOfState } from './list-state';
import type { ListAddress } from './use-list-state';

const inOrder = (address: string | URLSearchParams) => {
  const params = new URLSearchParams(address);
  params.sort();
  return params.toString();
};

/**
 * Puts a list's state into the page's address, and Back, Forward and a link into the state. Called after the list's
 * request: whoever writes an address waits until the browser has laid out what was drawn.
 *
 * @returns how often Back, Forward or a link has led to another state
 */
export function useListAddress({ list, state, params, setParams, replaces, follow }: ListAddress): number {
  const [moves, setMoves] = useState(0);
  const written = useRef(params.toString());
  const arrived = useRef(params.toString());
  /** Addresses that were written and have not arrived; of several in a row only the last one surely does. */
  const underway = useRef(new Set<string>());

  // The setter changes with every address and must not write again.
  const write = useEffectEvent((address: string) =>
    setParams(address, { replace: replaces(), preventScrollReset: true }),
  );
  const goAlong = useEffectEvent((address: string) => {
    follow(new URLSearchParams(address));
    setMoves((before) => before + 1);
  });

  const { page, pageSize, sort, filters, view } = state;
  useEffect(() => {
    const known = new URLSearchParams(written.current);
    const address = addressOfState(list, { page, pageSize, sort, filters, view }, known).toString();
    // The same in another order is the same; what was put right on the screen is put right in the address, too.
    if (inOrder(address) === inOrder(known)) return;
    written.current = address;
    underway.current.add(address);
    write(address);
  }, [list, page, pageSize, sort, filters, view]);

  const address = params.toString();
  useEffect(() => {
    // The address that the list began with is in its state already.
    if (address === arrived.current) return;
    arrived.current = address;
    if (address === written.current) underway.current.clear();
    else if (!underway.current.has(address)) {
      written.current = address;
      goAlong(address);
    }
  }, [address]);

  return moves;
}
