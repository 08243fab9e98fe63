/**
 * Class names of the shapes that parts of screens are made of. A part's own class adds to them and goes before them: `row`
 * in one line that may wrap, `line` that may not, `wrap` as a row whose parts are not centred, `stack` below one another,
 * `quiet` small muted text; `ruled` has a line between its parts, and `frame` shows the focus inside of its edge.
 */
export const shape = {
  row: 'c-row',
  line: 'c-line',
  wrap: 'c-wrap',
  stack: 'c-stack',
  quiet: 'c-quiet',
  ruled: 'c-ruled',
  frame: 'c-frame',
} as const;
