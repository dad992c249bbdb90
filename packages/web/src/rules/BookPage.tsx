import {
  GROUND_LISTS,
  POLICIES,
  POLICY_GROUPS,
  POWER_WORDS,
  POWERS,
  RULEBOOK_IDS,
  type Rulebook,
  sayHolder,
  WAGER_IDS,
  type WagerId,
} from '@boxperson/rules';
import { CLAUSE_KINDS, type ClauseEntry, type ClauseKind, registerOf } from '@boxperson/rules/clauses';
import { Fragment, type ReactNode, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { clauseAddress, wagerAddress } from '../reading/address.js';
import { Cite, ClauseNumber, Marked, Sayings } from '../reading/Cite.js';
import { type Fact, KIND_WORDS, policySaying, rulingsOf, wagerFacts } from '../reading/facts.js';
import { GENERAL, SHORT } from '../reading/names.js';
import { ReadingPage } from '../reading/ReadingPage.js';
import { goTo, useHash } from '../ui/address.js';
import { Choices } from '../ui/Choices.js';
import { Link } from '../ui/Link.js';
import { nearest } from '../ui/nearest.js';

const SECTIONS = [
  ['wagers', 'Wagers'],
  ['conduct', 'How the game is run'],
  ['clauses', 'Clause by clause'],
  ['readings', 'Our readings'],
] as const;

const has = (search: string, ...texts: readonly (string | null | undefined)[]): boolean => {
  const word = search.trim().toLowerCase();
  return word === '' || texts.some((text) => text?.toLowerCase().includes(word));
};

const textOf = (facts: readonly Fact[]): string =>
  facts
    .flatMap(({ label, said }) => [label, ...said.flatMap(({ says, clauses }) => [says, ...clauses])])
    .join(' ');

/** 3.6.5(a)(i) stands deeper than 3.6.5: how deep a clause is nested. */
const depthOf = (id: string): number => Math.min(4, (id.match(/\.|\(|\//g) ?? []).length);
const isHeading = (id: string): boolean => /^\d+$/.test(id) || /^Diagram/.test(id);

function WagerCard({ book, id, search }: { book: Rulebook; id: WagerId; search: string }) {
  const facts = wagerFacts(book, id);
  const rule = book.wagers[id];
  if (!rule || !has(search, rule.name, id, textOf(facts))) return null;
  return (
    <article className="wager-card" aria-label={rule.name}>
      <h3>
        <Link href={wagerAddress(id, book.id)}>
          <Marked text={rule.name} search={search} />
        </Link>
        <Cite book={book.id} clause={rule.clause} />
      </h3>
      <dl>
        {facts.map(({ label, said }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <Sayings book={book.id} said={said} />
            </dd>
          </div>
        ))}
      </dl>
      <p className="wager-card-more">
        <Link href={wagerAddress(id, book.id)}>Try it, and when it may be changed</Link>
      </p>
    </article>
  );
}

function Wagers({ book, search }: { book: Rulebook; search: string }) {
  const missing = WAGER_IDS.filter((id) => book.wagers[id] === null);
  return (
    <>
      <p>
        These and no others may be made. <Cite book={book.id} clause={book.permissible} />
      </p>
      <div className="wager-cards">
        {WAGER_IDS.map((id) => (
          <WagerCard key={id} book={book} id={id} search={search} />
        ))}
      </div>
      {missing.length > 0 && (
        <>
          <h3>Not offered here</h3>
          <nav className="wager-nav" aria-label="Wagers of other books">
            {missing.map((id) => (
              <Link key={id} href={wagerAddress(id)}>
                {GENERAL[id]}
              </Link>
            ))}
          </nav>
        </>
      )}
    </>
  );
}

function Conduct({ book, search }: { book: Rulebook; search: string }) {
  const groups = POLICY_GROUPS.map((group) => ({
    group,
    told: POLICIES.filter((policy) => policy.group === group && policy.read(book) !== null)
      .map(({ path, label }) => ({ path, label, saying: policySaying(book, path) }))
      .filter(({ label, saying }) => has(search, group, label, saying?.says, saying?.clauses.join(' '))),
  })).filter(({ told }) => told.length > 0);
  const grounds = GROUND_LISTS.map(({ path, label, read }) => ({
    path,
    label,
    list: read(book).filter(({ text, clause }) => has(search, label, text, clause)),
  })).filter(({ list }) => list.length > 0);
  const powers = POWERS.flatMap((power) => {
    const held = book.powers[power];
    return held && has(search, POWER_WORDS[power], sayHolder(book, held.role), held.clause)
      ? [{ power, held }]
      : [];
  });
  return (
    <div className="conduct">
      {groups.map(({ group, told }) => (
        <section key={group}>
          <h3>{group}</h3>
          <dl>
            {told.map(({ path, label, saying }) => (
              <div key={path}>
                <dt>{label}</dt>
                <dd>{saying && <Sayings book={book.id} said={[saying]} />}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      {grounds.map(({ path, label, list }) => (
        <section key={path}>
          <h3>grounds: {label}</h3>
          <ul>
            {list.map(({ id, text, clause }) => (
              <li key={id}>
                {text} <Cite book={book.id} clause={clause} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      {powers.length > 0 && (
        <section>
          <h3>who may do what</h3>
          <dl>
            {powers.map(({ power, held }) => (
              <div key={power}>
                <dt>{POWER_WORDS[power]}</dt>
                <dd>
                  {sayHolder(book, held.role)}{' '}
                  <Cite book={book.id} clause={held.clause} ruling={held.ruling} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      )}
    </div>
  );
}

function ClauseRow({
  book,
  entry,
  search,
  isTarget,
}: {
  book: Rulebook;
  entry: ClauseEntry;
  search: string;
  isTarget: boolean;
}) {
  const { id, summary, kind } = entry;
  const [short, long] = KIND_WORDS[kind];
  const heading = isHeading(id);
  return (
    <li
      className={`clause-row depth-${depthOf(id)} ${heading ? 'clause-heading' : ''} ${isTarget ? 'target' : ''}`}
      data-place={id}
      tabIndex={-1}
    >
      <a
        className="clause-number"
        href={clauseAddress(book.id, id)}
        aria-label={`Link to clause ${id}`}
        onClick={(event) => {
          if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          history.replaceState(null, '', clauseAddress(book.id, id));
          dispatchEvent(new HashChangeEvent('hashchange'));
        }}
      >
        <ClauseNumber text={id} search={search} />
      </a>
      <span className="clause-says">
        <Marked text={heading ? summary.replace(/^Section: /, '') : summary} search={search} />
      </span>
      <span className={`kept kept-${kind}`} title={long}>
        {short}
      </span>
    </li>
  );
}

interface ClausesProps {
  readonly book: Rulebook;
  readonly search: string;
  readonly kind: ClauseKind | 'all';
  readonly target: string;
}

function Clauses({ book, search, kind, target }: ClausesProps) {
  const shown = registerOf(book.id).filter(
    (entry) =>
      (kind === 'all' || entry.kind === kind || entry.id === target) && has(search, entry.id, entry.summary),
  );
  return shown.length === 0 ? (
    <p>No clause matches. Try fewer letters, or all kinds.</p>
  ) : (
    <ol className="clause-list">
      {shown.map((entry) => (
        <ClauseRow key={entry.id} book={book} entry={entry} search={search} isTarget={entry.id === target} />
      ))}
    </ol>
  );
}

function Readings({ book, search, target }: { book: Rulebook; search: string; target: string }) {
  const notes = book.notes.filter(({ reading, reason, clause }) => has(search, reading, reason, clause));
  const rulings = rulingsOf(book).filter(({ id, title, text, reason }) =>
    has(search, id, title, text, reason),
  );
  return (
    <div className="readings">
      <p>Where this book is silent, slips or can be read in two ways, this is how we read it, and why.</p>
      <ul className="note-list">
        {notes.map((note) => (
          <li key={note.reading}>
            <p>
              {note.reading} <Cite book={book.id} clause={note.clause} ruling={note.ruling} />
            </p>
            <p className="because">{note.reason}</p>
          </li>
        ))}
      </ul>
      <h3>Rulings that it relies on</h3>
      <ul className="ruling-list">
        {rulings.map(({ id, title, text, reason }) => (
          <li key={id} data-place={id} tabIndex={-1} className={id === target ? 'target' : ''}>
            <h4>
              <span className="ruling-id">{id}</span> <Marked text={title} search={search} />
            </h4>
            <p>
              <Marked text={text} search={search} />
            </p>
            <p className="because">{reason}</p>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** What it would stand under, then what looks alike. */
function nearestClauses(hash: string, names: readonly string[]): readonly string[] {
  const above = names.filter((id) => hash.startsWith(id)).sort((a, b) => b.length - a.length);
  return [...new Set([...above.slice(0, 1), ...nearest(hash, names, 3)])].slice(0, 3);
}

/** A link to a clause that this book does not have. */
function Broken({ book, hash }: { book: Rulebook; hash: string }) {
  const names = [...registerOf(book.id).map(({ id }) => id), ...rulingsOf(book).map(({ id }) => id)];
  const elsewhere = RULEBOOK_IDS.filter(
    (id) => id !== book.id && registerOf(id).some((entry) => entry.id === hash),
  );
  return (
    <div className="broken" role="alert">
      <p>
        <b>
          {book.title} has no clause {hash.slice(0, 60)}.
        </b>{' '}
        The nearest:
      </p>
      <p className="broken-near">
        {nearestClauses(hash, names).map((id) => (
          <a
            key={id}
            className="button-link"
            href={clauseAddress(book.id, id)}
            onClick={(event) => {
              event.preventDefault();
              goTo(clauseAddress(book.id, id));
            }}
          >
            <ClauseNumber text={id} />
          </a>
        ))}
        {elsewhere.slice(0, 3).map((id) => (
          <Link key={id} className="button-link" href={clauseAddress(id, hash)}>
            {hash} of {SHORT[id]}
          </Link>
        ))}
      </p>
    </div>
  );
}

const isSection = (hash: string): boolean => SECTIONS.some(([id]) => id === hash) || hash === 'main';

/** Is there such a place in the book? */
const isIn = (book: Rulebook, hash: string): boolean =>
  hash === '' ||
  isSection(hash) ||
  registerOf(book.id).some(({ id }) => id === hash) ||
  rulingsOf(book).some(({ id }) => id === hash);

/** Goes to the place that the address names, after `begin`; to the top when there is none such. */
function useTarget(book: Rulebook, hash: string, begin: () => void) {
  const page = useRef<HTMLDivElement>(null);
  const isKnown = useMemo(() => isIn(book, hash), [book, hash]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it begins when another place is named
  useEffect(() => {
    if (hash === '') return;
    if (!isKnown) {
      // What is said of a broken link stands at the top.
      scrollTo(0, 0);
      return;
    }
    begin();
    const find = () =>
      isSection(hash)
        ? document.getElementById(hash)
        : page.current?.querySelector<HTMLElement>(`[data-place="${CSS.escape(hash)}"]`);
    const frame = requestAnimationFrame(() => {
      const place = find();
      place?.scrollIntoView({ block: isSection(hash) ? 'start' : 'center' });
      place?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [hash, isKnown]);
  return { page, isKnown };
}

const seeSection = (id: string): void => {
  document.getElementById(id)?.scrollIntoView({ block: 'start' });
  document.getElementById(id)?.focus({ preventScroll: true });
};

interface SideProps {
  readonly book: Rulebook;
  readonly typed: string;
  readonly onType: (text: string) => void;
}

const Side = ({ book, typed, onType }: SideProps) => (
  <div className="book-side">
    <label className="search">
      Search this book
      <input
        type="search"
        value={typed}
        placeholder="hardway, 7 out, 3.6.5 …"
        onChange={(event) => onType(event.target.value)}
      />
    </label>
    <nav aria-label="On this page">
      {SECTIONS.map(([id, name]) => (
        <a
          key={id}
          href={`#${id}`}
          onClick={(event) => {
            event.preventDefault();
            seeSection(id);
          }}
        >
          {name}
        </a>
      ))}
    </nav>
    <p className="quiet book-compare">
      <Link href={`/rules/compare?books=${book.id},${book.id === 'star' ? 'crown' : 'star'}`}>
        Compare with another book
      </Link>
    </p>
  </div>
);

type Kept = ClauseKind | 'all';

/** Who keeps a clause, with how many there are of each kind. */
function KindChoices({ book, kind, change }: { book: Rulebook; kind: Kept; change: (kind: Kept) => void }) {
  const register = registerOf(book.id);
  const counted = (['all', ...CLAUSE_KINDS] as const)
    .map((each) => [each, register.filter((entry) => each === 'all' || entry.kind === each).length] as const)
    .filter(([, count]) => count > 0);
  const options = counted.map(
    ([each, count]) =>
      [
        each,
        <Fragment key={each}>
          {each === 'all' ? 'anybody' : KIND_WORDS[each][0]} <small>{count}</small>
        </Fragment>,
      ] as const,
  );
  return <Choices legend="Kept by" name="kind" value={kind} options={options} change={change} />;
}

const Section = ({ id, children }: { id: (typeof SECTIONS)[number][0]; children: ReactNode }) => (
  <section className="block" id={id} tabIndex={-1}>
    <h2>{SECTIONS.find(([one]) => one === id)?.[1]}</h2>
    {children}
  </section>
);

export function BookPage({ book }: { book: Rulebook }) {
  const hash = useHash();
  const [typed, setTyped] = useState('');
  const [kind, setKind] = useState<Kept>('all');
  const search = useDeferredValue(typed);
  const { page, isKnown } = useTarget(book, hash, () => {
    // Whoever follows a link wants to see its clause, whatever was searched for before.
    setTyped('');
    setKind('all');
  });
  return (
    <ReadingPage
      title={book.title}
      here={`/rules/${book.id}`}
      lead={
        <p>
          Edition: {book.edition}. {registerOf(book.id).length} clauses, told in our own words.
        </p>
      }
    >
      <nav className="book-nav" aria-label="Rulebooks">
        {RULEBOOK_IDS.map((id) => (
          <Link key={id} href={`/rules/${id}`} aria-current={id === book.id ? 'page' : undefined}>
            {SHORT[id]}
          </Link>
        ))}
      </nav>
      {!isKnown && <Broken book={book} hash={hash} />}
      <div className="book" ref={page}>
        <Side book={book} typed={typed} onType={setTyped} />
        <div className="book-main">
          <Section id="wagers">
            <Wagers book={book} search={search} />
          </Section>
          <Section id="conduct">
            <Conduct book={book} search={search} />
          </Section>
          <Section id="clauses">
            <KindChoices book={book} kind={kind} change={setKind} />
            {kind !== 'all' && <p className="quiet">{KIND_WORDS[kind][1]}</p>}
            <Clauses book={book} search={search} kind={kind} target={hash} />
          </Section>
          <Section id="readings">
            <Readings book={book} search={search} target={hash} />
          </Section>
        </div>
      </div>
    </ReadingPage>
  );
}
