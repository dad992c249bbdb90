import { isWorking, nameOf, type Spot, type SpotOptions, type Table } from '@boxperson/rules';
import { oddsSpotFor, type TableActions } from '../felt/actions.js';
import { dollars } from '../ui/money.js';
import { Families } from './Families.js';

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
