/**
 * How the periods of one variant make room for each other (DECISIONS §5). Pure: the database and a dry run get the same
 * result. A timeline is whole when no two periods overlap and no day between its first and its last is uncovered.
 */
import { dateOf, dayOf } from 'contract/calendar';
import type { CogsRecord, PlannedCogsRecord } from 'contract/company/product-variant-cogs';

/** The effects of a save or a deletion. */
export interface CogsPlan {
  /** All the periods as they will be, oldest first. */
  readonly timeline: readonly PlannedCogsRecord[];
  /** The stored periods among them that get other dates, as they will be. */
  readonly changed: readonly CogsRecord[];
  /** The new period after the saved one, where that lies inside another. */
  readonly resumed: readonly PlannedCogsRecord[];
  /** The stored periods that make way altogether. */
  readonly removed: readonly CogsRecord[];
  readonly records_updated: number;
  readonly records_ended: number;
}

/** A period reckoned in days; an open end is infinite. */
interface Span<R = CogsRecord | PlannedCogsRecord> {
  readonly record: R;
  first: number;
  last: number;
  fate?: 'ended' | 'updated';
}

/**
 * Saves a period: its own dates stand, the others make room, and no gap stays.
 *
 * @param others the stored periods of the variant, without the saved one's old place
 * @param saved the period as it shall be; its id is null while it is new
 */
export function planSave(others: readonly CogsRecord[], saved: PlannedCogsRecord): CogsPlan {
  const place = spanOf(saved);
  const removed: CogsRecord[] = [];
  const beside: Span[] = [];
  for (const record of others) {
    const span = spanOf(record);
    const isApart = span.last < place.first || span.first > place.last;
    const beginsBefore = span.first < place.first;
    const goesOn = span.last > place.last;
    if (isApart) beside.push(span);
    else if (!beginsBefore && !goesOn) removed.push(record);
    else {
      if (beginsBefore) beside.push({ ...span, last: place.first - 1, fate: 'ended' });
      if (goesOn)
        beside.push({
          record: beginsBefore ? anew(record) : record,
          first: place.last + 1,
          last: span.last,
          fate: 'updated',
        });
    }
  }
  const spans = [...beside, place].sort((a, b) => a.first - b.first);
  closeGaps(spans, place);
  return planOf(spans, removed);
}

/** Deletes a period: the one before it runs on to its end; with none before it, nothing moves. */
export function planDeletion(others: readonly CogsRecord[], deleted: CogsRecord): CogsPlan {
  const gone = spanOf(deleted);
  const spans = others.map(spanOf).sort((a, b) => a.first - b.first);
  const before = spans.filter(({ first }) => first < gone.first).at(-1);
  if (before) Object.assign(before, { last: gone.last, fate: 'updated' });
  return planOf(spans, []);
}

/** Closes a gap right after `place` by the later period, any other by the earlier one. */
function closeGaps(spans: readonly Span[], place: Span): void {
  spans.forEach((later, at) => {
    const earlier = spans[at - 1];
    if (!earlier || later.first <= earlier.last + 1) return;
    const [moved, end] = earlier === place ? [later, { first: place.last + 1 }] : [earlier, { last: later.first - 1 }];
    Object.assign(moved, end, { fate: moved.fate ?? 'updated' });
  });
}

function planOf(spans: readonly Span[], removed: readonly CogsRecord[]): CogsPlan {
  const having = (fate: Span['fate']) => spans.filter((span) => span.fate === fate).length;
  const moved = spans.filter(({ fate }) => fate !== undefined);
  return {
    timeline: spans.map(recordOf),
    changed: moved.filter(isStored).map(recordOf),
    resumed: moved.filter((span) => !isStored(span)).map(recordOf),
    removed,
    records_updated: having('updated'),
    records_ended: having('ended') + removed.length,
  };
}

const isStored = (span: Span): span is Span<CogsRecord> => span.record.id !== null;

const spanOf = <R extends PlannedCogsRecord>(record: R): Span<R> => ({
  record,
  first: record.effective_start_date === null ? -Infinity : dayOf(record.effective_start_date),
  last: record.effective_end_date === null ? Infinity : dayOf(record.effective_end_date),
});

const recordOf = <R extends PlannedCogsRecord>({ record, first, last, fate }: Span<R>): R =>
  fate === undefined
    ? record
    : {
        ...record,
        effective_start_date: first === -Infinity ? null : dateOf(first),
        effective_end_date: last === Infinity ? null : dateOf(last),
      };

/** The first and the last day of a period. */
export type Dates = Pick<CogsRecord, 'effective_start_date' | 'effective_end_date'>;

/** Whether two periods have the same days. */
export const haveSameDates = (one: Dates, other: Dates): boolean =>
  one.effective_start_date === other.effective_start_date && one.effective_end_date === other.effective_end_date;

/** Whether the end is later than the start; dates of this form sort as text. */
export const isOrdered = ({ effective_start_date: start, effective_end_date: end }: Dates): boolean =>
  start === null || end === null || start < end;

/** Whether no two of these periods overlap, and no day between the first and the last is uncovered. */
export function isWhole(records: readonly PlannedCogsRecord[]): boolean {
  const spans = records.map(spanOf).sort((a, b) => a.first - b.first);
  return spans.every((later, at) => at === 0 || later.first === (spans[at - 1]?.last ?? NaN) + 1);
}

/** The same amount as a record of its own. */
const anew = (record: CogsRecord): PlannedCogsRecord => ({ ...record, id: null, created_at: null, updated_at: null });

/** The periods as a timeline shows them, newest first; `today` is the company's. */
export const timelineEntries = <R extends PlannedCogsRecord>(records: readonly R[], today: string) =>
  records
    .map(spanOf)
    .sort((a, b) => b.first - a.first)
    .map((span) => entryOf(span, dayOf(today)));

function entryOf<R extends PlannedCogsRecord>({ record, first, last }: Span<R>, today: number) {
  // An ongoing period lasts through today.
  const end = last === Infinity ? today : last;
  const hasLasted = first !== -Infinity && first <= today;
  return {
    cogs_record: record,
    period_start: record.effective_start_date,
    period_end: record.effective_end_date,
    duration_days: hasLasted ? end - first + 1 : null,
    is_current: first <= today && today <= last,
  };
}
