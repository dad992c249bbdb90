import { RULEBOOK_IDS, type RulebookId, rulebook, WAGER_IDS, type WagerId } from '@boxperson/rules';
import { useState } from 'react';
import { GENERAL, SHORT } from '../reading/names.js';
import { ReadingPage } from '../reading/ReadingPage.js';
import { useQuery } from '../ui/address.js';
import { Choices } from '../ui/Choices.js';
import { Fault } from '../ui/Fault.js';
import { nearest } from '../ui/nearest.js';
import { Pick } from '../ui/Pick.js';
import { Derivation } from './Derivation.js';
import { useAsk } from './desk.js';
import { COLUMNS, type Numbered, type Sort } from './figure-columns.js';
import { OneBook } from './OneBook.js';
import { SideBySide, useAllBooks } from './SideBySide.js';
import { isBook, sayKey } from './say.js';

/** What the address asks for; what it asks for in vain is the usual, and named. */
function useAskedFor() {
  const [query, change] = useQuery();
  const book = query.get('book');
  const wager = query.get('wager');
  const figure = COLUMNS.find(([id]) => id === query.get('figure'))?.[0] ?? 'edge';
  return {
    change,
    typed: { book, wager },
    book: isBook(book) ? book : ('star' as const),
    view: query.get('view') === 'all' ? ('all' as const) : ('one' as const),
    wager: WAGER_IDS.find((id) => id === wager) ?? null,
    column: (figure === 'wager' ? 'edge' : figure) as Numbered,
    show: query.get('show'),
  };
}
type AskedFor = ReturnType<typeof useAskedFor>;

interface InsteadProps {
  readonly typed: string;
  readonly names: readonly string[];
  readonly take: (name: string) => void;
}

/** The nearest to what was typed, to be taken by a press. */
function Instead({ typed, names, take }: InsteadProps) {
  const near = nearest(typed, names, 1)[0] ?? '';
  return (
    <button type="button" className="small" onClick={() => take(near)}>
      {sayKey(near)}
    </button>
  );
}

/** What the address named and is not there. */
function NotThere({ asked, offered }: { asked: AskedFor; offered: readonly string[] }) {
  const { typed, book, wager, show, change } = asked;
  return (
    <>
      {typed.book !== null && !isBook(typed.book) && (
        <Fault>
          There is no rulebook “{typed.book.slice(0, 40)}”; this is {SHORT[book]}.
        </Fault>
      )}
      {typed.wager !== null && typed.wager !== '' && wager === null && (
        <Fault>
          There is no wager “{typed.wager.slice(0, 40)}”; the nearest is{' '}
          <Instead typed={typed.wager} names={WAGER_IDS} take={(id) => change({ wager: id })} />
        </Fault>
      )}
      {show !== null && offered.length > 0 && !offered.includes(show) && (
        <Fault>
          {SHORT[book]} has no “{show.slice(0, 40)}”; the nearest is{' '}
          <Instead typed={show} names={offered} take={(key) => change({ show: key })} />
        </Fault>
      )}
    </>
  );
}

const VIEWS = [
  ['one', 'One book'],
  ['all', 'All side by side'],
] as const;
const BOOKS = RULEBOOK_IDS.map((id) => [id, rulebook(id).title] as const);
const FIGURES = COLUMNS.slice(1) as readonly (readonly [Numbered, string])[];
const WAGERS: readonly (readonly [WagerId | '', string])[] = [
  ['', 'All wagers'],
  ...WAGER_IDS.map((id) => [id, GENERAL[id]] as const),
];

function Controls({ asked: { view, book, column, wager, change } }: { asked: AskedFor }) {
  return (
    <div className="lab-controls">
      <Choices
        legend="Show"
        name="view"
        value={view}
        options={VIEWS}
        change={(next) => change({ view: next === 'all' ? 'all' : '' })}
      />
      {view === 'one' ? (
        <Pick label="Rulebook" value={book} options={BOOKS} change={(id) => change({ book: id })} />
      ) : (
        <Pick label="Figure" value={column} options={FIGURES} change={(id) => change({ figure: id })} />
      )}
      <Pick label="Wager" value={wager ?? ''} options={WAGERS} change={(id) => change({ wager: id })} />
    </div>
  );
}

interface FiguresProps {
  readonly sort: Sort;
  readonly onSort: (sort: Sort) => void;
  readonly asked: AskedFor;
  readonly figures: ReturnType<typeof useAsk<'figures'>>;
}

function Figures({ asked: { book, wager, change }, figures: { answer, busy }, ...sorting }: FiguresProps) {
  const rows = (answer ?? []).filter((row) => wager === null || row.wager === wager);
  return (
    <>
      {busy && <p className="quiet">Working it out…</p>}
      {answer && rows.length === 0 && <p>{rulebook(book).title} does not offer it.</p>}
      <OneBook book={book} rows={rows} busy={busy} {...sorting} onShow={(show) => change({ show })} />
    </>
  );
}

export function OddsPage() {
  const asked = useAskedFor();
  const { book, view, wager, column, show, change } = asked;
  const figures = useAsk('figures', { book });
  const [sort, setSort] = useState<Sort>({ by: 'wager', way: 'ascending' });
  const all = useAllBooks(view === 'all');
  const told = (view === 'all' ? all.get(book) : figures.answer) ?? [];
  const open = told.find((row) => row.key === show);
  // While a book is worked out, what stands there is another's.
  const offered = figures.busy && view === 'one' ? [] : told.map(({ key }) => key);
  const onShow = (id: RulebookId, key: string) => change({ book: id, show: key });
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
      <NotThere asked={asked} offered={offered} />
      <Controls asked={asked} />
      {figures.fault && <Fault>{figures.fault}</Fault>}
      {view === 'one' ? (
        <Figures asked={asked} figures={figures} sort={sort} onSort={setSort} />
      ) : (
        <SideBySide books={all} column={column} wager={wager} onShow={onShow} />
      )}
      {open && <Derivation book={book} row={open} onClose={() => change({ show: '' })} />}
    </ReadingPage>
  );
}
