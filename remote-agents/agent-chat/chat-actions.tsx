import { useState } from 'react';
import { AddIcon, Button, icon } from 'shared-ui';
import { ActionMenu, type MenuItem } from 'shared-ui/list-screen';

const MoreIcon = icon(<path d="M12 5.5v.01M12 12v.01M12 18.5v.01" strokeWidth="2.6" />);

interface ChatActionsProps {
  /** A new conversation can begin: there is one that it would replace. */
  canStart: boolean;
  onStart(): void;
  onEarlier(): void;
  /** Earlier conversations will be asked for in a moment. */
  onEarlierPointed(): void;
  /** For administrators alone: feedback on answers, and the tokens they use. */
  administration: readonly MenuItem[];
}

/** The actions on conversations. On a phone those used less are in a menu, by the same names. */
export function ChatActions({ canStart, onStart, onEarlier, onEarlierPointed, administration }: ChatActionsProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const seldom: MenuItem[] = [
    ...administration,
    { label: 'Earlier Conversations', onSelect: onEarlier, onPoint: onEarlierPointed },
  ];
  return (
    <>
      {seldom.map(({ label, onSelect, onPoint }) => (
        <Button
          key={label}
          className="agent-chat__action agent-chat__seldom"
          onPointerEnter={onPoint}
          onFocus={onPoint}
          onClick={onSelect}
        >
          {label}
        </Button>
      ))}
      <Button className="agent-chat__action" icon={<AddIcon />} disabled={!canStart} onClick={onStart}>
        New Conversation
      </Button>
      <Button
        tone="quiet"
        className="agent-chat__action agent-chat__more"
        icon={<MoreIcon />}
        aria-label="More actions"
        title="More actions"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(anchor ? null : currentTarget)}
      />
      {anchor && <ActionMenu label="More actions" anchor={anchor} items={seldom} onClose={() => setAnchor(null)} />}
    </>
  );
}
