import { isDeepStrictEqual } from 'node:util';
import { peoplesRoles } from '@boxperson/offices';
import { type Command, type Dice, dues, type KeptPace, releaseNext, type Table } from '@boxperson/rules';
import { type Clock, pause, type Timer } from '../clock.js';
import type { Draws } from '../dice/draws.js';
import { LIMITS } from '../dice/tumbler/limits.js';
import { saysElsewhere } from '../stream/host.js';
import { type Crew, type CrewStep, crewFor, crewStep, type Pace, paceKept } from './crew.js';
import type { TableHost } from './host.js';
import { Standstill } from './standstill.js';

/** What a tumbler says of a roll. After some faults the result may exist: then the same roll is asked for again. */
export type Rolling =
  | { readonly kind: 'result'; readonly dice: Dice }
  | { readonly kind: 'cocked' }
  | { readonly kind: 'fault'; readonly text: string; readonly again: 'same-roll' | 'new-roll' };

/** A device that rolls; what it showed is recorded before it may forget it. */
export interface RollingDevice {
  /** Why it cannot roll just now: it is not there, in trouble, or not believed any more. Null while it can. */
  readonly unable?: string | null;
  /** Hears when that changes. */
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
  /** Hears when the table cannot go on, and when it goes on again: `standstill` says why. */
  readonly onStanding?: () => void;
}

/** How long a tumbler that gave no answer is left alone before it is asked again. */
const ASK_AGAIN_MS = 1_000;

/** What cannot be done now is not tried again at once, nor given up. */
const RETRY_MS = 5_000;

/** Nothing is wrong with a table that another node keeps: when it is ours again, it goes on. */
const OURS_AGAIN_MS = 100;

/** How long people have to come back when a house has opened: longer than it takes to find out who is away. */
const COMING_BACK_MS = 15_000;

/** Who has nothing to do for so long does not stand still: longer than anything waits only because the house has opened. */
const IDLE_MS = COMING_BACK_MS;

/** Timers are capped by the platform; a longer wait is looked at again on the way. */
const WAIT_MAX = 2 ** 31 - 1;

/** What is done while nobody knows what is to be done. */
const LOOKING = 'look';

/** What a step is called, whenever it is due. */
const nameOf = (step: CrewStep): string => ('draw' in step ? 'draw' : String(step.command.do));

/** No result, and what becomes of that people say. */
const PEOPLES = Symbol('people decide');

type TableSubmit = (command: Command) => ReturnType<TableHost['submit']>;

const unrolled = (why: string): string => `Its tumbler does not roll: ${why}`;

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
  readonly #standstill: Standstill;
  /** What is being tried, since when by elapsed time, and how long it may take. */
  #attempt = { what: LOOKING, began: 0, within: 0 };
  #running = false;
  #closed = false;
  readonly #unlisten: () => void;
  readonly #unwatch: () => void;

  constructor(host: TableHost, draws: Draws, options: RunnerOptions) {
    this.#host = host;
    this.#draws = draws;
    this.#options = options;
    this.#standstill = new Standstill(options.clock, () => options.onStanding?.());
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

  /** Why the table cannot go on, once that has lasted; null while it does, and where another node keeps it. */
  get standstill(): string | null {
    return this.#host.isElsewhere ? null : this.#standstill.why;
  }

  /** Has it done something, or found nothing to do, since it was opened or taken over, or stood still? */
  get isProven(): boolean {
    return this.#standstill.isProven;
  }

  close(): void {
    this.#closed = true;
    this.#standstill.close();
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
    if (this.#host.isElsewhere) return this.#standstill.lost();
    if (this.#host.stopped !== null) return;
    const now = this.#options.clock.elapsed();
    if (now - this.#wentOn >= RETRY_MS) {
      this.#restsUntil = 0;
      this.#wentOn = now;
    }
    this.#tryOn();
    this.#arm();
  }

  /** What was under way when the table went may never end; it is as if it began when the table came back. */
  #tryOn(): void {
    if (this.#closed || !this.#running || this.#standstill.isTrying) return;
    this.#begin(this.#attempt.what, this.#attempt.within);
  }

  #begin(what: string, within: number): void {
    this.#attempt = { what, began: this.#options.clock.elapsed(), within };
    this.#standstill.tries(what, within);
  }

  get #device(): RollingDevice | null {
    const { source } = this.#options;
    return source.kind === 'tumbler' ? source.device : null;
  }

  /** No round is closed for a tumbler that cannot roll: what is staked would be locked, or void (aruze 6.4.2). */
  #isHeld(step: CrewStep): boolean {
    return nameOf(step) === 'close-wagering' && this.#device?.unable != null;
  }

  /** What is next: the clock's command, the crew's step, or a place to be freed, whichever comes first. */
  #next(steps = this.#steps()): CrewStep | null {
    return steps
      .filter((step) => !this.#isHeld(step))
      .reduce<CrewStep | null>((first, step) => (first && first.at <= step.at ? first : step), null);
  }

  /** All that is to be done here without being asked, now or later. */
  #steps(): readonly CrewStep[] {
    return [...this.#clockSteps(), this.#crewStep(), this.#release()].filter((step) => step !== null);
  }

  /** What waits for a hand of the staff holds up no clock, be it due sooner or later. */
  #clockSteps(): readonly CrewStep[] {
    const { table, stopped, isElsewhere } = this.#host;
    if (stopped !== null || isElsewhere) return [];
    return dues(table)
      .filter(({ needs }) => needs === 'clock')
      .map(({ at, command }) => ({ at, command }));
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
    const wait = this.#wait();
    if (wait === null) return;
    const { clock, onError } = this.#options;
    this.#timer = clock.setTimeout(() => void this.#run().catch(onError), wait);
  }

  /** How long until something is to be done; null when nothing is. */
  #wait(): number | null {
    const { clock } = this.#options;
    try {
      const steps = this.#steps();
      this.#noteHeld(steps);
      const next = this.#next(steps);
      if (!next || next.at - clock.now() > IDLE_MS) this.#standstill.goesOn();
      const rest = this.#restsUntil - clock.elapsed();
      return next && Math.max(0, rest, Math.min(next.at - clock.now(), WAIT_MAX));
    } catch {
      // Whoever is woken then stumbles over the same, and tells of it: a table without a timer would stand for good.
      return RETRY_MS;
    }
  }

  /** A round that is held stands still from when it should have been closed. */
  #noteHeld(steps: readonly CrewStep[]): void {
    const { clock } = this.#options;
    this.#standstill.keepTo(steps.map(nameOf));
    const held = steps.find((step) => this.#isHeld(step));
    if (!held) return this.#standstill.free();
    const from = clock.elapsed() + Math.max(0, held.at - clock.now());
    this.#standstill.held(nameOf(held), unrolled(String(this.#device?.unable)), from);
  }

  async #run(): Promise<void> {
    // Clock and crew of a table are its owner's: whoever lost it since the timer was set leaves them alone.
    if (this.#closed || this.#running || this.#host.isElsewhere) return;
    this.#running = true;
    try {
      await this.#doNext();
    } catch (error) {
      this.#failed(error);
    } finally {
      this.#standstill.tried();
      this.#running = false;
      this.#arm();
    }
  }

  async #doNext(): Promise<void> {
    const { clock } = this.#options;
    this.#attempt = { what: LOOKING, began: clock.elapsed(), within: 0 };
    const next = this.#next();
    if (!next || next.at > clock.now()) return;
    this.#begin(nameOf(next), 'draw' in next && this.#device ? LIMITS.tumbleMs : 0);
    if ('draw' in next) return this.#drawAndRoll();
    await this.#submit(next);
    this.#done();
  }

  #failed(error: unknown): void {
    // Whoever keeps the table now goes on with it.
    const isOthers = saysElsewhere(error);
    this.#restsUntil = this.#options.clock.elapsed() + (isOthers ? OURS_AGAIN_MS : RETRY_MS);
    this.#inVain(error instanceof Error ? error.message : String(error));
    if (!isOthers) this.#options.onError(error);
    // The table is ours, and something that it needs is held to be another's: whoever keeps both looks again.
    else if (!this.#host.isElsewhere) this.#host.onRefused?.();
  }

  #inVain(why: string): void {
    const { what, began } = this.#attempt;
    if (!this.#host.isElsewhere) this.#standstill.inVain(what, why, began);
  }

  /** Of what was done when the table had gone already, it has to show anew that it goes on when it is ours again. */
  #done(): void {
    if (!this.#host.isElsewhere) this.#standstill.done(this.#attempt.what);
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
  async #rollOnce(submit: TableSubmit): Promise<boolean> {
    const why = await this.#whyNotRolled(submit);
    if (typeof why === 'string') this.#inVain(why);
    else this.#done();
    return why === null;
  }

  /** Null when the table has moved on; else why not. */
  async #whyNotRolled(submit: TableSubmit): Promise<string | typeof PEOPLES | null> {
    const { table } = this.#host;
    if (table.phase !== 'thrown' && table.phase !== 'rolling') return null;
    const rolling = await this.#roll(table);
    const command = commandAfter(table, rolling);
    if (command === null) return this.#isPeoples(table, rolling) ? PEOPLES : whyUnrolled(rolling);
    const done = await submit(command);
    return done.ok ? null : done.refused.message;
  }

  /** What came of a throw people call, where there are any; for a tumbler that may still answer nobody has to. */
  #isPeoples({ game }: Table, rolling: Rolling): boolean {
    const isAskedAgain = rolling.kind === 'fault' && rolling.again === 'same-roll';
    return !isAskedAgain && peoplesRoles(this.#options.crew, game.rulebook).length > 0;
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

const whyUnrolled = (rolling: Rolling): string =>
  rolling.kind === 'fault'
    ? unrolled(rolling.text)
    : 'Its dice are cocked, and nobody of its crew is a person.';

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
