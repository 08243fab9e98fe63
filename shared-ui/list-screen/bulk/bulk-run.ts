/**
 * A bulk action while it runs: it sends its rows in parts, as one operation, says how far it is and can be stopped between
 * two of them (DECISIONS §10). Loaded when the first one is run.
 */
import type { BulkResponse } from 'contract/bulk';
import { MAX_PAGE_SIZE } from 'contract/paging';
import { HttpError, isOutcomeUnknown, Operation, serverMessage } from 'shared-auth';
import { formatNumber } from '../../format';
import { grouped } from '../../grouped';
import { showToast, type ToastOptions } from '../../toast/toasts';
import type { NamesOf } from '../../undo/undo';
import type { BulkAction, BulkRun, Entered, PartsOf } from '../actions';
import type { BulkFailure } from './bulk-failures';
import { isCounted, sumOf } from './bulk-outcome';
import type { Change } from '../list-calls';
import type { ListRow } from '../list-definition';

export { BulkFailures, outcomeText } from './bulk-failures';

/** So many records at most are named by one call. */
const PART = 500;
/** So many calls for single records are on their way at once. */
const AT_ONCE = 5;
/** How often at most it is said how far a run is. */
const STEPS = 50;

interface RunTools {
  readonly entered: Entered;
  /** A rejection is the caller's to show. */
  readonly rejects: boolean;
  readonly change: Change;
  readonly namesOf: NamesOf;
}

/**
 * Runs a bulk action.
 *
 * @returns what it could not do or has not come to, which is logged as well; null where there is nothing of that
 * @throws what it failed with as a whole, where that is the caller's to show
 */
export async function runAction<Row extends ListRow>(
  action: BulkAction<Row>,
  rows: readonly Row[],
  { entered, rejects, change, namesOf }: RunTools,
): Promise<BulkFailure<Row> | null> {
  const { run, undone } = startRun({ label: action.label, change, namesOf });
  const failedFor = async (count: number, reasonOf: (row: Row) => string | undefined, error?: unknown) => {
    const left = undone.left as readonly ListRow[] as readonly Row[];
    const failed = rows.flatMap((row) => {
      const reason = reasonOf(row);
      return reason === undefined ? [] : [{ row, reason }];
    });
    if (count === 0 && left.length === 0) return null;
    console.error(`${action.label} failed`, failed);
    const names = await namesOf(failed.map(({ row }) => row.id));
    return { action, entered, count, of: rows.length, rows: failed, left, names, error };
  };
  try {
    const response = await action.run(rows, entered, run);
    // Successes are counted always, failures named not by every service (specification 1 §3).
    const { error_count = 0, errors } = (response ?? {}) as Partial<BulkResponse>;
    const reasons = new Map(errors?.map(({ id, msg }) => [id, msg]));
    return await failedFor(error_count, ({ id }) => reasons.get(id));
  } catch (error) {
    const left = new Set<ListRow>(undone.left);
    if (rejects && left.size === 0) throw error;
    const reasonOf = (row: Row) => (left.has(row) ? undefined : (undone.reasons.get(row.id) ?? serverMessage(error)));
    return failedFor(rows.length - left.size, reasonOf, error);
  }
}

/** The part that a run has not done. */
interface Undone {
  /** Of records that failed, by their ids. */
  readonly reasons: ReadonlyMap<number, string>;
  /** Those that nothing was sent for, because it was stopped or the service was gone. */
  readonly left: readonly ListRow[];
}

interface RunOptions {
  /** The action's. */
  readonly label: string;
  readonly change: Change;
  readonly namesOf: NamesOf;
}

/** Begins a run; `undone` says afterwards what it has not done. */
function startRun({ label, change, namesOf }: RunOptions): { run: BulkRun; undone: Undone } {
  const operation = new Operation();
  const reasons = new Map<number, string>();
  const left: ListRow[] = [];

  async function inParts<Row extends ListRow>(rows: readonly Row[], how: PartsOf<Row>): Promise<BulkResponse> {
    const parts = partsOf(rows, how);
    const progress = new Progress(how.doing ?? `${label}...`, rows.length, how.doing !== undefined);
    const responses: BulkResponse[] = [];
    const failures: unknown[] = [];
    let isOver = false;

    const sendOne = async (part: readonly Row[]) => {
      try {
        const response = await how.send(part);
        // Of many parts, one that does not say what it did must not hide what the others say.
        if (progress.isLong && !isCounted(response)) throw new HttpError('UNREADABLE');
        for (const { id, msg } of response.errors ?? []) if (id !== null) reasons.set(id, msg);
        responses.push(response);
      } catch (error) {
        failures.push(error);
        const errors = part.map(({ id }) => ({ id, msg: reasonOf(error) }));
        for (const { id, msg } of errors) reasons.set(id, msg);
        responses.push({ success_count: 0, error_count: part.length, errors });
        // A run of a thousand records does not go on to a service that is gone.
        isOver ||= progress.isLong && isOutage(error);
      }
      progress.add(part.length);
    };
    const work = async () => {
      for (let part = parts.shift(); part; part = parts.shift())
        if (isOver || progress.isStopped) left.push(...part);
        else await sendOne(part);
    };
    await Promise.all(Array.from({ length: how.size === 1 ? AT_ONCE : 1 }, work));
    progress.end();
    if (!how.resolves && failures.length > 0 && failures.length === responses.length) throw failures[0];
    return sumOf(responses);
  }

  const run: BulkRun = {
    operation,
    namesOf,
    change: (mutation, argument) => change(mutation, argument, operation),
    inParts,
  };
  return { run, undone: { reasons, left } };
}

function partsOf<Row extends ListRow>(rows: readonly Row[], how: PartsOf<Row>): Row[][] {
  const { by = ofCompany } = how;
  const size: number = how.size ?? PART;
  return [...grouped(rows, by).values()].flatMap((group) =>
    Array.from({ length: Math.ceil(group.length / size) }, (_, at) => group.slice(at * size, (at + 1) * size)),
  );
}

const ofCompany = (row: ListRow) => (row as { company_id?: unknown }).company_id;

const reasonOf = (error: unknown) =>
  isOutcomeUnknown(error) ? `${serverMessage(error)} It may have been done.` : serverMessage(error);

/** Whether the next part would fail as well. */
function isOutage(error: unknown) {
  const { status } = (error ?? {}) as { status?: unknown };
  return typeof status !== 'number' || status >= 500 || [401, 403, 429].includes(status);
}

const askBeforeLeaving = (event: BeforeUnloadEvent) => event.preventDefault();

/** How far a run is, in a toast; while one of more than a page's rows is on its way the browser asks before the tab goes. */
class Progress {
  isStopped = false;
  /** More than a page's rows: it is counted and can be stopped. */
  readonly isLong: boolean;
  private done = 0;
  private told = 0;
  private readonly toast;

  constructor(
    private readonly message: string,
    private readonly total: number,
    isShown: boolean,
  ) {
    this.isLong = total > MAX_PAGE_SIZE;
    if (this.isLong) window.addEventListener('beforeunload', askBeforeLeaving);
    this.toast = this.isLong || isShown ? showToast(this.said()) : null;
  }

  private said(): ToastOptions {
    const { isLong, isStopped, message, done, total } = this;
    if (!isLong) return { type: 'loading', message };
    const detail = `${formatNumber(done)} of ${formatNumber(total)}`;
    const onSelect = () => {
      this.isStopped = true;
      this.toast?.update(this.said());
    };
    // A request under way is not aborted: the run ends with it.
    return isStopped
      ? { type: 'loading', message: 'Stopping...', detail }
      : { type: 'loading', message, detail, action: { label: 'Stop', stays: true, onSelect } };
  }

  add(count: number) {
    this.done += count;
    if (!this.isLong || (this.done - this.told) * STEPS < this.total) return;
    this.told = this.done;
    this.toast?.update(this.said());
  }

  end() {
    window.removeEventListener('beforeunload', askBeforeLeaving);
    this.toast?.dismiss();
  }
}
