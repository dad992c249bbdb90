import { type ReactNode, useState } from 'react';
import {
  Table as AriaTable,
  Cell,
  Column,
  Row,
  type SortDescriptor,
  TableBody,
  TableHeader,
} from 'react-aria-components';
import { Wide } from '../Wide.js';
import './staff.css';

export interface TableColumn<Of> {
  readonly id: string;
  readonly name: string;
  readonly show: (row: Of) => ReactNode;
  /** What rows are sorted by; columns without it stand as they are. */
  readonly by?: (row: Of) => number | string;
  readonly align?: 'start' | 'end';
}

export interface TableProps<Of> {
  readonly name: string;
  readonly columns: readonly TableColumn<Of>[];
  readonly rows: readonly Of[];
  readonly keyOf: (row: Of) => string;
  readonly onOpen?: (row: Of) => void;
  /** Said when there are no rows. */
  readonly nothing: string;
}

const compare = (a: number | string, b: number | string): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b));

function sortedBy<Of>({ columns, rows }: TableProps<Of>, sort: SortDescriptor | null): readonly Of[] {
  const by = columns.find(({ id }) => id === sort?.column)?.by;
  if (!by) return rows;
  const sign = sort?.direction === 'descending' ? -1 : 1;
  return [...rows].sort((a, b) => sign * compare(by(a), by(b)));
}

const MARKS = { ascending: '▲', descending: '▼' } as const;

/** Rows that can be sorted, walked through by keyboard and opened. The first column names its row. */
export function Table<Of>(props: TableProps<Of>) {
  const { name, columns, keyOf, onOpen, nothing } = props;
  const [sort, setSort] = useState<SortDescriptor | null>(null);
  const rows = sortedBy(props, sort);
  const open = (key: unknown) => {
    const row = rows.find((one) => keyOf(one) === key);
    if (row !== undefined) onOpen?.(row);
  };
  return (
    <Wide name={`${name}, scrolls`}>
      <AriaTable
        className="staff-table"
        aria-label={name}
        {...(sort ? { sortDescriptor: sort } : {})}
        onSortChange={setSort}
        {...(onOpen ? { onRowAction: open } : {})}
      >
        <TableHeader>
          {columns.map((column, at) => (
            <Head key={column.id} column={column} first={at === 0} />
          ))}
        </TableHeader>
        <TableBody renderEmptyState={() => nothing}>
          {rows.map((row) => (
            <Row key={keyOf(row)} id={keyOf(row)}>
              {columns.map(({ id, show, align = 'start' }) => (
                <Cell key={id} className={`align-${align}`}>
                  {show(row)}
                </Cell>
              ))}
            </Row>
          ))}
        </TableBody>
      </AriaTable>
    </Wide>
  );
}

function Head<Of>({ column, first }: { column: TableColumn<Of>; first: boolean }) {
  const { id, name, by, align = 'start' } = column;
  return (
    <Column id={id} isRowHeader={first} allowsSorting={by !== undefined} className={`align-${align}`}>
      {({ sortDirection }) => (
        <>
          {name} {by && <span aria-hidden="true">{sortDirection ? MARKS[sortDirection] : '↕'}</span>}
        </>
      )}
    </Column>
  );
}
