import type { DealtEvent } from '../../src/dealing/index.js';
import type { Dice } from '../../src/dice.js';
import {
  decide,
  evolve,
  findPlayer,
  type RulebookId,
  rulebook,
  SPOTS,
  type Spot,
  STAY_IDS,
  type Table,
  type TableEvent,
} from '../../src/index.js';
import { must } from '../../src/must.js';
import type { Command } from '../../src/table/index.js';
import { chance } from '../table/crowd.js';
import { crewOf, sitDown, staffedTable } from '../table/people.js';

export const STAFFED = ['star', 'star-2024', 'crown', 'crown-mini', 'adelaide'] as const;

/** A roll with the table before and after it; `steps` is every event that its money came by. */
export interface Dealt {
  readonly before: Table;
  readonly event: DealtEvent;
  readonly after: Table;
  readonly steps: readonly {
    readonly before: Table;
    readonly event: TableEvent;
    readonly after: Table;
  }[];
}

/** A table that things happen to, for tests: commands that must be accepted, and those that may be refused. */
export class Felt {
  table: Table;

  constructor(book: RulebookId, seats: Readonly<Record<string, number>>, settings: Command = {}) {
    const places = Math.max(book === 'crown-mini' ? 8 : 16, ...Object.values(seats));
    const open = staffedTable(book, { seats: places, ...settings });
    this.table = Object.entries(seats).reduce(
      (told, [player, seat]) => sitDown(told, player, seat, 100_000_000),
      open,
    ).table;
  }

  get by() {
    return crewOf(this.table.game.rulebook).at(-1);
  }

  do(command: Command): readonly TableEvent[] {
    const events = must(decide(this.table, { at: this.table.at, ...command }));
    this.table = events.reduce<Table>(evolve, this.table);
    return events;
  }

  /** Asks for it, and for the nearest thing that would be accepted. */
  try(command: Command): boolean {
    const asked = { at: this.table.at, ...command };
    const first = decide(this.table, asked);
    const nearest = first.ok ? undefined : first.refused.nearest;
    const decided = nearest === undefined ? first : decide(this.table, { ...asked, amount: nearest });
    if (decided.ok) this.table = decided.value.reduce<Table>(evolve, this.table);
    return decided.ok;
  }

  bet(player: string, wager: string, amount: number, more: Command = {}): this {
    this.do({ do: 'bet', player, wager, amount, ...more });
    return this;
  }

  /** Somebody has two dice and a line wager: whatever is missing for a throw is done. */
  ready(): this {
    const { shooter } = this.table;
    if (this.table.phase === 'offering') this.offer();
    else if (this.table.dice.hand.length < 2)
      this.do({ do: 'choose', player: shooter.shooter as string, dice: this.table.dice.bowl.slice(-2) });
    else if (!this.hasLine()) this.lineOrPass();
    else return this;
    return this.ready();
  }

  /** star 3.8.1: after the first shooter only those with a line wager are offered the dice. */
  private offer(): void {
    const { offeredTo } = this.table.shooter;
    if (offeredTo !== null) this.do({ do: 'accept', player: offeredTo });
    else if (!this.try({ do: 'offer', by: this.by }))
      this.bet(this.table.game.players[0]?.name as string, 'pass', 1_000);
  }

  private hasLine(): boolean {
    const { shooter, stick } = this.table.shooter;
    const player = shooter === null ? undefined : findPlayer(this.table.game, shooter);
    return stick || (player?.wagers[0]?.spot.index ?? 9) <= 1;
  }

  private lineOrPass(): void {
    const player = this.table.shooter.shooter as string;
    if (!this.try({ do: 'bet', player, wager: 'pass', amount: 1_000, by: this.by }))
      this.do({ do: 'relieve', by: this.by });
  }

  throw(): this {
    const { shooter, stick } = this.ready().table.shooter;
    this.do(stick ? { do: 'throw', by: this.by } : { do: 'throw', player: shooter as string });
    return this;
  }

  /** The dice leave the hand and are called; the roll waits to be settled. */
  call(...dice: Dice): Dealt {
    const before = this.table;
    const [event] = this.do({ do: 'roll', dice, by: this.by }) as readonly [DealtEvent];
    return { before, event, after: this.table, steps: [{ before, event, after: this.table }] };
  }

  /** The faces are read anew. */
  recall(first: Dealt, ...dice: Dice): Dealt {
    const before = this.table;
    const [event] = this.do({ do: 'decide-face', dice, by: this.by }) as readonly [DealtEvent];
    return {
      before,
      event,
      after: this.table,
      steps: [...first.steps, { before, event, after: this.table }],
    };
  }

  settle(): this {
    this.do({ do: 'settle', by: this.by });
    return this;
  }

  roll(...dice: Dice): Dealt {
    const dealt = this.throw().call(...dice);
    this.settle();
    return dealt;
  }
}

const FACES = [1, 2, 3, 4, 5, 6] as const;
const AMOUNTS = [500, 500, 700, 1_000, 1_200, 1_500, 2_500, 4_000, 11_000];
const CHIPS = [undefined, undefined, [100, 500, 2_500], [200, 500], [250, 1_000], [300, 700, 5_000]];

/** What most people bet most often comes up as often as all the rest. */
const spotsAt = (book: RulebookId): readonly Spot[] => {
  const offered = SPOTS.filter(({ wager }) => rulebook(book).wagers[wager]);
  const usual = offered.filter(({ wager }) => /pass|come|place|buy|lay|hardway/.test(wager));
  const boxes = offered.filter(({ wager, number }) => /come$/.test(wager) && number === undefined);
  return [...offered, ...usual, ...boxes, ...boxes, ...boxes];
};

/** Random people at a random table of a book, roll by roll: the same seed always plays the same. */
export function rollsAt(book: RulebookId, seed: number, rolls: number): readonly Dealt[] {
  const next = chance(seed);
  for (let i = 0; i < 8; i++) next([0]);
  const most = book === 'crown-mini' ? 8 : 16;
  const seats = Array.from({ length: most }, (_, place) => place + 1).filter(() => next([true, true, false]));
  const names = (seats.length === 0 ? [1] : seats).map((seat) => [`p${seat}`, seat] as const);
  const chips = next(CHIPS);
  const felt = new Felt(book, Object.fromEntries(names), {
    limits: { default: { min: 1_000, max: 50_000 } },
    ...(chips ? { chips } : {}),
  });
  const spots = spotsAt(book);
  const players = names.map(([name]) => name);
  for (const [place, player] of players.entries())
    if (place % 3 === 0) exchangeFor(felt, player, place, next);
  return Array.from({ length: rolls }, () => {
    felt.ready();
    for (const player of players) placeSome(felt, player, spots, next);
    felt.throw();
    findSome(felt, players, spots, next);
    return thrown(felt, next);
  }).flat();
}

type Next = ReturnType<typeof chance>;

/** Promotional tokens where the book knows them, on this condition or that. */
function exchangeFor(felt: Felt, player: string, place: number, next: Next): void {
  const fate = () => next(['taken', 'returned']);
  const terms = next([{}, { odds: true, commission: true }, { win: fate(), loss: fate(), push: fate() }]);
  felt.try({ do: 'exchange', player, voucher: `V-${place}`, amount: 20_000, ...terms, by: felt.by });
}

/** Some of a bet, or all of it, in tokens of whoever has them. */
function tokensFor(felt: Felt, player: string, amount: number, next: Next): Command {
  const held = findPlayer(felt.table.game, player)?.tokens?.[0];
  if (!held || held.amount === 0 || next([true, false])) return {};
  return { tokens: Math.min(held.amount, next([500, amount, amount])) };
}

function placeSome(felt: Felt, player: string, spots: readonly Spot[], next: Next): void {
  for (let left = next([1, 2, 4, 6]); left > 0; left--) {
    const { index: _index, ...spot } = next(spots);
    const stays = STAY_IDS.includes(spot.wager) && next([true, false]);
    const amount = next(AMOUNTS);
    const tokens = tokensFor(felt, player, amount, next);
    felt.try({ do: 'bet', player, ...spot, amount, ...(stays ? { stay: true } : {}), ...tokens });
  }
  for (const { spot } of findPlayer(felt.table.game, player)?.wagers ?? [])
    if (spot.wager === 'come' && spot.number && next([true, false]))
      felt.try({ do: 'bet', player, wager: 'come-odds', number: spot.number, amount: 1_000 });
  if (next([true, false, false, false]))
    felt.try({
      do: 'call',
      player,
      wager: next(['place', 'buy', 'hardway', 'come-odds']),
      to: next(['on', 'off']),
      by: felt.by,
    });
}

/** Chips that nobody saw before the throw, some under the minimum, some over the maximum. */
function findSome(felt: Felt, players: readonly string[], spots: readonly Spot[], next: Next): void {
  if (next([true, true, true, false])) return;
  const { index: _index, ...spot } = next(spots);
  const amount = next([500, 700, 60_000]);
  felt.try({ do: 'bet', player: next(players), ...spot, amount, found: true, by: felt.by });
}

function thrown(felt: Felt, next: Next): readonly Dealt[] {
  const first = felt.call(...facesFor(felt.table, next));
  const second = next([0, 0, 0, 0, 0, 0, 0, 0, 0, 1]) ? [felt.recall(first, next(FACES), next(FACES))] : [];
  felt.settle();
  return [first, ...second];
}

/** The dice as they fall; now and then a number on which something stands, so that long stories come to their end. */
function facesFor({ game: { point, players } }: Table, next: Next): Dice {
  const comes = players.flatMap(({ wagers }) =>
    wagers.flatMap(({ spot }) => (spot.wager === 'come-odds' ? [spot.number ?? 4] : [])),
  );
  const wanted = point === null ? comes : [point, ...comes];
  if (wanted.length === 0 || next([true, true, false])) return [next(FACES), next(FACES)];
  const total = next(wanted);
  const low = next(FACES.filter((face) => total - face >= 1 && total - face <= 6));
  return [low, (total - low) as Dice[1]];
}
