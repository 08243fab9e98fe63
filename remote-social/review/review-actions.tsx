import { postNoun, type Post } from 'contract/social/posts';
import { useId, useState, type FormEvent } from 'react';
import { Button, Input, Label } from 'shared-ui';
import { useCommands } from 'shared-ui/commands';
import type { Decision } from './review.api';
import type { useReview } from './use-review';

/** So many reasons of this visit are offered again. */
const MOST_REASONS = 5;

interface ReviewActionsProps {
  review: ReturnType<typeof useReview>;
  post: Post | undefined;
}

/** The decisions, each by its key, its button, or the palette: one press decides and shows the next post. */
export function ReviewActions({ review, post }: ReviewActionsProps) {
  const id = useId();
  const [isAsking, setAsking] = useState(false);
  const [reason, setReason] = useState('');
  const [reasons, setReasons] = useState<readonly string[]>([]);
  const decide = (decision: Decision) => () => review.decide(decision);
  const actions = [
    { id: 'active', label: 'Active', key: 'a', run: decide({ status: 'active' }), tone: 'primary' as const },
    { id: 'inactive', label: 'Inactive', key: 'i', run: decide({ status: 'inactive' }) },
    { id: 'because', label: 'Inactive because…', key: 'Shift+I', run: () => setAsking(true) },
    { id: 'error', label: 'Error', key: 'e', run: decide({ status: 'error' }) },
    { id: 'skip', label: 'Skip', key: 's', run: review.skip },
  ];
  const tag = () =>
    document.querySelector<HTMLButtonElement>('.review-post button:not([aria-label^="Remove"])')?.click();
  useCommands(() => [
    ...(post ? [...actions, { id: 'tag', label: 'Tag', key: 't', run: tag }] : []),
    { id: 'back', label: 'Back', key: 'b', run: () => void review.back() },
  ]);
  const save = (event: FormEvent) => {
    event.preventDefault();
    const said = reason.trim();
    review.decide({ status: 'inactive', ...(said !== '' && { status_message: said }) });
    if (said !== '') setReasons([said, ...reasons.filter((one) => one !== said)].slice(0, MOST_REASONS));
    setReason('');
    setAsking(false);
  };
  if (isAsking && post)
    return (
      <form className="review-actions" onSubmit={save}>
        <Label htmlFor={id}>Why is it inactive?</Label>
        <Input
          id={id}
          autoFocus
          value={reason}
          maxLength={postNoun.properties.status_message.maxLength}
          list={`${id}-reasons`}
          onChange={({ target }) => setReason(target.value)}
          onKeyDown={({ key }) => key === 'Escape' && setAsking(false)}
        />
        <datalist id={`${id}-reasons`}>
          {reasons.map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
        <Button tone="primary" type="submit">
          Inactive
        </Button>
        <Button onClick={() => setAsking(false)}>Cancel</Button>
      </form>
    );
  return (
    <div className="review-actions" role="group" aria-label="Decision">
      {actions.map(({ id: action, label, key, run, tone }) => (
        <Button key={action} tone={tone} disabled={!post} onClick={run}>
          {label} <kbd>{key.replace('Shift+', '⇧').toUpperCase()}</kbd>
        </Button>
      ))}
      <Button onClick={() => void review.back()}>
        Back <kbd>B</kbd>
      </Button>
    </div>
  );
}
