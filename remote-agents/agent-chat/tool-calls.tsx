import type { ToolCall } from 'contract/agents/agent-chat';
import { useId, useState } from 'react';
import { Badge, BusyRing, Button, DownIcon, NextIcon, Spinner, WrenchIcon, shape } from 'shared-ui';
import { FIRST_PART, readableText } from './readable-text';
import { asTable, proposalOf } from './tool-results';
import { ToolTable } from './tool-table';
import './tool-calls.css';

/**
 * The tools that an answer uses: folded under a line that counts them, unfolded while one is running, until the person
 * decides (specification 2 §2.5).
 */
export function ToolCalls({ calls }: { calls: readonly ToolCall[] }) {
  const [decided, setDecided] = useState<boolean | null>(null);
  const list = useId();
  const running = calls.some(({ status }) => status === 'running');
  const expanded = decided ?? running;
  const words = `${running ? 'Using' : 'Used'} ${calls.length} ${calls.length === 1 ? 'tool' : 'tools'}`;
  return (
    <div className="tool-calls">
      <Button
        tone="quiet"
        className="tool-calls__header"
        icon={expanded ? <DownIcon /> : <NextIcon />}
        aria-expanded={expanded}
        aria-controls={list}
        onClick={() => setDecided(!expanded)}
      >
        <WrenchIcon />
        {words}
        {running && <BusyRing />}
      </Button>
      <ul id={list} hidden={!expanded}>
        {expanded && calls.map((call) => <Call key={call.id} call={call} />)}
      </ul>
    </div>
  );
}

function Call({ call }: { call: ToolCall }) {
  const { name, args, status, result } = call;
  const table = status === 'done' ? asTable(result) : null;
  // The card below the answer shows the rest.
  const proposed = proposalOf(call)?.summary;
  return (
    <li className="tool-call">
      <div className={`${shape.line} tool-call__name`}>
        <code>{name}</code>
        {status === 'failed' && <Badge tone="danger">Failed</Badge>}
      </div>
      <ReadableText label="Arguments" value={args} />
      {status === 'running' && <Spinner label={`${name} is running`} />}
      {table && <ToolTable result={table} />}
      {status !== 'running' && !table && <ReadableText label="Result" value={proposed ?? result} />}
    </li>
  );
}

/** A value in words, the first part of it until more is asked for. */
function ReadableText({ label, value }: { label: string; value: unknown }) {
  const [expanded, setExpanded] = useState(false);
  const text = readableText(value);
  const isLong = text.length > FIRST_PART;
  return (
    <div className="tool-call__part">
      <div className="tool-call__label">{label}</div>
      <pre tabIndex={0} role="group" aria-label={label}>
        {isLong && !expanded ? `${text.slice(0, FIRST_PART)}…` : text}
      </pre>
      {isLong && (
        <Button tone="quiet" aria-expanded={expanded} onClick={() => setExpanded(!expanded)}>
          {expanded ? 'Show less' : 'Show all'}
        </Button>
      )}
    </div>
  );
}
