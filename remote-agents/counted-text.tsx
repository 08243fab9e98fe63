import { lengthOf } from 'contract/rules';
import type { PropertySchema } from 'contract/schema';
import { formatNumber, Input, Textarea } from 'shared-ui';
import type { CustomFieldProps } from 'shared-ui/record-form';
import './counted-text.css';

/**
 * A form's control for text that has a limit worth watching: the count beside it is the service's, in code points.
 *
 * @param schema the property of what is written, with its limits
 * @param rows lines shown; absent: a single line
 */
export function countedText({ minLength = 0, maxLength }: PropertySchema, rows?: number) {
  return function CountedText({ control, value, onChange }: CustomFieldProps) {
    const text = typeof value === 'string' ? value : '';
    const length = lengthOf(text);
    const broken = (maxLength !== undefined && length > maxLength) || (length > 0 && length < minLength);
    const { disabled, ...tied } = control;
    const countId = `${tied.id}-count`;
    const shared = {
      ...tied,
      value: text,
      readOnly: disabled,
      'aria-describedby': [tied['aria-describedby'], countId].filter(Boolean).join(' '),
    };
    return (
      <>
        {rows === undefined ? (
          <Input {...shared} autoComplete="off" onChange={(event) => onChange(event.target.value)} />
        ) : (
          <Textarea
            {...shared}
            className="counted-text__box"
            rows={rows}
            onChange={(event) => onChange(event.target.value)}
          />
        )}
        <p id={countId} className="counted-text" data-broken={broken}>
          {formatNumber(length)}
          {maxLength !== undefined && ` / ${formatNumber(maxLength)}`}{' '}
          {(maxLength ?? length) === 1 ? 'character' : 'characters'}
        </p>
      </>
    );
  };
}
