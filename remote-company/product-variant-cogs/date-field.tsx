import { COGS_DATES } from 'api/contract/company/product-variant-cogs';
import type { SyntheticEvent } from 'react';
import { Input } from 'shared-ui';
import type { CustomFieldProps } from 'shared-ui/record-form';

/** What a date that is only half entered becomes: no date, so that it is not taken for an empty one. */
const HALF_A_DATE = 'incomplete';

/** A calendar date by the browser's own picker; empty is null. */
export function DateField({ control, value, onChange }: CustomFieldProps) {
  const date = typeof value === 'string' && value !== HALF_A_DATE ? value : '';
  const checkHalf = ({ currentTarget }: SyntheticEvent<HTMLInputElement>) => {
    // The browser hands out nothing of a date until it is whole.
    const entered = currentTarget.value || (currentTarget.validity.badInput ? HALF_A_DATE : null);
    if (entered !== value) onChange(entered);
  };
  return (
    <Input
      {...control}
      type="date"
      min={COGS_DATES.formatMinimum}
      max={COGS_DATES.formatMaximum}
      value={date}
      onChange={(event) => onChange(event.target.value || null)}
      onKeyUp={checkHalf}
      onBlur={checkHalf}
    />
  );
}
