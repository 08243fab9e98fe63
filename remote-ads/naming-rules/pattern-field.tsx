import { useId } from 'react';
import { FieldHelp, Input, useSettled } from 'shared-ui';
import type { CustomFieldProps } from 'shared-ui/record-form';
import { NamingPreview } from './naming-preview';

/** Milliseconds between the last key and the question. */
const PAUSE = 300;

/** The pattern, how it is written, and what it makes of the ads of the company that is chosen. */
export function PatternField({ control, value, onChange, values, record }: CustomFieldProps) {
  const { disabled, ...tied } = control;
  const typed = typeof value === 'string' ? value : '';
  const settled = useSettled(typed.trim(), PAUSE);
  const helpId = useId();
  const companyId = Number(values['company_id'] ?? record['company_id'] ?? 0);
  return (
    <>
      <Input
        {...tied}
        aria-describedby={[tied['aria-describedby'], helpId].filter(Boolean).join(' ')}
        readOnly={disabled}
        autoComplete="off"
        spellCheck={false}
        placeholder="{product} – {angle} v{n} | {audience}"
        value={typed}
        onChange={({ target }) => onChange(target.value)}
      />
      <FieldHelp id={helpId}>
        Each part in braces becomes a tag; {'{n}'} is a number, {'{}'} is any text and no tag. Letters that touch a part
        belong to its tag: v{'{n}'} gives v3.
      </FieldHelp>
      {companyId > 0 && settled !== '' && <NamingPreview companyId={companyId} pattern={settled} />}
    </>
  );
}
