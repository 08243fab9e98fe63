import type { PropertySchema } from 'contract/schema';
import type { ComponentProps, SyntheticEvent } from 'react';
import { Input } from '../field';
import type { AnyField } from './form-field';

/** Value of a date that is only half entered: no date, so that it is not taken for an empty one. */
const HALF_A_DATE = 'incomplete';

interface DateControlProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange'> {
  /** The property, with its first and its last date. */
  schema: PropertySchema;
  /** Days that a button enters. */
  dates: AnyField['dates'];
  value: unknown;
  onChange(value: string | null): void;
}

/** A calendar date by the browser's own picker, or by a button for a day that is often meant; empty is null. */
export function DateControl({ schema, dates = [], value, onChange, ...input }: DateControlProps) {
  const date = typeof value === 'string' && value !== HALF_A_DATE ? value : '';
  const checkHalf = ({ currentTarget }: SyntheticEvent<HTMLInputElement>) => {
    // The browser hands out nothing of a date until it is whole.
    const entered = currentTarget.value || (currentTarget.validity.badInput ? HALF_A_DATE : null);
    if (entered !== value) onChange(entered);
  };
  const picker = (
    <Input
      {...input}
      type="date"
      min={schema.formatMinimum}
      max={schema.formatMaximum}
      value={date}
      onChange={(event) => onChange(event.target.value || null)}
      onKeyUp={checkHalf}
      onBlur={checkHalf}
    />
  );
  if (dates.length === 0 || input.readOnly) return picker;
  return (
    <div className="c-wrap form-date">
      {picker}
      {dates.map((day) => (
        <button
          key={day.label}
          type="button"
          // Two dates have a button of one name.
          aria-describedby={`${input.id}-label`}
          onClick={() => onChange(day.date)}
        >
          {day.label}
        </button>
      ))}
    </div>
  );
}
