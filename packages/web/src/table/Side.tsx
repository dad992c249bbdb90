import { hasHardWay, isWorking, nameOf, type Spot, type SpotOptions, type Table } from '@boxperson/rules';
import { useEffect, useState } from 'react';
import { oddsSpotFor, type TableActions } from '../felt/actions.js';
import { ClauseButton } from '../felt/Clause.js';
import type { TableState, Told } from '../model.js';
import { sound, speak } from '../settings/voice.js';
import { Dialog } from '../ui/Dialog.js';
import { DicePair } from '../ui/DicePair.js';
import { dollars } from '../ui/money.js';
import { Families } from './Families.js';
import { isRolled, MARKS, type Settled, sayResult, sayRoll, settledFor, signed } from './words.js';

interface LastRollProps {
  readonly table: Table;
  readonly last: Told | null;
  readonly settled: Settled | null;
  readonly landing: boolean;
  readonly size: 'large' | 'strip';
  /** What went on or off by itself with this roll. */
  readonly note: string;
  readonly onDetails?: () => void;
}

/** The dice, the stick's call and what it did, line by line. */
export function LastRoll({ table, last, settled, landing, size, note, onDetails }: LastRollProps) {
  const event = last && isRolled(last.event) ? last.event : null;
  const inAir = table.phase === 'thrown' || table.phase === 'rolling';
  const motion = landing ? 'landing' : inAir ? 'air' : 'rest';
  const shown = event && !landing && !inAir ? event : null;
  useCalls(shown ? (last?.n ?? 0) : 0, shown ? sayResult(shown, settled) : '');
  const call = inAir || landing ? 'The dice are out…' : event ? sayRoll(event) : 'No roll yet';
  return (
    <section className={`last ${size}`} aria-label="Last roll">
      <div className="tray">
        <DicePair dice={event?.dice ?? null} motion={motion} spin={last?.n ?? 0} />
      </div>
      <div className="last-says">
        <p className="call">{call}</p>
        {size === 'strip' && settled && shown && settled.lines.length > 0 && (
          <button type="button" className="net" onClick={onDetails}>
            <Net net={settled.net} /> details
          </button>
        )}
      </div>
      <p className="working-note" role="status">
        {note}
      </p>
      {size === 'large' && settled && shown && <Settlement table={table} settled={settled} />}
    </section>
  );
}

/** Each call is read aloud once, to whoever asked for that. */
function useCalls(n: number, text: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each roll
  useEffect(() => {
    if (n === 0) return;
    speak(text);
    sound('dice');
  }, [n]);
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
        <div className="tray">
          <DicePair dice={shown.event.dice} motion="rest" spin={shown.n} />
        </div>
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
