import { Button } from '../button';
import { EmptyIcon } from '../icons';
import { WayInButton, type WayIn } from './list-actions';
import './empty-list.css';

interface EmptyListProps {
  message: string | undefined;
  /** Nothing matches, which is not the same as nothing there yet. */
  filtered: boolean;
  /** The buttons that bring the first ones. */
  ways: readonly WayIn[];
  onClearFilters: () => void;
}

/** The empty state in place of rows (specification 1 §2). */
export const EmptyList = ({ message = 'No data found', filtered, ways, onClearFilters }: EmptyListProps) => (
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
      ways[0] && (
        <p className="list-empty__ways">
          {ways.map((way) => (
            <WayInButton {...way} key={way.id} />
          ))}
        </p>
      )
    )}
  </div>
);
