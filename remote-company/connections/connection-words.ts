/** The state of a connection and what its runs did, in words. Pure. */
import { runStatus, type Connection, type Run, type RunFinding } from 'contract/company/connections';
import { formatDateTime, formatNumber, formatTime } from 'shared-ui';

const isSameDay = (one: Date, other: Date) => one.toDateString() === other.toDateString();

/** A moment as a clock shows it, with its day where that is not today. */
const momentText = (moment: string, now: Date): string =>
  isSameDay(new Date(moment), now) ? formatTime(moment) : formatDateTime(moment);

type Stated = Pick<Connection, 'state' | 'state_message' | 'waiting_until' | 'failures' | 'paused_by' | 'open_run_id'>;

/** The state in a sentence without its full stop: 'Waiting until 3:00 PM: Shopify asked for a pause'. */
export function stateText(connection: Stated, now: Date): string {
  const { state_message } = connection;
  return state_message === null ? stateOf(connection, now) : `${stateOf(connection, now)}: ${state_message}`;
}

function stateOf({ state, waiting_until, failures, paused_by }: Stated, now: Date): string {
  switch (state) {
    case 'new':
      return 'New: nothing is written before its first preview is confirmed';
    case 'ok':
      return 'Works';
    case 'waiting':
      return waiting_until === null ? 'Waiting' : `Waiting until ${momentText(waiting_until, now)}`;
    case 'failing':
      return failures === 1 ? 'Its last run failed' : `Its last ${formatNumber(failures)} runs failed`;
    case 'reconnect':
      return 'Needs a new key';
    case 'paused':
      return paused_by === null ? 'Paused' : `Paused by ${paused_by}`;
  }
}

const counted = (parts: readonly (readonly [number, string])[]): string =>
  parts
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${formatNumber(count)} ${word}`)
    .join(', ');

/** The counts of a run: of a preview '812 match, 40 new, 3 doubtful', else '852 read, 40 new, 12 changed'. */
export function countsText(run: Run): string {
  const { is_preview, read, created, changed, unchanged, doubtful, gone, failed } = run;
  const others = [
    [doubtful, 'doubtful'],
    [gone, 'gone'],
    [failed, 'failed'],
  ] as const;
  const words = is_preview
    ? counted([[changed + unchanged, 'match'], [created, 'new'], ...others])
    : counted([[read, 'read'], [created, 'new'], [changed, 'changed'], ...others]);
  return words || 'Nothing read';
}

/** How many findings of a kind a run has: '3 doubtful', 'The first 200 of 312 gone', '3 that would be gone'. */
export function findingsTitle(kind: RunFinding['kind'], run: Run, shown: number): string {
  const all = Math.max(run[kind], shown);
  const count = shown < all ? `The first ${formatNumber(shown)} of ${formatNumber(all)}` : formatNumber(all);
  if (kind === 'failed') return `${count} refused`;
  return kind === 'gone' && run.status === 'asking' ? `${count} that would be gone` : `${count} ${kind}`;
}

/** Whether a run has findings to look at. */
export const hasFindings = ({ doubtful, gone, failed }: Run): boolean => doubtful + gone + failed > 0;

/** How far a run is: '1,200 of 3,000 read'. */
export const progressText = ({ read, expected }: Pick<Run, 'read' | 'expected'>): string =>
  expected === null ? `${formatNumber(read)} read` : `${formatNumber(read)} of ${formatNumber(expected)} read`;

/** A run's state; of one that goes on later, when. */
export const runStateText = ({ status, retry_at, is_preview }: Run, now: Date): string => {
  const state = runStatus.labels[status];
  if (retry_at !== null && (status === 'queued' || status === 'running'))
    return `Goes on at ${momentText(retry_at, now)}`;
  return is_preview ? `${state} (preview)` : state;
};

/** Whether a run is not over. */
export const isOpen = ({ status }: Pick<Run, 'status'>): boolean =>
  status === 'queued' || status === 'running' || status === 'asking';
