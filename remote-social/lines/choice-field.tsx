import { useId } from 'react';
import { FieldError, Label, Select } from 'shared-ui';
import type { Choice } from 'shared-ui/list-screen';

interface ChoiceFieldProps {
  label: string;
  options: readonly Choice[];
  /** The choice of nothing; absent: something is always chosen. */
  placeholder?: string;
  value: string;
  onChange: (value: string) => void;
  error?: string | null;
  disabled: boolean;
}

/** A select of a bulk dialog, beside the lines. */
export function ChoiceField({ label, options, placeholder, value, onChange, error, disabled }: ChoiceFieldProps) {
  const id = useId();
  return (
    <div>
      <Label htmlFor={id} required>
        {label}
      </Label>
      <Select
        id={id}
        aria-required
        aria-invalid={Boolean(error)}
        aria-describedby={error ? `${id}-error` : undefined}
        value={value}
        disabled={disabled}
        onChange={(event) => onChange(event.target.value)}
      >
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {options.map((option) => (
          <option key={String(option.value)} value={String(option.value)}>
            {option.label}
          </option>
        ))}
      </Select>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  );
}
