import { agentMessage } from 'api/contract/agents/agent-chat';
import { brokenRule } from 'api/contract/rules';
import { useId, useState } from 'react';
import { Button, Textarea, useDialog } from 'shared-ui';
import { isSubmit } from './message-input';

interface EditMessageProps {
  text: string;
  /** What follows the message is lost when it is sent again. */
  isFollowed: boolean;
  onCancel(): void;
  onSend(text: string): void;
}

/** A message of the person's own, to be changed and sent again in its place. */
export function EditMessage({ text, isFollowed, onCancel, onSend }: EditMessageProps) {
  const [changed, setChanged] = useState(text);
  const question = useDialog();
  const hint = useId();
  const isBlank = changed.trim() === '';
  const broken = isBlank ? null : brokenRule(agentMessage.properties.message, true, changed);
  const send = () => {
    if (isBlank || broken) return;
    if (!isFollowed) return onSend(changed.trim());
    void question.open(async () => {
      const { ConfirmModal } = await import('shared-ui/dialog');
      return (
        <ConfirmModal
          title="Send again"
          confirmLabel="Replace and send"
          onConfirm={() => onSend(changed.trim())}
          onClose={question.close}
        >
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
        onChange={({ target }) => setChanged(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onCancel();
          if (!isSubmit(event)) return;
          event.preventDefault();
          send();
        }}
      />
      <p id={hint} className={broken ? 'chat-input__hint chat-input__hint--broken' : 'chat-input__hint'}>
        {broken ?? 'What follows this message is replaced.'}
      </p>
      <div className="chat-edit__buttons">
        <Button onClick={onCancel}>Cancel</Button>
        <Button tone="primary" type="submit" disabled={isBlank || broken !== null}>
          Send again
        </Button>
      </div>
      {question.dialog}
    </form>
  );
}
