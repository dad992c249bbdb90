import { isDeepStrictEqual } from 'node:util';
import type { Command, Dice, Table } from '@boxperson/rules';
import { type Clock, SYSTEM_CLOCK, type Timer } from '../clock.js';
import type { Draws } from '../dice/draws.js';
import { type CrewStep, crewFor, crewStep, type Pace } from './crew.js';
import type { TableHost } from './host.js';

/** What a tumbler says of a roll. After some faults the result may exist: then the same roll is asked for again. */
export type Rolling =
  | { readonly kind: 'result'; readonly dice: Dice }
  | { readonly kind: 'cocked' }
  | { readonly kind: 'fault'; readonly text: string; readonly again: 'same-roll' | 'new-roll' };

/** A device that rolls; what it showed is recorded before it may forget it. */
export interface RollingDevice {
  roll(id: string, record: (rolling: Rolling) => Promise<void>): Promise<Rolling>;
}

/** Where dice come from: the operating system, a device, or a person who reads real ones (then nothing is drawn here). */
export type DiceSource =
  | { readonly kind: 'random' }
  | { readonly kind: 'called' }
  | { readonly kind: 'tumbler'; readonly device: RollingDevice };

export interface RunnerOptions {
  readonly crew: 'automatic' | 'people';
  readonly pace: Pace;
  readonly source: DiceSource;
  readonly now: () => number;
  /** Left out: the system's. */
  readonly clock?: Clock;
  readonly onError: (error: unknown) => void;
}

/** How long a tumbler that gave no answer is left alone before it is asked again. */
const ASK_AGAIN_MS = 1_000;

/** What cannot be done now is not tried again at once, nor given up. */
const RETRY_MS = 5_000;

/** Timers are capped by the platform; a longer wait is looked at again on the way. */
const WAIT_MAX = 2 ** 31 - 1;

/**
 * Moves one table on: the clock of an electronic round, and an automatic crew. It holds no state that matters: what is
 * due follows from the table alone, so after a restart it goes on where it was.
 */
export class TableRunner {
  readonly #host: TableHost;
  readonly #draws: Draws;
  readonly #options: RunnerOptions;
  readonly #clock: Clock;
  #timer: Timer | null = null;
  #key = '';
  #since = 0;
  /** Elapsed time: until then nothing is tried again that went wrong. */
  #restsUntil = 0;
  #running = false;
  #closed = false;
  readonly #unlisten: () => void;

  constructor(host: TableHost, draws: Draws, options: RunnerOptions) {
    this.#host = host;
    this.#draws = draws;
    this.#options = options;
    this.#clock = options.clock ?? SYSTEM_CLOCK;
    this.#unlisten = host.listen(() => this.#arm());
    this.#arm();
  }

  close(): void {
    this.#closed = true;
    this.#unlisten();
    if (this.#timer) this.#clock.clearTimeout(this.#timer);
  }

  /** What is next: the clock's command, or the crew's step, whichever comes first. */
  #next(): { readonly at: number; readonly step: CrewStep } | null {
    const due = this.#host.due();
    const clock = due?.needs === 'clock' ? { at: due.at, step: { after: 0, command: due.command } } : null;
    const step = this.#crewStep();
    const crew = step && { at: this.#sinceOf(this.#host.table) + step.after, step };
    if (!clock || !crew) return clock ?? crew;
    return clock.at <= crew.at ? clock : crew;
  }

  #crewStep(): CrewStep | null {
    const { table } = this.#host;
    const { crew, source, pace } = this.#options;
    // A tumbler needs no crew: an electronic round rolls whoever is on duty.
    const alone: CrewStep | null = table.phase === 'rolling' ? { after: pace.roll, draw: true } : null;
    const step = crew === 'automatic' ? crewStep(table, pace) : alone;
    return step && 'draw' in step && source.kind === 'called' ? null : step;
  }

  /** Since when the table stands as it does; bets do not start the crew's wait anew. */
  #sinceOf(table: Table): number {
    const { shooter, dice } = table;
    const key = [
      table.phase,
      shooter.shooter,
      shooter.offeredTo,
      shooter.asked,
      shooter.declined.length,
      dice.hand.length,
      table.noMoreBets,
      table.throws,
      table.staff.length,
    ].join();
    if (key !== this.#key) {
      this.#key = key;
      this.#since = this.#options.now();
    }
    return this.#since;
  }

  #arm(): void {
    if (this.#closed || this.#running) return;
    if (this.#timer) this.#clock.clearTimeout(this.#timer);
    this.#timer = null;
    if (this.#host.stopped !== null) return;
    const next = this.#next();
    if (!next) return;
    const rest = this.#restsUntil - this.#clock.elapsed();
    const wait = Math.max(0, rest, Math.min(next.at - this.#options.now(), WAIT_MAX));
    this.#timer = this.#clock.setTimeout(() => void this.#run().catch(this.#options.onError), wait);
    this.#timer.unref?.();
  }

  async #run(): Promise<void> {
    const next = this.#next();
    if (this.#closed || this.#running || !next || next.at > this.#options.now()) return this.#arm();
    this.#running = true;
    try {
      if ('draw' in next.step) await this.#drawAndRoll();
      else await this.#submit(next.step);
    } catch (error) {
      this.#restsUntil = this.#clock.elapsed() + RETRY_MS;
      this.#options.onError(error);
    } finally {
      this.#running = false;
      this.#arm();
    }
  }

  /** Somebody may have been quicker, or the clock set back; what is refused and still to be done would be refused for ever. */
  async #submit(step: Extract<CrewStep, { readonly command: Command }>): Promise<void> {
    const done = await this.#host.submit(step.command);
    if (done.ok || !this.#isStillDue(step)) return;
    throw new Error(`${this.#host.id}: ${String(step.command['do'])} was due: ${done.refused.message}`);
  }

  #isStillDue(step: CrewStep): boolean {
    const next = this.#next();
    return next !== null && next.at <= this.#options.now() && isDeepStrictEqual(next.step, step);
  }

  /** Closed to wagers from the draw to the call: nobody bets on dice that have been drawn. */
  async #drawAndRoll(): Promise<void> {
    await this.#host.exclusively(async (submit) => {
      const { table } = this.#host;
      if (table.phase !== 'thrown' && table.phase !== 'rolling') return;
      const rolling = await this.#roll(table);
      const { rulebook } = table.game;
      const staffed = table.phase === 'thrown';
      if (rolling.kind === 'result') {
        await submit({
          do: 'roll',
          dice: rolling.dice,
          ...(staffed ? { by: crewFor(rulebook, 'call-total') } : {}),
        });
      } else if (rolling.kind === 'fault' && rolling.again === 'same-roll') {
        await new Promise<void>((resolve) => this.#clock.setTimeout(resolve, ASK_AGAIN_MS));
      } else if (!staffed) {
        const ground = rolling.kind === 'cocked' ? 'cocked' : 'tumbler';
        await submit({ do: 'void-round', ground, by: crewFor(rulebook, 'void-round') });
      }
    });
  }

  async #roll(table: Table): Promise<Rolling> {
    const { source } = this.#options;
    const { throws } = table;
    if (source.kind !== 'tumbler') return { kind: 'result', dice: await this.#draws.drawFor(throws) };
    const drawn = this.#draws.drawn(throws);
    if (drawn) return { kind: 'result', dice: drawn };
    return source.device.roll(`${this.#host.id}:${throws}`, async (rolling) => {
      if (rolling.kind === 'result') await this.#draws.recordTumbled(throws, rolling.dice);
    });
  }
}
