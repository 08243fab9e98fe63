import type { ReactNode } from 'react';
import { Link, useOpenedFrom } from '../router';
import { Button } from '../button';

/** Something that may be done to the record whose details are open. */
export interface DetailAction {
  readonly label: string;
  readonly icon?: ReactNode;
  /** It destroys. */
  readonly danger?: boolean | undefined;
  readonly onSelect?: (() => void) | undefined;
  /** Another screen's address: then it is a link. */
  readonly to?: string | undefined;
  /** Pointing at it or reaching it by keyboard: time to fetch what choosing it will need. */
  readonly onPoint?: (() => void) | undefined;
}

interface DetailActionsProps {
  actions: readonly DetailAction[];
  onClose: () => void;
}

/** The buttons of the details: what destroys, what else there is, Close, and the main action where one expects it. */
export function DetailActions({ actions, onClose }: DetailActionsProps) {
  const safe = actions.filter(({ danger }) => !danger);
  const [main, ...others] = safe;
  return (
    <>
      {[...actions.filter(({ danger }) => danger), ...others].map((action) => (
        <ActionButton key={action.label} action={action} />
      ))}
      <Button onClick={onClose}>Close</Button>
      {main && <ActionButton action={main} isMain />}
    </>
  );
}

function ActionButton({ action, isMain = false }: { action: DetailAction; isMain?: boolean }) {
  const { label, icon, danger, onSelect, to, onPoint } = action;
  const openedFrom = useOpenedFrom();
  if (to !== undefined)
    return (
      <Link className={isMain ? 'c-button c-button--primary' : 'c-button'} to={to} state={openedFrom}>
        {icon}
        {label}
      </Link>
    );
  return (
    <Button
      tone={isMain ? 'primary' : undefined}
      className={danger ? 'detail-danger' : undefined}
      icon={icon}
      onPointerEnter={onPoint}
      onFocus={onPoint}
      onClick={onSelect}
    >
      {label}
    </Button>
  );
}
