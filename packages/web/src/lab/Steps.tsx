import { makeStrategy, type Played, playThrow, type Strategy, sitDown, wealthOf } from '@boxperson/odds';
import { type Dice, type Die, makeDollars, nameOf, type Rulebook, type Spot } from '@boxperson/rules';
import { useEffect, useMemo, useState } from 'react';
import { Cite } from '../reading/Cite.js';
import { DiceTray } from '../reading/DiceTray.js';
import { FeltStatus } from '../reading/FeltStatus.js';
import { Pair } from '../ui/Dice.js';
import { Fault } from '../ui/Fault.js';
import type { Play } from './desk-asks.js';
import { dollars } from './say.js';

interface Step {
  readonly id: number;
  readonly dice: Dice | null;
  readonly played: Played;
  readonly change: number;
}

const sayStep = (id: number, change: number): string => {
  if (id === 0) return 'Sits down';
  if (change === 0) return `Roll ${id}: no change`;
  return `Roll ${id}: ${change < 0 ? '−' : '+'}${makeDollars(Math.abs(change))}`;
};

const KEPT = 60;
const BANK = 10_000_000;

function Lines({ book, played: { rolled, placed, taken } }: { book: Rulebook; played: Played }) {
  const put = (spot: Spot, amount: number): string => `${nameOf(book, spot)} ${makeDollars(amount)}`;
  return (
    <ul>
      {rolled?.settled.map(({ spot, outcome, winnings, collected, clause }) => {
        const net = winnings - collected;
        const tone = net > 0 ? 'won' : net < 0 ? 'lost' : 'even';
        return (
          <li key={`s${spot.index}`} className={`tone-${tone}`}>
            <span className="tone-mark" aria-hidden="true">
              {{ won: '+', lost: '−', even: '=' }[tone]}
            </span>
            <span>
              {nameOf(book, spot)}{' '}
              {outcome === 'returned' ? 'comes back' : outcome === 'void' ? 'is void' : outcome}
              {net === 0 ? '' : ` ${makeDollars(Math.abs(net))}`} <Cite book={book.id} clause={clause} />
            </span>
          </li>
        );
      })}
      {rolled?.travelled.map(({ spot, amount }) => (
        <li key={`t${spot.index}`}>
          <span className="tone-mark" aria-hidden="true">
            →
          </span>
          <span>{put(spot, amount)}: it has its number</span>
        </li>
      ))}
      {taken.map(({ spot, taken: amount }) => (
        <li key={`d${spot.index}`}>
          <span className="tone-mark" aria-hidden="true">
            ↓
          </span>
          <span>takes down {put(spot, amount)}</span>
        </li>
      ))}
      {placed.map(({ spot, amount, commission }) => (
        <li key={`p${spot.index}`}>
          <span className="tone-mark" aria-hidden="true">
            ↑
          </span>
          <span>
            puts up {put(spot, amount)}
            {commission > 0 && ` and ${makeDollars(commission)} commission`}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** A seat that a strategy plays, throw by throw; the last throw stands first. */
function useSteps({ file, table }: Play) {
  const strategy = useMemo(() => makeStrategy(file) as Strategy, [file]);
  const [steps, setSteps] = useState<readonly Step[]>([]);
  const [fault, setFault] = useState<string | null>(null);
  const begin = () => {
    const sat = sitDown(strategy, table, BANK);
    setFault(sat.ok ? null : sat.refused.message);
    setSteps(sat.ok ? [{ id: 0, dice: null, played: sat.value, change: 0 }] : []);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: another strategy sits down anew
  useEffect(() => begin(), [strategy, table]);
  const toss = (dice: Dice) => {
    const [last] = steps;
    if (!last) return;
    const before = wealthOf(last.played.seat.game);
    const next = playThrow(strategy, last.played.seat, dice);
    if (!next.ok) {
      setFault(next.refused.message);
      return;
    }
    const change = wealthOf(next.value.seat.game) - before;
    setSteps([{ id: last.id + 1, dice, played: next.value, change }, ...steps].slice(0, KEPT));
  };
  return { steps, fault, begin, toss };
}

/** One throw after another: what the dice do, and what the strategy does then. */
export function Steps({ play }: { play: Play }) {
  const { steps, fault, begin, toss } = useSteps(play);
  const [dice, setDice] = useState<readonly [Die, Die]>([3, 4]);
  const [last] = steps;
  if (!last) return fault ? <Fault>{fault}</Fault> : null;
  const { game } = last.played.seat;
  const rolls = `${last.id} ${last.id === 1 ? 'roll' : 'rolls'}`;
  return (
    <div className="little-felt">
      <div className="felt-cloth">
        <FeltStatus
          point={game.point}
          says={`${rolls}, ${dollars(wealthOf(game) - BANK)} since sitting down`}
          again="Sit down anew"
          onAgain={begin}
        />
        <Standing game={game} />
        <DiceTray
          dice={dice}
          onPick={setDice}
          onToss={(thrown) => {
            setDice(thrown);
            toss(thrown);
          }}
        />
      </div>
      <div className="felt-log">
        <h3>Roll by roll</h3>
        {fault && <Fault>{fault}</Fault>}
        <Log book={game.rulebook} steps={steps} />
      </div>
    </div>
  );
}

function Standing({ game }: { game: Played['seat']['game'] }) {
  const wagers = game.players[0]?.wagers ?? [];
  if (wagers.length === 0) return <p className="quiet">Nothing on the layout.</p>;
  return (
    <ul className="standing-list">
      {wagers.map(({ spot, amount }) => (
        <li key={spot.index}>
          {nameOf(game.rulebook, spot)} <b>{makeDollars(amount)}</b>
        </li>
      ))}
    </ul>
  );
}

const Log = ({ book, steps }: { book: Rulebook; steps: readonly Step[] }) => (
  <ol aria-live="polite">
    {steps.map(({ id, dice, played, change }) => (
      <li key={id} className="happening">
        <p className="happening-title">
          {dice && <Pair dice={dice} />} <b>{sayStep(id, change)}</b>
        </p>
        <Lines book={book} played={played} />
      </li>
    ))}
  </ol>
);
