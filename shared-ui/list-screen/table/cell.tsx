import { Component, type ReactNode } from 'react';
import type { AnyColumn, AnyRow } from '../list-definition';

/** What stands where a value could not be drawn. */
const NOTHING = '-';
const told = new WeakSet<AnyColumn>();

/**
 * A cell's content. What cannot draw a value, for the service left out what it needs, costs that cell and not the
 * screen; it is reported once for its column.
 */
export function contentOf(column: AnyColumn, row: AnyRow): ReactNode {
  try {
    return column.cell(row);
  } catch (error) {
    if (!told.has(column)) console.error(`The column ${column.key} could not be drawn.`, error);
    told.add(column);
    return NOTHING;
  }
}

/** Draws `instead` where what is in it throws while it is drawn; by itself, a dash. */
export class Guarded extends Component<{ children: ReactNode; instead?: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError = () => ({ failed: true });

  override render() {
    const { children, instead = NOTHING } = this.props;
    return this.state.failed ? instead : children;
  }
}
