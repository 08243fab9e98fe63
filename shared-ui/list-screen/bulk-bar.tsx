import { useCallback, useState } from 'react';
import type { BulkAnswer } from 'api/contract/bulk';
import { Button } from '../button';
import { DownIcon } from '../icons';
import { ActionMenu } from './action-menu';
import type { ListRow } from './list-definition';

/** What is done to the selected rows. */
export interface BulkAction<Row extends ListRow> {
  readonly label: string;
  /** Asks first: 'Are you sure you want to <confirm> N item(s)?' */
  readonly confirm?: string;
  readonly danger?: boolean;
  /**
   * Does it and says how it went in a toast of its own. What a bulk answer counts as failed is listed with its reasons
   * and can be tried again; a rejection counts as the failure of every row.
   */
  readonly run: (rows: readonly Row[]) => Promise<BulkAnswer | void>;
}

interface BulkBarProps<Row extends ListRow> {
  actions: readonly BulkAction<Row>[];
  /** One is running. */
  disabled: boolean;
  onAction: (action: BulkAction<Row>) => void;
}

/** One action is a button, up to three a group, of more the first two with a 'More Actions' menu (specification 1 §2). */
export function BulkBar<Row extends ListRow>({ actions, disabled, onAction }: BulkBarProps<Row>) {
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
            onClick={() => onAction(action)}
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
            onSelect: () => onAction(action),
          }))}
          onClose={close}
        />
      )}
    </div>
  );
}
