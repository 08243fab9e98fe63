import type { LinkedKnowledge } from 'contract/agents/agent-definitions';
import { MAX_PAGE_SIZE } from 'contract/paging';
import { Operation } from 'shared-auth';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import {
  AddIcon,
  Alert,
  Button,
  CloseIcon,
  formatNumber,
  Input,
  LoadFailure,
  Spinner,
  useSettled,
  useTell,
  shape,
} from 'shared-ui';
import { undoOf, useCall } from 'shared-ui/list-screen';
import type { CustomFieldProps } from 'shared-ui/record-form';
import { knowledgeCalls } from '../knowledge/knowledge.api';
import { agentDefinitionCalls } from './agent-definitions.api';
import './knowledge-linker.css';

const { listLinked, link, unlink } = agentDefinitionCalls;

/** Typing asks the service after so many milliseconds (specification 1 §9, suggestions). */
const SETTLED = 300;

/**
 * Lists, links and unlinks the knowledge of an agent (specification 1 §2). Of a definition that is there it does so at
 * once; of a new one it gathers the ids, which are sent with it.
 */
export function KnowledgeLinker(props: CustomFieldProps) {
  const { id: agentId } = props.record;
  return typeof agentId === 'number' ? <LinksNow {...props} agentId={agentId} /> : <LinksLater {...props} />;
}

function LinksNow({ agentId, ...field }: CustomFieldProps & { agentId: number }) {
  const { data, error, isFetching, refetch } = listLinked.useQuery(agentId);
  const [underway, setUnderway] = useState(false);
  const call = useCall();
  const tell = useTell();

  const change = async (
    how: typeof link,
    { id: knowledgeId, name }: LinkedKnowledge,
    done: string,
    failure: string,
  ) => {
    const operation = new Operation();
    setUnderway(true);
    try {
      await call.change(how, { id: agentId, knowledgeId }, operation);
      tell.success(`${done} ${name}`, undefined, undoOf(operation));
    } catch (failed) {
      console.error(failure, failed);
      tell.failure(failure, failed);
    } finally {
      setUnderway(false);
    }
  };

  if (error !== undefined && !isFetching)
    return <LoadFailure message="Failed to load knowledge" error={error} isTold onRetry={() => void refetch()} />;
  if (!data) return <Spinner lines />;
  return (
    <Linker
      field={field}
      linked={data.items}
      underway={underway}
      onLink={(item) => void change(link, item, 'Linked', 'Failed to link knowledge')}
      onUnlink={(item) => void change(unlink, item, 'Unlinked', 'Failed to unlink knowledge')}
    />
  );
}

/** The ids in the form's value, which may have been put back into it (a draft): then their names are asked for. */
function LinksLater(field: CustomFieldProps) {
  const [known, setKnown] = useState<readonly LinkedKnowledge[]>([]);
  const call = useCall();
  const ids = Array.isArray(field.value) ? (field.value as readonly number[]) : [];
  const unknown = ids.filter((id) => !known.some((item) => item.id === id));
  const learn = useEffectEvent(() => {
    for (const id of unknown)
      call.ask(knowledgeCalls.get, id).then(
        ({ name }) => setKnown((before) => [...before, { id, name }]),
        // The save says what is wrong with it.
        () => setKnown((before) => [...before, { id, name: `Knowledge ${id}` }]),
      );
  });
  const isKnown = unknown.length === 0;
  useEffect(() => {
    if (!isKnown) learn();
  }, [isKnown]);
  if (!isKnown) return <Spinner />;
  return (
    <Linker
      field={field}
      linked={ids.flatMap((id) => known.find((item) => item.id === id) ?? [])}
      underway={false}
      onLink={({ id, name }) => {
        setKnown([...known, { id, name }]);
        field.onChange([...ids, id]);
      }}
      onUnlink={({ id }) => field.onChange(ids.filter((one) => one !== id))}
    />
  );
}

interface LinkerProps {
  field: CustomFieldProps;
  linked: readonly LinkedKnowledge[];
  /** A link is being changed. */
  underway: boolean;
  onLink: (item: LinkedKnowledge) => void;
  onUnlink: (item: LinkedKnowledge) => void;
}

function Linker({ field, linked, underway, onLink, onUnlink }: LinkerProps) {
  const [typed, setTyped] = useState('');
  const search = useSettled(typed.trim(), SETTLED);
  const found = knowledgeCalls.list.useQuery({
    page: 1,
    page_size: MAX_PAGE_SIZE,
    sort_by: 'name',
    ...(search && { search }),
  });
  const { items = [], total = 0 } = found.data ?? {};
  const offered = items.filter(({ id }) => !linked.some((item) => item.id === id));
  const sought = typed.trim().toLowerCase();
  const shown = linked.filter(({ name }) => name.toLowerCase().includes(sought));

  const frame = useRef<HTMLDivElement>(null);
  const acted = useRef<{ label: string; at: number } | null>(null);
  const actOn = (label: string, at: number, act: () => void) => {
    if (underway) return;
    acted.current = { label, at };
    act();
  };
  // The button that was pressed goes with its row: who works by keyboard goes on at the row that takes its place.
  useLayoutEffect(() => {
    if (!acted.current || !frame.current || document.activeElement !== document.body) return;
    const { label, at } = acted.current;
    const buttons = [...frame.current.querySelectorAll<HTMLElement>(`ul[aria-label="${label}"] button`)];
    (buttons[at] ?? buttons.at(-1) ?? frame.current.querySelector('input'))?.focus();
  }, [linked]);

  return (
    <div className="knowledge-linker" ref={frame}>
      <Alert type="info">What is linked here, everyone who may chat with the agent can read.</Alert>
      <Input
        id={field.control.id}
        type="search"
        autoComplete="off"
        placeholder="Search linked and other knowledge"
        aria-describedby={field.control['aria-describedby']}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        // Enter would send the form around it.
        onKeyDown={(event) => event.key === 'Enter' && !event.ctrlKey && !event.metaKey && event.preventDefault()}
      />
      <Entries
        label="Linked"
        count={linked.length}
        empty={linked.length === 0 ? 'No knowledge is linked.' : 'Nothing that is linked has this in its name.'}
        items={shown}
        action="Unlink"
        underway={underway}
        onAct={(item, at) => actOn('Linked', at, () => onUnlink(item))}
      />
      {found.error !== undefined && !found.isFetching ? (
        <LoadFailure
          message="Failed to load knowledge"
          error={found.error}
          isTold
          onRetry={() => void found.refetch()}
        />
      ) : found.data === undefined ? (
        <Spinner lines />
      ) : (
        <Entries
          label="Found"
          title="Not linked"
          empty={search ? 'Nothing else is found.' : 'There is nothing else to link.'}
          items={offered}
          action="Link"
          underway={underway}
          onAct={(item, at) => actOn('Found', at, () => onLink(item))}
        />
      )}
      {total > items.length && (
        <p className="knowledge-linker__more" role="status">
          These are the first {formatNumber(items.length)} of {formatNumber(total)}: search to find the others.
        </p>
      )}
    </div>
  );
}

interface EntriesProps {
  label: string;
  /** The heading above them; absent: the label. */
  title?: string;
  /** Beside the title. */
  count?: number;
  empty: string;
  items: readonly LinkedKnowledge[];
  action: 'Link' | 'Unlink';
  underway: boolean;
  onAct: (item: LinkedKnowledge, at: number) => void;
}

const Entries = ({ label, title = label, count, empty, items, action, underway, onAct }: EntriesProps) => (
  <div>
    <p className="knowledge-linker__title">
      {title}
      {count !== undefined && <span>{formatNumber(count)}</span>}
    </p>
    {items.length === 0 ? (
      <p className="knowledge-linker__empty">{empty}</p>
    ) : (
      <ul className={shape.ruled} aria-label={label}>
        {items.map((item, at) => (
          <li key={item.id}>
            <bdi>{item.name}</bdi>
            <Button
              tone="quiet"
              // Not `disabled`, which would take the focus away.
              aria-disabled={underway}
              aria-label={`${action} ${item.name}`}
              icon={action === 'Link' ? <AddIcon /> : <CloseIcon />}
              onClick={() => onAct(item, at)}
            >
              {action}
            </Button>
          </li>
        ))}
      </ul>
    )}
  </div>
);
