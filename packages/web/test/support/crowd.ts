import { type Command, type Dice, replay, type Spot, type Table, tableOptions } from '@boxperson/rules';
import { nearestIn } from '../../src/felt/actions.js';
import type { OpenedHouse } from './house.mjs';
import { until } from './pages.js';

const NAMES =
  'Ruby Silver Amber Hazel Olive Rowan Indigo Sienna Jasper Scarlet Coral Basil Ebony Clay Saffron Pearl';
const RICH = 20_000_00;

/** Everybody round a table, put there and made to bet by the house's own commands: what is drawn is what stands. */
export class Crowd {
  readonly house: OpenedHouse;
  readonly id: string;

  constructor(house: OpenedHouse, id: string) {
    this.house = house;
    this.id = id;
  }

  async table(): Promise<Table> {
    const record = await this.house.ask('record', { table: this.id });
    return replay(record.map(({ event }) => event));
  }

  private do(command: Command): Promise<unknown> {
    return this.house.ask('do', { table: this.id, command });
  }

  /** Sits somebody on every free place. */
  async sit(most = 16): Promise<void> {
    const { settings, game, guests } = await this.table();
    const { seats } = settings;
    const taken = new Set(game.players.map(({ seat }) => seat));
    const free = Array.from({ length: seats }, (_, at) => at + 1).filter((seat) => !taken.has(seat));
    for (const seat of free.slice(0, most - guests.length)) {
      const player = NAMES.split(' ')[seat - 1] as string;
      const person = `crowd-${this.id}-${player}`;
      await this.house.ask('fund', { person, amount: RICH });
      await this.do({ do: 'sit', player, seat, bankroll: RICH, person });
      // star-2024 10.1: a card before play; the other books want none and say so.
      await this.do({ do: 'card', player, card: `card-${player}`, holder: player });
    }
  }

  /** One bet of each player on each place that `wants` names, as small as the sign allows but not all the same. */
  async bet(wants: (spot: Spot) => boolean): Promise<void> {
    const table = await this.table();
    const bets = table.game.players.flatMap(({ name, seat }) => {
      const { spots } = tableOptions(table, { player: name });
      return (spots ?? []).flatMap(({ spot, bet, stands }): readonly Command[] => {
        if (!bet.may || stands > 0 || !wants(spot)) return [];
        const amount = nearestIn(bet.amounts, bet.amounts.least * (1 + (seat % 3)));
        return [{ do: 'bet', player: name, ...saying(spot), amount }];
      });
    });
    // Together: the house commits what waits in one piece.
    await Promise.all(bets.map((command) => this.do(command)));
  }

  /** Throws these dice, whoever has them. */
  async roll(dice: Dice): Promise<void> {
    const before = (await this.table()).throws;
    await this.house.ask('dice', { table: this.id, dice: [dice] });
    await until(
      async () => {
        const { phase, throws, shooter, game } = await this.table();
        if (throws > before) return true;
        if (game.rulebook.conduct.run.value === 'electronic')
          await this.house.ask('clock', { table: this.id });
        else if (shooter.offeredTo) await this.do({ do: 'accept', player: shooter.offeredTo });
        else if (shooter.shooter && phase === 'betting')
          await this.do({ do: 'throw', player: shooter.shooter });
        return false;
      },
      (done) => done,
      `${this.id} rolls ${dice.join('-')}`,
    );
    await until(
      () => this.table(),
      ({ phase }) => phase === 'betting' || phase === 'wagering',
      'bets are open again',
    );
  }

  /** Every wager of the book that can stand at once, of everybody: come and don't come on five numbers, the point on four. */
  async everything(): Promise<void> {
    await this.bet(({ wager }) => wager === 'pass' || wager === 'dont-pass');
    await this.roll([3, 1]);
    for (const dice of [
      [4, 1],
      [5, 1],
      [6, 2],
      [5, 4],
      [6, 4],
    ] as const) {
      await this.bet(
        ({ wager, number }) => (wager === 'come' || wager === 'dont-come') && number === undefined,
      );
      await this.roll(dice);
    }
    await this.bet(() => true);
  }
}

const saying = ({ wager, number, high, dice }: Spot): Record<string, unknown> => ({
  wager,
  ...(number === undefined ? {} : { number }),
  ...(high === undefined ? {} : { high }),
  ...(dice === undefined ? {} : { dice }),
});
