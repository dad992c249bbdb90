import { nameOf, SPOTS, type Spot } from '@boxperson/rules';
import {
  type BoxRoll as BoxWork,
  type Done,
  FAULT_WORDS,
  type GradedWatch,
  gradeWatch,
  type Mark,
  type Situation,
  type WatchedRoll,
} from '@boxperson/rules/school';
import { useState } from 'react';
import { CrewPuck } from '../../crew/Puck.js';
import { ChipFace, chipsIn, chipText } from '../../ui/Chip.js';
import { Pair } from '../../ui/Dice.js';
import { dollars } from '../../ui/money.js';
import { Asked } from '../Asked.js';
import { StillFelt } from '../StillFelt.js';
import { saySeconds, useClock, useKeys } from '../use-clock.js';
import { rightIn, SituationCard, Why } from '../WhatNow.js';
import '../../crew/styles/crew.css';

interface BoxRollProps {
  readonly work: BoxWork;
  readonly tells: 'answers' | 'nothing';
  readonly onDone: (marks: readonly Mark[]) => void;
}

/** The box of a roll: what is late, spoken, found, in dispute or beyond the sign; then it is watched being paid. */
export function BoxRoll({ work: { incidents, watched }, tells, onDone }: BoxRollProps) {
  const [marks, setMarks] = useState<readonly Mark[]>([]);
  const [nth, setNth] = useState(0);
  const next = (mark: Mark) => {
    const all = [...marks, mark];
    if (nth >= incidents.length) return onDone(all);
    setMarks(all);
    setNth(nth + 1);
  };
  const incident = incidents[nth];
  return (
    <div className="box-roll" data-task={incident ? 'incident' : 'watch'} data-step={nth}>
      <p className="quiet school-count">
        The box: {nth + 1} of {incidents.length + 1}
      </p>
      {incident ? (
        <Incident key={incident.id} situation={incident} tells={tells} onNext={next} />
      ) : (
        <Watch watched={watched} tells={tells} onDone={next} />
      )}
    </div>
  );
}

interface IncidentProps {
  readonly situation: Situation;
  readonly tells: BoxRollProps['tells'];
  readonly onNext: (mark: Mark) => void;
}

function Incident({ situation, tells, onNext }: IncidentProps) {
  const [chosen, setChosen] = useState<number | null>(null);
  const clock = useClock(chosen === null);
  const go = (i: number) =>
    onNext({
      kind: 'situation',
      right: i === rightIn(situation) ? 1 : 0,
      of: 1,
      inOrder: 0,
      ms: clock.ms,
      faults: [],
    });
  useKeys(chosen === null ? {} : { Enter: () => go(chosen), n: () => go(chosen) });
  return (
    <>
      <SituationCard situation={situation} />
      <Asked
        choices={situation.choices.map(({ say }) => say)}
        chosen={chosen}
        right={chosen === null ? null : rightIn(situation)}
        onChoose={(i) => (tells === 'nothing' ? go(i) : setChosen(i))}
      />
      {chosen !== null && <Why situation={situation} chosen={chosen} onNext={() => go(chosen)} />}
    </>
  );
}

interface WatchProps {
  readonly watched: WatchedRoll;
  readonly tells: BoxRollProps['tells'];
  readonly onDone: (mark: Mark) => void;
}

/** The dealers take and pay: the box stops what is wrong before the dice go. */
function Watch({ watched, tells, onDone }: WatchProps) {
  const [stopped, setStopped] = useState<ReadonlySet<number>>(new Set());
  const [graded, setGraded] = useState<GradedWatch | null>(null);
  const clock = useClock(graded === null);
  const { roll, deeds } = watched;
  const turn = (i: number) => {
    const after = new Set(stopped);
    if (!after.delete(i)) after.add(i);
    setStopped(after);
  };
  const markOf = ({ right, of, faults }: GradedWatch): Mark => ({
    kind: 'watch',
    right,
    of,
    inOrder: 0,
    ms: clock.ms,
    faults,
  });
  const go = () => {
    const result = graded ?? gradeWatch(watched, stopped);
    if (graded || tells === 'nothing') onDone(markOf(result));
    else setGraded(result);
  };
  // Enter turns the deed that has the focus: the dice go by a key of their own.
  useKeys(graded ? { Enter: go, n: go } : { g: go });
  return (
    <div className="crew school-console school-fills box-watch" data-console="box">
      <header className="crew-bar">
        <CrewPuck table={roll.before} />
        <Pair dice={roll.sheet.dice} />
        <div className="crew-middle">
          <p className="crew-now">
            <q>{roll.sheet.say}</q>
          </p>
          <p>{graded ? sayGraded(graded) : 'Touch what is wrong. Then the dice go.'}</p>
        </div>
        <span className="school-clock" role="timer">
          {saySeconds(clock.ms)}
        </span>
        <button type="button" className="main" onClick={go}>
          {graded ? 'Next' : stopped.size === 0 ? 'All right: dice go' : `Stop ${stopped.size}, then dice go`}
        </button>
      </header>
      <div className="watch-body">
        <ol className="deeds" aria-label="What the dealers do">
          {deeds.map((deed, i) => (
            <li key={`${deed.spot}/${deed.player}`}>
              <Deed
                deed={deed}
                watched={watched}
                isStopped={stopped.has(i)}
                faults={graded ? (watched.wrong[i] ?? []).map((fault) => FAULT_WORDS[fault]) : null}
                onTurn={() => turn(i)}
              />
            </li>
          ))}
        </ol>
        <StillFelt table={roll.before} />
      </div>
    </div>
  );
}

const sayGraded = ({ missed, alarms }: GradedWatch): string => {
  if (missed.length + alarms.length === 0) return 'Seen rightly.';
  const parts = [
    ...(missed.length > 0 ? [`${missed.length} went past you`] : []),
    ...(alarms.length > 0 ? [`${alarms.length} stopped for nothing`] : []),
  ];
  return `${parts.join(', ')}.`;
};

const DID: Readonly<Record<Done['act'], string>> = {
  take: 'takes',
  pay: 'pays',
  return: 'hands back',
  move: 'moves',
};

interface DeedProps {
  readonly deed: Done;
  readonly watched: WatchedRoll;
  readonly isStopped: boolean;
  /** What was wrong with it, once that is told. */
  readonly faults: readonly string[] | null;
  readonly onTurn: () => void;
}

function Deed({ deed: { player, spot, act, amount }, watched, isStopped, faults, onTurn }: DeedProps) {
  const { game } = watched.roll.before;
  const owner = game.players.find(({ name }) => name === player);
  const wager = owner?.wagers.find((one) => one.spot.index === spot);
  const chips = act === 'pay' ? chipsIn(amount, game.sign.chips.chips) : [];
  const isWrong = faults !== null && faults.length > 0;
  const mark = faults === null ? undefined : isWrong === isStopped ? 'right' : 'wrong';
  return (
    <button
      type="button"
      className="deed"
      aria-pressed={isStopped}
      disabled={faults !== null}
      data-act={act}
      data-mark={mark}
      onClick={onTurn}
    >
      <span className="crew-seat">{owner?.seat}</span>
      <span className="deed-what">
        <b>{nameOf(game.rulebook, SPOTS[spot] as Spot)}</b>
        <small>
          {player} · {dollars(wager?.amount ?? 0)}
          {wager?.stay ? ' · stays up' : ''}
        </small>
        {isWrong && <small className="is-wrong">{faults.join('; ')}</small>}
      </span>
      <span className="deed-act">
        {DID[act]} {act === 'pay' ? dollars(amount) : ''}
        <span className="deed-chips" aria-hidden="true">
          {[...new Set(chips)].map((chip) => (
            <span key={chip}>
              {chips.filter((one) => one === chip).length}
              <ChipFace value={chip} text={chipText(chip)} />
            </span>
          ))}
        </span>
      </span>
      {isStopped && <span className="deed-stop">STOP</span>}
    </button>
  );
}
