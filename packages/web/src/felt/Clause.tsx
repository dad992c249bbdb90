import type { Rulebook } from '@boxperson/rules';
import { useEffect, useState } from 'react';
import { Dialog } from '../ui/Dialog.js';

interface Cited {
  readonly clause: string | null;
  readonly ruling?: string | undefined;
}

interface Read {
  readonly title: string;
  readonly text: string;
}

/** The registers are large and seldom asked for: they come when they are. */
async function read(book: Rulebook, { clause, ruling }: Cited): Promise<readonly Read[]> {
  const { clauseOf, RULINGS } = await import('@boxperson/rules/clauses');
  const entry = clause === null ? undefined : clauseOf(book.id, clause);
  const ours = RULINGS.find(({ id }) => id === ruling);
  return [
    ...(entry ? [{ title: `Clause ${entry.id}`, text: entry.summary }] : []),
    ...(ours ? [{ title: `Our reading ${ours.id}: ${ours.title}`, text: ours.text }] : []),
  ];
}

/** `§ 6.6.1`: a tap opens what the clause says, in our words. */
export function ClauseButton({ book, cited, short }: { book: Rulebook; cited: Cited; short?: 'short' }) {
  const [open, setOpen] = useState(false);
  const { clause, ruling } = cited;
  if (clause === null && ruling === undefined) return null;
  const name = clause === null ? `Our reading ${ruling}` : `§ ${clause}`;
  return (
    <>
      <button type="button" className="clause" aria-label={name} title={name} onClick={() => setOpen(true)}>
        {short ? '§' : name}
      </button>
      {open && <ClauseDialog book={book} cited={cited} onClose={() => setOpen(false)} />}
    </>
  );
}

function ClauseDialog({ book, cited, onClose }: { book: Rulebook; cited: Cited; onClose: () => void }) {
  const [found, setFound] = useState<readonly Read[] | null>(null);
  const { clause, ruling } = cited;
  useEffect(() => {
    let gone = false;
    read(book, { clause, ruling }).then(
      (entries) => !gone && setFound(entries),
      () => !gone && setFound([]),
    );
    return () => {
      gone = true;
    };
  }, [book, clause, ruling]);
  return (
    <Dialog title="What the rulebook says" onClose={onClose}>
      <p className="quiet">{book.title}. Told in our words.</p>
      {found === null && <p>Looking it up…</p>}
      {found?.map(({ title, text }) => (
        <section key={title} className="clause-text">
          <h3>{title}</h3>
          <p>{text}</p>
        </section>
      ))}
      {found !== null && found.length > 0 && (
        <p>
          <a
            className="button"
            href={`/rules/${book.id}#${encodeURIComponent(clause ?? ruling ?? '')}`}
            target="_blank"
            rel="noreferrer"
          >
            Read it in the rulebook
          </a>
        </p>
      )}
      {found?.length === 0 && <p>{`§ ${clause ?? ruling} could not be looked up just now.`}</p>}
    </Dialog>
  );
}
