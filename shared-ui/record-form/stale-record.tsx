import { useId } from 'react';
import type { PropertySchema } from 'contract/schema';
import { Alert } from '../alert';
import { CompanyName } from '../companies';
import { FieldError } from '../field';
import { formatDateTime, formatNumber } from '../format';
import { ValueByKind } from '../record-details/value-by-kind';
import { fromDifference } from './from-difference';
import { labelOf, type Form } from './form-values';
import type { Conflict } from './merge';
import type { Merging, Side, Standoff } from './use-merging';

interface StaleRecordProps {
  form: Form;
  merging: Merging;
  standoff: Standoff;
  /** Puts a side's value into the field. */
  onDecide(conflict: Conflict, side: Side): void;
}

/**
 * Conflicting changes of two people in one record, field by field with both values, where a save was refused (412) or a draft was
 * put back (DECISIONS §1, §3). What only one of them changed is merged already.
 */
export function StaleRecord({ form, merging, standoff, onDecide }: StaleRecordProps) {
  const { refused, conflicts, kept } = standoff;
  const by = refused?.by ?? 'Somebody else';
  const labels = kept.map((field) => labelOf(form, field)).join(', ');
  return (
    <Alert
      type={conflicts.length > 0 ? 'warning' : 'info'}
      title={refused ? 'This record was changed in the meantime' : 'This record has changed since you typed this'}
    >
      {refused && (
        <p>
          {by} saved it{refused.at && ` on ${formatDateTime(refused.at)}`}. Your input is kept and nothing of it has
          been saved.
        </p>
      )}
      {kept.length > 0 && <p>{`Taken over from ${refused?.by ? by : 'the record'}: ${labels}.`}</p>}
      {conflicts.length > 0 && (
        <p>
          {conflicts.length === 1
            ? 'One field was changed on both sides. Choose which value stands:'
            : `${formatNumber(conflicts.length)} fields were changed on both sides. Choose which values stand:`}
        </p>
      )}
      {conflicts.map((conflict) => (
        <ConflictChoice
          key={conflict.field.key}
          form={form}
          conflict={conflict}
          side={merging.decided[conflict.field.key]}
          isMissing={merging.isMissing}
          onDecide={(side) => onDecide(conflict, side)}
        />
      ))}
    </Alert>
  );
}

interface ConflictChoiceProps {
  form: Form;
  conflict: Conflict;
  side: Side | undefined;
  /** Where nothing is chosen, that is said. */
  isMissing: boolean;
  onDecide(side: Side): void;
}

function ConflictChoice({ form, conflict, side, isMissing, onDecide }: ConflictChoiceProps) {
  const { field, yours, theirs } = conflict;
  const id = useId();
  const schema = form.schema.properties[field.key] ?? {};
  const [yourPart, theirPart] = fromDifference(yours, theirs);
  const missing = isMissing && side === undefined;
  return (
    <fieldset className="form-conflict" aria-describedby={missing ? `${id}-missing` : undefined}>
      <legend>{labelOf(form, field)}</legend>
      {(
        [
          ['yours', 'Yours', yourPart],
          ['theirs', 'Theirs', theirPart],
        ] as const
      ).map(([which, word, value]) => (
        <label key={which} className="form-conflict__side">
          <input
            type="radio"
            name={id}
            checked={side === which}
            aria-invalid={missing || undefined}
            onChange={() => onDecide(which)}
          />
          <span>
            <span className="c-quiet form-conflict__whose">{word}</span>
            <span className="form-conflict__value" dir="auto">
              <Value schema={schema} value={value} />
            </span>
          </span>
        </label>
      ))}
      {missing && <FieldError id={`${id}-missing`}>Choose yours or theirs, or change the field below</FieldError>}
    </fieldset>
  );
}

/** A control's value as the record's details would show it. */
function Value({ schema, value }: { schema: PropertySchema; value: unknown }) {
  if (value === null || value === undefined || value === '') return <em>Empty</em>;
  if (schema.kind === 'company' && typeof value === 'number') return <CompanyName id={value} />;
  const isNumber = ['number', 'money', 'rate'].includes(schema.kind ?? '') && Number.isFinite(Number(value));
  if (isNumber || schema.kind === 'choice' || schema.kind === 'flag' || schema.kind === 'date')
    return (
      <ValueByKind schema={schema} tones={undefined} display={undefined} value={isNumber ? Number(value) : value} />
    );
  return typeof value === 'string' ? value : JSON.stringify(value);
}
