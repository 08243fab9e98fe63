import type { ConnectionTest } from 'contract/company/connections';
import { Alert } from 'shared-ui';

type Finding = ConnectionTest['problems'][number];

const Findings = ({ findings }: { findings: readonly Finding[] }) => (
  <ul>
    {findings.map(({ code, message }) => (
      <li key={`${code} ${message}`} dir="auto">
        {message}
      </li>
    ))}
  </ul>
);

/** The result of a test: whom the credential speaks with, and each thing that stands in a read's way. */
export function TestResult({ test }: { test: ConnectionTest }) {
  const { ok, name, currency, zone, problems, notes } = test;
  const whom = [name, currency, zone].filter(Boolean).join(' · ');
  return (
    <Alert type={ok ? 'success' : 'error'} title={ok ? 'It works. Nothing was written.' : 'It cannot be read yet.'}>
      {whom && <p dir="auto">{whom}</p>}
      {problems.length > 0 && <Findings findings={problems} />}
      {notes.length > 0 && <Findings findings={notes} />}
    </Alert>
  );
}
