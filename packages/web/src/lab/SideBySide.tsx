import { RULEBOOK_IDS, type RulebookId, WAGER_IDS, type WagerId } from '@boxperson/rules';
import { useEffect, useState } from 'react';
import { SHORT } from '../reading/names.js';
import { Wide } from '../ui/Wide.js';
import { deskFor } from './desk.js';
import type { FigureRow } from './desk-asks.js';
import { figureOf, fractionOf, type Numbered, type Sort, sayValue } from './figure-columns.js';
import { SortHead } from './SortHead.js';
import { sayKey } from './say.js';

export type Books = ReadonlyMap<RulebookId, readonly FigureRow[]>;

/** All books, one after another, when somebody wants them side by side. */
export function useAllBooks(wanted: boolean): Books {
  const [books, setBooks] = useState<Books>(new Map());
  useEffect(() => {
    if (!wanted) return;
    let stale = false;
    for (const book of RULEBOOK_IDS)
      void deskFor('figures')
        .ask('figures', { book })
        .then((rows) => !stale && setBooks((before) => new Map(before).set(book, rows)));
    return () => {
      stale = true;
    };
  }, [wanted]);
  return books;
}

/** By a book's figure, or in the order of the felt; what a book does not offer goes last. */
type BookSort = Sort<RulebookId | 'wager'>;

interface Line {
  readonly key: string;
  readonly wager: WagerId;
  readonly order: number;
}

/** Every wager that a book has, once, in the order of the felt. */
function linesOf(books: Books): readonly Line[] {
  const lines = new Map<string, Line>();
  for (const rows of books.values())
    for (const [at, { key, wager }] of rows.entries())
      if (!lines.has(key)) lines.set(key, { key, wager, order: WAGER_IDS.indexOf(wager) * 1000 + at });
  return [...lines.values()];
}

const rowIn = (books: Books, book: RulebookId, key: string): FigureRow | undefined =>
  books.get(book)?.find((row) => row.key === key);

function rankOf(books: Books, { key, order }: Line, { by, way }: BookSort, column: Numbered): number {
  const sign = way === 'ascending' ? 1 : -1;
  if (by === 'wager') return sign * order;
  const row = rowIn(books, by, key);
  return row ? sign * figureOf(row, column) : Number.POSITIVE_INFINITY;
}

function sortedLines(
  books: Books,
  lines: readonly Line[],
  sort: BookSort,
  column: Numbered,
): readonly Line[] {
  const ranks = new Map(lines.map((line) => [line, rankOf(books, line, sort, column)] as const));
  const rank = (line: Line): number => ranks.get(line) as number;
  return [...lines].sort((a, b) => (rank(a) === rank(b) ? a.order - b.order : rank(a) - rank(b)));
}

interface SideBySideProps {
  readonly books: Books;
  readonly column: Numbered;
  readonly wager: WagerId | null;
  readonly onShow: (book: RulebookId, key: string) => void;
}

export function SideBySide({ books, column, wager, onShow }: SideBySideProps) {
  const [sort, setSort] = useState<BookSort>({ by: 'wager', way: 'ascending' });
  const lines = linesOf(books).filter((line) => wager === null || line.wager === wager);
  const heads = [['wager', 'Wager'] as const, ...RULEBOOK_IDS.map((id) => [id, SHORT[id]] as const)];
  return (
    <Wide name="All rulebooks side by side">
      <table className="figures side-by-side">
        <thead>
          <tr>
            {heads.map(([id, name]) => (
              <SortHead<BookSort['by']> key={id} id={id} name={name} sort={sort} onSort={setSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {sortedLines(books, lines, sort, column).map((line) => (
            <BookLine key={line.key} line={line} books={books} column={column} onShow={onShow} />
          ))}
        </tbody>
      </table>
    </Wide>
  );
}

type BookLineProps = Omit<SideBySideProps, 'wager'> & { readonly line: Line };

function BookLine({ line: { key }, books, column, onShow }: BookLineProps) {
  const rows = RULEBOOK_IDS.map((book) => ({ book, row: rowIn(books, book, key) }));
  const first = rows.find(({ row }) => row !== undefined)?.row;
  return (
    <tr data-key={key}>
      <th scope="row">{sayKey(key)}</th>
      {rows.map(({ book, row }) =>
        row && first ? (
          <BookCell key={book} row={row} first={first} column={column} onShow={() => onShow(book, key)} />
        ) : (
          <td key={book} className="quiet">
            {books.has(book) ? 'not offered' : '…'}
          </td>
        ),
      )}
    </tr>
  );
}

interface BookCellProps {
  readonly row: FigureRow;
  /** What the first book says: what is not the same stands out. */
  readonly first: FigureRow;
  readonly column: Numbered;
  readonly onShow: () => void;
}

function BookCell({ row, first, column, onShow }: BookCellProps) {
  const differs = sayValue(row, column) !== sayValue(first, column);
  return (
    <td className={differs ? 'differs' : ''}>
      <button type="button" className="cell" onClick={onShow}>
        {sayValue(row, column)}
        {differs && <span className="unseen"> differs</span>}
        <span className="fraction">{fractionOf(row, column)}</span>
      </button>
    </td>
  );
}
