import { hasHardWay, isWorking, nameOf, type Spot, type SpotOptions, type Table } from '@boxperson/rules';
import { lazy, Suspense, useState } from 'react';
import { oddsSpotFor, type TableActions } from '../felt/actions.js';
import { ClauseButton } from '../felt/Clause.js';
import type { TableState, Told } from '../model.js';
import { Dialog } from '../ui/Dialog.js';
import { dollars } from '../ui/money.js';
import { isRolled, MARKS, type Settled, sayRoll, settledFor, signed } from './words.js';

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
  readonly settled: Settled | null;
  readonly size: 'large' | 'strip';
  readonly onDetails?: () => void;
}

/** The dice as they lie, the stick's call and what it did, line by line. Dice that are out are not in the tray. */
export function LastRoll({ table, last, settled, size, onDetails }: LastRollProps) {
  const event = last && isRolled(last.event) ? last.event : null;
  const isOut = table.phase === 'thrown' || table.phase === 'rolling';
  const call = isOut ? 'The dice are out…' : event ? sayRoll(event) : 'No roll yet';
  return (
    <section className={`last ${size}`} aria-label="Last roll">
      <Tray dice={isOut ? null : (event?.dice ?? null)} spin={last?.n ?? 0} />
      <div className="last-says">
        <p className="call">{call}</p>
        {size === 'strip' && settled && !isOut && settled.lines.length > 0 && (
          <button type="button" className="net" onClick={onDetails}>
            <Net net={settled.net} /> details
          </button>
        )}
      </div>
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
  if (settled.lines.length === 0) return <p className="quiet">None of your wagers was decided.</p>;
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
      <p className="sum">
        <span>
          Won less lost <Net net={settled.net} />
        </span>
        <span>To your credit {signed(settled.credit)}</span>
      </p>
    </div>
  );
}

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
            <span className="seat">{seat}</span> {name === player ? 'You' : name}
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

const HISTORY_MOST = 40;

const rollsIn = (told: TableState['told']) =>
  told.flatMap(({ n, event }) => (isRolled(event) ? [{ n, event }] : []));

/** Past rolls, newest first; what they were, and nothing about what is to come. */
export function History({ told, onRecall }: { told: TableState['told']; onRecall: () => void }) {
  const rolls = rollsIn(told).slice(-HISTORY_MOST).reverse();
  return (
    <section className="history-bar" aria-label="Past rolls">
      <ol className="history" aria-label="Past rolls, newest first">
        {rolls.length === 0 && <li className="quiet">Past rolls appear here</li>}
        {rolls.map(({ n, event: { dice, total, hard, call } }) => (
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
      <button type="button" disabled={rolls.length === 0} aria-haspopup="dialog" onClick={onRecall}>
        Recall
      </button>
    </section>
  );
}

interface RecallProps {
  readonly table: Table;
  readonly told: TableState['told'];
  readonly player: string | null;
  readonly onClose: () => void;
}

/** The last rolls again, one at a time, with what each did to one's own wagers. */
export function RecallDialog({ table, told, player, onClose }: RecallProps) {
  const rolls = rollsIn(told);
  const [at, setAt] = useState(rolls.length - 1);
  const shown = rolls[Math.min(at, rolls.length - 1)];
  if (!shown) return null;
  const settled = player === null ? null : settledFor(table.game.rulebook, shown.event, player);
  return (
    <Dialog title={`Roll ${at + 1} of ${rolls.length}`} onClose={onClose}>
      <div className="recall">
        <Tray dice={shown.event.dice} spin={shown.n} />
        <p className="call">{sayRoll(shown.event)}</p>
        {settled && <Settlement table={table} settled={settled} />}
        <div className="recall-acts">
          <button type="button" disabled={at <= 0} onClick={() => setAt(at - 1)}>
            ‹ Earlier
          </button>
          <button type="button" disabled={at >= rolls.length - 1} onClick={() => setAt(at + 1)}>
            Later ›
          </button>
        </div>
      </div>
    </Dialog>
  );
}
