import { barChart } from '@boxperson/odds';
import { RULEBOOK_IDS, type RulebookId, rulebook, WAGER_IDS, type WagerId } from '@boxperson/rules';
import { useEffect, useState } from 'react';
import { wagerAddress } from '../reading/address.js';
import { GENERAL, SHORT } from '../reading/facts.js';
import { ReadingPage } from '../reading/ReadingPage.js';
import { useQuery } from '../ui/address.js';
import { Dialog } from '../ui/Dialog.js';
import { Link } from '../ui/Link.js';
import { nearest } from '../ui/nearest.js';
import { Wide } from '../ui/Wide.js';
import { deskFor, useAsk } from './desk.js';
import type { FigureRow } from './desk-asks.js';
import { Picture } from './Picture.js';
import { isBook, percent } from './say.js';
import { ThrowGrid, ThrowLegend } from './ThrowGrid.js';

const COLUMNS = [
  ['wager', 'Wager'],
  ['edge', 'Edge'],
  ['win', 'Wins'],
  ['lose', 'Loses'],
  ['push', 'Even'],
  ['rolls', 'Rolls'],
  ['edgePerRoll', 'Edge a roll'],
  ['sd', 'Spread'],
] as const;
type Column = (typeof COLUMNS)[number][0];
type Numbered = Exclude<Column, 'wager'>;

interface Sort {
  readonly by: Column;
  readonly way: 'ascending' | 'descending';
}

const figureOf = (row: FigureRow, column: Numbered): number =>
  column === 'sd' ? row.sd : row.numbers[column];

const sorted = (rows: readonly FigureRow[], { by, way }: Sort): readonly FigureRow[] => {
  if (by === 'wager') return way === 'ascending' ? rows : [...rows].reverse();
  const sign = way === 'ascending' ? 1 : -1;
  return [...rows].sort((a, b) => sign * (figureOf(a, by) - figureOf(b, by)));
};

function Heads({ sort, onSort }: { sort: Sort; onSort: (sort: Sort) => void }) {
  return (
    <tr>
      {COLUMNS.map(([id, name]) => (
        <th key={id} scope="col" aria-sort={sort.by === id ? sort.way : undefined}>
          <button
            type="button"
            className="sort"
            onClick={() =>
              onSort({ by: id, way: sort.by === id && sort.way === 'ascending' ? 'descending' : 'ascending' })
            }
          >
            {name}{' '}
            <span aria-hidden="true">{sort.by === id ? (sort.way === 'ascending' ? '▲' : '▼') : '↕'}</span>
          </button>
        </th>
      ))}
    </tr>
  );
}

/** A fraction and what it is in per cent. */
const Both = ({ fraction, value }: { fraction: string; value: number }) => (
  <>
    <span className="fraction">{fraction}</span> <span className="percent">{percent(value)}</span>
  </>
);

function FigureLine({ row, onShow }: { row: FigureRow; onShow: (key: string) => void }) {
  const { numbers } = row;
  return (
    <tr data-key={row.key}>
      <th scope="row">
        <button type="button" className="row-name" onClick={() => onShow(row.key)}>
          {row.name}
        </button>
      </th>
      <td className="strong">
        <Both fraction={row.edge} value={numbers.edge} />
      </td>
      <td>
        <Both fraction={row.win} value={numbers.win} />
      </td>
      <td>
        <Both fraction={row.lose} value={numbers.lose} />
      </td>
      <td>{numbers.push === 0 ? '0' : <Both fraction={row.push} value={numbers.push} />}</td>
      <td>
        {row.rolls.includes('/') && <span className="fraction">{row.rolls}</span>}{' '}
        <span className="percent">{row.rolls.includes('/') ? numbers.rolls.toFixed(3) : row.rolls}</span>
      </td>
      <td>
        <Both fraction={row.edgePerRoll} value={numbers.edgePerRoll} />
      </td>
      <td>{row.sd.toFixed(3)}</td>
    </tr>
  );
}

/** The fraction behind a number; null where there is none. */
const fractionOf = (row: FigureRow, column: Numbered): string | null =>
  column === 'sd' ? null : row[column];

const sayValue = (row: FigureRow, column: Numbered): string =>
  column === 'rolls' || column === 'sd' ? figureOf(row, column).toFixed(3) : percent(figureOf(row, column));

interface SideBySideProps {
  readonly books: ReadonlyMap<RulebookId, readonly FigureRow[]>;
  readonly column: Numbered;
  readonly wager: WagerId | null;
  readonly onShow: (book: RulebookId, key: string) => void;
}

/** By a book's figure, or in the order of the felt; what a book does not offer goes last. */
interface BookSort {
  readonly by: RulebookId | 'wager';
  readonly way: Sort['way'];
}

function SideBySide({ books, column, wager, onShow }: SideBySideProps) {
  const [sort, setSort] = useState<BookSort>({ by: 'wager', way: 'ascending' });
  const keys = new Map<string, readonly [order: number, wager: WagerId]>();
  for (const rows of books.values())
    for (const [at, row] of rows.entries())
      if (!keys.has(row.key)) keys.set(row.key, [WAGER_IDS.indexOf(row.wager) * 1000 + at, row.wager]);
  const rank = (key: string, order: number): number => {
    if (sort.by === 'wager') return sort.way === 'ascending' ? order : -order;
    const row = books.get(sort.by)?.find((one) => one.key === key);
    if (!row) return Number.POSITIVE_INFINITY;
    return sort.way === 'ascending' ? figureOf(row, column) : -figureOf(row, column);
  };
  const shown = [...keys]
    .filter(([, [, id]]) => wager === null || id === wager)
    .map(([key, [order, id]]) => ({ key, id, order, rank: rank(key, order) }))
    .sort((a, b) => (a.rank === b.rank ? a.order - b.order : a.rank - b.rank))
    .map(({ key, order, id }) => [key, [order, id]] as const);
  const head = (id: BookSort['by'], name: string) => (
    <th key={id} scope="col" aria-sort={sort.by === id ? sort.way : undefined}>
      <button
        type="button"
        className="sort"
        onClick={() =>
          setSort({ by: id, way: sort.by === id && sort.way === 'ascending' ? 'descending' : 'ascending' })
        }
      >
        {name} <span aria-hidden="true">{sort.by === id ? (sort.way === 'ascending' ? '▲' : '▼') : '↕'}</span>
      </button>
    </th>
  );
  return (
    <Wide name="All rulebooks side by side">
      <table className="figures side-by-side">
        <thead>
          <tr>
            {head('wager', 'Wager')}
            {RULEBOOK_IDS.map((id) => head(id, SHORT[id]))}
          </tr>
        </thead>
        <tbody>
          {shown.map(([key, [, id]]) => {
            const rows = RULEBOOK_IDS.map((book) => books.get(book)?.find((row) => row.key === key));
            const first = rows.find((row) => row !== undefined);
            return (
              <tr key={key} data-key={key}>
                <th scope="row">{key.replace(id, GENERAL[id])}</th>
                {rows.map((row, at) => {
                  const book = RULEBOOK_IDS[at] as RulebookId;
                  if (!row || !first)
                    return (
                      <td key={book} className="quiet">
                        {books.has(book) ? 'not offered' : '…'}
                      </td>
                    );
                  const differs = sayValue(row, column) !== sayValue(first, column);
                  return (
                    <td key={book} className={differs ? 'differs' : ''}>
                      <button type="button" className="cell" onClick={() => onShow(book, key)}>
                        {sayValue(row, column)}
                        {differs && <span className="unseen"> differs</span>}
                        <span className="fraction">{fractionOf(row, column)}</span>
                      </button>
                    </td>
                  );
                })}
              </tr>
            );
          })}
        </tbody>
      </table>
    </Wide>
  );
}

const LENGTHS = 6;

function Derivation({ book, row, onClose }: { book: RulebookId; row: FigureRow; onClose: () => void }) {
  const parts = (chance: string): number => {
    const [n = 0, d = 1] = chance.split('/').map(Number);
    return n / d;
  };
  const told = new Set(row.moments.map(({ says }) => says));
  return (
    <Dialog title={`${row.name}: where its figures come from`} onClose={onClose}>
      <div className="derivation">
        <p className="quiet">
          {rulebook(book).title}. <Link href={wagerAddress(row.wager, book)}>Its rules</Link>
        </p>
        <ThrowLegend moments={row.moments} />
        <div className="throw-grids">
          {row.moments.map((moment, at) => (
            <ThrowGrid
              // biome-ignore lint/suspicious/noArrayIndexKey: moments have no other name
              key={at}
              moment={moment}
              title={
                moment.goal !== null
                  ? `With ${moment.goal} for its number`
                  : row.moments.length > 1
                    ? 'First roll'
                    : 'Each roll'
              }
            />
          ))}
        </div>
        <ol className="derivation-steps">
          {row.derivation
            .filter((says) => !told.has(says))
            .map((says) => (
              <li key={says}>{says}</li>
            ))}
        </ol>
        <h3>Decided on roll</h3>
        <ul className="lengths">
          {row.lengths.slice(0, LENGTHS).map((chance, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the number of the roll is its name
            <li key={at}>
              <span>{at + 1}</span>
              <span className="bar" style={{ width: `${100 * parts(chance)}%` }} />
              <span>{percent(parts(chance), 2)}</span>
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  );
}

/** All books, one after another, when somebody wants them side by side. */
function useAllBooks(wanted: boolean): ReadonlyMap<RulebookId, readonly FigureRow[]> {
  const [books, setBooks] = useState<ReadonlyMap<RulebookId, readonly FigureRow[]>>(new Map());
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

const PLOTTED_MAX = 40;

const near = (typed: string, names: readonly string[]): string => nearest(typed, names, 1)[0] ?? '';

export function OddsPage() {
  const [query, change] = useQuery();
  const asked = query.get('book');
  const book = isBook(asked) ? asked : 'star';
  const view = query.get('view') === 'all' ? 'all' : 'one';
  const named = query.get('wager');
  const wager = WAGER_IDS.find((id) => id === named) ?? null;
  const measured = COLUMNS.find(([id]) => id === query.get('figure'))?.[0] ?? 'edge';
  const column: Numbered = measured === 'wager' ? 'edge' : measured;
  const [sort, setSort] = useState<Sort>({ by: 'wager', way: 'ascending' });
  const { answer, busy, fault } = useAsk('figures', { book });
  const all = useAllBooks(view === 'all');
  const rows = (answer ?? []).filter((row) => wager === null || row.wager === wager);
  const shown = query.get('show');
  const open = (view === 'all' ? all.get(book) : answer)?.find((row) => row.key === shown);
  const offered = (busy && view === 'one' ? [] : ((view === 'all' ? all.get(book) : answer) ?? [])).map(
    ({ key }) => key,
  );
  const plotted = rows.filter((row) => row.numbers.edge !== 0).slice(0, PLOTTED_MAX);
  return (
    <ReadingPage
      title="Exact odds"
      here="/lab/odds"
      lead={
        <p>
          Every wager of every book, as fractions. The edge is what the house keeps of each dollar put up,
          commission with it, before rounding to chips; every wager working.
        </p>
      }
    >
      {asked !== null && !isBook(asked) && (
        <p role="alert" className="fault">
          There is no rulebook “{asked.slice(0, 40)}”; this is {SHORT[book]}.
        </p>
      )}
      {named !== null && named !== '' && wager === null && (
        <p role="alert" className="fault">
          There is no wager “{named.slice(0, 40)}”; the nearest is{' '}
          <button type="button" className="small" onClick={() => change({ wager: near(named, WAGER_IDS) })}>
            {near(named, WAGER_IDS)}
          </button>
        </p>
      )}
      {shown !== null && offered.length > 0 && !open && (
        <p role="alert" className="fault">
          {SHORT[book]} has no “{shown.slice(0, 40)}”; the nearest is{' '}
          <button type="button" className="small" onClick={() => change({ show: near(shown, offered) })}>
            {near(shown, offered)}
          </button>
        </p>
      )}
      <div className="lab-controls">
        <fieldset className="choices">
          <legend>Show</legend>
          <label>
            <input type="radio" name="view" checked={view === 'one'} onChange={() => change({ view: '' })} />
            <span>One book</span>
          </label>
          <label>
            <input
              type="radio"
              name="view"
              checked={view === 'all'}
              onChange={() => change({ view: 'all' })}
            />
            <span>All side by side</span>
          </label>
        </fieldset>
        {view === 'one' ? (
          <label className="field">
            Rulebook
            <select value={book} onChange={(event) => change({ book: event.target.value })}>
              {RULEBOOK_IDS.map((id) => (
                <option key={id} value={id}>
                  {rulebook(id).title}
                </option>
              ))}
            </select>
          </label>
        ) : (
          <label className="field">
            Figure
            <select value={column} onChange={(event) => change({ figure: event.target.value })}>
              {COLUMNS.slice(1).map(([id, name]) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          </label>
        )}
        <label className="field">
          Wager
          <select value={wager ?? ''} onChange={(event) => change({ wager: event.target.value })}>
            <option value="">All wagers</option>
            {WAGER_IDS.map((id) => (
              <option key={id} value={id}>
                {GENERAL[id]}
              </option>
            ))}
          </select>
        </label>
      </div>
      {fault && (
        <p role="alert" className="fault">
          {fault}
        </p>
      )}
      {view === 'one' ? (
        <>
          {busy && <p className="quiet">Working it out…</p>}
          {answer && rows.length === 0 && <p>{rulebook(book).title} does not offer it.</p>}
          {rows.length > 0 && (
            <Wide name={`Exact figures, ${rulebook(book).title}`}>
              <table className="figures" data-book={busy ? '' : book}>
                <thead>
                  <Heads sort={sort} onSort={setSort} />
                </thead>
                <tbody>
                  {sorted(rows, sort).map((row) => (
                    <FigureLine key={row.key} row={row} onShow={(key) => change({ show: key })} />
                  ))}
                </tbody>
              </table>
            </Wide>
          )}
          {plotted.length > 1 && (
            <Picture
              name={`edge-${book}`}
              caption={`The edge at ${SHORT[book]}, in per cent of what is put up`}
              height={0}
              draw={(frame) =>
                barChart(
                  plotted.map((row) => ({ name: row.name, value: 100 * row.numbers.edge })),
                  {
                    title: `The edge at ${book}`,
                    subtitle: rulebook(book).title,
                    across: 'per cent of what is put up',
                    up: '',
                    ...frame,
                  },
                  (value) => `${value.toFixed(2)} %`,
                )
              }
            />
          )}
        </>
      ) : (
        <SideBySide
          books={all}
          column={column}
          wager={wager}
          onShow={(id, key) => change({ book: id, show: key })}
        />
      )}
      {open && <Derivation book={book} row={open} onClose={() => change({ show: '' })} />}
    </ReadingPage>
  );
}
