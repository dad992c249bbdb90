import { streamOf } from '@boxperson/offices';
import { wordsOf } from '../ui/form/shape.js';
import { When } from '../ui/staff/When.js';
import type { Entry } from './library.js';
import type { OfficeProps } from './OfficePage.js';
import { mayPrint, Paper } from './Paper.js';
import { Plain } from './Thing.js';

const HEAD: readonly string[] = ['v', 'event', 'at', 'n'];

/** What can be said in a word: somebody is said by their name. */
const wordOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'id' in value ? value.id : value;
const isWord = (value: unknown): boolean => typeof wordOf(value) !== 'object' || value === null;

/** The last entries of the books, newest first: what each says in a line or two. */
export function Latest(props: OfficeProps & { entries: readonly Entry[] }) {
  const { entries, office } = props;
  return (
    <section aria-labelledby="latest">
      <h2 id="latest">Latest entries</h2>
      {entries.length === 0 && <p className="quiet">Nothing is entered yet.</p>}
      {FOLDED.includes(office.name) ? (
        <details className="staff-folded">
          <summary>Word for word, as the log has them ({entries.length})</summary>
          <Entries {...props} />
        </details>
      ) : (
        <Entries {...props} />
      )}
    </section>
  );
}

/** Offices whose books say the same in better words. */
const FOLDED: readonly string[] = ['cases', 'duties', 'promotions'];

const Entries = ({ entries, place, office, matter }: OfficeProps & { entries: readonly Entry[] }) => (
  <ol className="staff-entries">
    {entries.map(({ n, event }) => (
      <li key={n}>
        <p>
          <b>{wordsOf(event.event)}</b> <When at={event.at} /> <span className="quiet">no. {n}</span>
        </p>
        {mayPrint(place, office.name, event.event) && (
          <Paper at={streamOf(office, matter)} n={n} name={`${wordsOf(event.event)}, no. ${n}`} />
        )}
        <Fields event={event as unknown as Readonly<Record<string, unknown>>} />
      </li>
    ))}
  </ol>
);

function Fields({ event }: { event: Readonly<Record<string, unknown>> }) {
  const said = Object.entries(event).filter(([name, value]) => !HEAD.includes(name) && isWord(value));
  return (
    <dl className="staff-fields">
      {said.map(([name, value]) => (
        <div key={name}>
          <dt>{wordsOf(name)}</dt>
          <dd>
            <Plain value={wordOf(value)} name={name} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
