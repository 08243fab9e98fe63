/** The creators whom the demonstration companies watch. */
const FIRST = ['little', 'north', 'daily', 'real', 'cosy', 'urban', 'wild', 'slow', 'bright', 'tiny', 'old', 'studio'];
const SECOND = ['cooks', 'trails', 'reader', 'dog', 'garden', 'knits', 'tea', 'skin', 'maker', 'family', 'coffee'];

/** The user name of a company's nth creator; it has 132, whose names differ, then they come again. */
export const creatorOf = (company: number, nth: number): string =>
  [FIRST[(nth * 5 + company) % FIRST.length], SECOND[(nth * 3 + company) % SECOND.length]].join(
    ['_', '.', ''][company % 3],
  );
