// Real play on a store with nobody waiting for a clock: tables, draws, grants and all their money, from a seed.
import { factsFrom, NO_FACTS } from '@boxperson/offices';
import { type Command, type Dice, openTable } from '@boxperson/rules';
import { Draws } from '../../src/dice/draws.js';
import { Offices } from '../../src/office/offices.js';
import type { Store } from '../../src/store/store.js';
import { BRISK, crewFor, crewStep, withCrewsWord } from '../../src/tables/crew.js';
import { TableHost } from '../../src/tables/host.js';
import { clockOf } from '../support/clock.js';
import { seeded } from '../support/player.js';

const LIMITS = { default: { min: 500, max: 100_000 } };
const BETS = [
  { wager: 'pass' },
  { wager: 'dont-pass' },
  { wager: 'come' },
  { wager: 'field' },
  { wager: 'place', number: 6 },
  { wager: 'place', number: 8 },
  { wager: 'buy', number: 4 },
  { wager: 'lay', number: 10 },
  { wager: 'hardway', number: 8 },
  { wager: 'any-seven' },
];

export interface Floor {
  /** Plays until so many more rolls have been called over all tables. */
  play(rolls: number): Promise<void>;
}

interface Player {
  readonly person: string;
  readonly player: string;
}

export async function openFloor(store: Store, books: readonly string[], seed = 1): Promise<Floor> {
  const random = seeded(seed);
  const clock = { now: 1_790_000_000_000 };
  const now = () => clock.now;
  const offices = await Offices.open({ store, clock: clockOf(now), fetch: async () => factsFrom(NO_FACTS) });

  const grant = async (person: string, amount: number): Promise<void> => {
    await offices.host('cage')?.submit({ do: 'grant-play-money', body: { person, amount }, by: null });
  };

  const openOne = async (book: string) => {
    const opened = openTable(
      {
        rulebook: book,
        seats: 8,
        limits: LIMITS,
        ...(book === 'aruze' ? { wageringMs: 1_000 } : { chips: [100, 500, 2_500] }),
      },
      clock.now,
    );
    if (!opened.ok) throw new Error(opened.refused.message);
    const host = await TableHost.open(book, store, clockOf(now), opened.value);
    const players: Player[] = [1, 2].map((n) => ({ person: `g-${book}-${n}`, player: `Guest ${n}` }));
    for (const { person } of players) await grant(person, 5_000_000);
    return { host, players, draws: new Draws(await offices.open(`dice/${book}`)) };
  };
  const tables: Awaited<ReturnType<typeof openOne>>[] = [];
  for (const book of books) tables.push(await openOne(book));
  type Table = (typeof tables)[number];

  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const die = (): number => 1 + Math.floor(random() * 6);

  const submit = async ({ host }: Table, command: Command): Promise<boolean> =>
    (await host.submit(withCrewsWord(host.table, command))).ok;

  const act = async (table: Table): Promise<void> => {
    const { host, players } = table;
    const [index, { person, player }] = pick([...players.entries()]);
    if (!host.table.game.players.some(({ name }) => name === player)) {
      await submit(table, { do: 'sit', seat: index + 1, bankroll: 200_000, player, person });
      await submit(table, { do: 'card', player, card: person });
      return;
    }
    const choice = random();
    if (choice < 0.9)
      await submit(table, {
        do: 'bet',
        player,
        ...pick(BETS),
        amount: 100 * (5 + Math.floor(random() * 16)),
      });
    else if (choice < 0.97) await submit(table, { do: 'take', player, ...pick(BETS) });
    else await submit(table, { do: 'leave', player });
  };

  /** True when dice were called. */
  const moveOn = async (table: Table): Promise<boolean> => {
    const { host, draws } = table;
    const due = host.due();
    if (due?.needs === 'clock') {
      clock.now = Math.max(clock.now, due.at);
      await submit(table, due.command);
      return false;
    }
    const { shooter } = host.table;
    if (shooter.offeredTo !== null && (await submit(table, { do: 'accept', player: shooter.offeredTo })))
      return false;
    if (shooter.shooter !== null && (await submit(table, { do: 'throw', player: shooter.shooter })))
      return false;
    const step = crewStep(host.table, BRISK);
    if (step === null) return false;
    if (!('draw' in step)) {
      await submit(table, step.command);
      return false;
    }
    const { throws, phase, game } = host.table;
    const dice = await draws.drawFor(throws, () => [die(), die()] as unknown as Dice);
    return submit(table, {
      do: 'roll',
      dice,
      ...(phase === 'thrown' ? { by: crewFor(game.rulebook, 'call-total') } : {}),
    });
  };

  return {
    async play(rolls) {
      let called = 0;
      for (let steps = 0; called < rolls; steps += 1) {
        if (steps > rolls * 500) throw new Error('the floor does not get on');
        clock.now += 1 + Math.floor(random() * 50);
        const table = pick(tables);
        if (random() < 0.4) await act(table);
        else if (await moveOn(table)) called += 1;
      }
    },
  };
}
