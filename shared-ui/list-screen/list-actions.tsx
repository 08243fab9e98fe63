import type { ReactNode } from 'react';
import { Button } from '../button';
import { formatNumber } from '../format';
import { AddIcon, DownloadIcon } from '../icons';
import { useToast } from '../toast/toasts';
import type { ListDialog } from './actions';
import { fetchEarly } from '../use-dialog';
import { preloadForm } from './record-dialogs';

interface ListActionsProps {
  /** The button of the saved views. */
  views: ReactNode;
  /** How many rows there are to export; 0: the export is not offered. */
  exportable: number;
  onExport: () => void;
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
export function ListActions({ views, exportable, onExport, own, companyId, onOpen, onAdd, waiting }: ListActionsProps) {
  const toast = useToast();
  const askForCompany = () => toast.show({ type: 'warning', message: 'Please select a company first' });
  return (
    <>
      {exportable > 0 && (
        <Button icon={<DownloadIcon />} onClick={onExport}>
          {`Export all ${formatNumber(exportable)} matching`}
        </Button>
      )}
      {views}
      {own.map((dialog) => {
        const preload = fetchEarly(dialog.load);
        return (
          <Button
            key={dialog.label}
            icon={dialog.icon}
            onPointerEnter={preload}
            onFocus={preload}
            onClick={() => (companyId === null ? askForCompany() : onOpen(dialog, companyId))}
          >
            {dialog.label}
          </Button>
        );
      })}
      {onAdd && (
        <Button
          tone="primary"
          icon={<AddIcon />}
          onPointerEnter={preloadForm}
          onFocus={preloadForm}
          onClick={() => (waiting ? askForCompany() : onAdd())}
        >
          Add New
        </Button>
      )}
    </>
  );
}
