import { isWorking, nameOf, type Spot, type SpotOptions, STAY_IDS, type Table } from '@boxperson/rules';
import { useState } from 'react';
import { Dialog } from '../ui/Dialog.js';
import { dollars } from '../ui/money.js';
import { nearestIn, oddsSpotFor, plain, type TableActions } from './actions.js';
import { ClauseButton } from './Clause.js';
import { paysOn } from './layout/names.js';

interface SheetProps {
  readonly table: Table;
  readonly player: string;
  readonly spot: Spot;
  readonly options: readonly SpotOptions[];
  readonly actions: TableActions;
  readonly onMove: (spot: Spot) => void;
  readonly onClose: () => void;
}

const KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '.', '0', '⌫'];

/** Dollars as typed to cents; null when it is no amount. */
const centsOf = (typed: string): number | null => {
  const parts = /^(\d{0,7})(?:\.(\d{0,2}))?$/.exec(typed);
  if (!parts || typed === '' || typed === '.') return null;
  return Number(parts[1] || '0') * 100 + Number((parts[2] ?? '').padEnd(2, '0'));
};

/** One place on the felt with an amount of one's own, and everything else that may be done there. */
export function SpotSheet({ table, player, spot, options, actions, onMove, onClose }: SheetProps) {
  const [typed, setTyped] = useState('');
  const option = options[spot.index] as SpotOptions;
  const { rulebook } = table.game;
  const amount = centsOf(typed);
  const bet = option.bet;
  const commission = amount === null ? 0 : actions.commission(spot, amount);
  const press = (key: string): void => {
    const next = key === '⌫' ? typed.slice(0, -1) : `${typed}${key}`;
    if (next === '' || centsOf(next) !== null || next === '.') setTyped(next);
  };
  const finish = (act: Promise<unknown>): void => {
    void act;
    onClose();
  };
  const wager = table.game.players
    .find(({ name }) => name === player)
    ?.wagers.find((one) => one.spot === spot);
  const oddsSpot = oddsSpotFor(spot);
  const oddsBet = oddsSpot && oddsSpot !== spot ? options[oddsSpot.index]?.bet : undefined;
  return (
    <Dialog title={nameOf(rulebook, spot)} onClose={onClose}>
      <div className="sheet">
        <p className="sheet-facts">
          Pays {paysOn(rulebook, spot)}
          {option.stands > 0 && (
            <>
              {' '}
              · <b>{dollars(option.stands)}</b> there now
            </>
          )}
        </p>
        {bet.may ? (
          <>
            <p className="sheet-limits">
              <span>
                Least <b>{dollars(bet.amounts.least)}</b>
              </span>
              <span>
                Most <b>{dollars(bet.amounts.most)}</b>
              </span>
              <span>
                Steps of <b>{dollars(bet.amounts.step)}</b>
              </span>
            </p>
            <div className="pad-top">
              <button type="button" aria-label="One step less" onClick={() => step(-1)}>
                −
              </button>
              <output className="pad-amount" aria-live="polite">
                ${typed || '0'}
              </output>
              <button type="button" aria-label="One step more" onClick={() => step(1)}>
                +
              </button>
            </div>
            <fieldset className="pad" onKeyDown={typeKey} aria-label="Amount">
              {KEYS.map((key) => (
                <button
                  type="button"
                  key={key}
                  onClick={() => press(key)}
                  aria-label={key === '⌫' ? 'Back' : key}
                >
                  {key}
                </button>
              ))}
            </fieldset>
            <div className="sheet-acts">
              <button type="button" onClick={() => fill(bet.amounts.least)}>
                Least
              </button>
              <button type="button" onClick={() => fill(bet.amounts.most)}>
                Most
              </button>
              <button
                type="button"
                className="main"
                disabled={amount === null || amount === 0}
                onClick={() => amount !== null && finish(actions.put(spot, amount))}
              >
                {option.stands > 0 ? 'Add' : 'Bet'} {amount === null ? '' : dollars(amount)}
                {commission > 0 && <small>and {dollars(commission)} commission</small>}
              </button>
            </div>
          </>
        ) : (
          <p className="sheet-why">
            {plain(bet.why)} <ClauseButton book={rulebook} cited={bet.why} />
          </p>
        )}
        {option.stands > 0 && (
          <div className="sheet-acts">
            {option.take.may && option.take.all && (
              <button type="button" onClick={() => finish(actions.take(spot))}>
                Take down {dollars(option.stands)}
                <Refund {...actions.refund(spot)} />
              </button>
            )}
            {option.take.may && option.take.part && amount !== null && (
              <button
                type="button"
                onClick={() => finish(actions.take(spot, takePart(option, amount)))}
              >{`Take ${dollars(takePart(option, amount))}`}</button>
            )}
            {!option.take.may && <p className="sheet-why">{plain(option.take.why)}</p>}
            {option.take.may && (
              <button
                type="button"
                onClick={() => {
                  onMove(spot);
                  onClose();
                }}
              >
                Move…
              </button>
            )}
            {option.call.may && wager && (
              <button
                type="button"
                onClick={() => finish(actions.call(spot, isWorking(table.game, wager) ? 'off' : 'on'))}
              >
                Call {isWorking(table.game, wager) ? 'off' : 'on'}
              </button>
            )}
            {oddsSpot && oddsBet?.may && (
              <button type="button" onClick={() => finish(actions.odds(spot, 'max'))}>
                Max odds {dollars(oddsBet.amounts.most)}
              </button>
            )}
          </div>
        )}
        {STAY_IDS.includes(spot.wager) && (
          <p className="quiet">
            {actions.stayUp
              ? 'Stay up is on: when it wins, the same wager is placed again.'
              : 'When it wins, stake and winnings come to you. Stay up places it again.'}
          </p>
        )}
      </div>
    </Dialog>
  );

  function fill(cents: number): void {
    setTyped(cents % 100 === 0 ? String(cents / 100) : (cents / 100).toFixed(2));
  }
  function step(way: 1 | -1): void {
    if (!bet.may) return;
    const from = amount ?? (way === 1 ? bet.amounts.least - bet.amounts.step : bet.amounts.least);
    fill(nearestIn(bet.amounts, from + way * bet.amounts.step));
  }
  function typeKey(event: React.KeyboardEvent): void {
    if (/^[0-9.]$/.test(event.key)) press(event.key);
    else if (event.key === 'Backspace') press('⌫');
    else return;
    event.preventDefault();
  }
}

/** R9: what becomes of the commission, before the wager comes down. */
const Refund = ({ back, kept }: { readonly back: number; readonly kept: number }) =>
  back > 0 ? (
    <small>with {dollars(back)} commission</small>
  ) : kept > 0 ? (
    <small>commission {dollars(kept)} stays</small>
  ) : null;

const takePart = (option: SpotOptions, amount: number): number =>
  option.take.may && option.take.part ? nearestIn(option.take.part, amount) : option.stands;
