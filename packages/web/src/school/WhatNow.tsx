import type { RulebookId } from '@boxperson/rules';
import { clauseOf } from '@boxperson/rules/clauses';
import { clauseIn, type Judged, judge, type Situation } from '@boxperson/rules/school';
import { useEffect, useState } from 'react';
import { Cite } from '../reading/Cite.js';
import { Fault } from '../ui/Fault.js';
import { Asked } from './Asked.js';
import { Happening } from './Happening.js';
import { newSeed } from './next.js';
import { Puck } from './Scene.js';
import { SchoolFrame } from './SchoolFrame.js';
import { StillFelt } from './StillFelt.js';
import { loadSituations } from './scripts.js';
import { tellHouse } from './telling.js';
import { useClock, useKeys } from './use-clock.js';

/** The situations of a book once they are there; a sentence where they cannot be had. */
export function useSituations(book: RulebookId): readonly Situation[] | string | null {
  const [found, setFound] = useState<readonly Situation[] | string | null>(null);
  useEffect(() => {
    let isGone = false;
    loadSituations(book).then(
      (situations) => !isGone && setFound(situations),
      () => !isGone && setFound('The situations of this book could not be loaded. Is there a network?'),
    );
    return () => {
      isGone = true;
    };
  }, [book]);
  return found;
}

/** What happens, told as it was played and shown as it lies. */
export const SituationCard = ({ situation }: { situation: Situation }) => {
  const { before, stands, asked, table, place, command } = situation;
  return (
    <div className="school-question situation">
      <div className="situation-words">
        <p className="situation-top">
          <Puck point={table.game.point} />
          <span className="quiet">{PLACE_SAYS[place]}</span>
        </p>
        <h2>{asked}.</h2>
        <Happening situation={situation} />
        <Stands stands={stands} player={command['player']} />
        {before.length > 0 && (
          <details>
            <summary>What happened before</summary>
            <ol>
              {before.map((say, i) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the same may happen twice
                <li key={i}>{say}</li>
              ))}
            </ol>
          </details>
        )}
        <p className="situation-ask">What now?</p>
      </div>
      <StillFelt table={table} />
    </div>
  );
};

const WAGERS_TOLD = 3;

/** How it stands: of many players' wagers only those that it is about, the rest for whoever wants them. */
function Stands({ stands, player }: { stands: readonly string[]; player: unknown }) {
  const isWagers = (say: string): boolean => /^[^.]*: /.test(say);
  const wagers = stands.filter(isWagers);
  const isTold = (say: string): boolean =>
    !isWagers(say) || wagers.length <= WAGERS_TOLD || say.startsWith(`${String(player)}: `);
  const rest = stands.filter((say) => !isTold(say));
  return (
    <>
      <ul className="situation-stands">
        {stands.filter(isTold).map((say) => (
          <li key={say}>{say}</li>
        ))}
      </ul>
      {rest.length > 0 && (
        <details>
          <summary>Everybody’s wagers</summary>
          <ul>
            {rest.map((say) => (
              <li key={say}>{say}</li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

const PLACE_SAYS: Readonly<Record<Situation['place'], string>> = {
  stick: 'You have the stick.',
  dealer: 'You deal.',
  box: 'You sit at the box.',
};

export const rightIn = (situation: Situation): number =>
  situation.choices.findIndex(({ verdict }) => judge(situation, verdict).right);

interface WhatNowProps {
  readonly book: RulebookId;
  /** Set work: so many, from the first of them on. */
  readonly set?: { readonly first: number; readonly count: number; readonly work: string | null };
}

/** Situations from the books: the engine judges, cites the clause and plays it out. */
export function WhatNow({ book, set }: WhatNowProps) {
  const found = useSituations(book);
  const [nth, setNth] = useState(0);
  const [chosen, setChosen] = useState<number | null>(null);
  const [right, setRight] = useState(0);
  const [start] = useState(() => set?.first ?? newSeed());
  const clock = useClock(chosen === null);
  const next = () => {
    setNth(nth + 1);
    setChosen(null);
    clock.restart();
  };
  useKeys(chosen === null ? {} : { Enter: next, n: next });
  const all = Array.isArray(found) ? (found as readonly Situation[]) : [];
  const situation = all.length === 0 ? null : (all[(start + nth) % all.length] as Situation);
  const choose = (i: number) => {
    if (!situation) return;
    const isRight = i === rightIn(situation);
    setChosen(i);
    if (isRight) setRight(right + 1);
    const work = set?.work ?? null;
    void tellHouse({ work, book, topic: null, asked: 1, right: isRight ? 1 : 0, ms: clock.ms });
  };
  const isOver = set !== undefined && nth >= set.count;
  return (
    <SchoolFrame
      book={book}
      title="What now?"
      work="desk"
      lead="Something happens at the table. You are the crew."
    >
      {typeof found === 'string' && <Fault>{found}</Fault>}
      {isOver && <p>All {set.count} are done.</p>}
      {situation && !isOver && (
        <div data-situation={situation.id}>
          <p className="quiet school-count">
            {nth + 1}
            {set ? ` of ${set.count}` : ''} · {right} of {nth + (chosen === null ? 0 : 1)} right
          </p>
          <SituationCard situation={situation} />
          <Asked
            choices={situation.choices.map(({ say }) => say)}
            chosen={chosen}
            right={chosen === null ? null : rightIn(situation)}
            onChoose={choose}
          />
          {chosen !== null && <Why situation={situation} chosen={chosen} onNext={next} />}
        </div>
      )}
    </SchoolFrame>
  );
}

interface WhyProps {
  readonly situation: Situation;
  readonly chosen: number;
  readonly onNext: () => void;
}

export function Why({ situation, chosen, onNext }: WhyProps) {
  const judged: Judged = judge(situation, situation.choices[chosen]?.verdict ?? 'done');
  const clause = judged.clause ?? clauseIn(situation);
  const summary = clause === '' ? undefined : clauseOf(situation.book, clause)?.summary;
  return (
    <section className="school-outcome" aria-label="The answer" aria-live="polite">
      <p className={judged.right ? 'is-right' : 'is-wrong'} data-right={judged.right}>
        {judged.right ? 'Right.' : 'Not so.'} {judged.why}{' '}
        {(clause !== '' || judged.ruling) && (
          <Cite book={situation.book} clause={clause === '' ? null : clause} ruling={judged.ruling} />
        )}
      </p>
      {summary && <p>{summary}</p>}
      <PlayedOut judged={judged} before={situation.table} />
      <button type="button" className="main" onClick={onNext}>
        Next
      </button>
    </section>
  );
}

/** And so it goes on: what happened, and the layout after it. */
function PlayedOut({ judged: { follows, after }, before }: { judged: Judged; before: Judged['after'] }) {
  return (
    <div className="played-out">
      <div>
        <h3>And so</h3>
        <ul>
          {follows.map((say) => (
            <li key={say}>{say}</li>
          ))}
        </ul>
      </div>
      {after !== before && <StillFelt table={after} />}
    </div>
  );
}
