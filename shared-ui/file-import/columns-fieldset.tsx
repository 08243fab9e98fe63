import { useId } from 'react';
import { Label, Select } from '../field';
import type { AnyImport, ImportRole } from './definition';
import type { Reading } from './lines';
import type { Table } from './read-table';

interface ColumnsFieldsetProps {
  definition: Pick<AnyImport, 'roles' | 'choice'>;
  table: Table;
  reading: Reading;
  disabled: boolean;
  /** The role of a column; null: it is left out. */
  onRole(column: number, role: string | null): void;
  onChange(changes: Partial<Reading>): void;
}

/** The role of each column with its first value, and how amounts and dates are written. */
export function ColumnsFieldset({ definition, table, reading, disabled, onRole, onChange }: ColumnsFieldsetProps) {
  const { roles: facts, choice } = definition;
  const ids = useId();
  // Of any role, and not of the chosen ones alone: the fields stay where they are while columns are chosen.
  const hasFormat = (format: ImportRole['format']) => Object.values(facts).some((role) => role.format === format);
  return (
    <fieldset className="file-import-columns" disabled={disabled}>
      <legend>Columns</legend>
      {table.titles.map((title, at) => (
        <div key={at}>
          <Label htmlFor={`${ids}-${at}`}>
            <bdi>{title}</bdi>
          </Label>
          <Select
            id={`${ids}-${at}`}
            value={reading.roles[at] ?? ''}
            onChange={({ target }) => onRole(at, target.value || null)}
          >
            <option value="">Left out</option>
            {Object.entries(facts).map(([role, { title: name }]) => (
              <option key={role} value={role}>
                {name}
              </option>
            ))}
          </Select>
          <small>
            <bdi>{table.lines[0]?.cells[at] || '-'}</bdi>
          </small>
        </div>
      ))}
      {hasFormat('amount') && (
        <div>
          <Label htmlFor={`${ids}-decimals`}>Amounts are written</Label>
          <Select
            id={`${ids}-decimals`}
            value={reading.decimals}
            onChange={({ target }) => onChange({ decimals: target.value as Reading['decimals'] })}
          >
            <option value="point">1,234.56</option>
            <option value="comma">1.234,56</option>
          </Select>
        </div>
      )}
      {hasFormat('day') && (
        <div>
          <Label htmlFor={`${ids}-days`}>Dates are written</Label>
          <Select
            id={`${ids}-days`}
            value={reading.dayOrder}
            onChange={({ target }) => onChange({ dayOrder: target.value as Reading['dayOrder'] })}
          >
            <option value="month first">11/26/2026</option>
            <option value="day first">26/11/2026</option>
          </Select>
        </div>
      )}
      {choice && (
        <div>
          <Label htmlFor={`${ids}-choice`}>{choice.label}</Label>
          <Select
            id={`${ids}-choice`}
            value={reading.choice ?? ''}
            onChange={({ target }) => onChange({ choice: target.value || null })}
          >
            <option value="">None</option>
            {Object.entries(choice.options).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        </div>
      )}
    </fieldset>
  );
}
