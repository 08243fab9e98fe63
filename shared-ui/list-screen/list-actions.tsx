import { useId, type ReactNode } from 'react';
import { Button } from '../button';
import { useCommands } from '../commands/registry';
import { formatNumber } from '../format';
import { AddIcon, DownloadIcon } from '../icons';
import { useToast } from '../toast/toasts';
import { Link, useLocation } from '../router';
import type { ListDialog, ListLink } from './actions';
import { fetchEarly } from '../use-dialog';
import { preloadForm } from './records/record-dialogs';

/** A button that brings records in. */
export interface WayIn {
  readonly id: string;
  readonly label: string;
  readonly icon: ReactNode;
  readonly tone?: 'primary';
  readonly key?: string;
  /** Fetches what it opens. */
  readonly preload: () => void;
  readonly run: () => void;
}

interface ListsWaysIn {
  /** The screen's own. */
  own: readonly ListDialog[];
  companyId: number | null;
  onOpen: (dialog: ListDialog, companyId: number) => void;
  /** Absent: nothing may be added. */
  onAdd: (() => void) | undefined;
  /** The list shows nothing until a company is chosen, and so nothing can be added to it either. */
  waiting: boolean;
}

/** The ways into a list: the screen's own dialogs, 'Add New'. */
export function useWaysIn({ own, companyId, onOpen, onAdd, waiting }: ListsWaysIn): readonly WayIn[] {
  const toast = useToast();
  const askForCompany = () => void toast.show({ type: 'warning', message: 'Please select a company first' });
  const ways: WayIn[] = own.map((dialog) => ({
    id: `own ${dialog.label}`,
    label: dialog.label,
    icon: dialog.icon,
    preload: fetchEarly(dialog.load),
    run: () => (companyId === null ? askForCompany() : onOpen(dialog, companyId)),
  }));
  if (onAdd)
    ways.push({
      id: 'add',
      label: 'Add New',
      key: 'n',
      icon: <AddIcon />,
      tone: 'primary',
      preload: preloadForm,
      run: () => (waiting ? askForCompany() : onAdd()),
    });
  return ways;
}

/** The button of a way in, at the title and where the list is empty. */
export const WayInButton = ({ label, icon, tone, preload, run }: WayIn) => (
  <Button tone={tone} icon={icon} onPointerEnter={preload} onFocus={preload} onClick={run}>
    {label}
  </Button>
);

interface ListActionsProps {
  /** The button of the saved views. */
  views: ReactNode;
  /** How many rows there are to export; 0: the export is not offered. */
  exportable: number;
  onExport: () => void;
  links: readonly ListLink[] | undefined;
  ways: readonly WayIn[];
}

/**
 * The buttons at a list's title: exporting all that matches, the saved views, the ways in. On a phone the views and
 * 'Add New' stand beside the title, and the others are unfolded from the window's lower edge.
 */
export function ListActions({ views, exportable, onExport, links, ways }: ListActionsProps) {
  const { search } = useLocation();
  const exportAll = { id: 'export', label: `Export all ${formatNumber(exportable)} matching`, run: onExport };
  useCommands(() => [...ways, ...(exportable > 0 ? [exportAll] : [])]);
  const id = useId();
  const button = (way: WayIn) => <WayInButton {...way} key={way.id} />;
  return (
    <>
      {views}
      <button
        type="button"
        className="list-table__menu list-actions__more"
        popoverTarget={id}
        aria-label="More actions"
      />
      <div
        id={id}
        popover=""
        className="list-actions__others"
        onClick={({ currentTarget }) => currentTarget.hidePopover?.()}
      >
        {exportable > 0 && (
          <Button className="list-actions__export" icon={<DownloadIcon />} onClick={onExport}>
            {exportAll.label}
          </Button>
        )}
        {links?.map(({ label, to }) => (
          <Link key={to} className="c-button" to={to + search}>
            {label}
          </Link>
        ))}
        {ways.filter(({ tone }) => !tone).map(button)}
      </div>
      {ways.filter(({ tone }) => tone).map(button)}
    </>
  );
}
