import type { CustomFieldProps } from '../../custom-field';
import { Input } from '../../field';
import { TagChip } from '../../tag-picker/tag-chip';
import './name-field.css';

/** The new name of a tag, and below it the tag in its colours before and then: they come from the name. */
export function NameField({ control, value, onChange, record }: CustomFieldProps) {
  const { disabled, ...tied } = control;
  const typed = typeof value === 'string' ? value : '';
  const name = typed.trim();
  return (
    <>
      <Input
        {...tied}
        readOnly={disabled}
        autoComplete="off"
        value={typed}
        onChange={({ target }) => onChange(target.value)}
      />
      <p className="c-row tag-change">
        <TagChip name={String(record['name'])} />
        {name && name !== record['name'] && (
          <>
            <span aria-label="becomes">→</span>
            <TagChip name={name} />
          </>
        )}
      </p>
    </>
  );
}
