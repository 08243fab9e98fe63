import { useCallback, useState } from 'react';
import { Button } from '../../button';
import { DownIcon } from '../../icons';
import { ActionMenu } from '../action-menu';
import './bulk.css';

interface BarAction {
  readonly label: string;
  readonly danger?: boolean;
  readonly run: () => void;
}

interface BulkBarProps {
  actions: readonly BarAction[];
  /** One is running. */
  disabled: boolean;
}

/** One action is a button, up to three a group, of more the first two with a 'More Actions' menu (specification 1 §2). */
export function BulkBar({ actions, disabled }: BulkBarProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = useCallback(() => setAnchor(null), []);
  const buttons = actions.length > 3 ? actions.slice(0, 2) : actions;
  const more = actions.slice(buttons.length);
  return (
    <div className="list-bulk">
      <div className="list-bulk__group" role="group" aria-label="Bulk actions">
        {buttons.map((action) => (
          <Button
            key={action.label}
            disabled={disabled}
            tone={action.danger ? 'danger' : undefined}
            onClick={action.run}
          >
            {action.label}
          </Button>
        ))}
        {more.length > 0 && (
          <Button
            disabled={disabled}
            aria-haspopup="menu"
            aria-expanded={anchor !== null}
            onClick={(event) => setAnchor(anchor ? null : event.currentTarget)}
          >
            More Actions
            <DownIcon />
          </Button>
        )}
      </div>
      {anchor && (
        <ActionMenu
          label="More Actions"
          anchor={anchor}
          items={more.map((action) => ({
            label: action.label,
            danger: action.danger,
            onSelect: action.run,
          }))}
          onClose={close}
        />
      )}
    </div>
  );
}
