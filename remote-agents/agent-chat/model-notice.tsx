import { inGroup, useCurrentUser } from 'shared-auth';
import { useId, useState } from 'react';
import { Button, shape } from 'shared-ui';

const NOTICE = 'No language model is configured: a built-in one answers.';

/** Who answers where no language model is configured, and to who may connect one, how; on a phone that is one line that unfolds. */
export function ModelNotice() {
  const [isUnfolded, setUnfolded] = useState(false);
  const words = useId();
  if (!inGroup(useCurrentUser(), 'AaasAdmin')) return <p className={`${shape.quiet} agent-chat__notice`}>{NOTICE}</p>;
  return (
    <div className={`${shape.quiet} agent-chat__notice`} data-unfolded={isUnfolded}>
      <p id={words}>{NOTICE} How to connect one: docs/operating.md, “Connect a language model”.</p>
      <Button
        tone="quiet"
        className="agent-chat__unfold"
        aria-expanded={isUnfolded}
        aria-describedby={words}
        onClick={() => setUnfolded(!isUnfolded)}
      >
        {isUnfolded ? 'Less' : 'More'}
      </Button>
    </div>
  );
}
