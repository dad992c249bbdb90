import { type RulebookId, rulebook } from '@boxperson/rules';
import { isSingle, type Station, USUAL } from '@boxperson/rules/dealing';
import {
  type Done,
  type Fault,
  type GradedRoll,
  gradeRoll,
  type LaidRoll,
  linesToDeal,
  type Mark,
  makeBoxRoll,
  makeRoll,
  openLaid,
  ROLL_LEVELS,
  type RollLevel,
  type RollPlace,
  type WholeRoll,
} from '@boxperson/rules/school';
import { useMemo, useState } from 'react';
import { Choices } from '../ui/Choices.js';
import { Again } from './Again.js';
import { BoxRoll } from './console/BoxRoll.js';
import { DealDesk } from './console/DealDesk.js';
import { StickRoll } from './console/StickRoll.js';
import { Graded } from './Graded.js';
import { newSeed } from './next.js';
import { SchoolFrame } from './SchoolFrame.js';
import { countFaults, tellHouse } from './telling.js';
import { saySeconds } from './use-clock.js';

const LEVEL_WORDS: Readonly<Record<RollLevel, string>> = { quiet: 'Quiet', steady: 'Steady', busy: 'Busy' };
export const PLACE_WORDS: Readonly<Record<RollPlace, string>> = {
  left: 'Left end',
  right: 'Right end',
  stick: 'Stick',
  box: 'Box',
  single: 'Dealer',
};

export const placesAt = (book: RulebookId): readonly RollPlace[] =>
  isSingle(rulebook(book), USUAL) ? ['single', 'box'] : ['left', 'right', 'stick', 'box'];

/** Whose lines somebody has to find at a place: at the box everybody's. */
const stationAt = (place: RollPlace): Station | undefined => (place === 'box' ? undefined : place);

const profileFor = (place: RollPlace) => (place === 'single' ? { ...USUAL, crew: 'single' as const } : USUAL);

const SEEDS_TRIED = 20;

/** A roll with something to do at that place: looked for a while, then whatever there is. */
export function rollFor(book: RulebookId, level: RollLevel, place: RollPlace, seed = newSeed()): WholeRoll {
  for (let nth = 0; ; nth++) {
    const roll = makeRoll(book, (seed + nth) >>> 0, { level, profile: profileFor(place) });
    if (linesToDeal(roll, stationAt(place)).length > 0 || nth > SEEDS_TRIED) return roll;
  }
}

/** A roll that was laid out: at a place where there is something to do, if there is one. */
function laidFor(book: RulebookId, laid: LaidRoll, place: RollPlace): WholeRoll {
  const opened = openLaid(book, laid, profileFor(place));
  if (!opened.ok) throw new Error(opened.refused.message);
  return opened.value;
}

export interface SetRolls {
  readonly level?: RollLevel;
  readonly place?: RollPlace;
  readonly seed: number;
  readonly count: number;
  readonly work: string | null;
  /** One that was laid out, on a felt or from the record. */
  readonly laid?: LaidRoll;
}

/** What came of a roll: graded lines where some were dealt, and what else was answered. */
interface Result {
  readonly graded: GradedRoll | null;
  readonly marks: readonly Mark[];
  readonly ms: number;
}

interface RollsProps {
  readonly book: RulebookId;
  readonly set?: SetRolls;
}

/** The place at which a laid roll has most to do, unless its trainer named one. */
function placeFor(book: RulebookId, set: SetRolls | undefined): RollPlace {
  const places = placesAt(book);
  if (set?.place && places.includes(set.place)) return set.place;
  if (!set?.laid) return places[0] as RollPlace;
  const roll = laidFor(book, set.laid, places[0] as RollPlace);
  const most = (place: RollPlace): number => linesToDeal(roll, stationAt(place)).length;
  return places.filter((place) => place !== 'box').sort((a, b) => most(b) - most(a))[0] as RollPlace;
}

/** Whole rolls at a place of the crew: dealt, called or watched, then graded line by line. */
export function Rolls({ book, set }: RollsProps) {
  const [level, setLevel] = useState<RollLevel>(set?.level ?? 'quiet');
  const [place, setPlace] = useState<RollPlace>(() => placeFor(book, set));
  const [sheet, setSheet] = useState<Chosen['sheet']>('hidden');
  const pick = (at: number, where = place, how = level): WholeRoll => {
    if (set?.laid) return laidFor(book, set.laid, where);
    return rollFor(book, how, where, set ? (set.seed + at * 101) >>> 0 : undefined);
  };
  const [roll, setRoll] = useState(() => pick(0));
  const [round, setRound] = useState(0);
  const [nth, setNth] = useState(0);
  const [result, setResult] = useState<Result | null>(null);
  const start = (fresh: WholeRoll, at = nth) => {
    setRoll(fresh);
    setResult(null);
    setRound(round + 1);
    setNth(at);
  };
  const finish = (came: Result) => {
    setResult(came);
    tell(book, set?.work ?? null, came);
  };
  const isLast = set !== undefined && nth + 1 >= (set.laid ? 1 : set.count);
  return (
    <SchoolFrame
      book={book}
      title="Whole rolls"
      lead="Take every loser, then pay, move and hand back in the order of the house. Then let the dice go."
      work="console"
    >
      <Options
        book={book}
        set={set}
        nth={nth}
        chosen={{ level, place, sheet }}
        change={(to) => {
          setLevel(to.level);
          setPlace(to.place);
          setSheet(to.sheet);
          // The same roll with and without the sheet; another layout or place is another roll.
          if (to.sheet === sheet) start(pick(nth, to.place, to.level));
        }}
      />
      {result ? (
        <After
          roll={roll}
          result={result}
          next={isLast ? null : () => start(pick(nth + 1), nth + 1)}
          again={() => start(roll)}
        />
      ) : (
        <Deals key={round} roll={roll} place={place} sheet={sheet} onDone={finish} />
      )}
    </SchoolFrame>
  );
}

interface Chosen {
  readonly level: RollLevel;
  readonly place: RollPlace;
  readonly sheet: 'hidden' | 'shown';
}

interface OptionsProps {
  readonly book: RulebookId;
  readonly set: SetRolls | undefined;
  readonly nth: number;
  readonly chosen: Chosen;
  readonly change: (to: Chosen) => void;
}

/** What a learner may choose; of set work only what its trainer left open. */
function Options({ book, set, nth, chosen, change }: OptionsProps) {
  const { place } = chosen;
  return (
    <div className="school-choices">
      {!set && (
        <Choices
          legend="Layout"
          name="roll-level"
          value={chosen.level}
          options={ROLL_LEVELS.map((one) => [one, LEVEL_WORDS[one]] as const)}
          change={(level) => change({ ...chosen, level })}
        />
      )}
      {set?.place === undefined && (
        <Choices
          legend="You are"
          name="roll-station"
          value={place}
          options={placesAt(book).map((one) => [one, PLACE_WORDS[one]] as const)}
          change={(to) => change({ ...chosen, place: to })}
        />
      )}
      {place !== 'box' && place !== 'stick' && (
        <Choices
          legend="The sheet"
          name="roll-sheet"
          value={chosen.sheet}
          options={[
            ['hidden', 'From memory'],
            ['shown', 'Before me'],
          ]}
          change={(sheet) => change({ ...chosen, sheet })}
        />
      )}
      {set && !set.laid && (
        <p className="quiet">
          {nth + 1} of {set.count}
        </p>
      )}
    </div>
  );
}

function tell(book: RulebookId, work: string | null, { marks, ms }: Result): void {
  const sum = (of: 'of' | 'right'): number => marks.reduce((all, mark) => all + mark[of], 0);
  const asked = sum('of');
  const faults: readonly Fault[] = marks.flatMap((mark) => mark.faults);
  if (asked > 0)
    void tellHouse({
      work,
      book,
      topic: null,
      asked,
      right: sum('right'),
      ms: ms / asked,
      ...countFaults(faults),
    });
}

interface DealsProps {
  readonly roll: WholeRoll;
  readonly place: RollPlace;
  readonly sheet: 'hidden' | 'shown';
  readonly onDone: (result: Result) => void;
}

/** One roll at one place. */
function Deals({ roll, place, sheet, onDone }: DealsProps) {
  const box = useMemo(() => (place === 'box' ? makeBoxRoll(roll, roll.seed) : null), [place, roll]);
  const msOf = (marks: readonly Mark[]): number => marks.reduce((all, mark) => all + mark.ms, 0);
  if (box)
    return (
      <BoxRoll
        work={box}
        tells="answers"
        onDone={(marks) => onDone({ graded: null, marks, ms: msOf(marks) })}
      />
    );
  if (place === 'stick')
    return (
      <StickRoll
        roll={roll}
        tells="answers"
        onDone={({ marks, done }) =>
          onDone({ graded: done && gradeRoll(roll, done, 'stick'), marks, ms: msOf(marks) })
        }
      />
    );
  const station = place as Station;
  const finish = (done: readonly Done[], ms: number) => {
    const graded = gradeRoll(roll, done, station);
    onDone({ graded, marks: [markOf(graded, ms)], ms });
  };
  return <DealDesk roll={roll} station={station} sheet={sheet} onDone={finish} />;
}

export const markOf = ({ right, of, inOrder, faults }: GradedRoll, ms: number): Mark => ({
  kind: 'roll',
  right,
  of,
  inOrder,
  ms,
  faults,
});

interface AfterProps {
  readonly roll: WholeRoll;
  readonly result: Result;
  readonly next: (() => void) | null;
  readonly again: () => void;
}

/** How it went, and what can be done about it. */
function After({ roll, result: { graded, marks, ms }, next, again }: AfterProps) {
  const [redo, setRedo] = useState(false);
  const said = marks.filter(({ kind }) => kind !== 'roll');
  const sum = (of: 'of' | 'right'): number => said.reduce((all, mark) => all + mark[of], 0);
  if (redo && graded) return <Again roll={roll} graded={graded} onDone={() => setRedo(false)} />;
  const hasFaults = graded?.lines.some(({ faults }) => faults.length > 0) ?? false;
  return (
    <>
      {said.length > 0 && (
        <p className="school-said" data-said={`${sum('right')}/${sum('of')}`}>
          {sum('right')} of {sum('of')} calls and decisions right{graded ? '' : `, ${saySeconds(ms)}`}
        </p>
      )}
      {graded && <Graded roll={roll} graded={graded} ms={ms} />}
      <div className="pay-acts">
        <button type="button" onClick={again}>
          The same again
        </button>
        {hasFaults && (
          <button type="button" onClick={() => setRedo(true)}>
            Only what went wrong
          </button>
        )}
        {next ? (
          <button type="button" className="main" onClick={next}>
            Next roll
          </button>
        ) : (
          <p>Set work: done.</p>
        )}
      </div>
    </>
  );
}
