/** The file of an export, loaded when somebody asks for one. */
import { MAX_PAGE_SIZE, type ListRequest, type Paged } from 'contract/paging';
import { csvFileName, downloadCsv, toCsv } from '../csv';
import type { AnyList, AnyRow } from './list-definition';

/** A list, and where its rows come from. */
export interface ExportOptions {
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

const fileNameOf = ({ noun: { many, file = many } }: AnyList) => csvFileName(file.replaceAll(' ', '_'), new Date());

function save(list: AnyList, rows: readonly AnyRow[]): number {
  const columns = columnsOf(list);
  const header = columns.map((column) => column.title);
  const cells = rows.map((row) => columns.map((column) => column.value(row)));
  downloadCsv(fileNameOf(list), toCsv(header, cells));
  return rows.length;
}

/** Writes these rows into a file; returns how many. */
export async function exportRows({ list, inFile }: ExportOptions, rows: readonly AnyRow[]): Promise<number> {
  if (!inFile) return save(list, rows);
  const ids = rows.map(({ id }) => id);
  await inFile(ids, fileNameOf(list));
  return ids.length;
}

/** Writes every row that the filters match into a file; returns how many. `onProgress` hears how many are there, of how many. */
export async function exportMatching(
  { list, inFile, page, total }: ExportOptions,
  onProgress: (count: number, total: number) => void,
): Promise<number> {
  if (inFile) {
    await inFile(undefined, fileNameOf(list));
    return total;
  }
  // By id: a row that moves to another page meanwhile is exported once.
  const rows = new Map<number, AnyRow>();
  for (let number = 1, pages = 1; number <= pages; number += 1) {
    const response = await page({ page: number, page_size: MAX_PAGE_SIZE });
    for (const row of response.items) rows.set(row.id, row);
    pages = response.total_pages;
    onProgress(rows.size, response.total);
  }
  return save(list, [...rows.values()]);
}
