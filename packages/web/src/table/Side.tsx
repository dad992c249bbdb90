import {
  guestOf,
  hasHardWay,
  isGone,
  isWorking,
  nameOf,
  type RollOutcome,
  type Spot,
  type SpotOptions,
  type Table,
} from '@boxperson/rules';
import { lazy, Suspense } from 'react';
import { oddsSpotFor, type TableActions } from '../felt/actions.js';
import { ClauseButton } from '../felt/Clause.js';
import type { CalledRoll } from '../house.js';
import type { Told } from '../model.js';
import { dollars } from '../ui/money.js';
import { Families } from './Families.js';
import { isRolled, MARKS, type Settled, sayRoll, signed } from './words.js';

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
      {size === 'large' && settled && !isOut && <Settlement table={table} settled={settled} />}
    </section>
  );
}

export const Net = ({ net }: { net: number }) => (
  <b className={net > 0 ? 'won' : net < 0 ? 'lost' : 'even'}>
    {net > 0 ? MARKS.won : net < 0 ? MARKS.lost : MARKS.back} {signed(net)}
  </b>
);

export function Settlement({ table, settled }: { table: Table; settled: Settled }) {
  if (settled.lines.length === 0) return <p className="quiet">None of yours was decided.</p>;
  return (
    <div className="settlement" data-net={settled.net} data-credit={settled.credit}>
      <ul className="lines">
        {settled.lines.map(({ key, kind, text, result, net, clause }) => (
          <li key={key} className={kind} data-line-net={net}>
            <span className="mark">{MARKS[kind]}</span>
            <span className="line-text">
              {text} <em>{result}</em>
            </span>
            <b>{net === 0 ? '' : signed(net)}</b>
            {clause && <ClauseButton book={table.game.rulebook} cited={{ clause }} short="short" />}
          </li>
        ))}
      </ul>
      <Sum {...settled} />
    </div>
  );
}

/** The one sum: what was decided of the stakes, with what was won on them, is what comes to the credit. */
const Sum = ({ net, credit }: Settled) => (
  <p className="sum">
    <span>
      Won less lost <Net net={net} />
    </span>
    <span>
      {signed(credit - net).replace('+', '')} staked {net < 0 ? '−' : '+'} {dollars(Math.abs(net))} ={' '}
      <b>{dollars(credit)}</b> to your credit
    </span>
  </p>
);

interface WagersProps {
  readonly table: Table;
  readonly player: string;
  readonly options: readonly SpotOptions[];
  readonly actions: TableActions;
  readonly onHold: (spot: Spot) => void;
}

/** One's own wagers, with what may be done to each. */
export function Wagers({ table, player, options, actions, onHold }: WagersProps) {
  const { game } = table;
  const wagers = game.players.find(({ name }) => name === player)?.wagers ?? [];
  if (wagers.length === 0) return null;
  const isOpen = options.some(({ bet, take }) => bet.may || take.may);
  return (
    <section className="wagers" aria-label="Your wagers">
      <h2>Your wagers</h2>
      <Families book={game.rulebook} options={options} actions={actions} />
      <ul>
        {wagers.map((wager) => {
          const { spot, amount, commission } = wager;
          const option = options[spot.index];
          const odds = oddsSpotFor(spot);
          const bet = odds && odds !== spot ? options[odds.index]?.bet : undefined;
          const working = isWorking(game, wager);
          return (
            <li className="wager" key={spot.index} data-own-wager={spot.wager} data-own-number={spot.number}>
              <button type="button" className="wager-name" onClick={() => onHold(spot)}>
                {nameOf(game.rulebook, spot)} <b>{dollars(amount)}</b>
                {wager.tokens && <small>{dollars(wager.tokens.amount)} in tokens</small>}
                {commission > 0 && <small>commission {dollars(commission)}</small>}
                {wager.stay && <small>stays up</small>}
              </button>
              {bet?.may && (
                <button type="button" onClick={() => void actions.odds(spot, 'max')}>
                  Odds {dollars(bet.amounts.most)}
                </button>
              )}
              {option?.call.may && (
                <button
                  type="button"
                  className="switch"
                  aria-pressed={working}
                  aria-label={`${nameOf(game.rulebook, spot)} is ${working ? 'on' : 'off'}`}
                  onClick={() => void actions.call(spot, working ? 'off' : 'on')}
                >
                  {working ? 'On' : 'Off'}
                </button>
              )}
              {option?.take.may && option.take.all ? (
                <button
                  type="button"
                  aria-label={`Take down ${nameOf(game.rulebook, spot)}`}
                  onClick={() => void actions.take(spot)}
                >
                  ✕
                </button>
              ) : (
                isOpen && (
                  <span className="stays" title="It stays until it is decided">
                    stays
                  </span>
                )
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

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
