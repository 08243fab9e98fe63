import { ONCE_A_MINUTE } from 'shared-auth';
import { formatDate } from 'shared-ui';
import type { ListNoteProps } from 'shared-ui/list-screen';
import { accountCalls } from './spend-through.api';

/** 'Nov 23', with the year where it is not this one. */
const dayText = (day: string) => {
  const text = formatDate(day);
  return day.startsWith(`${new Date().getFullYear()}-`) ? text.replace(/, \d+$/, '') : text;
};

/** The last whole day of the spend, in the zone of the company's ad account (DECISIONS §13); nothing where none is connected. */
export default function SpendThrough({ companyId }: ListNoteProps) {
  const { currentData } = accountCalls.accounts.useQuery({ company_id: companyId, source: 'meta' }, ONCE_A_MINUTE);
  // A company has one account at most.
  const { spend_through: day, zone } = currentData?.items[0] ?? {};
  return day ? `Spend through ${dayText(day)}${zone ? ` (${zone})` : ''}` : null;
}
