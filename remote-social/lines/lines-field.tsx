import { useId, type ReactNode } from 'react';
import { AlertIcon, ErrorIcon, FieldError, FieldHelp, formatNumber, Label, Textarea } from 'shared-ui';
import type { JudgedLines } from './lines';
import './lines.css';

/** The most remarks that are shown; the others are counted. */
const MOST_REMARKS = 100;

interface LinesFieldProps {
  label: string;
  hint?: ReactNode;
  value: string;
  onChange: (value: string) => void;
  judged: JudgedLines;
  /** The fault of the box as a whole. */
  error: string | null;
  disabled: boolean;
}

const counted = (count: number, one: string, many: string) => `${formatNumber(count)} ${count === 1 ? one : many}`;

function summaryOf({ filled, blank, remarks }: JudgedLines): string {
  const errors = remarks.filter(({ type }) => type === 'error').length;
  const warnings = remarks.length - errors;
  const parts = [
    counted(filled.length, 'line', 'lines'),
    errors > 0 && counted(errors, 'with an error', 'with errors'),
    warnings > 0 && counted(warnings, 'with a warning', 'with warnings'),
    blank > 0 && counted(blank, 'blank line left out', 'blank lines left out'),
  ];
  return parts.filter(Boolean).join(' · ');
}

/** A box with one thing a line, each judged as it is typed, by its place in the box. */
export function LinesField({ label, hint, value, onChange, judged, error, disabled }: LinesFieldProps) {
  const id = useId();
  const { filled, remarks } = judged;
  return (
    <div className="lines-field">
      <Label htmlFor={id} required>
        {label}
      </Label>
      <Textarea
        id={id}
        className="lines-field__box"
        rows={10}
        wrap="off"
        spellCheck={false}
        aria-required
        aria-invalid={error !== null}
        aria-describedby={`${id}-words`}
        value={value}
        disabled={disabled}
        onChange={(event) => onChange(event.target.value)}
      />
      <div id={`${id}-words`}>
        {error !== null && <FieldError>{error}</FieldError>}
        {hint && <FieldHelp>{hint}</FieldHelp>}
        <FieldHelp role="status">{filled.length > 0 && summaryOf(judged)}</FieldHelp>
      </div>
      {remarks.length > 0 && (
        <ul className="lines-remarks" tabIndex={0} aria-label="What is wrong with lines">
          {remarks.slice(0, MOST_REMARKS).map(({ at, text, type, msg }) => (
            <li key={at} className={`lines-remark lines-remark--${type}`}>
              {type === 'error' ? <ErrorIcon /> : <AlertIcon />}
              <span>
                Line {at}: {msg} <bdi className="lines-remark__text">{text}</bdi>
              </span>
            </li>
          ))}
          {remarks.length > MOST_REMARKS && <li>{`… and ${formatNumber(remarks.length - MOST_REMARKS)} more`}</li>}
        </ul>
      )}
    </div>
  );
}
