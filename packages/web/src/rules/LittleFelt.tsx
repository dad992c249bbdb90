import {
  type Die,
  makeDollars,
  nameOf,
  type Rulebook,
  type Spot,
  spotsOf,
  type WagerId,
} from '@boxperson/rules';
import { useEffect, useState } from 'react';
import { Cite } from '../reading/Cite.js';
import { DiceTray } from '../reading/DiceTray.js';
import { FeltStatus } from '../reading/FeltStatus.js';
import { Pair } from '../ui/Dice.js';
import { Fault } from '../ui/Fault.js';
import { readDollars } from '../ui/money.js';
import {
  balanceOf,
  callTo,
  type FeltState,
  type Happening,
  newFelt,
  placeOn,
  standingOf,
  takeFrom,
  throwDice,
  wagersOn,
  works,
} from './felt.js';
import { exampleSpot, placesOf } from './may.js';

const MARKS = { won: '+', lost: '−', even: '=', plain: '·', refused: '✕' } as const;
const TONES = { won: 'Won', lost: 'Lost', even: 'Even', plain: '', refused: 'Refused' } as const;

function Happened({
  book,
  one,
  onNearest,
}: {
  book: Rulebook;
  one: Happening;
  onNearest: (cents: number) => void;
}) {
  return (
    <li className="happening">
      <p className="happening-title">
        {one.dice && <Pair dice={one.dice} />} <b>{one.title}</b>
      </p>
      <ul>
        {one.lines.map((line) => (
          <li key={line.text} className={`tone-${line.tone}`}>
            <span className="tone-mark" aria-hidden="true">
              {MARKS[line.tone]}
            </span>
            <span>
              {TONES[line.tone] !== '' && <span className="unseen">{TONES[line.tone]}: </span>}
              {line.text} <Cite book={book.id} clause={line.clause} ruling={line.ruling} />
              {line.nearest !== undefined && (
                <button type="button" className="small" onClick={() => onNearest(line.nearest as number)}>
                  Use {makeDollars(line.nearest)}
                </button>
              )}
            </span>
          </li>
        ))}
      </ul>
    </li>
  );
}

function Standing({ state, change }: { state: FeltState; change: (next: FeltState) => void }) {
  const wagers = wagersOn(state);
  const book = state.game.rulebook;
  if (wagers.length === 0) return <p className="quiet">Nothing on the layout yet.</p>;
  return (
    <ul className="felt-wagers">
      {wagers.map((wager) => {
        const name = nameOf(book, wager.spot);
        const on = works(state, wager);
        return (
          <li key={wager.spot.index}>
            <span>
              <b>{name}</b> {makeDollars(wager.amount)}{' '}
              <span className="on-off">{on ? 'working' : 'off'}</span>
            </span>
            <span className="felt-acts">
              <button type="button" onClick={() => change(callTo(state, wager.spot, on ? 'off' : 'on'))}>
                Call {on ? 'off' : 'on'}
              </button>
              <button type="button" onClick={() => change(takeFrom(state, wager.spot))}>
                Take down
              </button>
            </span>
          </li>
        );
      })}
    </ul>
  );
}

/** A felt for one: choose a wager, throw or pick the dice, and read what the engine does and by which clause. */
export function LittleFelt({ book, wager }: { book: Rulebook; wager: WagerId }) {
  const [state, setState] = useState(() => newFelt(book));
  const [spot, setSpot] = useState<Spot>(() => exampleSpot(wager));
  const [typed, setTyped] = useState('10');
  const [dice, setDice] = useState<readonly [Die, Die]>([3, 4]);
  useEffect(() => {
    setState(newFelt(book));
    setSpot(exampleSpot(wager));
  }, [book, wager]);
  const toss = (thrown: readonly [Die, Die]) => {
    setDice(thrown);
    setState((before) => throwDice(before, thrown));
  };
  return (
    <section className="little-felt" aria-label={`A little felt: ${book.title}`}>
      <div className="felt-cloth">
        <FeltStatus
          point={state.game.point}
          says={`In hand ${makeDollars(balanceOf(state))}, on the layout ${makeDollars(standingOf(state))}`}
          again="Start again"
          onAgain={() => setState(newFelt(book))}
        />
        <PlaceForm
          book={book}
          spots={placesOf(wager)}
          spot={spot}
          onSpot={setSpot}
          typed={typed}
          onType={setTyped}
          onPlace={(amount) => setState((before) => placeOn(before, spot, amount))}
        />
        <FlatHelp book={book} wager={wager} state={state} change={setState} />
        <Standing state={state} change={setState} />
        <DiceTray dice={dice} onPick={setDice} onToss={toss} />
      </div>
      <FeltLog book={book} state={state} onNearest={(cents) => setTyped(String(cents / 100))} />
    </section>
  );
}

interface PlaceFormProps {
  readonly book: Rulebook;
  readonly spots: readonly Spot[];
  readonly spot: Spot;
  readonly onSpot: (spot: Spot) => void;
  readonly typed: string;
  readonly onType: (text: string) => void;
  readonly onPlace: (amount: number) => void;
}

/** Which wager, and how much of it. */
function PlaceForm({ book, spots, spot, onSpot, typed, onType, onPlace }: PlaceFormProps) {
  const amount = readDollars(typed);
  return (
    <>
      <form
        className="felt-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (amount !== null) onPlace(amount);
        }}
      >
        <label>
          Wager
          <select
            value={spot.index}
            onChange={(event) => {
              const found = spots.find(({ index }) => index === Number(event.target.value));
              if (found) onSpot(found);
            }}
          >
            {spots.map((each) => (
              <option key={each.index} value={each.index}>
                {nameOf(book, each)}
              </option>
            ))}
          </select>
        </label>
        <label>
          Amount in dollars
          <input
            inputMode="decimal"
            value={typed}
            aria-invalid={amount === null}
            onChange={(event) => onType(event.target.value)}
          />
        </label>
        <button type="submit" className="main" disabled={amount === null}>
          Place it
        </button>
      </form>
      {amount === null && (
        <Fault>Amount: “{typed}” is not an amount of dollars. Type it like 10 or 12.50.</Fault>
      )}
    </>
  );
}

interface FeltLogProps {
  readonly book: Rulebook;
  readonly state: FeltState;
  readonly onNearest: (cents: number) => void;
}

const FeltLog = ({ book, state: { happenings }, onNearest }: FeltLogProps) => (
  <div className="felt-log">
    <h3>What happened</h3>
    <ol aria-live="polite">
      {happenings.map((one) => (
        <Happened key={one.id} book={book} one={one} onNearest={onNearest} />
      ))}
    </ol>
    {happenings.length === 0 && (
      <p className="quiet">Place the wager, then throw. The engine of the tables answers, with the clause.</p>
    )}
  </div>
);

const FLATS = {
  'pass-odds': 'pass',
  'dont-pass-odds': 'dont-pass',
  'come-odds': 'come',
  'dont-come-odds': 'dont-come',
} as const;

/** Odds need a flat wager first: one button puts it down. */
function FlatHelp({
  book,
  wager,
  state,
  change,
}: {
  book: Rulebook;
  wager: WagerId;
  state: FeltState;
  change: (next: FeltState) => void;
}) {
  const flat = FLATS[wager as keyof typeof FLATS];
  const box = flat && spotsOf(flat)[0];
  if (!box || book.wagers[flat] === null) return null;
  return (
    <p className="felt-flat">
      It backs a flat wager that has its point.{' '}
      <button type="button" className="small" onClick={() => change(placeOn(state, box, 1_000))}>
        Place $10 on {nameOf(book, box)}
      </button>
    </p>
  );
}
