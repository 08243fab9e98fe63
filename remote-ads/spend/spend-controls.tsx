import { SPEND_BY, type SpendBy } from 'contract/ads/spend';
import { KEPT_SPEND_DAYS } from 'contract/ingest/ingest';
import { dayOf } from 'contract/calendar';
import { useId, useState } from 'react';
import { Button, Input, Label } from 'shared-ui';
import { Link, useLocation, useNavigate } from 'shared-ui/router';
import { askedBy, askingFor, PERIODS, type Asked } from './asked';

/** How each kind of groups is called, and one of them. */
export const KINDS: Readonly<Record<SpendBy, string>> = {
  day: 'Day',
  tag: 'Tag',
  campaign: 'Campaign',
  ad_type: 'Type',
  ad_set: 'Ad Set',
};

/** The reason why two dates are no range that can be asked for; null where they are. */
function complaintOf(from: string, to: string): string | null {
  if (!from || !to) return 'Please choose both dates';
  if (from > to) return 'From must not be after To';
  return dayOf(to) - dayOf(from) >= KEPT_SPEND_DAYS ? `At most ${KEPT_SPEND_DAYS} days are kept` : null;
}

/**
 * By what, and over which days: links, so that each is an address.
 *
 * @param shown the days that are shown, which the two dates begin with
 */
export function SpendControls({ shown }: { shown: { readonly from: string; readonly to: string } | undefined }) {
  const { search } = useLocation();
  const asked = askedBy(search);
  const to = (other: Partial<Asked>) => `/ads/spend?${askingFor(search, { ...asked, ...other })}`;
  const isAsked = (days: number) => 'days' in asked.range && asked.range.days === days;
  return (
    <div className="spend-controls">
      <nav className="spend-choice" aria-label="By">
        {SPEND_BY.map((by) => (
          <Link key={by} to={to({ by })} aria-current={asked.by === by}>
            {KINDS[by]}
          </Link>
        ))}
      </nav>
      <nav className="spend-choice" aria-label="Days">
        {PERIODS.map((days) => (
          <Link key={days} to={to({ range: { days } })} aria-current={isAsked(days)}>
            {`${days} days`}
          </Link>
        ))}
      </nav>
      <Dates key={`${shown?.from} ${shown?.to}`} shown={shown} isAsked={'from' in asked.range} />
    </div>
  );
}

function Dates({ shown, isAsked }: { shown: { from: string; to: string } | undefined; isAsked: boolean }) {
  const id = useId();
  const navigate = useNavigate();
  const { search } = useLocation();
  const [from, setFrom] = useState(shown?.from ?? '');
  const [until, setUntil] = useState(shown?.to ?? '');
  const [complaint, setComplaint] = useState<string | null>(null);
  const date = (label: string, value: string, set: (value: string) => void) => (
    <div>
      <Label htmlFor={`${id} ${label}`}>{label}</Label>
      <Input
        id={`${id} ${label}`}
        type="date"
        value={value}
        aria-invalid={complaint !== null}
        aria-describedby={complaint === null ? undefined : `${id} complaint`}
        onChange={(event) => set(event.target.value)}
      />
    </div>
  );
  return (
    <form
      className="spend-dates"
      data-asked={isAsked}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const broken = complaintOf(from, until);
        setComplaint(broken);
        if (broken !== null) return;
        const range = { from, to: until };
        void navigate(`/ads/spend?${askingFor(search, { ...askedBy(search), range })}`);
      }}
    >
      {date('From', from, setFrom)}
      {date('To', until, setUntil)}
      <Button type="submit">Show</Button>
      {complaint !== null && (
        <p id={`${id} complaint`} role="alert">
          {complaint}
        </p>
      )}
    </form>
  );
}
