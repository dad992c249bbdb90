import { guestOf, hasHardWay, isGone, type RollOutcome, type Table } from '@boxperson/rules';
import { lazy, Suspense } from 'react';
import type { CalledRoll } from '../house.js';
import type { Told } from '../model.js';
import { dollars } from '../ui/money.js';
import { isRolled, MARKS, type Settled, sayRoll, signed } from './words.js';

// Nobody needs it before a roll.
const Settlement = lazy(() => import('./Settlement.js').then((module) => ({ default: module.Settlement })));
// What a die is made of comes with the throw.
const DicePair = lazy(() => import('../ui/DicePair.js').then((module) => ({ default: module.DicePair })));

/** Dice in a tray, once there are any. */
const Tray = ({ dice, spin }: { dice: readonly [number, number] | null; spin: number }) => (
  <div className="tray">
    <Suspense fallback={null}>{dice && <DicePair dice={dice} spin={spin} />}</Suspense>
  </div>
);

interface LastRollProps {
  readonly table: Table;
  readonly last: Told | null;
  /** The last roll as the crew tells it to somebody who did not see it. */
  readonly called: CalledRoll | null;
  readonly settled: Settled | null;
  readonly size: 'large' | 'strip';
  /** What went on or off by itself with this roll. */
  readonly note: string;
  readonly onDetails?: () => void;
  /** Shows one's own rounds again; an electronic table has that beside its past rolls. */
  readonly onRecall?: () => void;
}

/** The dice as they lie, the stick's call and what it did, line by line. Dice that are out are not in the tray. */
export function LastRoll(props: LastRollProps) {
  const { table, last, called, settled, size, note, onDetails, onRecall } = props;
  const event = last && isRolled(last.event) ? last.event : null;
  const isOut = table.phase === 'thrown' || table.phase === 'rolling';
  const roll = event ?? (called as RollOutcome | null);
  const call = isOut ? 'The dice are out…' : roll ? sayRoll(roll) : 'No roll yet';
  return (
    <section className={`last ${size}`} aria-label="Last roll">
      <Tray dice={isOut ? null : (roll?.dice ?? null)} spin={last?.n ?? called?.n ?? 0} />
      <div className="last-says">
        <p className="call">{call}</p>
        {size === 'large' && onRecall && (
          <button
            type="button"
            className="recall-open"
            aria-haspopup="dialog"
            aria-label="My last rounds"
            title="My last rounds"
            onClick={onRecall}
          >
            ↺
          </button>
        )}
        {size === 'strip' && settled && !isOut && settled.lines.length > 0 && (
          <button type="button" className="net" onClick={onDetails}>
            <Net net={settled.net} /> details
          </button>
        )}
      </div>
      <p className="working-note" role="status">
        {note}
      </p>
      {size === 'large' && settled && !isOut && (
        <Suspense fallback={null}>
          <Settlement table={table} settled={settled} />
        </Suspense>
      )}
    </section>
  );
}

export const Net = ({ net }: { net: number }) => (
  <b className={net > 0 ? 'won' : net < 0 ? 'lost' : 'even'}>
    {net > 0 ? MARKS.won : net < 0 ? MARKS.lost : MARKS.back} {signed(net)}
  </b>
);

/** Who is here, who shoots, and whose limits are their own. */
export function Players({ table, player }: { table: Table; player: string | null }) {
  const { players } = table.game;
  const { shooter, offeredTo } = table.shooter;
  if (players.length === 0) return null;
  return (
    <section className="players" aria-label="At the table">
      <ul>
        {players.map(({ name, seat, limit }) => (
          <li key={name} className={name === player ? 'me' : ''}>
            <span className="seat">{isGone(table, name) ? '–' : seat}</span> {name === player ? 'You' : name}
            <Presence table={table} player={name} />
            {name === shooter && <em>shooter</em>}
            {name === offeredTo && <em>offered the dice</em>}
            {limit && (
              <em className="limit-marker">
                {dollars(limit.min)}–{dollars(limit.max)}
              </em>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Away, gone with wagers that play out, or ready for the throw. */
function Presence({ table, player }: { table: Table; player: string }) {
  const guest = guestOf(table, player);
  if (guest?.gone) return <em>left, bets play out</em>;
  if (guest?.away !== undefined) return <em className="away">away</em>;
  return guest?.ready ? <em>ready</em> : null;
}

const HISTORY_MOST = 40;

/** Past rolls, newest first; what they were, and nothing about what is to come. */
export function History({ rolls, onRecall }: { rolls: readonly CalledRoll[]; onRecall: () => void }) {
  const newest = rolls.slice(-HISTORY_MOST).toReversed();
  return (
    <section className="history-bar" aria-label="Past rolls">
      <ol className="history" aria-label="Past rolls, newest first">
        {newest.length === 0 && <li className="quiet">Past rolls appear here</li>}
        {newest.map(({ n, dice, total, hard, call }) => (
          <li key={n} className={call === 'seven-out' ? 'out' : call === 'point-made' ? 'made' : ''}>
            <span>
              {dice[0]}·{dice[1]}
            </span>
            <b>
              {total}
              {hard && hasHardWay(total) ? 'H' : ''}
            </b>
            {call === 'seven-out' && <small>out</small>}
          </li>
        ))}
      </ol>
      <button type="button" disabled={newest.length === 0} aria-haspopup="dialog" onClick={onRecall}>
        Recall
      </button>
    </section>
  );
}
