import { useId, useState } from 'react';
import { Button, formatDateTime, icon, Textarea, useTell } from 'shared-ui';
import { agentChatApi } from './agent-chat.api';
import { moveKeptText, ratingOf, useKeptText } from './use-kept-text';

const LONGEST_COMMENT = 500;

const THUMB = 'M7 20H4V11h3zm0-9 4-8c2 0 3 1 3 3l-1 4h7l-2 10H7z';
const UpIcon = icon(<path d={THUMB} />);
const DownIcon = icon(<path d={THUMB} transform="rotate(180 12 12)" />);

interface RateAnswerProps {
  messageId: number;
  /** Of both buttons. */
  tabIndex: number;
  /** The form that the end of the session closed, by its name. */
  reopened: string | null;
}

/** Whether an answer helped, with a word on it. Administrators read it with a copy of the answer (DECISIONS §9). */
export function RateAnswer({ messageId, tabIndex, reopened }: RateAnswerProps) {
  const [up, setUp] = useState([true, false].find((now) => ratingOf(messageId, now) === reopened) ?? null);
  const [isOpen, setOpen] = useState(up !== null);
  const choose = (now: boolean) => {
    if (up !== now) moveKeptText(ratingOf(messageId, !now), ratingOf(messageId, now));
    setUp(now);
    setOpen(true);
  };
  const button = (now: boolean, label: string) => (
    <Button
      tone="quiet"
      className="chat-turn__button"
      icon={now ? <UpIcon /> : <DownIcon />}
      aria-label={label}
      aria-pressed={up === now}
      title={`${label}: administrators will read this answer and its question`}
      tabIndex={tabIndex}
      onClick={() => choose(now)}
    />
  );
  return (
    <>
      {button(true, 'This helped')}
      {button(false, 'This did not help')}
      {isOpen && up !== null && (
        <Word
          key={String(up)}
          messageId={messageId}
          up={up}
          onDone={(isSent) => {
            setOpen(false);
            if (!isSent) setUp(null);
          }}
        />
      )}
    </>
  );
}

function Word({ messageId, up, onDone }: { messageId: number; up: boolean; onDone(isSent: boolean): void }) {
  const { text: comment, typedAt, change, forget } = useKeptText(ratingOf(messageId, up), '');
  const [give, { isLoading }] = agentChatApi.endpoints.giveFeedback.useMutation();
  const hint = useId();
  const tell = useTell();
  const send = async () => {
    try {
      await give({ message_id: messageId, up, comment: comment.trim() }).unwrap();
      forget();
      tell.success('Thank you for your feedback');
      onDone(true);
    } catch (error) {
      tell.failure('Failed to send the feedback', error);
    }
  };
  return (
    <form
      className="chat-edit chat-rating"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <Textarea
        autoFocus
        rows={2}
        maxLength={LONGEST_COMMENT}
        aria-label={up ? 'What helped?' : 'What was wrong?'}
        aria-describedby={hint}
        placeholder={up ? 'What helped? (optional)' : 'What was wrong? (optional)'}
        value={comment}
        onChange={({ target }) => change(target.value)}
        onKeyDown={({ key }) => key === 'Escape' && onDone(false)}
      />
      <p id={hint} className="chat-input__hint">
        {typedAt && `Not sent yet: typed on ${formatDateTime(typedAt)}. `}
        Administrators will read this with a copy of the answer and its question, not the conversation.
      </p>
      <div className="chat-edit__buttons">
        <Button
          onClick={() => {
            forget();
            onDone(false);
          }}
        >
          Cancel
        </Button>
        <Button tone="primary" type="submit" disabled={isLoading}>
          Send feedback
        </Button>
      </div>
    </form>
  );
}
