import { endsHand, type LastThrow, type Strategy, type Want, wishAt } from '@boxperson/odds';
import {
  findSpot,
  type Player,
  type PointNumber,
  type RollOutcome,
  type Settlement,
  type Spot,
  type Table,
  type TableEvent,
} from '@boxperson/rules';

/** What changes point or layout without a throw: the wish is made anew, and the memory stays. */
const UPSETTING: readonly string[] = [
  'game-voided',
  'point-lapsed',
  'throw-voided',
  'round-voided',
  'wagers-voided',
  'wagers-found-invalid',
  'outcome-invalidated',
  'system-malfunctioned',
  'limits-changed',
];

/** A strategy following a table: what it remembers, and what it wants after the last throw. */
export class Mind {
  readonly #strategy: Strategy;
  #memory: unknown;
  #wants: readonly Want[] = [];
  /** The wish is from before the last throw. */
  #stale = true;
  #last: LastThrow | null = null;
  #passed = false;
  /** How often the dice have gone to another shooter. */
  hands = 0;

  constructor(strategy: Strategy) {
    this.#strategy = strategy;
    this.#memory = strategy.start;
  }

  /** What was missed is missed: the memory stays as it is. */
  lostSight(): void {
    this.#last = null;
    this.#stale = true;
  }

  follow(event: TableEvent, before: Table, name: string): void {
    if (UPSETTING.includes(event.event)) this.#stale = true;
    switch (event.event) {
      case 'rolled':
        return this.#rolled(event, before.game.point, before, name);
      case 'face-decided':
      case 'call-corrected':
        return this.#rolled(event.outcome, before.last?.before.point ?? null, before, name);
      case 'throw-voided':
        this.#last = null;
        return;
      case 'dice-passed':
        // Dice that the stickperson threw for want of a shooter were nobody's.
        this.#passed ||= event.how !== 'determined';
        return;
      case 'dice-thrown':
      case 'shot': {
        // Too late for wagers, but not for remembering the throw before this one.
        const player = before.game.players.find((other) => other.name === name);
        if (player) this.wants(before, player);
        return;
      }
    }
  }

  #rolled(outcome: RollOutcome, point: PointNumber | null, { shooter, game }: Table, name: string): void {
    const { dice, total, call } = outcome;
    const settled = outcome.settled
      .filter(({ player }) => player === name)
      .map((one): Settlement => ({ ...one, spot: findSpot(one) as Spot }));
    const handOver = shooter.shooter === null && endsHand(game.rulebook, point, { dice, call });
    this.#last = { dice, total, call, settled, handOver };
    this.#stale = true;
  }

  /** Everything that should stand before the next throw. */
  wants({ game }: Table, player: Player): readonly Want[] {
    if (!this.#stale) return this.#wants;
    const last = this.#last && { ...this.#last, handOver: this.#last.handOver || this.#passed };
    const wish = wishAt(this.#strategy, game, player, this.#memory, last);
    if (last?.handOver) this.hands += 1;
    this.#memory = wish.memory;
    this.#wants = wish.layout;
    this.#stale = false;
    this.#last = null;
    this.#passed = false;
    return this.#wants;
  }
}
