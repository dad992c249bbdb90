import { areTurnsToCome, PHASE_WORDS, type Table, turnsNow } from '@boxperson/rules';
import type { ReactNode } from 'react';
import { go } from '../ui/go.js';
import { sayList } from '../ui/words.js';
import { BookLine, BookStrip } from './book/BookStrip.js';
import { BoxConsole } from './box/BoxConsole.js';
import { Voices } from './box/Voices.js';
import { Coach } from './Coach.js';
import { useCrew } from './crew.js';
import { DealerConsole } from './dealer/DealerConsole.js';
import { SingleConsole } from './dealer/SingleConsole.js';
import { useCrewNames } from './names.js';
import { CrewPuck } from './Puck.js';
import { Refused } from './Refused.js';
import {
  CONSOLE_NAMES,
  type ConsoleName,
  consolesOf,
  isAutomaticPerson,
  roleToStandAt,
  standingAt,
  titleOf,
} from './stations.js';
import { StickConsole } from './stick/StickConsole.js';
import { seatOf } from './words.js';

const BODIES: Readonly<Record<ConsoleName, () => ReactNode>> = {
  stick: StickConsole,
  left: DealerConsole,
  right: DealerConsole,
  box: BoxConsole,
  single: SingleConsole,
};

/** A console: what everybody of the crew sees at the top, and the work of one place below. */
export function Console() {
  const { console, table, state } = useCrew();
  const Body = BODIES[console];
  return (
    <div className="crew" data-console={console} data-phase={table.phase}>
      <Bar />
      {state.online ? <Standing /> : <Cut />}
      <Turn />
      <Coach />
      {/* A console that lost its line does nothing. */}
      <main className="crew-body" inert={!state.online}>
        <Body />
      </main>
      {console !== 'box' && <OtherVoice />}
      {hasRoom(console) && <BookStrip />}
      <Refused />
    </div>
  );
}

/** crown 3.3.1: where a wager takes a second voice, any of the crew may be it. */
function OtherVoice() {
  const { id, table } = useCrew();
  const nameOf = useCrewNames(id, table);
  const { oralConfirmations, lateConfirmations } = table.game.rulebook.conduct.wagers;
  if (Math.max(oralConfirmations.value, lateConfirmations.value) < 2) return null;
  return (
    <div className="crew-voices">
      <Voices nameOf={nameOf} />
    </div>
  );
}

/** Betting in turn: whose turn it is, and who is next (R110). */
function Turn() {
  const { table } = useCrew();
  const now = turnsNow(table).map(({ player }) => player);
  if (areTurnsToCome(table))
    return (
      <p className="crew-standing" role="status">
        <b>The turns to bet come next.</b> Nobody bets, and no dice go, before they are open.
      </p>
    );
  if (now.length === 0 || !table.turns) return null;
  const ends = [table.turns, ...(table.turns.otherEnd ? [table.turns.otherEnd] : [])];
  const later = ends.flatMap(({ order, next }) => order.slice(next).filter((one) => !now.includes(one)));
  return (
    <p className="crew-standing" role="status">
      <b>
        {sayList(now)} {now.length === 1 ? 'bets' : 'bet'} now.
      </b>{' '}
      {later.length > 0 ? `Then ${sayList(later)}.` : 'Then the dice go.'}
    </p>
  );
}

const Cut = () => (
  <p className="crew-cut" role="alert">
    The line to the house is lost. Nothing that you press counts until it is back.
  </p>
);

/** Who looks at this console and where they stand, where that is not the same; and who has come to relieve them. */
function Standing() {
  const { id, table, console, person, act } = useCrew();
  const nameOf = useCrewNames(id, table);
  const mine = table.staff.find((staff) => staff.person === person.id && staff.station !== undefined);
  if (mine?.station === console) return <Relief />;
  const role = roleToStandAt(table, person, console, id);
  const there = standingAt(table, console).filter((staff) => staff.person !== person.id);
  if (mine === undefined && standingAt(table, console).length > there.length) return null;
  return (
    <p className="crew-standing">
      <span>
        {mine?.station ? `You stand at: ${CONSOLE_NAMES[mine.station]}. ` : ''}
        {there.length === 0
          ? 'Nobody is at this place.'
          : `Here is ${sayList(there.map((staff) => nameOf(staff.person)))}.`}
      </span>
      {role !== null && (
        <button
          type="button"
          onClick={() => void act({ do: 'staff', person: person.id, role, station: console })}
        >
          Stand here
        </button>
      )}
    </p>
  );
}

/** Somebody came to this place later than oneself. */
function Relief() {
  const { id, table, console, person, act } = useCrew();
  const nameOf = useCrewNames(id, table);
  const here = standingAt(table, console).filter((staff) => !isAutomaticPerson(staff.person));
  const at = here.findIndex((staff) => staff.person === person.id);
  const later = here.slice(at + 1).filter((staff) => staff.person !== person.id);
  if (at < 0 || later.length === 0) return null;
  const leave = async (): Promise<void> => {
    const done = await act({ do: 'staff-leave', person: person.id });
    if (done.ok) go('/crew');
  };
  return (
    <p className="crew-standing">
      <span>{sayList(later.map((staff) => nameOf(staff.person)))} has come to relieve you.</span>
      <button type="button" onClick={() => void leave()}>
        Handed over: go off duty
      </button>
    </p>
  );
}

/** A felt needs all the height there is. */
const hasRoom = (console: ConsoleName): boolean => console === 'stick' || console === 'box';

/** The table at a glance, and the way to the other consoles. */
function Bar() {
  const { about, by, console, table, id, state } = useCrew();
  const { rulebook } = table.game;
  const path = `/crew/${encodeURIComponent(id)}`;
  return (
    <header className="crew-bar">
      <CrewPuck table={table} />
      <div className="crew-where">
        <h1>
          {about.name} <span>{CONSOLE_NAMES[console]}</span>
        </h1>
        <p>{titleOf(rulebook, by.role)}</p>
      </div>
      <div className="crew-middle">
        <p className="crew-now" role="status">
          {sayNow(table)}
        </p>
        {!hasRoom(console) && <BookLine />}
      </div>
      <nav aria-label="Consoles of this table" inert={!state.online}>
        {consolesOf(rulebook).map((place) => (
          <button
            type="button"
            key={place}
            aria-current={place === console ? 'page' : undefined}
            className={standingAt(table, place).length === 0 ? 'empty' : ''}
            onClick={() => go(`${path}/${place}`)}
          >
            {CONSOLE_NAMES[place]}
            {standingAt(table, place).length === 0 && <small>empty</small>}
          </button>
        ))}
        <button type="button" onClick={() => go(`${path}/duty`)}>
          On duty
        </button>
      </nav>
    </header>
  );
}

/** Where the table stands, for somebody who has looked away. */
function sayNow(table: Table): string {
  const { shooter, offeredTo, stick } = table.shooter;
  const open = table.sheet?.open.length ?? 0;
  switch (table.phase) {
    case 'offering':
      return offeredTo === null ? 'The dice are with the stick' : `Offered to ${seatOf(table, offeredTo)}`;
    case 'betting':
      return stick
        ? 'Nobody took the dice: the stick throws'
        : `${shooter === null ? 'Nobody' : seatOf(table, shooter)} has the dice`;
    case 'thrown':
      return table.noMoreBets ? 'Dice out, no more bets' : 'Dice out';
    case 'settling':
      return open > 0 ? `Take and pay: ${open} open` : 'Take and pay';
    default:
      return PHASE_WORDS[table.phase];
  }
}
