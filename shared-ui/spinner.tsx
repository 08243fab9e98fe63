import './spinner.css';

/**
 * Says that something is being waited for.
 *
 * @param page fills the place of a page instead of standing in a line
 */
export const Spinner = ({ label = 'Loading...', page = false }: { label?: string; page?: boolean }) => (
  <span className={page ? 'c-spinner c-spinner--page' : 'c-spinner'} role="status">
    <BusyRing />
    <span className={page ? undefined : 'c-visually-hidden'}>{label}</span>
  </span>
);

/** The turning ring alone, beside words that say what is waited for. */
export const BusyRing = () => <span className="c-spinner__ring" aria-hidden="true" />;
