import type { ComponentType } from 'react';
import type { RowViewProps } from '../actions';
import type { AnyRow } from '../list-definition';
import { useOpenRow } from './use-open-row';

interface OpenViewProps {
  View: ComponentType<RowViewProps<AnyRow>>;
  /** The row that was opened. */
  row: AnyRow;
  onClose: () => void;
}

/** A screen's own view of a row, with the way to the page's other rows. */
export function OpenView({ View, row: opened, onClose }: OpenViewProps) {
  const { row, steps } = useOpenRow(opened);
  return <View row={row} steps={steps} onClose={onClose} />;
}
