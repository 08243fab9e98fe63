import type { NounKind } from 'contract/nouns';
import { memo, useState, type CSSProperties, type ReactNode } from 'react';
import { DownIcon } from '../../icons';
import { contentFor, contentOf, Guarded, GuardedCell } from './cell';
import { linesOf, columnWidths } from './column-widths';
import type { AnyColumn, AnyRow } from '../list-definition';
import { TotalsRow } from './list-totals';
import './list-cards.css';
import './list-table.css';
import { useRowKeys } from './row-keys';
import { onTableKey, rovingTabindex } from './table-keys';
import { useRowClick } from './use-row-click';
// Last, for it takes back what the others say.
import '../list-media.css';
import { useCards } from './window-width';

/** Enough to fill the first view; the true number of rows is not known yet. */
const SKELETON_ROWS = 10;
const SELECT = 'list-table__select';
const ACTIONS = 'list-table__actions';

interface ListTableProps {
  caption: string;
  columns: readonly AnyColumn[];
  /** Shown or not: a list has one height of rows whichever are shown. */
  allColumns: readonly AnyColumn[];
  density: 'comfortable' | 'compact';
  /** Whose pictures stand before the names; absent: none do. */
  pictures: NounKind | undefined;
  /** Undefined until the first response. */
  rows: readonly AnyRow[] | undefined;
  /** Totals of the service over all that match, by property. */
  totals: Readonly<Partial<Record<string, number>>> | undefined;
  /** How many rows match, on all pages. */
  total: number | undefined;
  nameOf: (row: AnyRow) => string;
  headingOf: ((row: AnyRow) => string) | undefined;
  sort: string;
  onSort: (field: string) => void;
  /** Hears of a press before the click. */
  onPressSort: (field: string) => void;
  /** Whether there is anything to select rows for. */
  selectable: boolean;
  selection: ReadonlySet<number>;
  /** The box of all of them. */
  selectAll: ReactNode;
  /** `isRange`: with all rows from the one that was toggled last. */
  onToggleRow: (id: number, isRange?: boolean) => void;
  /** A row was clicked, or Enter was pressed in it. */
  onOpen: (row: AnyRow) => void;
  /** Opens the one menu that all rows share. */
  onMenu: (row: AnyRow, anchor: HTMLElement) => void;
  openMenuId: number | undefined;
  busy: boolean;
}

/**
 * The rows as a plain table: a function call and not a component for each cell, one memoised component for each row, so
 * that selecting one renders one. Only where something throws are the rows rendered again, with a guard around each
 * cell.
 */
export function ListTable(props: ListTableProps) {
  const { columns, rows, headingOf, selection, sort, onSort, onPressSort } = props;
  const lines = linesOf(props.allColumns);
  const cards = useCards();
  // A table that is laid out as anything else is not read out as one unless it says so.
  const roleOf = (role: string) => (cards ? role : undefined);
  const { least, first, rest, bounded, widths } = columnWidths(columns, props.selectable, lines, props);
  const room = {
    '--list-first': first,
    '--list-rest': rest,
    '--list-bounded': bounded,
  } as CSSProperties;
  const keys = useRowKeys(rows);
  const doors = useRowClick(rows, props.onOpen);
  const unfolds = cards && columns.some(({ look }) => !/__(name|state|fact)/.test(look));
  const rowOf = (guarded: boolean) => (row: AnyRow, at: number) => (
    <Row
      key={keys[at]}
      row={row}
      columns={columns}
      name={props.nameOf(row)}
      selectable={props.selectable}
      selected={selection.has(row.id)}
      menuOpen={props.openMenuId === row.id}
      cards={cards}
      unfolds={unfolds}
      guarded={guarded}
      onToggle={props.onToggleRow}
      onMenu={props.onMenu}
    />
  );
  const headings = headingOf && rows?.map(headingOf);
  const withHeading = (row: ReactNode, at: number) => {
    const heading = headings?.[at];
    if (heading === headings?.[at - 1]) return row;
    return [
      <tr key={heading} className="list-table__heading" role={roleOf('row')}>
        <th scope="rowgroup" role={roleOf('rowheader')} colSpan={columns.length + (props.selectable ? 2 : 1)}>
          {heading}
        </th>
      </tr>,
      row,
    ];
  };
  const table = (
    <table
      className="list-table"
      role={roleOf('table')}
      aria-busy={props.busy}
      data-lines={lines}
      data-density={props.density}
      data-pictures={props.pictures}
      data-cards={cards}
      style={cards ? undefined : room}
      ref={rovingTabindex}
      onKeyDown={onTableKey}
    >
      <caption className="c-visually-hidden">{props.caption}</caption>
      {!cards && (
        <colgroup>
          {props.selectable && <col className={SELECT} />}
          {columns.map(({ key }, at) => (
            <col key={key} style={{ width: widths[at] }} />
          ))}
          <col className={ACTIONS} />
        </colgroup>
      )}
      <thead role={roleOf('rowgroup')}>
        <tr role={roleOf('row')}>
          {props.selectable && (
            <th scope="col" role={roleOf('columnheader')} className={SELECT}>
              {cards ? 'Selected' : props.selectAll}
            </th>
          )}
          {columns.map((column) => (
            <Header
              key={column.key}
              column={column}
              sort={sort}
              onSort={onSort}
              onPressSort={onPressSort}
              cards={cards}
            />
          ))}
          <th scope="col" role={roleOf('columnheader')} className={ACTIONS}>
            <span className="c-visually-hidden">Actions</span>
          </th>
        </tr>
        {props.totals && props.total !== 0 && !cards && (
          <TotalsRow columns={columns} totals={props.totals} total={props.total} selectable={props.selectable} />
        )}
      </thead>
      <tbody role={roleOf('rowgroup')} {...doors}>
        {rows ? (
          <Guarded draw={(guarded) => rows.map(rowOf(guarded)).flatMap(withHeading)} />
        ) : (
          skeleton(columns, props.selectable)
        )}
      </tbody>
    </table>
  );
  if (cards) return table;
  // The box that the columns are measured in: were it the frame, which scrolls, the browser would lay out every row twice.
  return (
    <div className="list-room" style={{ minWidth: least }}>
      {table}
    </div>
  );
}

interface HeaderProps extends Pick<ListTableProps, 'sort' | 'onSort' | 'onPressSort'> {
  column: AnyColumn;
  cards: boolean;
}

function Header({ column: { title, sort: field, look }, sort, onSort, onPressSort, cards }: HeaderProps) {
  const direction = sort === field ? 'ascending' : sort === `-${field}` ? 'descending' : undefined;
  return (
    <th scope="col" role={cards ? 'columnheader' : undefined} className={look} aria-sort={direction}>
      {field === undefined || cards ? (
        title
      ) : (
        <button
          type="button"
          className="list-table__sort"
          onMouseDown={() => onPressSort(field)}
          onClick={() => onSort(field)}
        >
          {title}
          <span className="list-table__arrow" data-direction={direction} aria-hidden="true" />
        </button>
      )}
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
  onToggle: (id: number, isRange?: boolean) => void;
  onMenu: (row: AnyRow, anchor: HTMLElement) => void;
  /** Whether it is rendered as a card, and whether that has more to unfold. */
  cards: boolean;
  unfolds: boolean;
  /** Whether each cell is rendered by itself, for one of them throws. */
  guarded: boolean;
}

const Row = memo(function Row(props: RowProps) {
  const { row, columns, name, selectable, selected, menuOpen, cards, unfolds, onToggle, onMenu, guarded } = props;
  const [opened, setOpened] = useState<number>();
  const open = opened === row.id;
  const role = cards ? 'cell' : undefined;
  return (
    <tr
      // Which one Tab reaches is the table's matter (table-keys).
      tabIndex={-1}
      data-record={row.id}
      className={selected ? 'list-table__row--selected' : undefined}
      role={cards ? 'row' : undefined}
      data-open={cards ? open : undefined}
    >
      {selectable && (
        <td className={SELECT} role={role}>
          <input
            type="checkbox"
            aria-label={`Select ${name}`}
            tabIndex={-1}
            checked={selected}
            onChange={({ nativeEvent }) => onToggle(row.id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
          />
        </td>
      )}
      {columns.map((column, at) => {
        const content = contentOf(column, row);
        const cell = {
          className: column.look,
          // Cut text can be read; a cell that renders more than text says it itself.
          title: typeof content === 'string' ? content : undefined,
          // A card has no title above a value: the styles render it there.
          'data-title': cards ? column.title : undefined,
          children: guarded ? <GuardedCell key={row.id} content={content} /> : contentFor(row.id, content),
        };
        // A card is headed by its name, whichever column that is.
        const cellRole = cards && column.look.startsWith('list-table__name') ? 'rowheader' : role;
        if (at === 0) return <th key={column.key} scope="row" role={cellRole} {...cell} />;
        return <td key={column.key} role={cellRole} {...cell} />;
      })}
      <td className={ACTIONS} role={role}>
        <button
          type="button"
          className="list-table__menu"
          aria-label={`Actions for ${name}`}
          aria-haspopup="menu"
          aria-expanded={menuOpen}
          tabIndex={-1}
          onClick={(event) => onMenu(row, event.currentTarget)}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowDown') return;
            event.preventDefault();
            onMenu(row, event.currentTarget);
          }}
        />
        {unfolds && (
          <button
            type="button"
            className="list-table__unfold"
            aria-label={`${open ? 'Less' : 'More'} of ${name}`}
            aria-expanded={open}
            onClick={() => setOpened(open ? undefined : row.id)}
          >
            {open ? 'Less' : 'More'}
            <DownIcon />
          </button>
        )}
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
