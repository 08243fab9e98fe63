import type { FieldChange } from 'contract/history';
import type { PropertySchema } from 'contract/schema';
import { useState, type ReactNode } from 'react';
import { labelOf } from '../by-kind';
import { CompanyName } from '../companies/company-name';
import { VisuallyHidden } from '../field';
import { NOTHING } from '../record-details/detail-value';
import { ValueByKind } from '../record-details/value-by-kind';
import { isOneSided, shownChanges } from './entry-words';
import './record-history.css';

interface EntryChangesProps {
  changes: readonly FieldChange[];
  /** A record that began or ended shows so many of its fields before it is asked for the others; absent: all. */
  folded?: number;
}

/** Changes of an entry, field by field: what was there, struck out, and what came in its place. */
export function EntryChanges({ changes, folded = Infinity }: EntryChangesProps) {
  const [whole, setWhole] = useState(false);
  const shown = shownChanges(changes);
  const isOne = isOneSided(shown);
  const visible = isOne && !whole ? shown.slice(0, folded) : shown;
  if (shown.length === 0) return null;
  return (
    <>
      <dl className="history-changes">
        {visible.map((change) => (
          <div key={change.field}>
            <dt>{change.label}</dt>
            <dd>
              <BeforeAfter change={change} isOne={isOne} />
            </dd>
          </div>
        ))}
      </dl>
      {visible.length < shown.length && (
        <button type="button" className="detail-expander" onClick={() => setWhole(true)}>
          {`Show all ${shown.length} fields`}
        </button>
      )}
    </>
  );
}

interface BeforeAfterProps {
  change: FieldChange;
  /** The record began or ended: there is one side alone. */
  isOne: boolean;
}

function BeforeAfter({ change, isOne }: BeforeAfterProps) {
  const { before, after, is_secret, is_cut } = change;
  if (is_secret) return <em className="history-secret">{after === null ? 'cleared' : 'changed'}</em>;
  const value = (of: unknown) => <ChangedValue change={change} value={of} />;
  return (
    <>
      {(!isOne || before !== null) && (
        <del>
          <VisuallyHidden>from </VisuallyHidden>
          {value(before)}
        </del>
      )}
      {!isOne && (
        <span className="history-arrow" aria-hidden="true">
          →
        </span>
      )}
      {(!isOne || after !== null) && (
        <ins>
          <VisuallyHidden>{isOne ? '' : 'to '}</VisuallyHidden>
          {value(after)}
        </ins>
      )}
      {is_cut && <small>Only the first 10,000 characters are shown.</small>}
    </>
  );
}

interface ChangedValueProps {
  change: Pick<FieldChange, 'kind' | 'labels'>;
  value: unknown;
}

/** One value of a changed field, as the record's details show it. */
export function ChangedValue({ change: { kind, labels }, value }: ChangedValueProps): ReactNode {
  if (value === null || value === undefined || value === '') return NOTHING;
  if (kind === 'company' && typeof value === 'number') return <CompanyName id={value} />;
  const schema = { kind, ...(isLabels(labels) && { labels }) } as PropertySchema;
  if (Array.isArray(value) && kind !== 'tags') return value.map((one) => labelOf(schema, one)).join(', ') || NOTHING;
  return <ValueByKind schema={schema} tones={undefined} display={undefined} value={value} />;
}

const isLabels = (labels: unknown): labels is Readonly<Record<string, string>> =>
  typeof labels === 'object' && labels !== null;
