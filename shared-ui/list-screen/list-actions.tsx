import type { ReactNode } from 'react';
import { Button } from '../button';
import { useCommands } from '../commands/registry';
import { formatNumber } from '../format';
import { AddIcon, DownloadIcon } from '../icons';
import { useToast } from '../toast/toasts';
import { Link, useLocation } from '../router';
import type { ListDialog, ListLink } from './actions';
import { fetchEarly } from '../use-dialog';
import { preloadForm } from './records/record-dialogs';

interface ListActionsProps {
  /** The button of the saved views. */
  views: ReactNode;
  /** How many rows there are to export; 0: the export is not offered. */
  exportable: number;
  onExport: () => void;
  links: readonly ListLink[] | undefined;
  /** The screen's own. */
  own: readonly ListDialog[];
  companyId: number | null;
  onOpen: (dialog: ListDialog, companyId: number) => void;
  /** Absent: nothing may be added. */
  onAdd: (() => void) | undefined;
  /** The list shows nothing until a company is chosen, and so nothing can be added to it either. */
  waiting: boolean;
}

/** The buttons at a list's title: exporting all that matches, the saved views, the screen's own dialogs, 'Add New'. */
export function ListActions({
  views,
  exportable,
  onExport,
  links,
  own,
  companyId,
  onOpen,
  onAdd,
  waiting,
}: ListActionsProps) {
  const toast = useToast();
  const { search } = useLocation();
  const askForCompany = () => toast.show({ type: 'warning', message: 'Please select a company first' });
  const exportAll = { id: 'export', label: `Export all ${formatNumber(exportable)} matching`, run: onExport };
  const ownActions = own.map((dialog) => ({
    dialog,
    id: `own ${dialog.label}`,
    label: dialog.label,
    run: () => (companyId === null ? void askForCompany() : onOpen(dialog, companyId)),
  }));
  const add = onAdd && { id: 'add', label: 'Add New', key: 'n', run: () => (waiting ? void askForCompany() : onAdd()) };
  useCommands(() => [...(add ? [add] : []), ...ownActions, ...(exportable > 0 ? [exportAll] : [])]);
  return (
    <>
      {exportable > 0 && (
        <Button className="list-actions__export" icon={<DownloadIcon />} onClick={onExport}>
          <span>{exportAll.label}</span>
        </Button>
      )}
      {views}
      {links?.map(({ label, to }) => (
        <Link key={to} className="c-button" to={to + search}>
          {label}
        </Link>
      ))}
      {ownActions.map(({ dialog, run }) => {
        const preload = fetchEarly(dialog.load);
        return (
          <Button key={dialog.label} icon={dialog.icon} onPointerEnter={preload} onFocus={preload} onClick={run}>
            {dialog.label}
          </Button>
        );
      })}
      {add && (
        <Button tone="primary" icon={<AddIcon />} onPointerEnter={preloadForm} onFocus={preloadForm} onClick={add.run}>
          {add.label}
        </Button>
      )}
    </>
  );
}
