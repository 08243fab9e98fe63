/** The first and the last day that a period of costs may name. */
// In a file of its own: whoever filters by such a day has nothing else of the costs.
export const COGS_DATES = { formatMinimum: '1970-01-01', formatMaximum: '2199-12-31' } as const;
