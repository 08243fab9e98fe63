import './spinner.css';

interface SpinnerProps {
  label?: string;
  /** Fills the place of a page instead of standing in a line. */
  page?: boolean;
  /** Stands where lines will be, as bars instead of a ring. */
  lines?: boolean;
}

/** Says that something is being waited for. */
export const Spinner = ({ label = 'Loading...', page = false, lines = false }: SpinnerProps) => (
  <span className={classOf(page, lines)} role="status">
    {!lines && <BusyRing />}
    <span className={page ? undefined : 'c-visually-hidden'}>{label}</span>
  </span>
);

function classOf(page: boolean, lines: boolean) {
  if (page) return 'c-spinner c-spinner--page';
  return lines ? 'c-spinner--lines' : 'c-spinner';
}

/** The turning ring alone, beside words that say what is waited for. */
export const BusyRing = () => <span className="c-spinner__ring" aria-hidden="true" />;
