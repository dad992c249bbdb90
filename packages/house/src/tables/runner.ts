import { isDeepStrictEqual } from 'node:util';
import { type Command, type Dice, type KeptPace, releaseNext, type Table } from '@boxperson/rules';
import { type Clock, pause, type Timer } from '../clock.js';
import type { Draws } from '../dice/draws.js';
import { saysElsewhere } from '../stream/host.js';
import { type Crew, type CrewStep, crewFor, crewStep, type Pace, paceKept } from './crew.js';
import type { TableHost } from './host.js';

/** What a tumbler says of a roll. After some faults the result may exist: then the same roll is asked for again. */
export type Rolling =
  | { readonly kind: 'result'; readonly dice: Dice }
  | { readonly kind: 'cocked' }
  | { readonly kind: 'fault'; readonly text: string; readonly again: 'same-roll' | 'new-roll' };

/** A device that rolls; what it showed is recorded before it may forget it. */
export interface RollingDevice {
  /** Why it is not believed any more; null while it is. */
  readonly stopped?: string | null;
  /** Hears when it is stopped, and when it is taken back. */
  watch?(watcher: () => void): () => void;
  stop?(why: string): void;
  reinstate?(): void;
  /** What it showed is on record, from before this house was opened. */
  remember?(id: string, dice: Dice): void;
  roll(id: string, record: (rolling: Rolling) => Promise<void>): Promise<Rolling>;
}

/** Where dice come from: the operating system, a device, or a person who reads real ones (then nothing is drawn here). */
export type DiceSource =
  | { readonly kind: 'random' }
  | { readonly kind: 'called' }
  | { readonly kind: 'tumbler'; readonly device: RollingDevice };

export interface RunnerOptions {
  readonly crew: Crew;
  readonly pace: Pace;
  readonly source: DiceSource;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
}

/** How long a tumbler that gave no answer is left alone before it is asked again. */
const ASK_AGAIN_MS = 1_000;

/** What cannot be done now is not tried again at once, nor given up. */
const RETRY_MS = 5_000;

/** Nothing is wrong with a table that another node keeps: when it is ours again, it goes on. */
const OURS_AGAIN_MS = 100;

/** How long people have to come back when a house has opened: longer than it takes to find out who is away. */
const COMING_BACK_MS = 15_000;

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
  #timer: Timer | null = null;
  /** The pace of what the automatic crew does here, as everybody may know it. */
  readonly pace: KeptPace;
  /** Elapsed time: until then nothing is tried again that went wrong. */
  #restsUntil = 0;
  #wentOn = Number.NEGATIVE_INFINITY;
  #running = false;
  #closed = false;
  readonly #unlisten: () => void;
  readonly #unwatch: () => void;

  constructor(host: TableHost, draws: Draws, options: RunnerOptions) {
    this.#host = host;
    this.#draws = draws;
    this.#options = options;
    // Nobody's time is up before people can be back after the house has opened.
    const notBefore = options.clock.now() + (options.pace.answer === 0 ? 0 : COMING_BACK_MS);
    const { away, ...kept } = paceKept(host.table.game.rulebook, options.pace, options.crew);
    // What becomes of whoever is away from a tournament the terms say, and its director (crown 8.4.8(b)(ii)).
    const isKept = away === undefined || host.table.settings.tournament === true;
    this.pace = { ...kept, ...(isKept ? {} : { away }), notBefore };
    this.#unlisten = host.listen(() => this.#arm());
    host.watch(() => this.#goOn());
    this.#unwatch = this.#device?.watch?.(() => this.#arm()) ?? (() => {});
    this.#remind();
    this.#arm();
  }

  /** It may not have heard that its last report was kept, and says it again: it must be the same. */
  #remind(): void {
    const last = this.#device ? this.#draws.lastTumbled() : null;
    if (last) this.#device?.remember?.(this.#rollId(last.roll), last.dice);
  }

  #rollId(roll: number): string {
    return `${this.#host.id}:${roll}`;
  }

  close(): void {
    this.#closed = true;
    this.#unlisten();
    this.#unwatch();
    this.#disarm();
  }

  #disarm(): void {
    if (this.#timer) this.#options.clock.clearTimeout(this.#timer);
    this.#timer = null;
  }

  /** What went wrong before it stopped, or was another's, is of the past when it goes on; unless it goes wrong again. */
  #goOn(): void {
    if (this.#host.stopped !== null || this.#host.isElsewhere) return;
    const now = this.#options.clock.elapsed();
    if (now - this.#wentOn >= RETRY_MS) {
      this.#restsUntil = 0;
      this.#wentOn = now;
    }
    this.#arm();
  }

  get #device(): RollingDevice | null {
    const { source } = this.#options;
    return source.kind === 'tumbler' ? source.device : null;
  }

  /** No round is closed for a tumbler that is not believed: every one would be void (aruze 6.4.2). */
  get #isHeld(): boolean {
    return this.#device?.stopped != null && this.#host.table.phase === 'wagering';
  }

  /** What is next: the clock's command, the crew's step, or a place to be freed, whichever comes first. */
  #next(): CrewStep | null {
    const due = this.#isHeld ? null : this.#host.due();
    const clock = due?.needs === 'clock' ? { at: due.at, command: due.command } : null;
    const steps = [clock, this.#crewStep(), this.#release()].filter((step) => step !== null);
    return steps.reduce<CrewStep | null>(
      (first, step) => (first && first.at <= step.at ? first : step),
      null,
    );
  }

  #crewStep(): CrewStep | null {
    const { table } = this.#host;
    const { crew, source } = this.#options;
    const step = crewStep(table, this.pace, crew);
    return step && 'draw' in step && source.kind === 'called' ? null : step;
  }

  /** R59: whatever else the table waits for. */
  #release(): CrewStep | null {
    const next = releaseNext(this.#host.table, this.pace);
    return next?.at == null ? null : { at: next.at, command: { do: 'release', player: next.who } };
  }

  #arm(): void {
    if (this.#closed || this.#running) return;
    this.#disarm();
    if (this.#host.stopped !== null || this.#host.isElsewhere) return;
    const next = this.#next();
    if (!next) return;
    const { clock } = this.#options;
    const rest = this.#restsUntil - clock.elapsed();
    const wait = Math.max(0, rest, Math.min(next.at - clock.now(), WAIT_MAX));
    this.#timer = clock.setTimeout(() => void this.#run().catch(this.#options.onError), wait);
  }

  async #run(): Promise<void> {
    // Clock and crew of a table are its owner's: whoever lost it since the timer was set leaves them alone.
    if (this.#host.isElsewhere) return;
    const next = this.#next();
    if (this.#closed || this.#running || !next || next.at > this.#options.clock.now()) return this.#arm();
    this.#running = true;
    try {
      if ('draw' in next) await this.#drawAndRoll();
      else await this.#submit(next);
    } catch (error) {
      // Whoever keeps the table now goes on with it.
      const isOthers = saysElsewhere(error);
      this.#restsUntil = this.#options.clock.elapsed() + (isOthers ? OURS_AGAIN_MS : RETRY_MS);
      if (!isOthers) this.#options.onError(error);
      // The table is ours, and something that it needs is held to be another's: whoever keeps both looks again.
      else if (!this.#host.isElsewhere) this.#host.onRefused?.();
    } finally {
      this.#running = false;
      this.#arm();
    }
  }

  /** Somebody may have been quicker, or the clock set back; what is refused and still to be done would be refused for ever. */
  async #submit(step: Extract<CrewStep, { readonly command: Command }>): Promise<void> {
    const { table } = this.#host;
    const done = await this.#host.submit(step.command);
    // A table that is another than it was is looked at anew: it may have been in vain in between and not be any more.
    if (done.ok || this.#host.table !== table || !this.#isStillDue(step)) return;
    throw new Error(`${this.#host.id}: ${String(step.command['do'])} was due: ${done.refused.message}`);
  }

  #isStillDue(step: CrewStep): boolean {
    const next = this.#next();
    return next !== null && next.at <= this.#options.clock.now() && isDeepStrictEqual(next, step);
  }

  /** Closed to wagers from the draw to the call: nobody bets on dice that have been drawn. */
  async #drawAndRoll(): Promise<void> {
    const isOver = await this.#host.exclusively((submit) => this.#rollOnce(submit));
    // Whoever may help has the table to themselves meanwhile.
    if (!isOver) await pause(this.#options.clock, ASK_AGAIN_MS);
  }

  /** Has the table moved on? */
  async #rollOnce(submit: (command: Command) => Promise<{ readonly ok: boolean }>): Promise<boolean> {
    const { table } = this.#host;
    if (table.phase !== 'thrown' && table.phase !== 'rolling') return true;
    const command = commandAfter(table, await this.#roll(table));
    return command !== null && (await submit(command)).ok;
  }

  async #roll(table: Table): Promise<Rolling> {
    const { source } = this.#options;
    const { throws } = table;
    if (source.kind !== 'tumbler') return { kind: 'result', dice: await this.#draws.drawFor(throws) };
    const drawn = this.#draws.drawn(throws);
    if (drawn) return { kind: 'result', dice: drawn };
    return source.device.roll(this.#rollId(throws), async (rolling) => {
      if (rolling.kind === 'result') await this.#draws.recordTumbled(throws, rolling.dice);
    });
  }
}

/** What follows from a roll; null when the same roll is to be asked for again, or people must decide. */
function commandAfter({ phase, game: { rulebook } }: Table, rolling: Rolling): Command | null {
  const isStaffed = phase === 'thrown';
  if (rolling.kind === 'result') {
    const caller = isStaffed ? { by: crewFor(rulebook, 'call-total') } : {};
    return { do: 'roll', dice: rolling.dice, ...caller };
  }
  if (isStaffed || (rolling.kind === 'fault' && rolling.again === 'same-roll')) return null;
  const ground = rolling.kind === 'cocked' ? 'cocked' : 'tumbler';
  return { do: 'void-round', ground, by: crewFor(rulebook, 'void-round') };
}
