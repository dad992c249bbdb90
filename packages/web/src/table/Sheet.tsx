import { isWorking, nameOf, type Spot, type SpotOptions, STAY_IDS, type Table } from '@boxperson/rules';
import { useState } from 'react';
import { nearestIn, oddsSpotFor, plain, type TableActions } from '../felt/actions.js';
import { ClauseButton } from '../felt/Clause.js';
import { paysOn } from '../felt/layout/names.js';
import { Dialog } from '../ui/Dialog.js';
import { dollars } from '../ui/money.js';

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

/** Cents as one would type them. */
const typedOf = (cents: number): string =>
  cents % 100 === 0 ? String(cents / 100) : (cents / 100).toFixed(2);

/** What is typed on the pad: by its keys, by the keyboard, by steps. */
function useTyped(bet: SpotOptions['bet']) {
  const [typed, setTyped] = useState('');
  const amount = centsOf(typed);
  const fill = (cents: number): void => setTyped(typedOf(cents));
  const press = (key: string): void => {
    const next = key === '⌫' ? typed.slice(0, -1) : `${typed}${key}`;
    if (next === '' || centsOf(next) !== null || next === '.') setTyped(next);
  };
  const step = (way: 1 | -1): void => {
    if (!bet.may) return;
    const from = amount ?? (way === 1 ? bet.amounts.least - bet.amounts.step : bet.amounts.least);
    fill(nearestIn(bet.amounts, from + way * bet.amounts.step));
  };
  return { typed, amount, fill, press, step };
}
type Typed = ReturnType<typeof useTyped>;

/** One place on the felt with an amount of one's own, and everything else that may be done there. */
export function SpotSheet(props: SheetProps) {
  const { table, spot, options, actions, onClose } = props;
  const option = options[spot.index] as SpotOptions;
  const { rulebook } = table.game;
  const typed = useTyped(option.bet);
  const finish = (act: Promise<unknown>): void => {
    void act;
    onClose();
  };
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
        {option.bet.may ? (
          <Betting
            {...props}
            stands={option.stands}
            amounts={option.bet.amounts}
            typed={typed}
            finish={finish}
          />
        ) : (
          <p className="sheet-why">
            {plain(option.bet.why)} <ClauseButton book={rulebook} cited={option.bet.why} />
          </p>
        )}
        {option.stands > 0 && <Standing {...props} option={option} amount={typed.amount} finish={finish} />}
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
}

interface Finishing {
  readonly finish: (act: Promise<unknown>) => void;
}
interface BettingProps extends SheetProps, Finishing {
  readonly stands: number;
  readonly amounts: Extract<SpotOptions['bet'], { may: true }>['amounts'];
  readonly typed: Typed;
}

function Betting({ spot, actions, stands, amounts, typed: { amount, fill, ...pad }, finish }: BettingProps) {
  const commission = amount === null ? 0 : actions.commission(spot, amount);
  return (
    <>
      <p className="sheet-limits">
        <span>
          Least <b>{dollars(amounts.least)}</b>
        </span>
        <span>
          Most <b>{dollars(amounts.most)}</b>
        </span>
        <span>
          Steps of <b>{dollars(amounts.step)}</b>
        </span>
      </p>
      <Pad {...pad} />
      <div className="sheet-acts">
        <button type="button" onClick={() => fill(amounts.least)}>
          Least
        </button>
        <button type="button" onClick={() => fill(amounts.most)}>
          Most
        </button>
        <button
          type="button"
          className="main"
          disabled={amount === null || amount === 0}
          onClick={() => amount !== null && finish(actions.put(spot, amount))}
        >
          {stands > 0 ? 'Add' : 'Bet'} {amount === null ? '' : dollars(amount)}
          {commission > 0 && <small>and {dollars(commission)} commission</small>}
        </button>
      </div>
    </>
  );
}

/** Keys for an amount; those of the keyboard do the same. */
function Pad({ typed, press, step }: Pick<Typed, 'typed' | 'press' | 'step'>) {
  const typeKey = (event: React.KeyboardEvent): void => {
    if (/^[0-9.]$/.test(event.key)) press(event.key);
    else if (event.key === 'Backspace') press('⌫');
    else return;
    event.preventDefault();
  };
  return (
    <>
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
          <button type="button" key={key} onClick={() => press(key)} aria-label={key === '⌫' ? 'Back' : key}>
            {key}
          </button>
        ))}
      </fieldset>
    </>
  );
}

interface StandingProps extends SheetProps, Finishing {
  readonly option: SpotOptions;
  readonly amount: number | null;
}

/** What may be done with the wager that stands there. */
function Standing(props: StandingProps) {
  const { spot, option, amount, actions, finish, onMove, onClose } = props;
  if (!option.take.may)
    return (
      <div className="sheet-acts">
        <p className="sheet-why">{plain(option.take.why)}</p>
        <Calls {...props} />
      </div>
    );
  const move = (): void => {
    onMove(spot);
    onClose();
  };
  return (
    <div className="sheet-acts">
      {option.take.all && (
        <button type="button" onClick={() => finish(actions.take(spot))}>
          Take down {dollars(option.stands)}
          <Refund {...actions.refund(spot)} />
        </button>
      )}
      {option.take.part && amount !== null && (
        <button
          type="button"
          onClick={() => finish(actions.take(spot, takePart(option, amount)))}
        >{`Take ${dollars(takePart(option, amount))}`}</button>
      )}
      <button type="button" onClick={move}>
        Move…
      </button>
      <Calls {...props} />
    </div>
  );
}

/** On and off, and odds behind it. */
function Calls({ table, player, spot, option, options, actions, finish }: StandingProps) {
  const wager = table.game.players
    .find(({ name }) => name === player)
    ?.wagers.find((one) => one.spot === spot);
  const way = wager && isWorking(table.game, wager) ? 'off' : 'on';
  const oddsSpot = oddsSpotFor(spot);
  const oddsBet = oddsSpot && oddsSpot !== spot ? options[oddsSpot.index]?.bet : undefined;
  return (
    <>
      {option.call.may && wager && (
        <button type="button" onClick={() => finish(actions.call(spot, way))}>
          Call {way}
        </button>
      )}
      {oddsBet?.may && (
        <button type="button" onClick={() => finish(actions.odds(spot, 'max'))}>
          Max odds {dollars(oddsBet.amounts.most)}
        </button>
      )}
    </>
  );
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
