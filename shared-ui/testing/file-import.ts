import type { AnyImport } from '../file-import/definition';
import { definitionOf } from '../file-import/file-import';
import type { DefineImport } from '../file-import/parts';
import { guessFormats, guessRoles, importLines, type ImportLine, type Roles } from '../file-import/lines';
import { readTable, type Table } from '../file-import/read-table';

/** The lines of a file as an import reads them for an American, and the roles that it gives its columns. */
export function readFileAs<Made extends AnyImport>(
  define: DefineImport<Made>,
  text: string,
  choice: string | null = null,
): { readonly roles: Roles; readonly lines: readonly ImportLine<Parameters<Made['keyOf']>[0]>[] } {
  const definition: AnyImport = definitionOf(define);
  const table = readTable(text) as Table;
  const roles = guessRoles(table, definition);
  const reading = { roles, ...guessFormats(table, roles, definition.roles, 'en-US'), choice };
  return { roles, lines: importLines(table, reading, definition) };
}
