import type { Refused } from '@boxperson/offices';
import {
  type By,
  type Command,
  decide,
  evolve,
  nameOf,
  type Spot,
  type SpotOptions,
  STAY_IDS,
  type Table,
  type TableEvent,
  type TokenHolding,
  tableOptions,
  tokensOn,
  type Wager,
} from '@boxperson/rules';
import { type Done, keep, kept, type TableModel } from '../../model.js';
import { dollars } from '../../ui/money.js';
import { type Acted, didOnly, leftOnly } from './acted.js';
import {
  inWaves,
  oddsSpotFor,
  plain,
  readStake,
  type SavedStake,
  type Stake,
  saveStake,
  selectionOf,
  spotOfCommand,
} from './stake.js';

/** Something done that can be undone: what gives it back, and what does it again. */
export interface Step {
  readonly says: string;
  readonly undo: readonly Command[];
  readonly redo: readonly Command[];
}

/** After these nothing of the round can be taken back. */
const CLOSES: readonly TableEvent['event'][] = [
  'dice-thrown',
  'no-more-bets',
  'wagering-closed',
  'shot',
  'rolled',
  'round-voided',
  'game-voided',
  'outcome-invalidated',
  'system-malfunctioned',
  'closed',
];
const THROWN: readonly TableEvent['event'][] = ['dice-thrown', 'shot'];

const STAY_KEY = 'boxperson.stay';
const lastKey = (place: string): string => `boxperson.last.${place}`;

/** Somebody whose chips the crew enters (R53), and who enters them. */
export interface EnteredFor {
  readonly player: string;
  readonly by: By;
}

const NOBODY: Refused = { code: 'bad-input', clause: null, message: 'Sit down at the table first.' };

/** Where a player's commands are made, with what can be undone of them and what stood at the last throw. */
export class Desk {
  readonly model: TableModel;
  /** Left out: whoever looks plays. */
  readonly #entered: EnteredFor | null;
  readonly #listeners = new Set<() => void>();
  readonly #unhear: () => void;
  #version = 0;
  /** Grows when bets close: what was begun before belongs to another round. */
  #round = 0;
  #undos: readonly Step[] = [];
  #redos: readonly Step[] = [];
  #stay: boolean;
  #lastRound: readonly Stake[];
  #voucher: string | null = null;

  constructor(model: TableModel, entered: EnteredFor | null = null) {
    this.model = model;
    this.#entered = entered;
    this.#stay = entered === null && localStorage.getItem(STAY_KEY) === 'on';
    this.#lastRound = (kept<readonly SavedStake[]>(this.#lastKey()) ?? []).flatMap(readStake);
    this.#unhear = model.onEvent((event, before) => this.#hear(event, before));
  }

  close(): void {
    this.#unhear();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly version = (): number => this.#version;
  changed(): void {
    this.#version += 1;
    for (const listener of this.#listeners) listener();
  }

  get table(): Table {
    return this.model.state.table as Table;
  }
  get player(): string {
    return this.#entered?.player ?? this.model.state.own?.player ?? '';
  }
  #lastKey(): string {
    return lastKey(this.#entered ? `${this.model.id}/${this.#entered.player}` : this.model.id);
  }
  /** A command of this player, entered by whoever enters it. */
  asked(command: Command): Command {
    const { player } = this;
    return this.#entered ? { ...command, player, by: this.#entered.by } : { ...command, player };
  }
  get isSeated(): boolean {
    return this.model.state.table?.game.players.some(({ name }) => name === this.player) === true;
  }
  get wagers(): readonly Wager[] {
    return this.model.state.table?.game.players.find(({ name }) => name === this.player)?.wagers ?? [];
  }
  get spots(): readonly SpotOptions[] {
    const who = this.#entered ?? { player: this.player };
    return this.isSeated ? (tableOptions(this.table, who).spots ?? []) : [];
  }
  get lastRound(): readonly Stake[] {
    return this.#lastRound;
  }
  get round(): number {
    return this.#round;
  }

  get stayUp(): boolean {
    return this.#stay;
  }
  set stayUp(on: boolean) {
    this.#stay = on;
    if (!this.#entered) localStorage.setItem(STAY_KEY, on ? 'on' : 'off');
    this.changed();
  }

  /** Tokens that the player holds, by voucher. */
  get tokens(): readonly TokenHolding[] {
    const player = this.model.state.table?.game.players.find(({ name }) => name === this.player);
    return (player?.tokens ?? []).filter(({ amount }) => amount > 0);
  }
  /** The voucher whose tokens go down next; null for chips. */
  get voucher(): string | null {
    return this.tokens.find(({ voucher }) => voucher === this.#voucher)?.voucher ?? null;
  }
  set voucher(voucher: string | null) {
    this.#voucher = voucher;
    this.changed();
  }

  standsOn(spot: Spot): number {
    return this.wagers.find((wager) => wager.spot === spot)?.amount ?? 0;
  }

  /** `Place 6 $12`. */
  say(spot: Spot, amount: number): string {
    return `${nameOf(this.table.game.rulebook, spot)} ${dollars(amount)}`;
  }

  bet(spot: Spot, amount: number): Command {
    const stays = this.#stay && STAY_IDS.includes(spot.wager);
    const stay = stays ? { stay: true } : {};
    return this.asked({ do: 'bet', ...selectionOf(spot), amount, ...stay, ...this.#inTokens(amount) });
  }

  /** Tokens of the chosen voucher as far as they go; the rest is chips. */
  #inTokens(amount: number): Command {
    const held = this.tokens.find(({ voucher }) => voucher === this.voucher);
    return held ? { tokens: Math.min(amount, held.amount), voucher: held.voucher } : {};
  }

  /** Without an amount: all of it. */
  take(spot: Spot, amount?: number): Command {
    const part = amount === undefined ? {} : { amount };
    return this.asked({ do: 'take', ...selectionOf(spot), ...part });
  }

  /** Would the rules take these one after the other? The first refusal, or null. */
  whyNot(commands: readonly Command[]): { readonly refused: Refused; readonly command: Command } | null {
    let at = this.table;
    for (const command of commands) {
      const decided = decide(at, command);
      if (!decided.ok) return { refused: decided.refused, command };
      at = decided.value.reduce(evolve, at);
    }
    return null;
  }

  /** Puts or takes, and says how that is undone. */
  async step(command: Command, says: string, how: 'loud' | 'quiet'): Promise<Step | Refused> {
    const before = this.wagers;
    const done = how === 'loud' ? await this.model.do(command) : await this.model.quietly(command);
    if (!done.ok) return done.refused;
    return { says, undo: this.#opposite(command, before), redo: [command] };
  }

  #opposite(command: Command, before: readonly Wager[]): readonly Command[] {
    const spot = spotOfCommand(command) as Spot;
    const { amount, tokens } = command as { readonly amount?: number; readonly tokens?: number };
    if (command['do'] === 'bet')
      return [{ ...this.take(spot, amount), ...(tokens === undefined ? {} : { tokens }) }];
    const stood = (on: Spot): number => before.find((wager) => wager.spot === on)?.amount ?? 0;
    const back = this.#putBack(spot, amount ?? stood(spot), before);
    const odds = oddsSpotFor(spot);
    const gone = odds && odds !== spot ? stood(odds) - this.standsOn(odds) : 0;
    return odds && gone > 0 ? [back, this.#putBack(odds, gone, before)] : [back];
  }

  /** What was taken goes back as it came: the tokens among it as tokens. */
  #putBack(spot: Spot, amount: number, before: readonly Wager[]): Command {
    const { tokens: _tokens, voucher: _voucher, ...chips } = this.bet(spot, amount);
    const was = before.find((wager) => wager.spot === spot);
    const gone = tokensOn(was) - tokensOn(this.wagers.find((wager) => wager.spot === spot));
    return gone > 0 ? { ...chips, tokens: gone, voucher: was?.tokens?.voucher } : chips;
  }

  /** Steps become one that is undone together, unless bets have closed since `round`. */
  push(steps: readonly Step[], says: string, round: number): void {
    if (steps.length === 0 || round !== this.#round) return;
    const undo = [...steps].reverse().flatMap((one) => one.undo);
    this.#set([...this.#undos, { says, undo, redo: steps.flatMap((one) => one.redo) }], []);
  }

  /** One command that can be undone; a refusal is shown. */
  async single(command: Command, says: string): Promise<Done> {
    if (!this.isSeated) return this.refuse(NOBODY, command);
    const round = this.#round;
    const made = await this.step(command, says, 'loud');
    if ('code' in made) return { ok: false, refused: made };
    this.push([made], says, round);
    return { ok: true };
  }

  refuse(refused: Refused, command: Command): Done {
    this.model.refuse(refused, command);
    return { ok: false, refused };
  }

  /** What an act left out, shown to the player. */
  tell(title: string, acted: Acted): Acted {
    if (acted.left.length > 0) this.model.tell({ title, lines: acted.left });
    return acted;
  }

  /** Why an act did nothing. */
  told(text: string): Acted {
    this.model.tell({ title: text, lines: [] });
    return leftOnly(text);
  }

  get nextUndo(): string | null {
    return this.#undos.at(-1)?.says ?? null;
  }
  get nextRedo(): string | null {
    return this.#redos.at(-1)?.says ?? null;
  }

  async undo(): Promise<Acted> {
    // A bet may be seen on the felt before its answer is here: it is the one that is meant.
    await this.model.idle();
    const last = this.#undos.at(-1);
    if (!last) return this.told('There is nothing to undo.');
    const round = this.#round;
    this.#set(this.#undos.slice(0, -1), this.#redos);
    const kept = last.undo.reduce((sum, command) => sum + this.refundOf(command).kept, 0);
    const acted = await this.#again(last.undo, `Undone: ${last.says}`);
    if (acted.ok && round === this.#round) this.#set(this.#undos, [...this.#redos, last]);
    const stays = `The commission of ${dollars(kept)} stays with the house.`;
    return acted.ok && kept > 0 ? this.tell('Undone', { ...acted, left: [stays] }) : acted;
  }

  async redo(): Promise<Acted> {
    await this.model.idle();
    const last = this.#redos.at(-1);
    if (!last) return this.told('There is nothing to do again.');
    const round = this.#round;
    this.#set(this.#undos, this.#redos.slice(0, -1));
    const acted = await this.#again(last.redo, `Done again: ${last.says}`);
    if (acted.ok && round === this.#round) this.#set([...this.#undos, last], this.#redos);
    return acted;
  }

  async #again(commands: readonly Command[], says: string): Promise<Acted> {
    const done = await inWaves(commands, spotOfCommand, (command) => this.model.do(command));
    const left = done.flatMap((one) => (one.ok ? [] : [plain(one.refused)]));
    return left.length > 0 ? leftOnly(...left) : didOnly(says);
  }

  /** R9: commission that a take would give back, and that it would not. */
  refundOf(command: Command): { readonly back: number; readonly kept: number } {
    const spot = command['do'] === 'take' ? spotOfCommand(command) : null;
    const paid = this.wagers.find((wager) => wager.spot === spot)?.commission ?? 0;
    const decided = paid > 0 ? decide(this.table, command) : null;
    if (!decided?.ok) return { back: 0, kept: 0 };
    const took = decided.value.find((event) => event.event === 'took');
    const back = took?.commissionReturned ?? 0;
    const isAll = took?.amount === this.standsOn(spot as Spot);
    return { back, kept: isAll ? paid - back : 0 };
  }

  #hear({ event }: TableEvent, before: Table): void {
    if (THROWN.includes(event)) this.#remember(before);
    if (!CLOSES.includes(event)) return;
    this.#round += 1;
    if (this.#undos.length + this.#redos.length > 0) this.#set([], []);
  }

  #remember({ game }: Table): void {
    const mine = game.players.find(({ name }) => name === this.player);
    if (!mine || mine.wagers.length === 0) return;
    this.#lastRound = mine.wagers.map(({ spot, amount }) => ({ spot, amount }));
    keep(this.#lastKey(), this.#lastRound.map(saveStake));
  }

  #set(undos: readonly Step[], redos: readonly Step[]): void {
    this.#undos = undos;
    this.#redos = redos;
    this.changed();
  }
}
