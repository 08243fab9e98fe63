/** How a text stands in a cell: on two lines at most, on one, or in the quiet colour. */
export type CellLook = 'lines' | 'line' | 'quiet';

/** The class of an element that a list's own cell renders; no component, since it is asked for in every row. */
export const cellClass = (...looks: readonly CellLook[]): string => looks.map((look) => `list-${look}`).join(' ');
