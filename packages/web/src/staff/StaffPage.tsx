import { OFFICES, type Person } from '@boxperson/offices';
import { useCallback, useState } from 'react';
import '../ui/staff/staff.css';
import './styles/entrance.css';
import { Lost } from '../ui/Lost.js';
import { nearest } from '../ui/nearest.js';
import { matchAddress, partsOf } from '../ui/router.js';
import { Account } from './Account.js';
import { Frame } from './Frame.js';
import { Home } from './Home.js';
import { OfficePage } from './OfficePage.js';
import { Posts } from './Posts.js';
import { SetPasswordForm } from './SetPassword.js';
import { Door, SignIn } from './SignIn.js';
import { signOut, useStanding } from './session.js';
import { InStaff, useLine, useStaff } from './staff.js';
import { VerbPage } from './VerbPage.js';
import { addressOf, officesAt, verbsAt, type Workplace, workplacesOf } from './workplace.js';

/** The staff entrance: whoever is not in stands at the door; the address waits for them. */
export function StaffPage({ path }: { path: string }) {
  const [standing, look] = useStanding();
  const [typed, setTyped] = useState<string | null>(null);
  switch (standing.kind) {
    case 'looking':
      return <p className="loading">One moment…</p>;
    case 'away':
      return (
        <Door title="Staff entrance" lead="Trying again…">
          <p role="alert">{standing.why}</p>
        </Door>
      );
    case 'out':
      return <SignIn why={standing.why} onPassword={setTyped} />;
    case 'set-password':
      return (
        <Door
          title="Set a password of your own"
          lead="You came in with a password that somebody else has seen. Nothing else is open before you have one of your own."
        >
          <SetPasswordForm old={typed} onDone={look} />
          <p>
            <button type="button" onClick={() => void signOut()}>
              Sign out
            </button>
          </p>
        </Door>
      );
    case 'in':
      return <Inside person={standing.person} path={path} onEnded={look} />;
  }
}

function Inside({ person, path, onEnded }: { person: Person; path: string; onEnded: () => void }) {
  const ended = useCallback(() => onEnded(), [onEnded]);
  const staff = useLine(person, ended);
  return (
    <InStaff value={staff}>
      <Screen path={path} />
    </InStaff>
  );
}

/** From an address to its screen: a post, an office of it, one of its matters, an act. */
function Screen({ path }: { path: string }) {
  const { person } = useStaff();
  if (matchAddress('/staff', path)) return <Posts />;
  if (matchAddress('/staff/account', path)) return <Account />;
  const [, post = '', ...rest] = partsOf(path);
  const all = workplacesOf(person);
  const place = all.find(({ id }) => id === post);
  if (!place)
    return (
      <NotHere
        place={null}
        what="post or role of yours"
        typed={post}
        near={all.map(({ id, title }) => [`/staff/${id}`, title] as const)}
      />
    );
  return rest.length === 0 ? <Home place={place} /> : <InOffice place={place} parts={rest} />;
}

function InOffice({ place, parts }: { place: Workplace; parts: readonly string[] }) {
  const [name = '', ...rest] = parts;
  const offices = officesAt(place);
  const office = offices.find((one) => one.name === name);
  if (!office) {
    const isKnown = OFFICES.some((one) => one.name === name);
    return (
      <NotHere
        place={place}
        what={isKnown ? `office open to the ${place.title.toLowerCase()}` : 'office'}
        typed={name}
        near={offices.map((one) => [addressOf(place, one), one.title] as const)}
      />
    );
  }
  const [matter, verbName, ...more] = office.streams === 'many' ? rest : [undefined, ...rest];
  const at = { place, office, ...(matter === undefined ? {} : { matter }) };
  if (verbName === undefined) return <OfficePage {...at} />;
  const verbs = verbsAt(place, office);
  const verb = verbs.find(([one]) => one === verbName);
  if (verb && more.length === 0)
    return <VerbPage key={parts.join('/')} {...at} name={verb[0]} verb={verb[1]} />;
  return (
    <NotHere
      place={place}
      what={`act at ${office.title}`}
      typed={[verbName, ...more].join('/')}
      near={[[addressOf(place, office), office.title]]}
    />
  );
}

interface NotHereProps {
  readonly place: Workplace | null;
  readonly what: string;
  readonly typed: string;
  readonly near: readonly (readonly [address: string, name: string])[];
}

const NEAR_MOST = 5;

/** An address that leads nowhere, or nowhere for this person. */
function NotHere({ place, what, typed, near }: NotHereProps) {
  const lastOf = (address: string): string => address.split('/').at(-1) as string;
  const names = nearest(
    typed,
    near.map(([address]) => lastOf(address)),
    NEAR_MOST,
  );
  const home = [place ? `/staff/${place.id}` : '/staff', place ? place.title : 'Choose a post'] as const;
  const found = near.filter(([address]) => names.includes(lastOf(address)));
  return (
    <Frame title="Not here" place={place} here="">
      <Lost what={what} typed={typed} near={[...found, home]} />
    </Frame>
  );
}
