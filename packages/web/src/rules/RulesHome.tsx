import { RULEBOOK_IDS, rulebook, WAGER_IDS } from '@boxperson/rules';
import { registerOf } from '@boxperson/rules/clauses';
import { wagerAddress } from '../reading/address.js';
import { GENERAL, SHORT } from '../reading/names.js';
import { ReadingPage } from '../reading/ReadingPage.js';
import { Link } from '../ui/Link.js';

export function RulesHome() {
  return (
    <ReadingPage
      title="The rules"
      here="/rules"
      lead={<p>Six rulebooks, clause by clause in our own words, each wager with a felt to try it on.</p>}
    >
      <ul className="book-cards">
        {RULEBOOK_IDS.map((id) => {
          const book = rulebook(id);
          const count = WAGER_IDS.filter((wager) => book.wagers[wager] !== null).length;
          return (
            <li key={id} className="book-card">
              <Link href={`/rules/${id}`}>
                <h2>{book.title}</h2>
                <p>{book.edition}</p>
                <p className="book-card-figures">
                  <b>{count}</b> wagers · <b>{registerOf(id).length}</b> clauses · <b>{book.notes.length}</b>{' '}
                  readings of ours
                </p>
                <span className="book-card-go">Read {SHORT[id]}</span>
              </Link>
            </li>
          );
        })}
      </ul>
      <section className="block">
        <h2>Wager by wager</h2>
        <nav className="wager-nav" aria-label="Wagers">
          {WAGER_IDS.map((id) => (
            <Link key={id} href={wagerAddress(id)}>
              {GENERAL[id]}
            </Link>
          ))}
        </nav>
      </section>
      <p>
        <Link className="button-link" href="/rules/compare">
          Compare rulebooks side by side
        </Link>
      </p>
    </ReadingPage>
  );
}
