import type { ReactNode } from 'react';
import { go } from '../ui/go.js';
import { Link } from '../ui/Link.js';
import { type Place, Shell } from '../ui/Shell.js';
import { Toasts } from '../ui/staff/Toast.js';
import { hasPit, pitAddress } from './pit/pit.js';
import { signOut } from './session.js';
import { useStaff } from './staff.js';
import {
  addressOf,
  officesAt,
  REGISTERS_AT,
  REPORTS,
  readsReports,
  registersAt,
  type Workplace,
} from './workplace.js';

interface FrameProps {
  readonly title: string;
  readonly lead?: ReactNode;
  /** Where somebody works; null before they have chosen. */
  readonly place: Workplace | null;
  readonly here: string;
  readonly children: ReactNode;
}

const placesIn = (place: Workplace | null): readonly Place[] =>
  place === null
    ? []
    : [
        [`/staff/${place.id}`, 'Home'],
        ...(hasPit(place) ? [[pitAddress(place), 'The pit'] as const] : []),
        ...officesAt(place).map((office) => [addressOf(place, office), office.title] as const),
        ...(readsReports(place) ? [[`/staff/${place.id}/${REPORTS}`, 'Reports'] as const] : []),
        ...(registersAt(place).length > 0
          ? [[`/staff/${place.id}/${REGISTERS_AT}`, 'Registers'] as const]
          : []),
      ];

/** The frame around every screen of somebody who is signed in. */
export function Frame({ title, lead, place, here, children }: FrameProps) {
  const { online } = useStaff();
  return (
    <>
      <Shell
        title={title}
        here={here}
        area={place === null ? 'Places' : `Places of the ${place.title.toLowerCase()}`}
        places={placesIn(place)}
        home={['/staff', 'Boxperson staff']}
        look={place === null ? 'desk' : 'work'}
        lead={lead}
        acts={<Acts place={place} />}
      >
        {!online && (
          <p className="staff-note staff-connecting" role="status">
            Connecting to the house…
          </p>
        )}
        {children}
      </Shell>
      <Toasts />
    </>
  );
}

/** Who this is and where, and the way out. */
function Acts({ place }: { place: Workplace | null }) {
  const { person } = useStaff();
  return (
    <div className="shell-acts">
      <p className="staff-me">
        <b>{person.name}</b>
        {place && <span>{place.title}</span>}
      </p>
      {place && (
        <Link className="button-link" href="/staff">
          Change post
        </Link>
      )}
      <Link className="button-link" href="/staff/account">
        Account
      </Link>
      <button type="button" className="button-link" onClick={() => void signOut().then(() => go('/staff'))}>
        Sign out
      </button>
    </div>
  );
}
