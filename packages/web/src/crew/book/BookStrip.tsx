import { useEffect, useState } from 'react';
import { ClauseButton } from '../../felt/Clause.js';
import { Dialog } from '../../ui/Dialog.js';
import { useCrew } from '../crew.js';
import { clausesFor, type Moment, momentsAt } from './by-the-book.js';

/** As much as can be taken in at a glance. */
const MOST = 3;

type Reader = (book: string, clause: string) => string | null;

/** The registers are large: they come once a console is open. */
function useRegister(): Reader | null {
  const [read, setRead] = useState<Reader | null>(null);
  useEffect(() => {
    let gone = false;
    import('@boxperson/rules/clauses').then(
      ({ clauseOf }) => {
        const reader: Reader = (book, clause) => clauseOf(book as never, clause)?.summary ?? null;
        if (!gone) setRead(() => reader);
      },
      () => {},
    );
    return () => {
      gone = true;
    };
  }, []);
  return read;
}

/**
 * The same where the felt needs the height: a line in the bar, which opens. A dealer sees the first of it, and the rest
 * with one touch.
 */
export function BookLine() {
  const { table, console } = useCrew();
  const read = useRegister();
  const [opened, setOpened] = useState(false);
  const { rulebook } = table.game;
  const clauses = clausesFor(rulebook.id, console, momentsAt(table));
  const [first] = clauses;
  if (first === undefined) return null;
  return (
    <>
      <button type="button" className="book-line" onClick={() => setOpened(true)}>
        <span>
          § {first} {read?.(rulebook.id, first) ?? '…'}
        </span>
        {clauses.length > 1 && <b>+{clauses.length - 1}</b>}
      </button>
      {opened && (
        <Dialog title="By the book" onClose={() => setOpened(false)}>
          <ul className="book-list">
            {clauses.map((clause) => (
              <li key={clause} data-clause={clause}>
                <ClauseButton book={rulebook} cited={{ clause }} />
                <span>{read?.(rulebook.id, clause) ?? '…'}</span>
              </li>
            ))}
          </ul>
        </Dialog>
      )}
    </>
  );
}

/** What the book leaves to people at this console, now: where to look, what to do, what to say. */
export function BookStrip({ when }: { when?: Moment }) {
  const { table, console } = useCrew();
  const read = useRegister();
  const { rulebook } = table.game;
  const [more, setMore] = useState(false);
  const clauses = clausesFor(rulebook.id, console, when ? [when] : momentsAt(table));
  if (clauses.length === 0) return null;
  const left = clauses.length - MOST;
  return (
    <aside className="book-strip" aria-label={when ? 'By the book, on a breach' : 'By the book'}>
      <h2>By the book</h2>
      <ul>
        {clauses.slice(0, more ? undefined : MOST).map((clause) => (
          <li key={clause} data-clause={clause}>
            <ClauseButton book={rulebook} cited={{ clause }} />
            <span>{read?.(rulebook.id, clause) ?? '…'}</span>
          </li>
        ))}
      </ul>
      {left > 0 && (
        <button type="button" aria-expanded={more} onClick={() => setMore(!more)}>
          {more ? 'Fewer' : `${left} more`}
        </button>
      )}
    </aside>
  );
}
