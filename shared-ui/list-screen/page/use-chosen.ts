import { useState } from 'react';

/** Value that a choice shows: the chosen one, at once, though the list is drawn for it when its rows come; and the way to choose. */
export function useChosen<Value>(value: Value): readonly [Value, (chosen: Value) => void] {
  const [chosen, setChosen] = useState<{ instead: Value; of: Value } | null>(null);
  // The list is drawn for it, or for something else: Back may lead to what it stood in place of.
  if (chosen && chosen.instead !== value) setChosen(null);
  return [chosen?.instead === value ? chosen.of : value, (next) => setChosen({ instead: value, of: next })];
}
