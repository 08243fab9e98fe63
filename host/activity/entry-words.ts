/** Words for what a line of the log stands for. Pure. */
import type { HistoryEntry } from 'contract/history';
import { formatNumber } from 'shared-ui';
import { kindOf, recordOf } from 'shared-ui/record-details';

/** Whether a line stands for several changes alike that were made together. */
export const isGroup = ({ group_size }: HistoryEntry): boolean => group_size > 1;

/** Which record, such as 'Spring Sale'; of several 'Search Term, 488 records'. */
export const recordsOf = (entry: HistoryEntry): string =>
  isGroup(entry) ? `${kindOf(entry)}, ${formatNumber(entry.group_size)} records` : recordOf(entry);
