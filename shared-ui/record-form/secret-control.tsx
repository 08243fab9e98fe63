import { useState } from 'react';
import { Button } from '../button';
import { useFocusKeeping } from '../use-focus-keeping';

interface SecretControlProps {
  id: string;
  name: string;
  'aria-invalid': boolean;
  'aria-describedby': string | undefined;
  'aria-required': true | undefined;
  stored: boolean;
  /** Undefined: untouched. Null: the stored one is to be cleared. */
  value: string | null | undefined;
  onChange(value: string | null | undefined): void;
}

/** A key that the service takes and never returns (DECISIONS §2): it says whether one is stored, and can replace or clear it. */
export function SecretControl({ stored, value, onChange, ...input }: SecretControlProps) {
  const [replacing, setReplacing] = useState(false);
  const { keeper, onFocus } = useFocusKeeping<HTMLDivElement>();
  const keep = () => {
    setReplacing(false);
    onChange(undefined);
  };
  // The buttons say what they do, the group says to which key.
  const group = {
    className: 'form-secret',
    role: 'group',
    'aria-labelledby': `${input.id}-label`,
    ref: keeper,
    tabIndex: -1,
    onFocus,
  };
  if (value === null)
    return (
      <div {...group}>
        <span>The stored key will be removed</span>
        <Button onClick={keep}>Keep it</Button>
      </div>
    );
  if (stored && !replacing && value === undefined)
    return (
      <div {...group}>
        <span>A key is stored</span>
        <Button onClick={() => setReplacing(true)}>Replace</Button>
        <Button onClick={() => onChange(null)}>Clear</Button>
      </div>
    );
  return (
    <div className="form-secret" onFocus={onFocus}>
      <input
        {...input}
        className="c-input"
        type="password"
        // No password manager may offer the person's own password for it.
        autoComplete="new-password"
        autoFocus={replacing}
        value={value ?? ''}
        onChange={(event) => onChange(event.target.value)}
      />
      {stored && <Button onClick={keep}>Keep the stored key</Button>}
    </div>
  );
}
