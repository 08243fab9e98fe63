import type { ConversationList } from 'contract/agents/agent-chat';
import { useState } from 'react';
import {
  Button,
  DeleteIcon,
  EditIcon,
  formatDateTime,
  Input,
  LoadFailure,
  Spinner,
  useDialog,
  useSettled,
  useTell,
  shape,
} from 'shared-ui';
import { ConfirmModal, Dialog } from 'shared-ui/dialog';
import { agentChatApi } from './agent-chat.api';
import './earlier-conversations.css';

type Conversation = ConversationList['items'][number];

const SEARCH_DELAY = 300;
const LONGEST_TITLE = 100;

interface EarlierConversationsProps {
  /** The conversation on the screen, which is not offered. */
  currentTab: string | null;
  onChoose(tabId: string): void;
  onClosed(): void;
}

/** The person's last conversations, from whichever tab and device, to go on with, to name and to remove. */
export function EarlierConversations({ currentTab, onChoose, onClosed }: EarlierConversationsProps) {
  const [open, setOpen] = useState(true);
  const [search, setSearch] = useState('');
  const sought = useSettled(search.trim(), SEARCH_DELAY);
  const { data, error, isFetching, refetch } = agentChatApi.endpoints.listConversations.useQuery(sought);
  const conversations = data?.items.filter(({ tab_id }) => tab_id !== currentTab);
  const close = () => setOpen(false);
  return (
    <Dialog
      title="Earlier Conversations"
      open={open}
      onCloseRequest={close}
      onClosed={onClosed}
      footer={<Button onClick={close}>Close</Button>}
    >
      <Input
        type="search"
        aria-label="Search conversations"
        placeholder="Search titles and messages"
        value={search}
        onChange={({ target }) => setSearch(target.value)}
      />
      {error !== undefined && !isFetching && (
        <LoadFailure message="Failed to load conversations" error={error} onRetry={() => void refetch()} />
      )}
      {isFetching && !data && <Spinner lines />}
      {conversations?.length === 0 &&
        (sought ? (
          <p>No conversation matches this.</p>
        ) : (
          <p>No earlier conversations. They are kept for 30 days; New Conversation clears the one that it replaces.</p>
        ))}
      <ul className={`${shape.ruled} chat-earlier`} aria-label="Conversations" aria-busy={isFetching}>
        {conversations?.map((one) => (
          <Entry
            key={one.tab_id}
            conversation={one}
            onChoose={() => {
              close();
              onChoose(one.tab_id);
            }}
          />
        ))}
      </ul>
    </Dialog>
  );
}

/** One conversation of the list. */
function Entry({ conversation, onChoose }: { conversation: Conversation; onChoose(): void }) {
  const { tab_id, agent, title, last_used_at } = conversation;
  const [isNaming, setNaming] = useState(false);
  const [remove] = agentChatApi.endpoints.deleteConversation.useMutation();
  const question = useDialog();
  const tell = useTell();
  const ask = () =>
    question.open(() =>
      Promise.resolve(
        <ConfirmModal
          danger
          title="Delete conversation"
          confirmLabel="Delete conversation"
          onConfirm={() =>
            void remove(tab_id)
              .unwrap()
              .catch((error: unknown) => tell.failure('Failed to delete the conversation', error))
          }
          onClose={question.close}
        >
          “{title}” and its answers are removed. This cannot be undone.
        </ConfirmModal>,
      ),
    );
  if (isNaming) return <Naming conversation={conversation} onDone={() => setNaming(false)} />;
  return (
    <li>
      <button type="button" className={`${shape.stack} chat-earlier__entry`} onClick={onChoose}>
        <bdi title={title}>{title}</bdi>
        <small>
          {agent?.display_name ?? 'No agent'} · {formatDateTime(last_used_at)}
        </small>
      </button>
      <Button
        tone="quiet"
        icon={<EditIcon />}
        aria-label={`Rename ${title}`}
        title="Rename"
        onClick={() => setNaming(true)}
      />
      <Button
        tone="quiet"
        icon={<DeleteIcon />}
        aria-label={`Delete ${title}`}
        title="Delete"
        onClick={() => void ask()}
      />
      {question.dialog}
    </li>
  );
}

function Naming({ conversation: { tab_id, title }, onDone }: { conversation: Conversation; onDone(): void }) {
  const [name, setName] = useState(title);
  const [rename, { isLoading }] = agentChatApi.endpoints.renameConversation.useMutation();
  const tell = useTell();
  const save = async () => {
    try {
      await rename({ tab: tab_id, title: name.trim() }).unwrap();
      onDone();
    } catch (error) {
      tell.failure('Failed to rename the conversation', error);
    }
  };
  return (
    <li>
      <form
        className="chat-earlier__naming"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <Input
          autoFocus
          aria-label="Title"
          maxLength={LONGEST_TITLE}
          value={name}
          onChange={({ target }) => setName(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return;
            // The dialog itself stays open.
            event.stopPropagation();
            onDone();
          }}
        />
        <Button onClick={onDone}>Cancel</Button>
        <Button tone="primary" type="submit" disabled={isLoading || name.trim() === ''}>
          Rename
        </Button>
      </form>
    </li>
  );
}
