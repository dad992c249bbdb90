import type { Spot } from '@boxperson/rules';
import { placeOf, type Station, sayPlace } from '@boxperson/rules/dealing';
import { type Done, LEARNER_ACTS, type LearnerAct, type WholeRoll } from '@boxperson/rules/school';
import { useEffect, useMemo, useRef, useState } from 'react';
import { EntryFelt, type Spots } from '../../crew/entry/EntryFelt.js';
import { SeatStrip } from '../../crew/entry/SeatStrip.js';
import { seatAt, seatsBefore } from '../../crew/entry/seats.js';
import { TrayChips } from '../../crew/entry/Tray.js';
import type { Entry } from '../../crew/entry/use-entry.js';
import { CrewPuck } from '../../crew/Puck.js';
import { SheetView } from '../../crew/sheet/SheetView.js';
import { trayOf } from '../../felt/chips.js';
import { useMedia } from '../../felt/hooks.js';
import { Pair } from '../../ui/Dice.js';
import { dollars } from '../../ui/money.js';
import { saySeconds, useClock, useKeys } from '../use-clock.js';
import { AtConsole } from './AtConsole.js';
import { ACT_KEYS, ACT_WORDS, crewOf, type Lying, lyingAt } from './stacks.js';

interface DealDeskProps {
  readonly roll: WholeRoll;
  readonly station: Station;
  /** With the sheet before one's eyes, or without. */
  readonly sheet?: 'shown' | 'hidden';
  readonly onDone: (done: readonly Done[], ms: number) => void;
}

const SPOTS_AT: Readonly<Record<Station, Spots>> = {
  left: 'end',
  right: 'end',
  stick: 'centre',
  single: 'all',
};

/**
 * A roll is called, and the learner deals it at the console of a crew: its seats, its felt with the chips as they lay,
 * its tray. Take, pay, hand back and move, stack by stack; then the dice go.
 */
export const DealDesk = (props: DealDeskProps) => (
  <AtConsole table={props.roll.before} console={props.station}>
    <Dealing {...props} />
  </AtConsole>
);

/** What was done so far, and what is in hand. */
function useDealing(lying: readonly Lying[], most: number) {
  const [done, setDone] = useState<readonly Done[]>([]);
  const [chosen, choose] = useState<string | null>(null);
  const [hand, setHand] = useState(0);
  const stack = lying.find(({ key }) => key === chosen) ?? null;
  const doneWith = (key: string): Done | undefined =>
    done.find(({ player, spot }) => `${spot}/${player}` === key);
  const nextOf = (from: readonly Lying[], after: string | null, step = 1): Lying | undefined => {
    const ordered = step > 0 ? from : from.toReversed();
    const at = ordered.findIndex(({ key }) => key === after);
    const round = [...ordered.slice(at + 1), ...ordered.slice(0, at + 1)];
    return round.find(({ key }) => !doneWith(key)) ?? round[0];
  };
  return {
    done,
    stack,
    hand,
    doneWith,
    choose,
    add: (chip: number) => setHand((before) => Math.min(most, before + chip)),
    clear: () => setHand(0),
    undo: () => setDone(done.slice(0, -1)),
    act: (act: LearnerAct) => {
      if (!stack) return;
      const amount = act === 'pay' ? hand : 0;
      setDone([...done, { player: stack.player, spot: stack.wager.spot.index, act, amount }]);
      setHand(0);
      choose(null);
    },
    // Touched again, the next stack on the same spot.
    touch: (spot: Spot, seat: number | null) => {
      const there = lying.filter((one) => one.wager.spot === spot && (seat === null || one.seat === seat));
      const next = nextOf(there, chosen);
      if (next) choose(next.key);
    },
    step: (by: number) => choose(nextOf(lying, chosen, by)?.key ?? null),
  };
}
type Work = ReturnType<typeof useDealing>;

const HAND_MOST = 100_000_000;

function Dealing({ roll, station, sheet = 'hidden', onDone }: DealDeskProps) {
  const lying = useMemo(() => lyingAt(roll, station), [roll, station]);
  const work = useDealing(lying, HAND_MOST);
  const [seat, setSeat] = useState<number | null>(null);
  const { before } = roll;
  const seats = useMemo(
    () => seatsBefore(before, station).map((one) => seatAt(before, one)),
    [before, station],
  );
  const hasFelt = useMedia('(min-width: 900px)');
  const values = trayOf(before);
  useKeys({
    ...Object.fromEntries(values.map((value, i) => [String(i + 1), () => work.add(value)])),
    ...Object.fromEntries(LEARNER_ACTS.map((act) => [ACT_KEYS[act], () => work.act(act)])),
    Backspace: work.clear,
    u: work.undo,
    PageDown: () => work.step(1),
    PageUp: () => work.step(-1),
  });
  const shown = seat === null ? lying : lying.filter((one) => one.seat === seat);
  return (
    <div className="crew school-console school-fills" data-console={station} data-roll={roll.sheet.roll}>
      <CallBar roll={roll} onGo={(ms) => onDone(work.done, ms)} />
      <div className="crew-body">
        <div className="entry">
          <SeatStrip
            seats={seats}
            chosen={seat}
            onChoose={(one) => setSeat(one === seat ? null : one)}
            asks={NO_ASKS}
          />
          {hasFelt && (
            <div className="entry-main">
              {sheet === 'shown' ? (
                <SheetView sheet={roll.sheet} station={station} title="The sheet" />
              ) : (
                <EntryFelt
                  entry={entryFor(seats, seat ?? work.stack?.seat ?? null, (spot) => work.touch(spot, seat))}
                  spots={SPOTS_AT[station]}
                  onKey={(key, spot) => {
                    const isTouch = key === 'Enter' || key === ' ';
                    if (isTouch) work.touch(spot, seat);
                    return isTouch;
                  }}
                />
              )}
            </div>
          )}
          <DealTray work={work} values={values} />
          <aside className="entry-side" aria-label="On the layout">
            <Stacks lying={shown} roll={roll} work={work} />
          </aside>
        </div>
      </div>
    </div>
  );
}

const NO_ASKS: ReadonlySet<number> = new Set();
const NOTHING = (): void => {};

/** The felt of the console, to touch stacks on: nothing is bet while a roll is dealt. */
const entryFor = (seats: Entry['seats'], seat: number | null, touch: (spot: Spot) => void): Entry => ({
  seats,
  chosen: seats.find((one) => one.seat === seat) ?? null,
  choose: NOTHING,
  options: null,
  actions: null,
  values: [],
  hand: 0,
  addChip: NOTHING,
  clearHand: NOTHING,
  taking: false,
  turnTaking: NOTHING,
  manner: 'plain',
  setManner: NOTHING,
  touch,
  press: NOTHING,
  down: NOTHING,
  reduce: touch,
  call: NOTHING,
});

interface CallBarProps {
  readonly roll: WholeRoll;
  readonly onGo: (ms: number) => void;
}

/** The call as everybody of the crew hears it, and the dice, which wait for the dealer. */
function CallBar({ roll: { before, sheet }, onGo }: CallBarProps) {
  // The clock ticks here alone: a felt need not be drawn four times a second.
  const { ms } = useClock(true);
  useKeys({ g: () => onGo(ms) });
  return (
    <header className="crew-bar">
      <CrewPuck table={before} />
      <Pair dice={sheet.dice} />
      <div className="crew-middle">
        <p className="crew-now">
          <q>{sheet.say}</q>
        </p>
        {sheet.puck && <p>{sheet.puck}</p>}
      </div>
      <span className="school-clock" role="timer">
        {saySeconds(ms)}
      </span>
      <button type="button" className="main" onClick={() => onGo(ms)}>
        Dice go{' '}
        <span className="key" aria-hidden="true">
          g
        </span>
      </button>
    </header>
  );
}

const ACT_HELP: Readonly<Record<LearnerAct, string>> = {
  take: 'lost',
  pay: 'won',
  return: 'handed back',
  move: 'to its number',
};

/** The tray of the console: chips make what is in hand, and a touch does one thing to the stack that is chosen. */
function DealTray({ work, values }: { work: Work; values: readonly number[] }) {
  const { stack, hand, done } = work;
  return (
    <section className="entry-tray deal-tray" aria-label="Chips">
      <TrayChips values={values} hand={hand} says="in hand" addChip={work.add} />
      <button type="button" disabled={hand === 0} onClick={work.clear}>
        Clear
      </button>
      <div className="deal-acts">
        {LEARNER_ACTS.map((act) => (
          <button
            key={act}
            type="button"
            className={act === 'pay' ? 'main' : ''}
            disabled={stack === null}
            aria-keyshortcuts={ACT_KEYS[act]}
            onClick={() => work.act(act)}
          >
            {act === 'pay' ? `Pay ${dollars(hand)}` : ACT_WORDS[act]}
            <small>
              {ACT_HELP[act]} <span className="key">{ACT_KEYS[act]}</span>
            </small>
          </button>
        ))}
      </div>
      <button type="button" className="tray-undo" disabled={done.length === 0} onClick={work.undo}>
        Undo
        {done.length > 0 && <small>{sayDone(done.at(-1) as Done)}</small>}
      </button>
    </section>
  );
}

const sayDone = ({ act, amount }: Done): string =>
  act === 'pay'
    ? `paid ${dollars(amount)}`
    : ({ take: 'taken', return: 'back', move: 'moved' } as const)[act];

interface StacksProps {
  readonly lying: readonly Lying[];
  readonly roll: WholeRoll;
  readonly work: Work;
}

/** Every stack by seat, as the console lists what somebody has up. */
function Stacks({ lying, roll, work }: StacksProps) {
  return (
    <section className="panel seat-panel" aria-label="Stacks">
      <h2>{work.stack ? `${work.stack.name}, seat ${work.stack.seat}` : 'Touch a stack. Losers first.'}</h2>
      {lying.length === 0 && <p className="quiet">Nothing lies there.</p>}
      <ul className="lying" aria-label="On the layout">
        {lying.map((one) => (
          <li key={one.key}>
            <StackRow one={one} roll={roll} work={work} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function StackRow({ one, roll, work }: { one: Lying; roll: WholeRoll; work: Work }) {
  const place = sayPlace(placeOf(one.seat, roll.before.settings.seats, crewOf(roll)), 'dealer');
  const done = work.doneWith(one.key);
  const isChosen = work.stack?.key === one.key;
  const row = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isChosen) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isChosen]);
  return (
    <button
      type="button"
      ref={row}
      className="lying-stack"
      aria-pressed={isChosen}
      data-stack={one.key}
      data-done={done !== undefined}
      title={`${one.player}, ${place}`}
      onClick={() => work.choose(isChosen ? null : one.key)}
    >
      <span className="crew-seat">{one.seat}</span>
      <span className="lying-what">
        <b>{one.name}</b>
        <small>
          {one.player}
          {one.wager.stay ? ' · stays up' : ''}
        </small>
      </span>
      <span className="lying-amount">
        {dollars(one.wager.amount)}
        {!one.working && <span className="marker off">OFF</span>}
        {done && <small className="lying-done">{sayDone(done)}</small>}
      </span>
    </button>
  );
}
