import {
  type Difference,
  type DifferenceKind,
  diffRulebooks,
  GROUND_LISTS,
  POLICIES,
  RULEBOOK_IDS,
  type RulebookId,
  rulebook,
  type Side,
  WAGER_IDS,
  type WagerId,
} from '@boxperson/rules';
import { useMemo } from 'react';
import { wagerAddress } from '../reading/address.js';
import { Cite } from '../reading/Cite.js';
import { GENERAL, SHORT } from '../reading/names.js';
import { ReadingPage } from '../reading/ReadingPage.js';
import { useQuery } from '../ui/address.js';
import { Link } from '../ui/Link.js';
import { nearest } from '../ui/nearest.js';
import { Wide } from '../ui/Wide.js';

/** One thing in which books differ: what each of them has. */
interface Row {
  readonly key: string;
  readonly path: string;
  readonly about: string;
  /** Null where a book has what the first has: under a name and a number of its own, which are not compared here. */
  readonly sides: ReadonlyMap<RulebookId, Side | null>;
}

const isBook = (text: string): text is RulebookId => (RULEBOOK_IDS as readonly string[]).includes(text);

/** Every pair with the first book. */
function rowsOf(books: readonly RulebookId[], kind: DifferenceKind): readonly Row[] {
  const [first, ...others] = books;
  if (first === undefined) return [];
  const found = others.map((other) => ({
    other,
    list: diffRulebooks(rulebook(first), rulebook(other)).filter((one) => one.kind === kind),
  }));
  const keys = new Map<string, Difference>();
  for (const { list } of found) for (const one of list) keys.set(`${one.path} ${one.about}`, one);
  return [...keys].map(([key, { path, about, a }]) => {
    const sides = new Map<RulebookId, Side | null>([[first, a]]);
    for (const { other, list } of found) {
      const own = list.find((one) => `${one.path} ${one.about}` === key);
      sides.set(other, own?.b ?? null);
    }
    return { key, path, about, sides };
  });
}

/** The part of a rulebook that a path is about. */
function areaOf(path: string): string {
  const policy = POLICIES.find((one) => one.path === path);
  if (policy) return policy.group;
  if (GROUND_LISTS.some((list) => path.startsWith(`${list.path}.`))) return 'grounds';
  if (path === 'notes') return 'our readings';
  if (path.startsWith('roles') || path.startsWith('powers')) return 'who may do what';
  return path.startsWith('wagers.') ? 'wagers' : 'the book';
}

const KINDS: Readonly<Record<DifferenceKind, string>> = {
  value: 'Rules',
  name: 'Names',
  clause: 'Numbering',
};

const wagerOf = (path: string) =>
  WAGER_IDS.find((id) => path.startsWith(`wagers.${id}.`) || path === `wagers.${id}`);

/** Of a wager that books call otherwise, or one that not all of them have, the rules know the id alone. */
const sayAbout = (about: string, wager: WagerId): string => (about === wager ? GENERAL[wager] : about);

function Table({ rows, books, area }: { rows: readonly Row[]; books: readonly RulebookId[]; area: string }) {
  const first = books[0] as RulebookId;
  return (
    <section className="block">
      <h2 className="area">{area}</h2>
      <Wide name={`What differs: ${area}`}>
        <table className="across compare">
          <thead>
            <tr>
              <th scope="col">What</th>
              {books.map((id) => (
                <th key={id} scope="col">
                  {SHORT[id]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, path, about, sides }) => {
              const wager = wagerOf(path);
              return (
                <tr key={key}>
                  <th scope="row">
                    {wager ? <Link href={wagerAddress(wager)}>{sayAbout(about, wager)}</Link> : about}
                  </th>
                  {books.map((id) => {
                    const side = sides.get(id);
                    if (!side)
                      return (
                        <td key={id} className="same">
                          as {SHORT[first]}
                        </td>
                      );
                    const differs = id !== first;
                    return (
                      <td key={id} className={differs ? 'differs' : ''}>
                        {differs && <span className="differs-mark">differs</span>}
                        {side.says} <Cite book={id} clause={side.clause} ruling={side.ruling} />
                      </td>
                    );
                  })}
                </tr>
              );
            })}
          </tbody>
        </table>
      </Wide>
    </section>
  );
}

function Chooser({
  books,
  change,
}: {
  books: readonly RulebookId[];
  change: (books: readonly RulebookId[]) => void;
}) {
  return (
    <fieldset className="choices">
      <legend>Books, the first is what the others are compared with</legend>
      {RULEBOOK_IDS.map((id) => (
        <label key={id}>
          <input
            type="checkbox"
            checked={books.includes(id)}
            onChange={() => change(books.includes(id) ? books.filter((one) => one !== id) : [...books, id])}
          />
          <span>{SHORT[id]}</span>
        </label>
      ))}
    </fieldset>
  );
}

function Nearest({ text }: { text: string }) {
  const near = nearest(text, RULEBOOK_IDS, 1)[0] as RulebookId;
  return <Link href={`/rules/compare?books=${near}`}>{SHORT[near]}</Link>;
}

export function ComparePage() {
  const [query, change] = useQuery();
  const asked = (query.get('books') ?? 'crown,star').split(',').filter((text) => text !== '');
  const unknown = asked.filter((text) => !isBook(text));
  const books = [...new Set(asked.filter(isBook))];
  const named = query.get('what');
  const kind: DifferenceKind = named === 'name' || named === 'clause' ? named : 'value';
  const key = books.join();
  const rows = useMemo(() => rowsOf(key.split(',').filter(isBook), kind), [key, kind]);
  const areas = [...new Set(rows.map(({ path }) => areaOf(path)))];
  return (
    <ReadingPage
      title="Rulebooks side by side"
      here="/rules/compare"
      lead={
        <p>Choose two or more. Only what differs is listed; what is not here is the same in all of them.</p>
      }
    >
      {unknown.map((text) => (
        <p key={text} role="alert" className="fault">
          There is no rulebook “{text.slice(0, 40)}”; the nearest is <Nearest text={text} />.
        </p>
      ))}
      <Chooser books={books} change={(next) => change({ books: next.join() })} />
      <fieldset className="choices">
        <legend>What to compare</legend>
        {Object.entries(KINDS).map(([id, name]) => (
          <label key={id}>
            <input type="radio" name="what" checked={kind === id} onChange={() => change({ what: id })} />
            <span>{name}</span>
          </label>
        ))}
      </fieldset>
      {books.length < 2 ? (
        <p>Choose one more book.</p>
      ) : (
        <p className="count-line" aria-live="polite">
          <b>{rows.length}</b> differences in {KINDS[kind].toLowerCase()} between{' '}
          {books.map((id) => SHORT[id]).join(', ')}.
        </p>
      )}
      {books.length > 1 &&
        areas.map((area) => (
          <Table
            key={area}
            area={area}
            books={books}
            rows={rows.filter(({ path }) => areaOf(path) === area)}
          />
        ))}
    </ReadingPage>
  );
}
