import { MAX_PAGE_SIZE } from 'contract/paging';
import { useMemo, type ReactNode } from 'react';
import { formatNumber } from '../../format';
import { useNewest } from '../../use-newest';
import type { BulkAction, KnownBulkAction } from '../actions';
import { BulkBar } from './bulk-bar';
import { useCall, type ListCalls } from '../list-calls';
import { deleteWarning, type AnyList, type AnyRow } from '../list-definition';
import type { ListAction, ListState } from '../page/list-state';
import { namesOf } from './names-of';
import type { RecordDialogs } from '../records/record-dialogs';
import { useBulkAction, type RunHow } from './use-bulk-action';
import { useMatchingNotice } from './use-matching-notice';

const NO_ROWS: readonly AnyRow[] = [];

interface BulkOptions {
  list: AnyList;
  calls: ListCalls<AnyRow, unknown, Readonly<Record<string, unknown>>>;
  actions: readonly (BulkAction<AnyRow> | KnownBulkAction)[];
  /** Those of the page. */
  rows: readonly AnyRow[] | undefined;
  /** How many match, on all pages. */
  total: number;
  state: ListState;
  act: (action: ListAction) => void;
  dialogs: RecordDialogs;
  exportSelected: (rows: readonly AnyRow[]) => Promise<void>;
  exportAll: () => Promise<void>;
}

export interface Bulk {
  /** How many rows are selected. */
  selected: number;
  /** Its actions, and the way to select all that match. */
  bar: ReactNode;
  /** Failures of the last action. */
  failures: ReactNode;
  /** Actions on the selected rows now. */
  commands: readonly { label: string; run: () => void }[];
  /** Opens an action's form again, over these rows. */
  reopen: (action: BulkAction<AnyRow>, rows: readonly AnyRow[]) => void;
}

/** Actions on the selected rows, of the page or of all that match. */
export function useBulk(options: BulkOptions): Bulk {
  const { list, calls, actions, rows = NO_ROWS, total, state, act, dialogs, exportSelected, exportAll } = options;
  const call = useCall();
  const { selection, matching } = state;
  const selected = useMemo<readonly AnyRow[]>(
    () => matching ?? rows.filter((row) => selection.has(row.id)),
    [rows, selection, matching],
  );
  const newest = useNewest(selected);
  const { get } = calls;
  const names = namesOf({ list, rows, read: get && ((id) => call.ask(get, id)) });
  const { running, failure, run, dismiss } = useBulkAction<AnyRow>({ change: call.change, namesOf: names });

  const runOn = async (action: BulkAction<AnyRow>, chosen: readonly AnyRow[], how?: RunHow) => {
    if (await run(action, chosen, how)) act({ type: 'clearSelection' });
  };
  const onAction = (action: BulkAction<AnyRow> | KnownBulkAction, chosen = selected, isReopened = false) => {
    if (action === 'Clear Selection') return act({ type: 'clearSelection' });
    if (action === 'Export Selected')
      return void (matching ? exportAll() : exportSelected(chosen)).then(() => act({ type: 'clearSelection' }));
    const { form, confirm, danger = false } = action;
    if (form)
      return void dialogs.fillIn(
        typeof form === 'function' ? form(chosen) : form,
        chosen,
        async (entered) => {
          // The selection when it is sent: Back may have let it go.
          const sent = newest.current;
          if (sent.length <= MAX_PAGE_SIZE) return runOn(action, sent, { entered, rejects: true });
          // A long run goes on without the form, which would stand before the way to stop it.
          void runOn(action, sent, { entered });
        },
        isReopened,
      );
    if (!confirm) return void runOn(action, chosen);
    const question = `Are you sure you want to ${confirm} ${formatNumber(chosen.length)} item(s)?`;
    const warning = danger ? deleteWarning(list, chosen, matching !== undefined) : undefined;
    void dialogs.askAbout(chosen, question, { danger, warning }, () => void runOn(action, chosen));
  };

  const offered = actions.map((action) => ({
    ...(typeof action === 'string' ? { label: action } : action),
    run: () => onAction(action),
  }));
  const notice = useMatchingNotice({ list, calls, rows, total, state, selected: selected.length, act });

  return {
    selected: selected.length,
    commands: selected.length > 0 && !running ? offered : [],
    reopen: (action, chosen) => {
      act({ type: 'toggleAll', ids: chosen.map(({ id }) => id) });
      onAction(action, chosen, true);
    },
    bar: selected.length > 0 && (
      <div className="list-selected">
        {notice}
        <BulkBar actions={offered} disabled={running} />
      </div>
    ),
    failures: failure && (
      <failure.BulkFailures
        failure={failure}
        onRetry={(again) => void runOn(failure.action, again, { entered: failure.entered })}
        onDismiss={dismiss}
      />
    ),
  };
}
