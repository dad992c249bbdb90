import { OFFICES } from '@boxperson/offices';
import { Lost } from '../ui/Lost.js';
import { nearest } from '../ui/nearest.js';
import { matchAddress, partsOf } from '../ui/router.js';
import { Account } from './Account.js';
import { Frame } from './Frame.js';
import { ReportsPage } from './figures/ReportsPage.js';
import { Gate } from './Gate.js';
import { Home } from './Home.js';
import { OfficePage } from './OfficePage.js';
import { Posts } from './Posts.js';
import { PitPage } from './pit/PitPage.js';
import { PitTablePage } from './pit/PitTablePage.js';
import { hasPit, PIT } from './pit/pit.js';
import { RegistersPage } from './RegistersPage.js';
import { useStaff } from './staff.js';
import { VerbPage } from './VerbPage.js';
import {
  addressOf,
  officesAt,
  REGISTERS_AT,
  REPORTS,
  readsReports,
  registersAt,
  verbsAt,
  type Workplace,
  workplacesOf,
} from './workplace.js';

/** The staff entrance. */
export const StaffPage = ({ path }: { path: string }) => (
  <Gate>
    <Screen path={path} />
  </Gate>
);

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
  if (rest[0] === PIT && hasPit(place)) return <InPit place={place} parts={rest.slice(1)} />;
  if (rest.length === 1 && rest[0] === REPORTS && readsReports(place)) return <ReportsPage place={place} />;
  if (rest.length === 1 && rest[0] === REGISTERS_AT && registersAt(place).length > 0)
    return <RegistersPage place={place} />;
  return rest.length === 0 ? <Home place={place} /> : <InOffice place={place} parts={rest} />;
}

function InPit({ place, parts }: { place: Workplace; parts: readonly string[] }) {
  const [id, part] = parts;
  return id === undefined ? (
    <PitPage place={place} />
  ) : (
    <PitTablePage key={id} place={place} id={id} part={part} />
  );
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
