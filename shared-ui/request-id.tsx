import { requestIdOf } from 'shared-auth';
import { CopyButton } from './copy-button';
import './request-id.css';

/**
 * The service's name for the request that failed, to be quoted to an operator, who finds it in the log.
 *
 * @param id undefined or null renders nothing: no service responded
 */
export const RequestId = ({ id }: { id: string | null | undefined }) =>
  id ? (
    <div className="c-line c-request">
      <span>Request</span>
      {/* Read out, it would drown what went wrong; the button hands it over. */}
      <code aria-hidden="true" title={id}>
        {id}
      </code>
      <CopyButton label="Copy request id" text={id} />
    </div>
  ) : null;

// A rule that was broken: what the person reads is all there is to it, and no operator need look.
const RULES: readonly unknown[] = [400, 409, 412, 422];

/** The same for anything that a call failed with, but a rule that the person can follow: nothing then. */
export const RequestIdOf = ({ error }: { error: unknown }) => {
  const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined;
  return RULES.includes(status) ? null : <RequestId id={requestIdOf(error)} />;
};
