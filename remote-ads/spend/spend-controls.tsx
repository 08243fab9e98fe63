import { SPEND_BY, type SpendBy } from 'contract/ads/spend';
import { KEPT_SPEND_DAYS } from 'contract/ingest/ingest';
import { dayOf } from 'contract/calendar';
import { useId, useState } from 'react';
import { Button, Input, Label } from 'shared-ui';
import { Link, useLocation, useNavigate } from 'shared-ui/router';
import { spendQueryOf, searchWith, PERIODS, type SpendQuery } from './spend-query';

/** How each kind of groups is called, and one of them. */
export const KINDS: Readonly<Record<SpendBy, string>> = {
  day: 'Day',
  tag: 'Tag',
  campaign: 'Campaign',
  ad_type: 'Type',
  ad_set: 'Ad Set',
};

/** The reason why two dates are no range that can be asked for; undefined where they are. */
function complaintOf(from: string, to: string): string | undefined {
  if (!from || !to) return 'Please choose both dates';
  if (from > to) return 'From must not be after To';
  return dayOf(to) - dayOf(from) >= KEPT_SPEND_DAYS ? `At most ${KEPT_SPEND_DAYS} days are kept` : undefined;
}

/**
 * By what, and over which days: links, so that each is an address.
 *
 * @param shown the days that are shown, which the two dates begin with
 */
export function SpendControls({ shown }: { shown: { readonly from: string; readonly to: string } | undefined }) {
  const { search } = useLocation();
  const query = spendQueryOf(search);
  const to = (other: Partial<SpendQuery>) => `/ads/spend?${searchWith(search, { ...query, ...other })}`;
  const isCurrent = (days: number) => 'days' in query.range && query.range.days === days;
  return (
    <div className="spend-controls">
      <nav className="spend-choice" aria-label="By">
        {SPEND_BY.map((by) => (
          <Link key={by} to={to({ by })} aria-current={query.by === by}>
            {KINDS[by]}
          </Link>
        ))}
      </nav>
      <nav className="spend-choice" aria-label="Days">
        {PERIODS.map((days) => (
          <Link key={days} to={to({ range: { days } })} aria-current={isCurrent(days)}>
            {`${days} days`}
          </Link>
        ))}
      </nav>
      <Dates shown={shown} />
    </div>
  );
}

interface Typed {
  search: string;
  from?: string;
  to?: string;
  complaint?: string | undefined;
}

function Dates({ shown }: Parameters<typeof SpendControls>[0]) {
  const id = useId();
  const navigate = useNavigate();
  const { search } = useLocation();
  const { range } = spendQueryOf(search);
  const isOwnRange = 'from' in range;
  // Typed dates belong to this address: another one has its own days.
  const [last, setLast] = useState<Typed>({ search });
  const typed: Typed = last.search === search ? last : { search };
  const dates = { ...(isOwnRange ? range : shown), ...typed };
  const { from = '', to = '', complaint } = dates;
  const date = (label: string, name: 'from' | 'to') => (
    <div>
      <Label htmlFor={`${id} ${label}`}>{label}</Label>
      <Input
        id={`${id} ${label}`}
        type="date"
        value={dates[name] ?? ''}
        aria-invalid={complaint !== undefined}
        aria-describedby={complaint && `${id} complaint`}
        onChange={({ target: { value } }) => setLast({ ...typed, [name]: value })}
      />
    </div>
  );
  return (
    <form
      className="spend-dates"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const broken = complaintOf(from, to);
        setLast({ ...typed, complaint: broken });
        if (broken !== undefined) return;
        void navigate(`/ads/spend?${searchWith(search, { ...spendQueryOf(search), range: { from, to } })}`);
      }}
    >
      {date('From', 'from')}
      {date('To', 'to')}
      <Button type="submit">Show</Button>
      {complaint !== undefined && (
        <p id={`${id} complaint`} role="alert">
          {complaint}
        </p>
      )}
    </form>
  );
}
