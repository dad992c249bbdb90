import type { Dice } from '../dice.js';
import { findPlayer } from '../game/index.js';
import { must } from '../must.js';
import type { Rulebook, RulebookId } from '../rulebook.js';
import {
  type By,
  type Command,
  decide,
  evolve,
  hasLineWager,
  openTable,
  type Table,
  type TableEvent,
} from '../table/index.js';
import { playsChips } from '../table/state.js';

/** Whom a learner deals to. */
export const PLAYERS = [
  'Ann',
  'Bob',
  'Cleo',
  'Dan',
  'Eve',
  'Finn',
  'Gia',
  'Hal',
  'Ivy',
  'Jon',
  'Kim',
  'Leo',
  'Mia',
  'Ned',
  'Oda',
  'Pat',
] as const;

const byOf = (role: string): By => ({ role, id: `school-${role}` });
const topOf = (book: Rulebook): By => byOf(book.roles.at(-1)?.id as string);

/** A mock table: the rules run it, and nobody's money is on it. */
export class MockTable {
  table: Table;

  /** `at`: one that stands already, where it is gone on with. */
  constructor(book: RulebookId, settings: Command, at: Table | null = null) {
    if (at !== null) {
      this.table = at;
      return;
    }
    const opened = must(openTable({ rulebook: book, ...settings }));
    this.table = opened.reduce<Table | null>(evolve, null) as Table;
    for (const { id } of this.table.game.rulebook.roles.toReversed()) this.#come(id);
  }

  /** Goes on with a mock table where it stands. */
  static at(table: Table): MockTable {
    return new MockTable(table.game.rulebook.id, {}, table);
  }

  /** The highest first, for others are let in by them. */
  #come(role: string): void {
    const by = this.table.staff.length > 0 ? { by: this.by } : {};
    this.do({ do: 'staff', person: byOf(role).id, role, ...by });
  }

  get by(): By {
    return topOf(this.table.game.rulebook);
  }

  do(command: Command): readonly TableEvent[] {
    const events = must(decide(this.table, { at: this.table.at, ...command }));
    this.table = events.reduce<Table>(evolve, this.table);
    return events;
  }

  /** Asks for it, or for the nearest amount that would be accepted; false where neither is. */
  try(command: Command): boolean {
    const { player } = command;
    const asked = { at: this.table.at, ...(typeof player === 'string' ? this.#of(player) : {}), ...command };
    const first = decide(this.table, asked);
    const nearest = first.ok ? undefined : first.refused.nearest;
    const decided = nearest === undefined ? first : decide(this.table, { ...asked, amount: nearest });
    if (decided.ok) this.table = decided.value.reduce<Table>(evolve, this.table);
    return decided.ok;
  }

  sit(player: string, seat: number, plays: 'screen' | 'chips' = 'screen'): void {
    const how = plays === 'chips' ? { chips: true, by: this.by } : {};
    this.do({ do: 'sit', player, seat, bankroll: 10_000_000, ...how });
    if (this.table.game.rulebook.conduct.wagers.card.value === 'own-card')
      this.do({ do: 'card', ...this.#of(player), card: `card-${player}`, holder: player });
  }

  /** What somebody with chips does is said by the crew. */
  #of(player: string): Command {
    return playsChips(this.table, player) ? { player, by: this.by } : { player };
  }

  /** Whatever is missing for a throw is done: somebody has two dice and a line wager. */
  ready(): void {
    for (let left = 40; left > 0; left--) if (this.#isReady()) return;
    throw new Error('broken invariant: nobody at the mock table takes the dice');
  }

  #isReady(): boolean {
    const { phase, shooter, dice } = this.table;
    if (phase === 'offering') this.#offer();
    else if (dice.hand.length < 2)
      this.do({ do: 'choose', ...this.#of(shooter.shooter as string), dice: dice.bowl.slice(-2) });
    else if (!this.#hasLine()) this.#line();
    else return true;
    return false;
  }

  #offer(): void {
    const { offeredTo } = this.table.shooter;
    if (offeredTo !== null) this.do({ do: 'accept', ...this.#of(offeredTo) });
    else if (!this.try({ do: 'offer', by: this.by })) this.#pass(this.table.game.players[0]?.name as string);
  }

  #hasLine(): boolean {
    const { shooter, stick } = this.table.shooter;
    const player = shooter === null ? undefined : findPlayer(this.table.game, shooter);
    return stick || (player !== undefined && hasLineWager(player));
  }

  #line(): void {
    if (!this.#pass(this.table.shooter.shooter as string)) this.do({ do: 'relieve', by: this.by });
  }

  #pass(player: string): boolean {
    return this.try({ do: 'bet', ...this.#of(player), wager: 'pass', amount: 1_000 });
  }

  throw(): void {
    this.ready();
    const { shooter, stick } = this.table.shooter;
    this.do(stick ? { do: 'throw', by: this.by } : { do: 'throw', ...this.#of(shooter as string) });
  }

  /** The dice are called; the roll waits to be dealt. */
  call(dice: Dice): TableEvent {
    return this.do({ do: 'roll', dice, by: this.by })[0] as TableEvent;
  }

  settle(): void {
    this.do({ do: 'settle', by: this.by });
  }
}
