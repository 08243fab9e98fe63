import { Component, Fragment, isValidElement, type ReactNode } from 'react';
import type { AnyColumn, AnyRow } from '../list-definition';

/** Placeholder where a value could not be rendered. */
const NOTHING = '-';
const told = new WeakSet<AnyColumn>();

/**
 * A cell's content. What cannot render a value, for the service left out what it needs, costs that cell and not the
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

/** Content without state of its own, unlike a component or a field has. */
const PLAIN: ReadonlySet<unknown> = new Set(['a', 'bdi', 'button', 'span', Fragment]);

const isPlain = (node: ReactNode): boolean =>
  Array.isArray(node)
    ? node.every(isPlain)
    : !isValidElement<{ children?: ReactNode }>(node) || (PLAIN.has(node.type) && isPlain(node.props.children));

/** A cell's content for this record, whose place may have been another's: it takes over no state of that one. */
export const contentFor = (id: number, content: ReactNode): ReactNode =>
  isPlain(content) ? content : <Fragment key={id}>{content}</Fragment>;

/** Renders its content once more, `guarded`, where that throws. */
export class Guarded extends Component<{ draw: (guarded: boolean) => ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError = () => ({ failed: true });

  override render() {
    return this.props.draw(this.state.failed);
  }
}

/** A cell's content, or where that throws while it is rendered, a dash. */
export const GuardedCell = ({ content }: { content: ReactNode }) => (
  <Guarded draw={(failed) => (failed ? NOTHING : content)} />
);
