import { useState } from 'react';

/** The value of a choice, shown at once though the list is rendered for it only when its rows come; and its setter. */
export function useChosen<Value>(value: Value): readonly [Value, (chosen: Value) => void] {
  const [chosen, setChosen] = useState<{ instead: Value; of: Value } | null>(null);
  // The list is rendered for it, or for something else: Back may lead to what it stood in place of.
  if (chosen && chosen.instead !== value) setChosen(null);
  return [chosen?.instead === value ? chosen.of : value, (next) => setChosen({ instead: value, of: next })];
}
