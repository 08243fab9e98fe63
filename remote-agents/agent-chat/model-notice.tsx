import { useId, useState } from 'react';
import { Button, shape } from 'shared-ui';

/** Who answers where no language model is configured, and how to connect one; on a phone one line that unfolds. */
export function ModelNotice() {
  const [isUnfolded, setUnfolded] = useState(false);
  const words = useId();
  return (
    <div className={`${shape.quiet} agent-chat__notice`} data-unfolded={isUnfolded}>
      <p id={words}>
        No language model is configured: a built-in one answers. How to connect one: docs/operating.md, “Connect a
        language model”.
      </p>
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
