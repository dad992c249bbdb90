import { useState } from 'react';
import { Button, Form } from 'react-aria-components';
import { go } from '../ui/go.js';
import { Link } from '../ui/Link.js';
import { useMatters } from '../ui/matters.js';
import { Older } from '../ui/Older.js';
import { Line } from '../ui/staff/Field.js';
import type { OfficeProps } from './OfficePage.js';
import { api } from './session.js';
import { addressOf, verbsAt } from './workplace.js';

const NAME = /^[a-z0-9-]{1,40}$/;

const AGAIN_MS = 10_000;

/** What the list says of a matter: some have a name beside the one in addresses. */
interface Named {
  readonly name?: string;
  readonly title?: string;
}

/** Matters that somebody began, and a name for the next one. */
export function BegunMatters(props: OfficeProps) {
  const { place, office } = props;
  const { matters, more } = useMatters<Named>(api, office.name, AGAIN_MS);
  const begins = verbsAt(place, office).find(([name]) => office.begins?.includes(name))?.[0];
  return (
    <section className="staff-part" aria-labelledby="matters">
      <h2 id="matters">Which one?</h2>
      {matters?.length === 0 && <p className="quiet">There is none yet.</p>}
      <ul className="staff-links">
        {matters?.map(({ matter, books }) => (
          <li key={matter}>
            <Link className="button-link" href={addressOf(place, office, matter)}>
              {books.name ?? books.title ?? matter}
            </Link>
          </li>
        ))}
      </ul>
      <Older more={more} />
      {begins !== undefined && <Begin {...props} verb={begins} />}
    </section>
  );
}

/** A name in small letters, and on to the form with which it begins. */
export function Begin({ place, office, verb }: OfficeProps & { verb: string }) {
  const [name, setName] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const begin = () => {
    if (NAME.test(name)) go(addressOf(place, office, name, verb));
    else setFault('Small letters, digits and hyphens, at most 40: like spring-draw.');
  };
  return (
    <Form
      className="form panel staff-look"
      aria-label="Begin a new one"
      onSubmit={(event) => {
        event.preventDefault();
        begin();
      }}
    >
      <Line
        label="Name of a new one"
        help="As it stands in addresses, for good."
        value={name}
        change={(next) => {
          setName(next);
          setFault(null);
        }}
        {...(fault === null ? {} : { fault: { says: fault } })}
      />
      <div className="form-acts">
        <Button type="submit" className="main">
          Begin
        </Button>
      </div>
    </Form>
  );
}
