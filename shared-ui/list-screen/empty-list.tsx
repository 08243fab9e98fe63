import { Button } from '../button';
import { EmptyIcon } from '../icons';
import './empty-list.css';

interface EmptyListProps {
  message: string | undefined;
  /** Nothing matches, which is not the same as nothing there yet. */
  filtered: boolean;
  /** The buttons that bring the first ones, by their labels. */
  ways: readonly string[];
  /** A sentence on who else brings them. */
  broughtBy: string | undefined;
  onClearFilters: () => void;
}

/** The empty state in place of rows (specification 1 §2). */
export const EmptyList = ({ message = 'No data found', filtered, ways, broughtBy, onClearFilters }: EmptyListProps) => (
  <div className="list-empty">
    <EmptyIcon />
    <h2>No Records Found</h2>
    <p>{message}</p>
    {filtered ? (
      <>
        <p>Nothing matches these filters.</p>
        <Button onClick={onClearFilters}>Clear all filters</Button>
      </>
    ) : (
      (broughtBy || ways[0]) && (
        <p>
          {broughtBy} {ways[0] && `Begin with ${ways.join(' or ')} above.`}
        </p>
      )
    )}
  </div>
);
