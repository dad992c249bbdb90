import { type AnyOffice, streamOf } from '@boxperson/offices';
import { wordsOf } from '../ui/form/shape.js';
import { Link } from '../ui/Link.js';
import { BOOKS } from './books/index.js';
import { Frame } from './Frame.js';
import { Latest } from './Latest.js';
import { useShelf, useStaff } from './staff.js';
import { Thing } from './Thing.js';
import { addressOf, verbsAt, type Workplace } from './workplace.js';

export interface OfficeProps {
  readonly place: Workplace;
  readonly office: AnyOffice;
  /** Of an office with a stream for each matter. */
  readonly matter?: string;
}

/** An office: what may be done there, how its books stand, and what happened last. */
export function OfficePage(props: OfficeProps) {
  const { place, office, matter } = props;
  const isChosen = office.streams === 'one' || matter !== undefined;
  return (
    <Frame
      title={matter === undefined ? office.title : `${office.title}: ${matter}`}
      place={place}
      here={addressOf(place, office)}
    >
      {isChosen ? <Desk {...props} /> : <Matters {...props} />}
    </Frame>
  );
}

function Desk(props: OfficeProps) {
  const { place, office, matter } = props;
  const hasActs = verbsAt(place, office).length > 0;
  return (
    <div className={hasActs ? 'staff-desk' : 'staff-desk staff-desk-alone'}>
      {hasActs && <Acts {...props} />}
      <Books key={`${office.name}/${matter ?? ''}`} {...props} />
    </div>
  );
}

/** What may be done here, each with a form of its own. */
function Acts({ place, office, matter }: OfficeProps) {
  const under = matter === undefined ? [] : [matter];
  return (
    <section className="staff-acts" aria-labelledby="acts">
      <h2 id="acts">What you may do</h2>
      <ul>
        {verbsAt(place, office).map(([name, verb]) => (
          <li key={name}>
            <Link className="staff-act" href={addressOf(place, office, ...under, name)}>
              <b>{wordsOf(name)}</b>
              <span>{verb.help}</span>
              {(verb.clause !== null || verb.second) && (
                <span className="quiet">
                  {[verb.clause && `§ ${verb.clause}`, verb.second && 'may take two people']
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
        {View ? <View books={shelf.books} place={place} office={office} /> : <Thing value={shelf.books} />}
      </section>
      <Latest entries={shelf.entries} />
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
