import { chipSet, type RulebookId, rulebook } from '@boxperson/rules';
import {
  DRILL_LEVELS,
  type Drill,
  type DrillLevel,
  drillOwing,
  FAULT_WORDS,
  type Fault,
  makeDrill,
  PAYMENT_MS,
  SCHOOL_SIGN,
  type TopicId,
  topicOf,
  whyWrong,
} from '@boxperson/rules/school';
import { useState } from 'react';
import { Choices } from '../ui/Choices.js';
import { dollars } from '../ui/money.js';
import { FOR_PLAYERS } from './Bets.js';
import { keepAnswer, loadMemory, standingOf } from './memory.js';
import { newSeed, nextDrill } from './next.js';
import { PayDesk } from './PayDesk.js';
import { Scene } from './Scene.js';
import { SchoolFrame } from './SchoolFrame.js';
import { Steps } from './Steps.js';
import { useTelling } from './telling.js';
import { saySeconds, useClock, useKeys } from './use-clock.js';

export const LEVEL_WORDS: Readonly<Record<DrillLevel, string>> = {
  units: 'Whole units',
  any: 'Any stake',
  large: 'Large stakes',
};

/** Which slip leads to an answer; null where it is right. */
export const faultIn = ({ book, line, chips }: Drill, answered: number): Fault | null =>
  whyWrong({ rulebook: rulebook(book), chips: chipSet(chips) }, line, answered);

/** Why an answer is wrong, in words; null where it is right. */
export function sayWrong(drill: Drill, answered: number): string | null {
  const fault = faultIn(drill, answered);
  const { owed } = drill;
  return fault === null ? null : `${dollars(owed)}, not ${dollars(answered)}: ${FAULT_WORDS[fault]}.`;
}

interface Answered {
  readonly amount: number;
  readonly ms: number;
}

interface KeysProps {
  readonly book: RulebookId;
  readonly topic: TopicId;
  /** Whoever pays, or whoever is paid: the sums are the same. */
  readonly as?: 'dealer' | 'player';
  /** Set work: the same drills for everybody who has its link. */
  readonly set?: {
    readonly level?: DrillLevel;
    readonly seed: number;
    readonly count: number;
    readonly work: string | null;
    /** One wager alone; and what is owed on the first of them, as it was at a table. */
    readonly spot?: string;
    readonly owed?: number;
  };
}

/** One payment after the other; what went wrong comes back. */
export function Keys({ book, topic, as = 'dealer', set }: KeysProps) {
  const [level, setLevel] = useState<DrillLevel>(set?.level ?? 'units');
  const [nth, setNth] = useState(0);
  const pick = (at: number, last: string | null): Drill => {
    if (!set) return nextDrill(book, topic, level, last);
    if (at === 0 && set.spot !== undefined && set.owed !== undefined)
      return drillOwing(book, topic, set.spot, set.owed);
    return makeDrill(book, topic, (set.seed + at) >>> 0, level, SCHOOL_SIGN, set.spot ?? null);
  };
  const [drill, setDrill] = useState(() => pick(0, null));
  const [answered, setAnswered] = useState<Answered | null>(null);
  const clock = useClock(answered === null);
  const tell = useTelling(book, topic, set?.work ?? null);
  const answer = (amount: number) => {
    setAnswered({ amount, ms: clock.ms });
    keepAnswer(book, topic, drill.card, amount === drill.owed, clock.ms);
    tell(faultIn(drill, amount), clock.ms);
  };
  const next = (at = nth + 1, fresh = pick(at, drill.card)) => {
    setNth(at);
    setDrill(fresh);
    setAnswered(null);
    clock.restart();
  };
  const { title, about } = topicOf(topic);
  if (set && nth >= set.count) return <SetDone book={book} topic={topic} count={set.count} />;
  return (
    <SchoolFrame book={book} title={title} work="desk" lead={as === 'player' ? FOR_PLAYERS[topic] : about}>
      {!set && (
        <Choices
          legend="Stakes"
          name="school-level"
          value={level}
          options={DRILL_LEVELS.map((one) => [one, LEVEL_WORDS[one]] as const)}
          change={(one) => {
            setLevel(one);
            next(nth, makeDrill(book, topic, newSeed(), one));
          }}
        />
      )}
      {set && (
        <p className="quiet">
          {nth + 1} of {set.count}
        </p>
      )}
      <div className="school-drill" data-owed={answered ? drill.owed : undefined} data-nth={nth}>
        <Scene drill={drill} />
        {answered ? (
          <Outcome drill={drill} answered={answered} onNext={() => next()} />
        ) : (
          <div>
            <p className="school-clock" role="timer">
              {saySeconds(clock.ms)} <span className="quiet">of {PAYMENT_MS / 1_000}</span>
            </p>
            <PayDesk
              key={nth}
              kinds={drill.chips}
              act={as === 'player' ? 'You are paid' : 'Pay'}
              onAnswer={answer}
            />
          </div>
        )}
      </div>
      <Standing book={book} topic={topic} />
    </SchoolFrame>
  );
}

function Outcome({
  drill,
  answered: { amount, ms },
  onNext,
}: {
  drill: Drill;
  answered: Answered;
  onNext: () => void;
}) {
  const wrong = sayWrong(drill, amount);
  useKeys({ Enter: onNext, n: onNext });
  return (
    <section className="school-outcome" aria-label="The answer" aria-live="polite">
      <p className={wrong ? 'is-wrong' : 'is-right'} data-right={wrong === null}>
        {wrong ?? `Right: ${dollars(drill.owed)}`} <span className="quiet">{saySeconds(ms)}</span>
        {wrong === null && ms > PAYMENT_MS && <span className="quiet"> The target is six seconds.</span>}
      </p>
      <Steps line={drill.line} kinds={drill.chips} />
      {/* biome-ignore lint/a11y/noAutofocus: whoever answers by keyboard goes on by keyboard */}
      <button type="button" className="main" autoFocus onClick={onNext}>
        Next
      </button>
    </section>
  );
}

/** How far somebody is with the topic. */
function Standing({ book, topic }: { book: RulebookId; topic: TopicId }) {
  const { keys, sit, due, asked, right } = standingOf(loadMemory(book, topic), new Date());
  if (asked === 0) return <p className="quiet">What you get wrong comes back until it sits.</p>;
  return (
    <p className="quiet" data-standing={`${asked}/${right}`}>
      {right} of {asked} right · {keys} keys met, {sit} sit, {due} due again
    </p>
  );
}

const SetDone = ({ book, topic, count }: { book: RulebookId; topic: TopicId; count: number }) => (
  <SchoolFrame book={book} title={topicOf(topic).title} lead="Set work">
    <p>All {count} are done.</p>
    <Standing book={book} topic={topic} />
  </SchoolFrame>
);
