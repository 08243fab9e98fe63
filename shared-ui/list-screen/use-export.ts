import { serverMessage } from 'shared-auth';
import { MAX_PAGE_SIZE, type ListRequest, type Paged } from 'api/contract/paging';
import { formatNumber } from '../format';
import { useToast } from '../toast/toasts';
import type { AnyList, AnyRow } from './list-definition';

interface ExportOptions {
  list: AnyList;
  /** Answers one page of what the list's filters match. */
  page: (request: Pick<ListRequest, 'page' | 'page_size'>) => Promise<Paged<AnyRow>>;
}

/** The two exports of a list (DECISIONS §4): the selected rows, and every row that the filters match, page after page. */
export function useExport({ list, page }: ExportOptions) {
  const toast = useToast();
  const { many: noun, file = noun } = list.noun;
  const failure = list.sentences.exportFailed ?? '';
  const columns =
    list.exported ?? list.columns.map(({ key, title }) => ({ title, value: (row: AnyRow): unknown => row[key] }));

  const save = async (rows: readonly AnyRow[]) => {
    const { csvFileName, downloadCsv, toCsv } = await import('../csv');
    const header = columns.map((column) => column.title);
    const cells = rows.map((row) => columns.map((column) => column.value(row)));
    downloadCsv(csvFileName(file.replaceAll(' ', '_'), new Date()), toCsv(header, cells));
    return { type: 'success', message: `Exported ${formatNumber(rows.length)} ${noun}` } as const;
  };

  const failed = (error: unknown) => {
    console.error(failure, error);
    const detail = serverMessage(error, '');
    return { type: 'error', message: failure, detail } as const;
  };

  return {
    exportSelected: async (rows: readonly AnyRow[]) => {
      toast.show(await save(rows).catch(failed));
    },

    exportAll: async () => {
      const progress = (done: number, total: string) =>
        ({ type: 'loading', message: `Exporting ${noun}`, detail: `${formatNumber(done)} of ${total}` }) as const;
      const shown = toast.show(progress(0, '…'));
      const everything = async () => {
        // By id: a row that moves to another page meanwhile is exported once.
        const rows = new Map<number, AnyRow>();
        for (let number = 1, pages = 1; number <= pages; number += 1) {
          const answer = await page({ page: number, page_size: MAX_PAGE_SIZE });
          for (const row of answer.items) rows.set(row.id, row);
          pages = answer.total_pages;
          shown.update(progress(rows.size, formatNumber(answer.total)));
        }
        return save([...rows.values()]);
      };
      shown.update(await everything().catch(failed));
    },
  };
}
