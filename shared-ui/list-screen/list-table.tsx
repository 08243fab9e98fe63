import { memo, type CSSProperties } from 'react';
import { contentOf, Guarded } from './cell';
import { linesOf, roomOf } from './column-room';
import type { AnyColumn, AnyRow } from './list-definition';
import { TotalsRow } from './list-totals';
import './list-table.css';
import { useRowDoors } from './use-row-doors';

/** Enough to fill the first view; the true number of rows is not known yet. */
const SKELETON_ROWS = 10;
const SELECT = 'list-table__select';
const ACTIONS = 'list-table__actions';

interface ListTableProps {
  caption: string;
  columns: readonly AnyColumn[];
  /** Undefined until the first response. */
  rows: readonly AnyRow[] | undefined;
  /** What the service added up over all that matches, by property. */
  totals: Readonly<Partial<Record<string, number>>> | undefined;
  /** How many rows match, on all pages. */
  total: number;
  nameOf: (row: AnyRow) => string;
  sort: string;
  onSort: (field: string) => void;
  /** Whether there is anything to select rows for. */
  selectable: boolean;
  selection: ReadonlySet<number>;
  onToggleRow: (id: number) => void;
  onToggleAll: () => void;
  /** A row was clicked, or Enter was pressed in it. */
  onOpen: (row: AnyRow) => void;
  /** Opens the one menu that all rows share. */
  onMenu: (row: AnyRow, anchor: HTMLElement) => void;
  openMenuId: number | undefined;
  busy: boolean;
}

/**
 * The rows as a plain table: a function call and not a component for each cell, one memoised component for each row, so
 * that selecting one draws one. Only a row in which something throws is drawn again with a guard around each cell.
 */
export function ListTable(props: ListTableProps) {
  const { columns, rows, selection } = props;
  const selected = rows?.filter((row) => selection.has(row.id)).length ?? 0;
  const all = rows !== undefined && rows.length > 0 && selected === rows.length;
  const { least, rest, bounded, widths } = roomOf(columns, props.selectable);
  const room = { minWidth: least, '--list-rest': rest, '--list-bounded': bounded } as CSSProperties;
  const { reachable, ...doors } = useRowDoors(rows, props.onOpen);
  return (
    <table className="list-table" aria-busy={props.busy} data-lines={linesOf(columns)} style={room}>
      <caption className="c-visually-hidden">{props.caption}</caption>
      <colgroup>
        {props.selectable && <col className={SELECT} />}
        {columns.map(({ key }, at) => (
          <col key={key} style={{ width: widths[at] }} />
        ))}
        <col className={ACTIONS} />
      </colgroup>
      <thead>
        <tr>
          {props.selectable && (
            <th scope="col" className={SELECT}>
              <input
                type="checkbox"
                className="c-checkbox"
                aria-label="Select all rows on this page"
                checked={all}
                disabled={!rows?.length}
                ref={(box) => {
                  if (box) box.indeterminate = selected > 0 && !all;
                }}
                onChange={props.onToggleAll}
              />
            </th>
          )}
          {columns.map((column) => (
            <Header key={column.key} column={column} sort={props.sort} onSort={props.onSort} />
          ))}
          <th scope="col" className={ACTIONS}>
            <span className="c-visually-hidden">Actions</span>
          </th>
        </tr>
        {props.totals && props.total > 0 && (
          <TotalsRow columns={columns} totals={props.totals} total={props.total} selectable={props.selectable} />
        )}
      </thead>
      <tbody {...doors}>
        {rows?.map((row, at) => {
          const drawn = {
            row,
            columns,
            name: props.nameOf(row),
            selectable: props.selectable,
            selected: selection.has(row.id),
            menuOpen: props.openMenuId === row.id,
            reachable: at === reachable,
            onToggle: props.onToggleRow,
            onMenu: props.onMenu,
          };
          return (
            <Guarded key={row.id} instead={<Row {...drawn} guarded />}>
              <Row {...drawn} />
            </Guarded>
          );
        }) ?? skeleton(columns, props.selectable)}
      </tbody>
    </table>
  );
}

interface HeaderProps {
  column: AnyColumn;
  sort: string;
  onSort: (field: string) => void;
}

function Header({ column: { title, sort: field, look }, sort, onSort }: HeaderProps) {
  if (field === undefined)
    return (
      <th scope="col" className={look}>
        {title}
      </th>
    );
  const direction = sort === field ? 'ascending' : sort === `-${field}` ? 'descending' : undefined;
  return (
    <th scope="col" className={look} aria-sort={direction}>
      <button type="button" className="list-table__sort" onClick={() => onSort(field)}>
        {title}
        <span className="list-table__arrow" data-direction={direction} aria-hidden="true" />
      </button>
    </th>
  );
}

interface RowProps {
  row: AnyRow;
  columns: readonly AnyColumn[];
  name: string;
  selectable: boolean;
  selected: boolean;
  menuOpen: boolean;
  /** Whether Tab reaches it; else only the arrows do. */
  reachable: boolean;
  onToggle: (id: number) => void;
  onMenu: (row: AnyRow, anchor: HTMLElement) => void;
  /** Whether each cell is drawn by itself, for one of them throws. */
  guarded?: boolean;
}

const Row = memo(function Row(props: RowProps) {
  const { row, columns, name, selectable, selected, menuOpen, reachable, onToggle, onMenu, guarded } = props;
  return (
    <tr tabIndex={reachable ? 0 : -1} className={selected ? 'list-table__row--selected' : undefined}>
      {selectable && (
        <td className={SELECT}>
          <input
            type="checkbox"
            className="c-checkbox"
            aria-label={`Select ${name}`}
            checked={selected}
            onChange={() => onToggle(row.id)}
          />
        </td>
      )}
      {columns.map((column, at) => {
        const content = contentOf(column, row);
        const cell = {
          className: column.look,
          // What is cut can be read; a cell that draws more than text says it itself.
          title: typeof content === 'string' ? content : undefined,
          children: guarded ? <Guarded>{content}</Guarded> : content,
        };
        return at === 0 ? <th key={column.key} scope="row" {...cell} /> : <td key={column.key} {...cell} />;
      })}
      <td className={ACTIONS}>
        <button
          type="button"
          className="list-table__menu"
          aria-label={`Actions for ${name}`}
          aria-haspopup="menu"
          aria-expanded={menuOpen}
          onClick={(event) => onMenu(row, event.currentTarget)}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowDown') return;
            event.preventDefault();
            onMenu(row, event.currentTarget);
          }}
        />
      </td>
    </tr>
  );
});

const skeleton = (columns: readonly AnyColumn[], selectable: boolean) => {
  const looks = [...(selectable ? [SELECT] : []), ...columns.map(({ look }) => look), ACTIONS];
  return Array.from({ length: SKELETON_ROWS }, (_, at) => (
    <tr key={at} className="list-table__skeleton" aria-hidden="true">
      {looks.map((look, cell) => (
        <td key={cell} className={look}>
          <span />
        </td>
      ))}
    </tr>
  ));
};
