import { useRef } from 'react';
import { formatNumber } from '../format';
import { useToast } from '../toast/toasts';
import { failureToast } from '../toast/use-tell';
import type { ExportOptions } from './export-file';
import type { AnyRow } from './list-definition';

const load = () => import(/* webpackChunkName: 'export' */ './export-file');

/** The two exports of a list (DECISIONS §4): the selected rows, and every row that the filters match. */
export function useExport(options: ExportOptions) {
  const toast = useToast();
  const underway = useRef(false);
  const { noun, messages } = options.list;
  const failure = messages.exportFailed ?? `Failed to export ${noun.many}`;

  const done = (count: number) =>
    ({ type: 'success', message: `Exported ${formatNumber(count)} ${noun.many}` }) as const;
  const failed = (error: unknown) => {
    console.error(failure, error);
    return failureToast(failure, error);
  };

  return {
    exportSelected: async (rows: readonly AnyRow[]) => {
      const exported = load().then(({ exportRows }) => exportRows(options, rows));
      toast.show(await exported.then(done, failed));
    },

    exportAll: async () => {
      // The toast says how far it is; pressed twice, it is still one file.
      if (underway.current) return;
      underway.current = true;
      const progress = (detail?: string) => ({ type: 'loading', message: `Exporting ${noun.many}`, detail }) as const;
      const shown = toast.show(progress());
      const exported = load().then(({ exportMatching }) =>
        exportMatching(options, (count, total) =>
          shown.update(progress(`${formatNumber(count)} of ${formatNumber(total)}`)),
        ),
      );
      shown.update(await exported.then(done, failed));
      underway.current = false;
    },
  };
}
