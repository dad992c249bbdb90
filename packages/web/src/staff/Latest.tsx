import { wordsOf } from '../ui/form/shape.js';
import { When } from '../ui/staff/When.js';
import type { Entry } from './library.js';
import { Plain } from './Thing.js';

const HEAD: readonly string[] = ['v', 'event', 'at', 'n'];

/** What can be said in a word: somebody is said by their name. */
const wordOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'id' in value ? value.id : value;
const isWord = (value: unknown): boolean => typeof wordOf(value) !== 'object' || value === null;

/** The last entries of the books, newest first: what each says in a line or two. */
export function Latest({ entries }: { entries: readonly Entry[] }) {
  return (
    <section aria-labelledby="latest">
      <h2 id="latest">Latest entries</h2>
      {entries.length === 0 && <p className="quiet">Nothing is entered yet.</p>}
      <ol className="staff-entries">
        {entries.map(({ n, event }) => (
          <li key={n}>
            <p>
              <b>{wordsOf(event.event)}</b> <When at={event.at} /> <span className="quiet">no. {n}</span>
            </p>
            <Fields event={event as unknown as Readonly<Record<string, unknown>>} />
          </li>
        ))}
      </ol>
    </section>
  );
}

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
