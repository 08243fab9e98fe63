import { useRef, useEffect } from 'react';
import { Alert, Button, CopyButton } from 'shared-ui';

interface RecoveryCodesProps {
  codes: readonly string[];
  /** The reader has tried to go on without keeping them. */
  isHeld: boolean;
  onKept(): void;
}

/** Recovery codes, shown once; focused, so that they are read out. */
export function RecoveryCodes({ codes, isHeld, onKept }: RecoveryCodesProps) {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => list.current?.focus(), []);
  const text = codes.join('\n');
  const download = () => {
    const href = `data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`;
    Object.assign(document.createElement('a'), { href, download: 'recovery-codes.txt' }).click();
  };
  return (
    <section className="account" aria-label="Recovery codes">
      <Alert type="warning" title="This is the only time they are shown.">
        Each signs you in once where you have no code. Keep them apart from your password.
      </Alert>
      <ol ref={list} tabIndex={-1} className="recovery-codes" translate="no">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className="account-actions">
        <CopyButton label="Copy codes" text={text} hasWords />
        <Button onClick={download}>Download</Button>
        <Button tone="primary" onClick={onKept}>
          I have kept them
        </Button>
      </div>
      {isHeld && <Alert type="error" title="Keep them first, then press “I have kept them”." />}
    </section>
  );
}
