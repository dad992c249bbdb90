import { nameOf, type Player, SPOTS, type Spot, type SpotOptions, type Wager } from '@boxperson/rules';
import { isTravelled, type Stake } from '../../felt/actions.js';
import { feltSpot } from '../../felt/layout/names.js';
import { dollars } from '../../ui/money.js';
import { useCrew } from '../crew.js';
import { Markers } from './Markers.js';
import { markersOn, oneMarksAll, restsNow } from './marks.js';
import { OddsList } from './OddsList.js';
import type { OddsAsks } from './odds.js';
import type { Entry } from './use-entry.js';

interface WagerRowsProps {
  readonly entry: Entry;
  readonly player: Player;
  readonly odds: OddsAsks;
}

/** What a player has up, each with "press", "down", "off"; and what the last roll decided, with "same". */
export function WagerRows({ entry, player, odds }: WagerRowsProps) {
  return (
    <div className="wager-rows">
      <OddsList asks={odds.asks.filter((ask) => ask.player === player.name)} decline={odds.decline} />
      {player.wagers.length === 0 && <p className="quiet">Nothing up.</p>}
      <ul aria-label={`Up for ${player.name}`}>
        {player.wagers.map((wager) => (
          <WagerRow
            key={wager.spot.index}
            entry={entry}
            player={player}
            wager={wager}
            option={entry.options?.[wager.spot.index]}
          />
        ))}
      </ul>
      <Decided entry={entry} player={player} />
    </div>
  );
}

interface WagerRowProps {
  readonly entry: Entry;
  readonly player: Player;
  readonly wager: Wager;
  readonly option: SpotOptions | undefined;
}

function WagerRow({ entry, player, wager, option }: WagerRowProps) {
  const { game, phase } = useCrew().table;
  const { spot, amount } = wager;
  return (
    <li className={`wager-row${restsNow(game, wager) ? ' rests' : ''}`} data-wager-row={spot.index}>
      <span className="wager-what">
        <b>{feltSpot(game.rulebook, spot)}</b>
        <span className="wager-amount">{dollars(amount)}</span>
        {wager.tokens && <small>{dollars(wager.tokens.amount)} in tokens</small>}
        <Markers of={markersOn(game, player, wager)} />
        {restsNow(game, wager) && <small>off, come out</small>}
        {wager.found && <small>found</small>}
        {wager.commission > 0 && <small>{dollars(wager.commission)} commission</small>}
      </span>
      {phase !== 'settling' && <Acts entry={entry} spot={spot} option={option} />}
    </li>
  );
}

/** One touch each. What the book does not allow is refused with its clause. */
function Acts({ entry, spot, option }: Pick<WagerRowProps, 'entry' | 'option'> & { spot: Spot }) {
  const { game } = useCrew().table;
  const name = nameOf(game.rulebook, spot);
  const call = option?.call.may ? option.call : null;
  const to = call?.working ? 'off' : 'on';
  const all = oneMarksAll(game);
  return (
    <span className="wager-acts">
      <button type="button" aria-label={`Press ${name}`} onClick={() => entry.press(spot)}>
        Press
      </button>
      <button type="button" aria-label={`Down ${name}`} onClick={() => entry.down(spot)}>
        Down
      </button>
      {call && (
        <button
          type="button"
          aria-label={`${to === 'on' ? 'On' : 'Off'}${all ? ' all' : ''} ${name}`}
          onClick={() => entry.call(spot, to)}
        >
          {to === 'on' ? 'On' : 'Off'}
          {all && <small> all</small>}
        </button>
      )}
    </span>
  );
}

/** What the last roll decided and is not up again: the dice bring a come wager to its number, nobody places it there. */
function decidedOf(
  last: ReturnType<typeof useCrew>['table']['last'],
  player: Player,
): readonly (Stake & {
  readonly outcome: string;
})[] {
  const mine = last?.settled.filter((one) => one.player === player.name) ?? [];
  return mine.flatMap(({ spot: index, stake, outcome }) => {
    const spot = SPOTS[index] as Spot;
    const isUp = player.wagers.some((wager) => wager.spot === spot);
    return isUp || isTravelled(spot) || stake === 0 ? [] : [{ spot, amount: stake, outcome }];
  });
}

function Decided({ entry: { actions }, player }: Pick<WagerRowsProps, 'entry' | 'player'>) {
  const { table } = useCrew();
  const gone = table.phase === 'settling' ? [] : decidedOf(table.last, player);
  if (gone.length === 0 || !actions) return null;
  const again = (times: number, some: readonly Stake[]): void =>
    void actions.putAll(
      some.map(({ spot, amount }) => ({ spot, amount: amount * times })),
      times === 1 ? 'The same again' : 'Pressed',
    );
  return (
    <section className="decided" aria-label="Decided by the last roll">
      <div className="decided-top">
        <h3>Last roll</h3>
        {gone.length > 1 && (
          <button type="button" onClick={() => again(1, gone)}>
            Same, all {gone.length}
          </button>
        )}
      </div>
      <ul>
        {gone.map((stake) => {
          const name = nameOf(table.game.rulebook, stake.spot);
          return (
            <li key={stake.spot.index} className="wager-row gone" data-gone={stake.spot.index}>
              <span className="wager-what">
                <b>{feltSpot(table.game.rulebook, stake.spot)}</b>
                <span className="wager-amount">{dollars(stake.amount)}</span>
                <small>{stake.outcome}</small>
              </span>
              <span className="wager-acts">
                <button type="button" aria-label={`Same ${name}`} onClick={() => again(1, [stake])}>
                  Same
                </button>
                <button type="button" aria-label={`Press ${name}`} onClick={() => again(2, [stake])}>
                  Press
                </button>
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
