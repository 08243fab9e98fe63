import { MAX_TOKEN_DAYS } from 'contract/ingest/ingest-tokens';
import { Button, Input } from 'shared-ui';
import type { CustomFieldProps } from 'shared-ui/record-form';
import './fields.css';

const CHOICES = [
  { label: '30 days', days: 30 },
  { label: '90 days', days: 90 },
  { label: '1 year', days: 365 },
];

/** The day so many days from today, `YYYY-MM-DD`, as the person's calendar has it. */
const dayIn = (days: number): string => {
  const day = new Date();
  day.setDate(day.getDate() + days);
  return localDay(day);
};

const localDay = (time: Date): string =>
  [time.getFullYear(), time.getMonth() + 1, time.getDate()].map((part) => String(part).padStart(2, '0')).join('-');

/** The end of a day of the person's calendar, as the service takes it. */
const endOf = (day: string): string => new Date(`${day}T23:59:59`).toISOString();

/** When a token ends: the end of a day, by the browser's own picker or by a button. */
export function ExpiryField({ control, value, onChange }: CustomFieldProps) {
  const day = typeof value === 'string' && value ? localDay(new Date(value)) : '';
  const { disabled, ...tied } = control;
  return (
    <div className="token-expiry">
      <Input
        {...tied}
        type="date"
        readOnly={disabled}
        min={dayIn(1)}
        max={dayIn(MAX_TOKEN_DAYS - 1)}
        value={day}
        onChange={({ target }) => onChange(target.value ? endOf(target.value) : null)}
      />
      {CHOICES.map(({ label, days }) => (
        <Button key={label} disabled={disabled} onClick={() => onChange(endOf(dayIn(days)))}>
          {label}
        </Button>
      ))}
    </div>
  );
}
