import type { Location } from 'react-router-dom';

/** State of an address that was opened from over a dialog: it is left for it, on the same list too. */
export const LEAVING = { leaves: true } as const;

/** Whether a step to this address leaves what is open over the page. */
export const isLeaving = ({ state }: Pick<Location, 'state'>): boolean =>
  (state as Partial<typeof LEAVING> | null)?.leaves === true;
