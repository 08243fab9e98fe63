import { useState, type FormEvent } from 'react';
import type { Passkey } from 'contract/people/passkeys';
import { Button, formatDateTime, Input, LoadFailure, Spinner } from 'shared-ui';
import { passkeyLibrary } from '../login/passkey';
import { addPasskey, listPasskeys, passkeyCreation, removePasskey, renamePasskey } from './account.api';
import { browserName } from './browser-name';
import type { OwnChanges } from './use-own-changes';

interface PasskeysSectionProps {
  changes: OwnChanges;
  onCodes(codes: readonly string[]): void;
}

/** One's passkeys: each signs in alone, and is a second factor beside the password. */
export function PasskeysSection({ changes, onCodes }: PasskeysSectionProps) {
  const { store, act, isBusy } = changes;
  const { data, error, refetch } = listPasskeys.useQuery();
  const add = () =>
    act(
      async () => {
        const { startRegistration } = await passkeyLibrary();
        const asked = await store.dispatch(passkeyCreation.initiate(undefined, { track: false })).unwrap();
        // The words of the wire are wider than the library's types.
        const optionsJSON = asked as Parameters<typeof startRegistration>[0]['optionsJSON'];
        const { id, response } = await startRegistration({ optionsJSON });
        const body = {
          name: browserName(navigator.userAgent),
          credential_id: id,
          client_data: response.clientDataJSON,
          attestation: response.attestationObject,
          transports: response.transports ?? [],
        };
        const { recovery_codes } = await store.dispatch(addPasskey.initiate(body, { track: false })).unwrap();
        if (recovery_codes.length > 0) onCodes(recovery_codes);
      },
      { done: 'Passkey added' },
    );
  if (error && !data)
    return <LoadFailure message="Failed to load your passkeys" error={error} onRetry={() => void refetch()} />;
  if (!data) return <Spinner />;
  return (
    <>
      {data.total > 0 ? (
        <ul>
          {data.items.map((passkey) => (
            <PasskeyLine key={passkey.id} passkey={passkey} changes={changes} />
          ))}
        </ul>
      ) : (
        <p>A passkey is kept by this device or a key that you plug in. It logs you in by finger, face or PIN.</p>
      )}
      <Button disabled={isBusy} onClick={() => void add()}>
        Add a Passkey
      </Button>
    </>
  );
}

function PasskeyLine({ passkey, changes }: { passkey: Passkey; changes: OwnChanges }) {
  const { store, act, isBusy } = changes;
  const { id, created_at, last_used_at } = passkey;
  const [name, setName] = useState<string | null>(null);
  const rename = async (event: FormEvent) => {
    event.preventDefault();
    const sent = renamePasskey.initiate({ id, name: name ?? '' }, { track: false });
    if (await act(() => store.dispatch(sent).unwrap(), { done: 'Passkey renamed' })) setName(null);
  };
  const remove = () =>
    act(() => store.dispatch(removePasskey.initiate(id, { track: false })).unwrap(), { done: 'Passkey removed' });
  if (name !== null)
    return (
      <li>
        <form className="passkey-name" onSubmit={(event) => void rename(event)}>
          <Input
            aria-label="Name of the passkey"
            maxLength={60}
            required
            autoFocus
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
          <Button type="submit" tone="primary" disabled={isBusy}>
            Save
          </Button>
          <Button onClick={() => setName(null)}>Cancel</Button>
        </form>
      </li>
    );
  return (
    <li>
      <span>
        {passkey.name}
        <small>
          added {formatDateTime(created_at)} · last used {last_used_at ? formatDateTime(last_used_at) : 'never'}
        </small>
      </span>
      <span className="account-actions">
        <Button disabled={isBusy} aria-label={`Rename ${passkey.name}`} onClick={() => setName(passkey.name)}>
          Rename
        </Button>
        <Button disabled={isBusy} aria-label={`Remove ${passkey.name}`} onClick={() => void remove()}>
          Remove
        </Button>
      </span>
    </li>
  );
}
