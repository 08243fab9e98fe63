import type { PropertySchema } from 'api/contract/schema';
import type { ComponentProps, SyntheticEvent } from 'react';
import { Input } from '../field';

/** What a date that is only half entered becomes: no date, so that it is not taken for an empty one. */
const HALF_A_DATE = 'incomplete';

interface DateControlProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange'> {
  /** The property, with its first and its last date. */
  schema: PropertySchema;
  value: unknown;
  onChange(value: string | null): void;
}

/** A calendar date by the browser's own picker; empty is null. */
export function DateControl({ schema, value, onChange, ...input }: DateControlProps) {
  const date = typeof value === 'string' && value !== HALF_A_DATE ? value : '';
  const checkHalf = ({ currentTarget }: SyntheticEvent<HTMLInputElement>) => {
    // The browser hands out nothing of a date until it is whole.
    const entered = currentTarget.value || (currentTarget.validity.badInput ? HALF_A_DATE : null);
    if (entered !== value) onChange(entered);
  };
  return (
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
}
