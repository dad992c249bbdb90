import type { Dice } from '@boxperson/rules';
import {
  type Done,
  gradeRoll,
  linesToDeal,
  type Mark,
  type Question,
  stickQuestions,
  type WholeRoll,
} from '@boxperson/rules/school';
import { useMemo, useState } from 'react';
import { Keypad } from '../../crew/stick/Keypad.js';
import { Asked } from '../Asked.js';
import { QuestionCard } from '../Calls.js';
import { useClock, useKeys } from '../use-clock.js';
import { AtConsole } from './AtConsole.js';
import { DealDesk } from './DealDesk.js';

/** What the stick does in the course of a roll, one thing after the other. */
type Task =
  | { readonly kind: 'asked'; readonly question: Question }
  | { readonly kind: 'read' }
  | { readonly kind: 'deal' };

/** Calls it, keys it in, deals what is the stick's own, directs the rest, and sends the dice on. */
function tasksOf(roll: WholeRoll): readonly Task[] {
  const [call, ...more] = stickQuestions(roll).map((question) => ({ kind: 'asked', question }) as const);
  const deals = linesToDeal(roll, 'stick').length > 0;
  return [...(call ? [call] : []), { kind: 'read' }, ...(deals ? [{ kind: 'deal' } as const] : []), ...more];
}

/** What was done of it: every answer, every reading and every roll is a mark of its own. */
export interface StickDone {
  readonly marks: readonly Mark[];
  readonly done: readonly Done[] | null;
}

interface StickRollProps {
  readonly roll: WholeRoll;
  /** At an audition nothing is told meanwhile. */
  readonly tells: 'answers' | 'nothing';
  readonly onDone: (did: StickDone) => void;
}

const answered = (isRight: boolean, ms: number): Mark => ({
  kind: 'call',
  right: isRight ? 1 : 0,
  of: 1,
  inOrder: 0,
  ms,
  faults: [],
});

/** The stick's part of a roll, at the stick's own console. */
export function StickRoll({ roll, tells, onDone }: StickRollProps) {
  const tasks = useMemo(() => tasksOf(roll), [roll]);
  const [nth, setNth] = useState(0);
  const [did, setDid] = useState<StickDone>({ marks: [], done: null });
  const clock = useClock(true);
  const next = (mark: Mark, done: readonly Done[] | null = did.done) => {
    const after = { marks: [...did.marks, mark], done };
    if (nth + 1 >= tasks.length) return onDone(after);
    setDid(after);
    setNth(nth + 1);
    clock.restart();
  };
  const task = tasks[nth] as Task;
  return (
    <div className="stick-roll" data-task={task.kind} data-step={nth}>
      <p className="quiet school-count">
        The stick: {nth + 1} of {tasks.length}
      </p>
      {task.kind === 'asked' && <AskedOnce key={nth} question={task.question} tells={tells} onNext={next} />}
      {task.kind === 'read' && <ReadDice roll={roll} onRead={(isRight, ms) => next(answered(isRight, ms))} />}
      {task.kind === 'deal' && (
        <DealDesk roll={roll} station="stick" onDone={(done, ms) => next(rollMark(roll, done, ms), done)} />
      )}
    </div>
  );
}

function rollMark(roll: WholeRoll, done: readonly Done[], ms: number): Mark {
  const { right, of, inOrder, faults } = gradeRoll(roll, done, 'stick');
  return { kind: 'roll', right, of, inOrder, ms, faults };
}

interface AskedOnceProps {
  readonly question: Question;
  readonly tells: StickRollProps['tells'];
  readonly onNext: (mark: Mark) => void;
}

function AskedOnce({ question, tells, onNext }: AskedOnceProps) {
  const [chosen, setChosen] = useState<number | null>(null);
  const clock = useClock(chosen === null);
  const go = (i: number) => onNext(answered(i === question.right, clock.ms));
  const choose = (i: number) => (tells === 'nothing' ? go(i) : setChosen(i));
  useKeys(chosen === null ? {} : { Enter: () => go(chosen), n: () => go(chosen) });
  return (
    <>
      <QuestionCard question={question} chosen={chosen} />
      <Asked
        choices={question.choices}
        chosen={chosen}
        right={chosen === null ? null : question.right}
        onChoose={choose}
      />
      {chosen !== null && (
        <button type="button" className="main" onClick={() => go(chosen)}>
          Next
        </button>
      )}
    </>
  );
}

interface ReadDiceProps {
  readonly roll: WholeRoll;
  readonly onRead: (isRight: boolean, ms: number) => void;
}

const isSame = (a: Dice, b: Dice): boolean => [...a].sort().join() === [...b].sort().join();

/** The dice lie there: two keys and a confirmation, at the pad of the stick. */
function ReadDice({ roll, onRead }: ReadDiceProps) {
  const clock = useClock(true);
  const { dice } = roll.sheet;
  return (
    <AtConsole table={roll.before} console="stick">
      <div className="crew school-console school-read" data-console="stick">
        <QuestionCard
          question={{ ask: 'Key them in.', point: roll.before.game.point, dice, choices: [], right: 0 }}
          chosen={null}
        />
        <Keypad
          title="What do the dice show?"
          confirm="Call it"
          onDice={async (read) => {
            onRead(isSame(read, dice), clock.ms);
            return true;
          }}
        />
      </div>
    </AtConsole>
  );
}
