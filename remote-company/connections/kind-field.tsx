import { CREDENTIAL_KINDS, credentialNoun, type ConnectionSource } from 'contract/company/connections';
import { Select } from 'shared-ui';
import type { CustomFieldProps } from 'shared-ui/record-form';

/** The source that a form is about, chosen or of the record. */
export const sourceIn = ({ values, record }: Pick<CustomFieldProps, 'values' | 'record'>) =>
  (values['source'] ?? record['source']) as ConnectionSource | '' | undefined;

/** How a credential signs in: what its source takes. */
export function KindField({ control, value, onChange, values, record }: CustomFieldProps) {
  const source = sourceIn({ values, record });
  const kinds = source ? CREDENTIAL_KINDS[source] : credentialNoun.properties.kind.enum;
  return (
    <Select
      {...control}
      value={typeof value === 'string' ? value : ''}
      onChange={({ target }) => onChange(target.value)}
    >
      <option value="">Choose how it signs in</option>
      {kinds.map((kind) => (
        <option key={kind} value={kind}>
          {credentialNoun.properties.kind.labels[kind]}
        </option>
      ))}
    </Select>
  );
}
