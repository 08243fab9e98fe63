import { useRef } from 'react';
import { MAX_PAGE_SIZE, type ListRequest, type Paged } from 'api/contract/paging';
import { formatNumber } from '../format';
import { useToast } from '../toast/toasts';
import { failureToast } from '../toast/use-tell';
import type { AnyList, AnyRow } from './list-definition';

interface ExportOptions {
  list: AnyList;
  /** Returns one page of what the list's filters match. */
  page: (request: Pick<ListRequest, 'page' | 'page_size'>) => Promise<Paged<AnyRow>>;
  /** Has the service write the file, of these records or of all that match; absent: it is written here. */
  inFile: ((ids: readonly number[] | undefined, fileName: string) => Promise<void>) | undefined;
  /** How many rows match. */
  total: number;
}

/** The titles and values of a file's columns; several values in one cell are separated by commas. */
function columnsOf({ exported, columns, contract }: AnyList) {
  const { properties } = contract.response;
  return (exported ?? columns).map((said) => {
    if (typeof said !== 'string' && 'value' in said) return said;
    const { key, title } = typeof said === 'string' ? { key: said, title: properties[said]?.title ?? said } : said;
    return { title, value: ({ [key]: value }: AnyRow): unknown => (Array.isArray(value) ? value.join(', ') : value) };
  });
}

/** The two exports of a list (DECISIONS §4): the selected rows, and every row that the filters match. */
export function useExport({ list, page, inFile, total }: ExportOptions) {
  const toast = useToast();
  const underway = useRef(false);
  const { many: noun, file = noun } = list.noun;
  const failure = list.messages.exportFailed ?? `Failed to export ${noun}`;
  const columns = columnsOf(list);

  const done = (count: number) => ({ type: 'success', message: `Exported ${formatNumber(count)} ${noun}` }) as const;

  const save = async (rows: readonly AnyRow[]) => {
    const { csvFileName, downloadCsv, toCsv } = await import('../csv');
    const header = columns.map((column) => column.title);
    const cells = rows.map((row) => columns.map((column) => column.value(row)));
    downloadCsv(csvFileName(file.replaceAll(' ', '_'), new Date()), toCsv(header, cells));
    return done(rows.length);
  };

  const saveInFile = async (write: NonNullable<ExportOptions['inFile']>, ids: readonly number[] | undefined) => {
    const { csvFileName } = await import('../csv');
    await write(ids, csvFileName(file.replaceAll(' ', '_'), new Date()));
    return done(ids?.length ?? total);
  };

  const failed = (error: unknown) => {
    console.error(failure, error);
    return failureToast(failure, error);
  };

  return {
    exportSelected: async (rows: readonly AnyRow[]) => {
      const ids = rows.map(({ id }) => id);
      toast.show(await (inFile ? saveInFile(inFile, ids) : save(rows)).catch(failed));
    },

    exportAll: async () => {
      // The toast says how far it is; pressed twice, it is still one file.
      if (underway.current) return;
      underway.current = true;
      const progress = (detail?: string) => ({ type: 'loading', message: `Exporting ${noun}`, detail }) as const;
      const shown = toast.show(progress());
      const everything = async () => {
        // By id: a row that moves to another page meanwhile is exported once.
        const rows = new Map<number, AnyRow>();
        for (let number = 1, pages = 1; number <= pages; number += 1) {
          const response = await page({ page: number, page_size: MAX_PAGE_SIZE });
          for (const row of response.items) rows.set(row.id, row);
          pages = response.total_pages;
          shown.update(progress(`${formatNumber(rows.size)} of ${formatNumber(response.total)}`));
        }
        return save([...rows.values()]);
      };
      shown.update(await (inFile ? saveInFile(inFile, undefined) : everything()).catch(failed));
      underway.current = false;
    },
  };
}
