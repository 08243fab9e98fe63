/**
 * How wide the columns of a list are: by what they show and not by the rows, so that nothing moves when rows come; only a
 * number that would be cut has its column made wider, for a part of it reads as another number.
 */
import type { PropertySchema } from 'contract/schema';
import type { AnyColumn, AnyRow } from '../list-definition';

/** In px, its padding included; what is beyond `most` goes to the columns that can use it. */
interface Room {
  readonly least: number;
  readonly most: number;
}

/** The box that selects a row and the menu's button, as wide as list-table.css has them. */
const SELECT = 36;
const MENU = 44;

const A_BADGE = { least: 88, most: 110 };
const A_NUMBER = { least: 84, most: 110 };
const A_DAY = { least: 108, most: 130 };
/** Its year on a second line. */
const A_DAY_ON_TWO_LINES = { least: 68, most: 112 };
const WORDS = { least: 120, most: Infinity };
const CHIPS = { least: 148, most: Infinity };

/** How what is left is dealt out to columns that can use any of it. */
const FLEXIBLE = 3;
const OPEN = 2;

function roomByKind({ kind, enum: words }: PropertySchema, lines: number): Room {
  if (words !== undefined || kind === 'flag') return A_BADGE;
  if (kind === 'number' || kind === 'money' || kind === 'rate') return A_NUMBER;
  if (kind === 'date' || kind === 'dateTime') return lines > 1 ? A_DAY_ON_TWO_LINES : A_DAY;
  return kind === 'tags' ? CHIPS : WORDS;
}

/** The widest figure of the console's fonts, by the size of the text, and the same of a comma or point. */
const FIGURE = 0.64;
const MARK = 0.32;
/** Sizes of text in a row and in the line of totals, and a cell's padding, as the styles have them. */
const ROW = 13;
const TOTAL = 11.5;
const PADDING = 10;

/** Numbers that a table shows of its columns, by key. */
export interface Numbers {
  readonly rows?: readonly AnyRow[] | undefined;
  readonly totals?: Readonly<Partial<Record<string, number>>> | undefined;
}

/** The width of the longest number of a column, in px. Not written out for that: the first formatter takes a while. */
function longestNumber({ key, schema }: AnyColumn, { rows = [], totals }: Numbers): number {
  const widthOf = (value: number, size: number) => {
    const digits = String(Math.trunc(value)).length;
    const [figures, marks] = schema.kind === 'money' ? [digits + 3, 1] : [digits, 0];
    return PADDING + (figures * FIGURE + (marks + Math.floor((digits - 1) / 3)) * MARK) * size;
  };
  if (roomByKind(schema, 1) !== A_NUMBER) return 0;
  // Of a broken answer, what is no number has no width.
  const largest = Math.max(0, ...rows.map((row) => Number(row[key]) || 0));
  return Math.ceil(Math.max(widthOf(largest, ROW), widthOf(Number(totals?.[key]) || 0, TOTAL)));
}

/** How many lines the cells of a list have, and so how high each of its rows is. */
export const linesOf = (columns: readonly AnyColumn[]): number => Math.max(...columns.map(({ lines = 1 }) => lines));

/** Figures of a table's style, for the widths of its columns to be counted with. */
export interface TableRoom {
  /** The least width of the table, in px. */
  readonly least: number;
  /** Width of the frame beyond it for columns that have some before the others: a CSS length. */
  readonly first: string;
  /** Width of the frame beyond both, and the part of that which the columns get that want only so much: CSS lengths. */
  readonly rest: string;
  readonly bounded: string;
  /** The width of each column: its least, and its part of what is left. */
  readonly widths: readonly string[];
}

/**
 * The room of a table: as wide as its frame, and never narrower than its columns can be. What is left goes to the columns
 * that have so much `first`; half of the rest to the columns that want only so much, as far as they want it; the columns
 * of free text and tags have all the other.
 *
 * @param columns those that are shown: what is hidden leaves its room to them
 * @param lines those of a row, absent: of these columns
 * @param numbers those that must not be cut
 */
export function columnWidths(
  columns: readonly AnyColumn[],
  selectable: boolean,
  lines = linesOf(columns),
  numbers: Numbers = {},
): TableRoom {
  const rooms = columns.map((column) => {
    const { schema, width, flexible, first = 0 } = column;
    const byKind = roomByKind(schema, lines);
    const least = Math.max(width ?? byKind.least, longestNumber(column, numbers));
    // Words in a column of a given width stay so wide, unless it says otherwise.
    const isOpen = flexible === true || byKind === CHIPS || (byKind === WORDS && width === undefined);
    return {
      least,
      first,
      wants: isOpen || byKind === WORDS ? 0 : Math.max(byKind.most - least, 0),
      part: flexible ? FLEXIBLE : isOpen ? OPEN : 0,
    };
  });
  const sum = (of: 'least' | 'first' | 'wants' | 'part') => rooms.reduce((total, room) => total + room[of], 0);
  const least = sum('least') + (selectable ? SELECT : 0) + MENU;
  const first = sum('first');
  const wanted = Math.max(sum('wants'), 1);
  const parts = Math.max(sum('part'), 1);
  return {
    least,
    first: `min(${first}px, max(0px, 100cqi - ${least}px))`,
    rest: `max(0px, 100cqi - ${least + first}px)`,
    bounded: `min(${sum('wants')}px, var(--list-rest) / 2)`,
    widths: rooms.map((room) => {
      const sooner = room.first > 0 ? ` + var(--list-first) * ${(room.first / first).toFixed(4)}` : '';
      return room.part > 0
        ? `calc(${room.least}px${sooner} + (var(--list-rest) - var(--list-bounded)) * ${(room.part / parts).toFixed(4)})`
        : `calc(${room.least}px${sooner} + var(--list-bounded) * ${(room.wants / wanted).toFixed(4)})`;
    }),
  };
}
