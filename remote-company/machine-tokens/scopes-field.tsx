import { ingestScope, type IngestScope } from 'contract/ingest/ingest-tokens';
import type { CustomFieldProps } from 'shared-ui/record-form';
import './fields.css';

/** The scopes of a token: a box for each resource. */
export function ScopesField({ control, value, onChange }: CustomFieldProps) {
  const { id, disabled, 'aria-describedby': describedBy } = control;
  const chosen = Array.isArray(value) ? (value as readonly IngestScope[]) : [];
  const change = (scope: IngestScope, isChosen: boolean) =>
    onChange(ingestScope.enum.filter((one) => (one === scope ? isChosen : chosen.includes(one))));
  return (
    <div id={id} role="group" aria-label="May Write" aria-describedby={describedBy} className="token-scopes">
      {ingestScope.enum.map((scope) => (
        <label key={scope}>
          <input
            type="checkbox"
            disabled={disabled}
            checked={chosen.includes(scope)}
            onChange={({ target }) => change(scope, target.checked)}
          />
          {ingestScope.labels[scope]}
        </label>
      ))}
    </div>
  );
}
