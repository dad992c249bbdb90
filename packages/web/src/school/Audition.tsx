import type { RulebookId } from '@boxperson/rules';
import type { Station } from '@boxperson/rules/dealing';
import {
  AUDITION_MS,
  type AuditionPlace,
  gradeRoll,
  type Mark,
  makeBoxRoll,
  type Question,
  type RollPlace,
  type Situation,
  type WholeRoll,
} from '@boxperson/rules/school';
import { useEffect, useMemo, useState } from 'react';
import { Choices } from '../ui/Choices.js';
import { Asked } from './Asked.js';
import { AuditionPaper } from './AuditionPaper.js';
import { QuestionCard, questionFor } from './Calls.js';
import { BoxRoll } from './console/BoxRoll.js';
import { DealDesk } from './console/DealDesk.js';
import { StickRoll } from './console/StickRoll.js';
import { newSeed } from './next.js';
import { markOf, placesAt, rollFor } from './Rolls.js';
import { SchoolFrame } from './SchoolFrame.js';
import { sayClock, useClock } from './use-clock.js';
import { rightIn, SituationCard, useSituations } from './WhatNow.js';

export const PLACE_WORDS: Readonly<Record<AuditionPlace, string>> = {
  base: 'Base dealer',
  stick: 'Stick',
  box: 'Box',
  single: 'Single dealer',
};

/** What comes next at an audition. */
type Task =
  | { readonly kind: 'roll'; readonly roll: WholeRoll; readonly place: RollPlace }
  | { readonly kind: 'call'; readonly question: Question }
  | { readonly kind: 'situation'; readonly situation: Situation };

const auditionsAt = (book: RulebookId): readonly AuditionPlace[] =>
  placesAt(book).includes('single') ? ['single', 'box'] : ['base', 'stick', 'box', 'single'];

const rollPlace = (place: AuditionPlace, nth: number): RollPlace => {
  if (place === 'base') return nth % 2 === 0 ? 'left' : 'right';
  return place;
};

const FITS: Readonly<Record<AuditionPlace, readonly Situation['place'][]>> = {
  base: ['dealer'],
  stick: ['stick'],
  box: ['box', 'stick'],
  single: ['stick', 'dealer', 'box'],
};

/** Mostly rolls; now and then a call, or something happens. The stick and the box have both in every roll of theirs. */
function taskFor(
  book: RulebookId,
  place: AuditionPlace,
  nth: number,
  situations: readonly Situation[],
): Task {
  const fitting = situations.filter((one) => FITS[place].includes(one.place));
  if (nth % 5 === 4 && fitting.length > 0)
    return { kind: 'situation', situation: fitting[newSeed() % fitting.length] as Situation };
  if (nth % 5 === 2 && place !== 'box') return { kind: 'call', question: questionFor(book, nth) };
  const at = rollPlace(place, nth);
  return { kind: 'roll', roll: rollFor(book, 'busy', at), place: at };
}

/** Fifteen minutes at a busy table, scored as a pit would. */
export function Audition({ book }: { book: RulebookId }) {
  const places = auditionsAt(book);
  const [place, setPlace] = useState<AuditionPlace>(places[0] as AuditionPlace);
  const [phase, setPhase] = useState<'before' | 'running' | 'over'>('before');
  const [marks, setMarks] = useState<readonly Mark[]>([]);
  const [sat, setSat] = useState(0);
  const found = useSituations(book);
  return (
    <SchoolFrame
      book={book}
      title="Audition"
      lead="Fifteen minutes at a busy table: speed, accuracy, order and calls, as a pit would score them."
      work="console"
    >
      {phase === 'before' && (
        <>
          <Choices
            legend="You audition as"
            name="audition-place"
            value={place}
            options={places.map((one) => [one, PLACE_WORDS[one]] as const)}
            change={setPlace}
          />
          <button
            type="button"
            className="main"
            onClick={() => {
              setMarks([]);
              setPhase('running');
            }}
          >
            Begin the audition
          </button>
        </>
      )}
      {phase === 'running' && (
        <Running
          book={book}
          place={place}
          situations={Array.isArray(found) ? found : []}
          marks={marks}
          onMarks={(made) => setMarks((before) => [...before, ...made])}
          onEnd={(ms) => {
            setSat(ms);
            setPhase('over');
          }}
        />
      )}
      {phase === 'over' && (
        <>
          <AuditionPaper book={book} place={PLACE_WORDS[place]} marks={marks} sat={sat} />
          <button type="button" className="audition-again" onClick={() => setPhase('before')}>
            Another audition
          </button>
        </>
      )}
    </SchoolFrame>
  );
}

interface RunningProps {
  readonly book: RulebookId;
  readonly place: AuditionPlace;
  readonly situations: readonly Situation[];
  readonly marks: readonly Mark[];
  readonly onMarks: (marks: readonly Mark[]) => void;
  /** After so long. */
  readonly onEnd: (ms: number) => void;
}

function Running({ book, place, situations, marks, onMarks, onEnd }: RunningProps) {
  const [nth, setNth] = useState(0);
  const [task, setTask] = useState(() => taskFor(book, place, 0, situations));
  const clock = useClock(true);
  useEffect(() => {
    if (clock.ms >= AUDITION_MS) onEnd(AUDITION_MS);
  }, [clock.ms, onEnd]);
  const next = (made: readonly Mark[]) => {
    onMarks(made);
    setTask(taskFor(book, place, nth + 1, situations));
    setNth(nth + 1);
  };
  return (
    <div data-task={task.kind} data-nth={nth}>
      <p className="school-clock" role="timer">
        {sayClock(AUDITION_MS - clock.ms)} <span className="quiet">left · {marks.length} done</span>{' '}
        <button type="button" onClick={() => onEnd(clock.ms)}>
          End here
        </button>
      </p>
      <TaskView key={nth} task={task} onMarks={next} />
    </div>
  );
}

const asked = (kind: 'call' | 'situation', isRight: boolean, ms: number): Mark => ({
  kind,
  right: isRight ? 1 : 0,
  of: 1,
  inOrder: 0,
  ms,
  faults: [],
});

interface TaskViewProps {
  readonly task: Task;
  readonly onMarks: (marks: readonly Mark[]) => void;
}

/** Nothing is told during an audition: what was wrong stands in the report. */
function TaskView({ task, onMarks }: TaskViewProps) {
  const { ms } = useClock(true);
  if (task.kind === 'roll') return <RollTask roll={task.roll} place={task.place} onMarks={onMarks} />;
  const [card, choices, right] =
    task.kind === 'call'
      ? [
          <QuestionCard key="asked" question={task.question} chosen={null} />,
          task.question.choices,
          task.question.right,
        ]
      : [
          <SituationCard key="asked" situation={task.situation} />,
          task.situation.choices.map(({ say }) => say),
          rightIn(task.situation),
        ];
  return (
    <>
      {card}
      <Asked
        choices={choices}
        chosen={null}
        right={null}
        onChoose={(i) => onMarks([asked(task.kind, i === right, ms)])}
      />
    </>
  );
}

function RollTask({
  roll,
  place,
  onMarks,
}: { roll: WholeRoll; place: RollPlace } & Pick<TaskViewProps, 'onMarks'>) {
  const box = useMemo(() => (place === 'box' ? makeBoxRoll(roll, roll.seed) : null), [roll, place]);
  if (box) return <BoxRoll work={box} tells="nothing" onDone={onMarks} />;
  if (place === 'stick')
    return <StickRoll roll={roll} tells="nothing" onDone={({ marks }) => onMarks(marks)} />;
  const station = place as Station;
  return (
    <DealDesk
      roll={roll}
      station={station}
      onDone={(done, took) => onMarks([markOf(gradeRoll(roll, done, station), took)])}
    />
  );
}
