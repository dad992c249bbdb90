import {
  RULEBOOK_IDS,
  type Rulebook,
  type RulebookId,
  rulebook,
  WAGER_IDS,
  type WagerId,
} from '@boxperson/rules';
import { useMemo } from 'react';
import { wagerAddress } from '../reading/address.js';
import { Cite, Sayings } from '../reading/Cite.js';
import { type Fact, wagerFacts } from '../reading/facts.js';
import { GENERAL, SHORT } from '../reading/names.js';
import { ReadingPage } from '../reading/ReadingPage.js';
import { useQuery } from '../ui/address.js';
import { Link } from '../ui/Link.js';
import { Wide } from '../ui/Wide.js';
import { LittleFelt } from './LittleFelt.js';
import { type MayDo, type MayMoment, whenItMay } from './may.js';

function May({ book, act }: { book: RulebookId; act: MayDo }) {
  return (
    <li className={act.may ? 'may' : 'may-not'}>
      <span className="may-mark" aria-hidden="true">
        {act.may ? '✓' : '✕'}
      </span>
      <span>
        {act.may ? 'may be' : 'may not be'} {act.does}
        {act.why !== '' && <span className="quiet"> {act.why}</span>}{' '}
        <Cite book={book} clause={act.clause} ruling={act.ruling} />
      </span>
    </li>
  );
}

export function Mays({ book, moments }: { book: RulebookId; moments: readonly MayMoment[] }) {
  return (
    <div className="mays">
      {moments.map(({ when, acts }) => (
        <div key={when} className="may-moment">
          <h4>{when}</h4>
          <ul>
            {acts.map((act) => (
              <May key={act.does} book={book} act={act} />
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}

interface Column {
  readonly book: Rulebook;
  readonly facts: readonly Fact[];
}

/** The words of a fact alone, to tell whether two books say the same. */
const plain = (facts: readonly Fact[], label: string): string =>
  facts
    .find((one) => one.label === label)
    ?.said.map(({ says }) => says)
    .join('; ') ?? '';

function AcrossBooks({ wager, columns }: { wager: WagerId; columns: readonly Column[] }) {
  const labels = [...new Set(columns.flatMap(({ facts }) => facts.map(({ label }) => label)))];
  const [first] = columns;
  if (!first) return null;
  return (
    <Wide name={`${GENERAL[wager]} in all rulebooks`}>
      <table className="across">
        <thead>
          <tr>
            <th scope="col">
              <span className="unseen">What</span>
            </th>
            {columns.map(({ book }) => (
              <th key={book.id} scope="col">
                <Link href={`/rules/${book.id}`}>{SHORT[book.id]}</Link>
                <span className="across-name">
                  {book.wagers[wager]?.name} <Cite book={book.id} clause={book.wagers[wager]?.clause} />
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {labels.map((label) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              {columns.map(({ book, facts }) => {
                const found = facts.find((one) => one.label === label);
                const differs = plain(facts, label) !== plain(first.facts, label);
                return (
                  <td key={book.id} className={differs ? 'differs' : ''}>
                    {differs && <span className="differs-mark">differs</span>}
                    {found ? (
                      <Sayings book={book.id} said={found.said} />
                    ) : (
                      <span className="quiet">nothing said</span>
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </Wide>
  );
}

/** On a phone the wagers are a row that scrolls: the one shown must be seen. */
function seeCurrent(nav: HTMLElement | null): void {
  const mark = nav?.querySelector<HTMLElement>('[aria-current]');
  if (nav && mark) nav.scrollLeft = mark.offsetLeft - nav.offsetLeft - 24;
}

/** One wager in all books, and a felt to try it on. */
export function WagerPage({ wager }: { wager: WagerId }) {
  const [query, change] = useQuery();
  const columns = useMemo(
    () =>
      RULEBOOK_IDS.map(rulebook)
        .filter((book) => book.wagers[wager] !== null)
        .map((book) => ({ book, facts: wagerFacts(book, wager) })),
    [wager],
  );
  const missing = RULEBOOK_IDS.filter((id) => rulebook(id).wagers[wager] === null);
  const asked = query.get('book');
  const chosen = columns.find(({ book }) => book.id === asked)?.book ?? columns[0]?.book;
  const moments = useMemo(() => (chosen ? whenItMay(chosen, wager) : []), [chosen, wager]);
  const names = [...new Set(columns.map(({ book }) => book.wagers[wager]?.name))].join(', ');
  return (
    <ReadingPage
      title={GENERAL[wager]}
      here={`/rules/wager/${wager}`}
      lead={
        <p>
          Called {names}.
          {missing.length > 0 && ` Not offered at ${missing.map((id) => SHORT[id]).join(', ')}.`}
        </p>
      }
    >
      <nav className="wager-nav" aria-label="Wagers" ref={seeCurrent}>
        {WAGER_IDS.map((id) => (
          <Link key={id} href={wagerAddress(id, chosen?.id)} aria-current={id === wager ? 'page' : undefined}>
            {GENERAL[id]}
          </Link>
        ))}
      </nav>
      <section className="block">
        <h2>In all rulebooks</h2>
        <p className="quiet">
          What differs from the first column is marked. Every sentence links to its clause.
        </p>
        <AcrossBooks wager={wager} columns={columns} />
        <p>
          <Link className="button-link" href={`/lab/odds?wager=${wager}`}>
            Its exact odds in the laboratory
          </Link>
        </p>
      </section>
      {chosen && (
        <section className="block">
          <h2>Try it</h2>
          <fieldset className="choices">
            <legend>Rulebook</legend>
            {columns.map(({ book }) => (
              <label key={book.id}>
                <input
                  type="radio"
                  name="book"
                  checked={book.id === chosen.id}
                  onChange={() => change({ book: book.id })}
                />
                <span>{SHORT[book.id]}</span>
              </label>
            ))}
          </fieldset>
          <LittleFelt book={chosen} wager={wager} />
          <h3>When it may be placed and changed at {SHORT[chosen.id]}</h3>
          <p className="quiet">Asked of the engine, which gives the clause for every no.</p>
          <Mays book={chosen.id} moments={moments} />
        </section>
      )}
    </ReadingPage>
  );
}
