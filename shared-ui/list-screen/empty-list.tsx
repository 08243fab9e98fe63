import { Button } from '../button';
import { EmptyIcon } from '../icons';
import './empty-list.css';

interface EmptyListProps {
  message: string | undefined;
  /** Nothing matches, which is not the same as nothing there yet. */
  filtered: boolean;
  onClearFilters: () => void;
}

/** The empty state in place of rows (specification 1 §2). */
export const EmptyList = ({ message = 'No data found', filtered, onClearFilters }: EmptyListProps) => (
  <div className="list-empty">
    <EmptyIcon />
    <h2>No Records Found</h2>
    <p>{message}</p>
    {filtered && (
      <>
        <p>Nothing matches these filters.</p>
        <Button onClick={onClearFilters}>Clear all filters</Button>
      </>
    )}
  </div>
);
