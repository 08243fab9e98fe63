import { useState } from 'react';
import { refreshUser, useCurrentUser } from 'shared-auth';
import { Alert, Button } from 'shared-ui';
import { Dialog } from 'shared-ui/dialog';
import './account.css';
import { PasswordSection } from './password-section';
import { RecoveryCodes } from './recovery-codes';
import { SecondFactorSection } from './second-factor-section';
import { SessionsSection } from './sessions-section';
import { useOwnChanges } from './use-own-changes';
import { Verification } from './verification';

/** One's own account (DECISIONS §15): the password, the second factor, and where one is signed in. */
export default function AccountDialog({ onClosed }: { onClosed: () => void }) {
  const { username, must_set_up_factor: isRequired = false } = useCurrentUser();
  const [isOpen, setOpen] = useState(true);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [isHeld, setHeld] = useState(false);
  const changes = useOwnChanges(isRequired);
  const { failure, store } = changes;
  // Closing would lose codes that are not to be had again.
  const close = () => (codes ? setHeld(true) : setOpen(false));
  const keep = () => {
    setCodes(null);
    setHeld(false);
    // The rights that were waiting for it.
    if (isRequired) void store.dispatch(refreshUser());
  };

  return (
    <Dialog
      title="My account"
      about={<bdi>{username}</bdi>}
      open={isOpen}
      onCloseRequest={close}
      onClosed={onClosed}
      footer={<Button onClick={close}>Close</Button>}
    >
      {codes ? (
        <RecoveryCodes codes={codes} isHeld={isHeld} onKept={keep} />
      ) : (
        <div className="account">
          {failure && <Alert type="error">{failure}</Alert>}
          {isRequired && (
            <Alert type="info">A group of yours has to have a second factor. Set one up here to go on.</Alert>
          )}
          <Verification changes={changes} />
          {!isRequired && (
            <>
              <h3>Password</h3>
              <PasswordSection changes={changes} />
            </>
          )}
          <h3>Second factor</h3>
          <SecondFactorSection changes={changes} onCodes={setCodes} />
          {!isRequired && (
            <>
              <h3>Where you are signed in</h3>
              <SessionsSection changes={changes} />
            </>
          )}
        </div>
      )}
    </Dialog>
  );
}
