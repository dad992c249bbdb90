import { type AnyOffice, streamOf } from '@boxperson/offices';
import { sayClause } from '../reading/names.js';
import { wordsOf } from '../ui/form/shape.js';
import { Link } from '../ui/Link.js';
import { BegunMatters } from './BegunMatters.js';
import { BOOKS, LISTS } from './books/index.js';
import { Frame } from './Frame.js';
import { Latest } from './Latest.js';
import { useShelf, useStaff, useTableNames } from './staff.js';
import { Thing } from './Thing.js';
import { addressOf, verbsAt, type Workplace } from './workplace.js';

export interface OfficeProps {
  readonly place: Workplace;
  readonly office: AnyOffice;
  /** Of an office with a stream for each matter. */
  readonly matter?: string | undefined;
}

/** An office: what may be done there, how its books stand, and what happened last. */
export function OfficePage(props: OfficeProps) {
  const { place, office, matter } = props;
  const List = LISTS[office.name] ?? (office.begins ? BegunMatters : Matters);
  const isChosen = office.streams === 'one' || matter !== undefined;
  const of = useMatterName(office, matter);
  return (
    <Frame
      title={of === undefined ? office.title : `${office.title}: ${of}`}
      place={place}
      here={addressOf(place, office)}
    >
      {isChosen ? <Desk {...props} /> : <List {...props} />}
    </Frame>
  );
}

/** What a matter is called: a table by its name, what somebody began as its own books call it. */
function useMatterName(office: AnyOffice, matter: string | undefined): string | undefined {
  const nameOf = useTableNames();
  const shelf = useShelf(office.begins && matter !== undefined ? streamOf(office, matter) : null);
  const books = (shelf.kind === 'open' ? shelf.books : null) as Named | null;
  return books?.name || books?.title || (matter && nameOf(matter));
}
interface Named {
  readonly name?: string;
  readonly title?: string;
}

/** Offices where one works in the books themselves: everything else that may be done stands below. */
const DESKS: readonly string[] = ['drawers', 'people'];

function Desk(props: OfficeProps) {
  const { place, office, matter } = props;
  const hasActs = verbsAt(place, office).length > 0;
  // A matter that takes its course, like a desk: its books say what comes next.
  const isDesk = office.begins !== undefined || DESKS.includes(office.name);
  return (
    <div className={hasActs ? 'staff-desk' : 'staff-desk staff-desk-alone'}>
      {hasActs && !isDesk && <Acts {...props} />}
      <Books key={`${office.name}/${matter ?? ''}`} {...props} />
      {hasActs && isDesk && <Acts {...props} />}
    </div>
  );
}

/** What may be done here, each with a form of its own. */
function Acts({ place, office, matter }: OfficeProps) {
  const under = matter === undefined ? [] : [matter];
  const shelf = useShelf(streamOf(office, matter));
  const isBegun = shelf.kind === 'open' && shelf.n > 0;
  // What begins a matter is not offered where one has begun.
  const acts = verbsAt(place, office).filter(([name]) => !(isBegun && office.begins?.includes(name)));
  return (
    <section className="staff-acts" aria-labelledby="acts">
      <h2 id="acts">What you may do</h2>
      <ul>
        {acts.map(([name, verb]) => (
          <li key={name}>
            <Link className="staff-act" href={addressOf(place, office, ...under, name)}>
              <b>{wordsOf(name)}</b>
              <span>{verb.help}</span>
              {(verb.clause !== null || verb.second) && (
                <span className="quiet">
                  {[verb.clause && sayClause(verb.clause), verb.second && 'may take two people']
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

const NOTHING = 'These books are not open to you here. What you may do stands beside.';

function Books({ place, office, matter }: OfficeProps) {
  const shelf = useShelf(streamOf(office, matter));
  const View = BOOKS[office.name];
  if (shelf.kind === 'waiting') return <p className="quiet">Opening the books…</p>;
  if (shelf.kind === 'none' || shelf.books === null) return <p className="quiet">{NOTHING}</p>;
  return (
    <div className="staff-books-open">
      <section aria-labelledby="books">
        <h2 id="books">The books</h2>
        {View ? (
          <View books={shelf.books} place={place} office={office} matter={matter} />
        ) : (
          <Thing value={shelf.books} />
        )}
      </section>
      <Latest entries={shelf.entries} place={place} office={office} matter={matter} />
    </div>
  );
}

/** Books for each table: which one? */
function Matters({ place, office }: OfficeProps) {
  const { tables } = useStaff();
  return (
    <section className="staff-part" aria-labelledby="matters">
      <h2 id="matters">Of which table?</h2>
      <ul className="staff-links">
        {tables.map(({ id, name }) => (
          <li key={id}>
            <Link className="button-link" href={addressOf(place, office, id)}>
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
