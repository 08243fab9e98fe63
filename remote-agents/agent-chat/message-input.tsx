import { agentMessage } from 'contract/agents/agent-chat';
import { brokenRule } from 'contract/rules';
import { useId, useLayoutEffect, useRef, type FormEvent, type KeyboardEvent } from 'react';
import { Button, Textarea } from 'shared-ui';
import type { Outgoing } from './conversation';
import './message-input.css';
import { useTyping } from './use-typing';

interface MessageInputProps {
  draft: string;
  hasAgent: boolean;
  loading: boolean;
  /** An answer is being written, for whichever tab. */
  canStop: boolean;
  /** Nothing can be sent yet, although there is an agent. */
  waiting: boolean;
  onChange(text: string): void;
  onSend(outgoing: Outgoing): void;
  onStop(): void;
  /** The text area's. */
  id: string;
}

/** A submit so soon after the one before is a slip of the finger, in milliseconds (specification 2 §9). */
const TOO_SOON = 200;
/** The input grows with its text up to this height, in pixels (specification 2 §9). */
const TALLEST = 300;

/** Enter sends, but for a new line and for a word of an input method; Safari tells that by the key's code alone. */
export const isSubmit = ({ key, shiftKey, nativeEvent: { isComposing, keyCode } }: KeyboardEvent) =>
  key === 'Enter' && !shiftKey && !isComposing && keyCode !== 229;

/** Where the person writes (specification 2 §2.5, §5). */
export function MessageInput(props: MessageInputProps) {
  const { draft, hasAgent, loading, canStop, waiting, onChange, onSend, onStop, id } = props;
  const input = useRef<HTMLTextAreaElement>(null);
  const lastSubmit = useRef(-Infinity);
  const hint = useId();
  const { isTyping, onFocus, onBlur } = useTyping();
  const isBlank = draft.trim() === '';
  const broken = isBlank ? null : brokenRule(agentMessage.properties.message, true, draft);

  useLayoutEffect(() => {
    if (!input.current) return;
    const { style } = input.current;
    style.height = 'auto';
    // Its borders are part of its height, not of what scrolls in it.
    style.height = `${Math.min(input.current.scrollHeight + 2, TALLEST)}px`;
  }, [draft]);

  const submit = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault();
    if (isBlank || loading || waiting || broken || event.timeStamp - lastSubmit.current < TOO_SOON) return;
    lastSubmit.current = event.timeStamp;
    onSend({ text: draft.trim() });
    input.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isSubmit(event)) submit(event);
  };

  return (
    <form
      className="chat-input"
      data-use={isTyping ? 'typing' : draft === '' ? 'none' : 'written'}
      onFocus={onFocus}
      onBlur={onBlur}
      onSubmit={submit}
    >
      <Textarea
        ref={input}
        id={id}
        rows={3}
        aria-label="Message"
        aria-describedby={hint}
        aria-invalid={broken !== null}
        placeholder={hasAgent ? 'Type your message...' : 'Please select an agent first'}
        value={draft}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <div className="chat-input__buttons">
        {canStop && <Button onClick={onStop}>Stop</Button>}
        <Button tone="primary" type="submit" disabled={!hasAgent || loading || waiting || isBlank || broken !== null}>
          Send
        </Button>
      </div>
      <p id={hint} className={broken ? 'chat-input__hint chat-input__hint--broken' : 'chat-input__hint'}>
        {broken ?? 'Press Enter to send, Shift+Enter for new line.'}
      </p>
    </form>
  );
}
