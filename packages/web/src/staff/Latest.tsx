import { wordsOf } from '../ui/form/shape.js';
import { When } from '../ui/staff/When.js';
import type { Entry } from './library.js';
import { Plain } from './Thing.js';

const HEAD: readonly string[] = ['v', 'event', 'at', 'n'];

const isPlain = (value: unknown): boolean =>
  typeof value !== 'object' || value === null || (Array.isArray(value) && value.length === 0);

/** The last entries of the books, newest first: what each says in one line, the rest when it is opened. */
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
  const said = Object.entries(event).filter(([name, value]) => !HEAD.includes(name) && isPlain(value));
  return (
    <dl className="staff-fields">
      {said.map(([name, value]) => (
        <div key={name}>
          <dt>{wordsOf(name)}</dt>
          <dd>
            <Plain value={Array.isArray(value) ? null : value} name={name} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
