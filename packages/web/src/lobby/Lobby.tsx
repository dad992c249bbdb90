import type { LobbyTable } from '@boxperson/house';
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { STEPS, startGuide, useProgress } from '../guide/progress.js';
import { type AboutHouse, aboutHouse, lobby, type Me, signOut, whoAmI } from '../house.js';
import { go } from '../ui/go.js';
import { Link } from '../ui/Link.js';
import { TableCard } from './TableCard.js';
import { sayMoney } from './words.js';
import './lobby.css';

const Promoted = lazy(() => import('./Promoted.js').then((module) => ({ default: module.Promoted })));
const SettingsDialog = lazy(() =>
  import('../settings/SettingsDialog.js').then((module) => ({ default: module.SettingsDialog })),
);
const SignInDialog = lazy(() =>
  import('./SignInDialog.js').then((module) => ({ default: module.SignInDialog })),
);

const REFRESH_MS = 2_000;

interface Floor {
  readonly tables: readonly LobbyTable[] | null;
  readonly away: boolean;
  refresh(): void;
}

/** The tables as they are, asked for again and again while somebody looks. */
function useFloor(): Floor {
  const [tables, setTables] = useState<readonly LobbyTable[] | null>(null);
  const [away, setAway] = useState(false);
  const [round, setRound] = useState(0);
  const refresh = useCallback(() => setRound((before) => before + 1), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round asks at once
  useEffect(() => {
    let stopped = false;
    let timer: ReturnType<typeof setTimeout>;
    const ask = async () => {
      try {
        const found = await lobby();
        if (stopped) return;
        setTables(found);
        setAway(false);
      } catch {
        if (!stopped) setAway(true);
      }
      if (!stopped) timer = setTimeout(ask, REFRESH_MS);
    };
    void ask();
    return () => {
      stopped = true;
      clearTimeout(timer);
    };
  }, [round]);
  return { tables, away, refresh };
}

/** The house, and who this browser is in it; asked for again after somebody came or went. */
function useHouse() {
  const [house, setHouse] = useState<AboutHouse | null>(null);
  const [me, setMe] = useState<Me | null>(null);
  const ask = useCallback(() => {
    aboutHouse().then(setHouse, () => {});
    whoAmI().then(setMe, () => {});
  }, []);
  useEffect(ask, [ask]);
  useEffect(() => {
    document.title = house ? `${house.name} · Boxperson` : 'Boxperson';
  }, [house]);
  return { house, me, ask };
}

export function Lobby() {
  const floor = useFloor();
  const { house, me, ask } = useHouse();
  const [dialog, setDialog] = useState<'settings' | 'sign-in' | null>(null);
  const close = () => setDialog(null);
  return (
    <div className="lobby">
      <header className="lobby-top">
        <div className="lobby-sign">
          <Emblem />
          <div>
            <h1>{house?.name ?? 'Boxperson'}</h1>
            <p>Craps by the book.</p>
          </div>
        </div>
        <nav className="lobby-acts" aria-label="You and your settings">
          <Identity
            me={me}
            tables={floor.tables ?? []}
            onSignIn={() => setDialog('sign-in')}
            onSignedOut={ask}
          />
          <button type="button" onClick={() => setDialog('settings')}>
            Settings
          </button>
        </nav>
      </header>
      <FloorView floor={floor} house={house} />
      <footer className="lobby-foot">
        <p>Play money only. Every wager is decided by the table’s own rulebook.</p>
        <nav className="lobby-reading" aria-label="To read">
          <Link href="/tournaments">Tournaments</Link>
          <Link href="/rules">The rules, clause by clause</Link>
          <Link href="/lab">The odds laboratory</Link>
          <Link href="/school">Learn the bets, or to deal</Link>
          <Link href="/promotions">Promotions</Link>
          <Link href="/staff">Staff entrance</Link>
        </nav>
      </footer>
      <Suspense fallback={null}>
        {dialog === 'settings' && <SettingsDialog onClose={close} />}
        {dialog === 'sign-in' && (
          <SignInDialog
            onClose={close}
            onSignedIn={() => {
              close();
              ask();
            }}
          />
        )}
      </Suspense>
    </div>
  );
}

interface FloorViewProps {
  readonly floor: Floor;
  readonly house: AboutHouse | null;
}

const FloorView = ({ floor: { tables, away, refresh }, house }: FloorViewProps) => (
  <main className="lobby-floor">
    {away && (
      <p className="banner offline" role="alert">
        The house cannot be reached. Trying again…
      </p>
    )}
    <Welcome
      guests={house?.guests !== false}
      practice={tables?.some(({ practice }) => practice) === true}
      cup={house?.quickCup === true}
    />
    <Suspense fallback={null}>
      <Promoted />
    </Suspense>
    {tables === null && !away && <p className="loading">Opening the floor…</p>}
    {tables && (
      <ul className="table-cards" aria-label="Tables">
        {/* Nobody sits down at a table of a tournament: whoever entered is led there. */}
        {tables
          .filter(({ tournament }) => !tournament)
          .map((table) => (
            <TableCard key={table.id} table={table} company={house?.bots === true} onChanged={refresh} />
          ))}
      </ul>
    )}
  </main>
);

interface WelcomeProps {
  readonly guests: boolean;
  /** Is there a table where anybody may be the crew? */
  readonly practice: boolean;
  /** Is there a tournament against bots? */
  readonly cup: boolean;
}

function Welcome({ guests, practice, cup }: WelcomeProps) {
  const { step } = useProgress();
  const guide = (): void => {
    startGuide();
    go('/first-hand');
  };
  return (
    <div className="lobby-welcome">
      <p>
        {guests
          ? 'Pick a table. You sit down at once, as a guest with play money.'
          : 'Sign in with your card to play, or watch any table.'}
      </p>
      <div className="lobby-firsts">
        {/* At a table of one's own, that nobody else is at: nobody needs to be a guest for it. */}
        <button type="button" className="guided" onClick={guide}>
          {step === 0 || step >= STEPS ? 'First time? A guided hand' : 'Go on with the guided hand'}
        </button>
        {practice && guests && (
          <Link className="button guided" href="/be-the-crew">
            Be the crew
          </Link>
        )}
        {cup && guests && (
          <Link className="button guided" href="/tournaments/quick">
            A tournament in ten minutes
          </Link>
        )}
      </div>
    </div>
  );
}

/** Two dice on their way: the sign over the door. */
const Emblem = () => (
  <svg className="emblem" viewBox="0 0 84 64" aria-hidden="true">
    <g transform="rotate(-14 24 34)">
      <rect x="4" y="14" width="40" height="40" rx="9" className="emblem-die" />
      {[14, 24, 34].map((at) => (
        <circle key={at} cx={at} cy={at + 10} r="4" />
      ))}
      <circle cx="34" cy="24" r="4" />
      <circle cx="14" cy="44" r="4" />
    </g>
    <g transform="rotate(17 60 26)">
      <rect x="42" y="8" width="34" height="34" rx="8" className="emblem-die" />
      <circle cx="52" cy="18" r="3.6" />
      <circle cx="66" cy="32" r="3.6" />
    </g>
  </svg>
);

interface IdentityProps {
  readonly me: Me | null;
  readonly tables: readonly LobbyTable[];
  readonly onSignIn: () => void;
  readonly onSignedOut: () => void;
}

function Identity({ me, tables, onSignIn, onSignedOut }: IdentityProps) {
  if (me === null || me.person.kind === 'guest') {
    return (
      <>
        {me && (
          <p className="lobby-me">
            <b>{me.person.name}</b> <span>{sayMoney(me.wallet, tables, 'guest')}</span>
          </p>
        )}
        <button type="button" onClick={onSignIn}>
          I have a card
        </button>
      </>
    );
  }
  return (
    <>
      <p className="lobby-me">
        <b>{me.person.name}</b> <span>{sayMoney(me.wallet, tables, me.person.kind)}</span>
      </p>
      <button type="button" onClick={() => void signOut().finally(onSignedOut)}>
        Sign out
      </button>
    </>
  );
}
