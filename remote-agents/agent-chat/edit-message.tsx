import { agentMessage } from 'contract/agents/agent-chat';
import { brokenRule } from 'contract/rules';
import { useId } from 'react';
import { Button, formatDateTime, Textarea, useDialog } from 'shared-ui';
import { isSubmit } from './message-input';
import { editOf, useKeptText } from './use-kept-text';

interface EditMessageProps {
  messageId: number | undefined;
  text: string;
  /** The messages after this one are lost when it is sent again. */
  isFollowed: boolean;
  onClose(): void;
  onSend(text: string): void;
}

/**
 * A message of the person's own, to be changed and sent again in its place. What is typed is kept until it is sent or
 * cancelled; Escape only closes it.
 */
export function EditMessage({ messageId, text, isFollowed, onClose, onSend }: EditMessageProps) {
  const { text: changed, typedAt, change, forget } = useKeptText(editOf(messageId), text);
  const question = useDialog();
  const hint = useId();
  const isBlank = changed.trim() === '';
  const broken = isBlank ? null : brokenRule(agentMessage.properties.message, true, changed);
  const sendNow = () => {
    forget();
    onSend(changed.trim());
  };
  const send = () => {
    if (isBlank || broken) return;
    if (!isFollowed) return sendNow();
    void question.open(async () => {
      const { ConfirmModal } = await import('shared-ui/dialog');
      return (
        <ConfirmModal title="Send again" confirmLabel="Replace and send" onConfirm={sendNow} onClose={question.close}>
          All that follows this message in the conversation is replaced.
        </ConfirmModal>
      );
    });
  };
  return (
    <form
      className="chat-edit"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Textarea
        autoFocus
        rows={3}
        aria-label="Edit message"
        aria-describedby={hint}
        aria-invalid={broken !== null}
        value={changed}
        onChange={({ target }) => change(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onClose();
          if (!isSubmit(event)) return;
          event.preventDefault();
          send();
        }}
      />
      <p id={hint} className={broken ? 'chat-input__hint chat-input__hint--broken' : 'chat-input__hint'}>
        {broken ??
          `${typedAt ? `Not sent yet: typed on ${formatDateTime(typedAt)}. ` : ''}What follows this message is replaced.`}
      </p>
      <div className="chat-edit__buttons">
        <Button
          onClick={() => {
            forget();
            onClose();
          }}
        >
          Cancel
        </Button>
        <Button tone="primary" type="submit" disabled={isBlank || broken !== null}>
          Send again
        </Button>
      </div>
      {question.dialog}
    </form>
  );
}
