import { useId } from 'react';

interface ChoiceFieldProps {
  label: string;
  options: readonly { readonly value: string; readonly label: string }[];
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
      <label className="c-label" htmlFor={id}>
        {label}
        <span aria-hidden="true" className="form-required">
          {' *'}
        </span>
      </label>
      <select
        id={id}
        className="c-input"
        aria-required
        aria-invalid={Boolean(error)}
        aria-describedby={error ? `${id}-error` : undefined}
        value={value}
        disabled={disabled}
        onChange={(event) => onChange(event.target.value)}
      >
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      {error && (
        <p id={`${id}-error`} className="form-error">
          {error}
        </p>
      )}
    </div>
  );
}
