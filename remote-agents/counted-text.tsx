import { lengthOf } from 'api/contract/rules';
import type { PropertySchema } from 'api/contract/schema';
import { formatNumber } from 'shared-ui';
import type { CustomFieldProps } from 'shared-ui/record-form';
import './counted-text.css';

/**
 * A form's control for text that has a limit worth watching: the count beside it is the service's, in code points.
 *
 * @param schema the property of what is written, with its limits
 * @param rows lines shown; absent: a single line
 */
export function countedText({ minLength = 0, maxLength }: PropertySchema, rows?: number) {
  return function CountedText({ id, value, onChange, disabled, ...described }: CustomFieldProps) {
    const text = typeof value === 'string' ? value : '';
    const length = lengthOf(text);
    const broken = (maxLength !== undefined && length > maxLength) || (length > 0 && length < minLength);
    const control = {
      ...described,
      id,
      className: 'c-input',
      value: text,
      readOnly: disabled,
      'aria-required': minLength > 0,
      'aria-describedby': [described['aria-describedby'], `${id}-count`].filter(Boolean).join(' '),
    };
    return (
      <>
        {rows === undefined ? (
          <input {...control} autoComplete="off" onChange={(event) => onChange(event.target.value)} />
        ) : (
          <textarea {...control} rows={rows} onChange={(event) => onChange(event.target.value)} />
        )}
        <p id={`${id}-count`} className="counted-text" data-broken={broken}>
          {formatNumber(length)}
          {maxLength !== undefined && ` / ${formatNumber(maxLength)}`}{' '}
          {(maxLength ?? length) === 1 ? 'character' : 'characters'}
        </p>
      </>
    );
  };
}
