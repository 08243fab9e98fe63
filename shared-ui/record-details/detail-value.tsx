import { useState } from 'react';
import { formatCurrency, formatDate, formatDateTime, truncate } from '../format';
import './record-details.css';

/** How a value is shown (specification 1 §2, detail display types). 'link' is the specification's url/link. */
export type DisplayType = 'text' | 'json' | 'link' | 'email' | 'phone' | 'boolean' | 'currency' | 'date' | 'datetime';

interface DetailValueProps {
  value: unknown;
  /** Absent: 'text'. */
  display?: DisplayType;
}

/** Longer text is truncated with an expander (specification 1 §9). */
const LONGEST_TEXT = 100;

/** Placeholder of an absent value, quieter than a value. */
export const NOTHING = <span className="detail-nothing">-</span>;

/** One value, read-only. What is absent reads '-'; what is not what its display type says is shown as text. */
export function DetailValue({ value, display = 'text' }: DetailValueProps) {
  if (value === null || value === undefined || value === '') return NOTHING;
  switch (display) {
    case 'boolean':
      return value ? 'Yes' : 'No';
    case 'json':
      return <pre className="detail-json">{JSON.stringify(value, null, 2)}</pre>;
    case 'currency':
      return typeof value === 'number' ? formatCurrency(value) : String(value);
    case 'date':
      return formatDate(String(value));
    case 'datetime':
      return formatDateTime(String(value));
    case 'link':
      return isWebAddress(String(value)) ? (
        <a href={String(value)} target="_blank" rel="noopener noreferrer">
          {String(value)}
        </a>
      ) : (
        <Text text={String(value)} />
      );
    case 'email':
      // No '?', which would add headers to the message.
      return /^[^\s@?&]+@[^\s@?&]+$/.test(String(value)) ? (
        <a href={`mailto:${String(value)}`}>{String(value)}</a>
      ) : (
        <Text text={String(value)} />
      );
    case 'phone':
      return /^\+?[\d\s().-]*\d[\d\s().-]*$/.test(String(value)) ? (
        <a href={`tel:${String(value).replace(/[^\d+]/g, '')}`}>{String(value)}</a>
      ) : (
        <Text text={String(value)} />
      );
    case 'text':
      return <Text text={typeof value === 'object' ? JSON.stringify(value) : String(value)} />;
  }
}

/** Only http and https: a stored `javascript:` address must not run. */
function isWebAddress(text: string): boolean {
  try {
    return /^https?:$/.test(new URL(text).protocol);
  } catch {
    return false;
  }
}

function Text({ text }: { text: string }) {
  const [expanded, setExpanded] = useState(false);
  const short = truncate(text, LONGEST_TEXT);
  if (short === text)
    return (
      <span className="detail-text" dir="auto">
        {text}
      </span>
    );
  return (
    <span className="detail-text" dir="auto">
      {expanded ? text : short}{' '}
      <button type="button" className="detail-expander" aria-expanded={expanded} onClick={() => setExpanded(!expanded)}>
        {expanded ? 'Show less' : 'Show full text'}
      </button>
    </span>
  );
}
