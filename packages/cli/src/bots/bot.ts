import { type ClientAnswer, dial, HouseClient } from '@boxperson/house';
import { type Act, actsFor, type SessionPlan, type Strategy, type Want } from '@boxperson/odds';
import { type Code, HOUSE_CODES, type Refused } from '@boxperson/offices';
import {
  type Cents,
  type Clause,
  type Command,
  findPlayer,
  findSpot,
  hasTurn,
  onLayout,
  type PersonOptions,
  type Player,
  type Table,
  type TableEvent,
  tableOptions,
} from '@boxperson/rules';
import { Mind } from './mind.js';
import { Mirror } from './mirror.js';
import { type BotPace, type Span, within } from './pace.js';

/** What a bot tells of itself. */
export type BotNews =
  | { readonly what: 'sat'; readonly seat: number; readonly bankroll: Cents }
  | { readonly what: 'did'; readonly command: Command }
  /** It does not take the dice; told once until they roll again. */
  | {
      readonly what: 'declines';
      readonly why: string;
      readonly clause: Clause | null;
      /** Without anybody else at the table nothing will ever be thrown. */
      readonly isAlone: boolean;
    }
  | { readonly what: 'refused'; readonly command: Command; readonly refused: Refused }
  | { readonly what: 'leaving'; readonly why: string }
  | { readonly what: 'offline' | 'online' }
  | { readonly what: 'left'; readonly why: string; readonly result: Cents; readonly rolls: number };

export interface BotOptions {
  readonly url: string;
  readonly token: string;
  readonly table: string;
  readonly strategy: Strategy;
  readonly bankroll: Cents;
  readonly pace: BotPace;
  readonly random: () => number;
  /** When to stop, beside being broke; `rolls` are those seen from the seat. */
  readonly plan?: SessionPlan;
  /** It sits there already and only sees its wagers decided. */
  readonly leaving?: boolean;
  /** Its place is a tournament's: it neither sits down nor leaves by itself. */
  readonly stays?: boolean;
  readonly tell?: (news: BotNews) => void;
  /** How long a lost house is waited for. */
  readonly lostMs?: number;
}

export interface BotEnd {
  readonly why: string;
  readonly result: Cents;
  readonly rolls: number;
  readonly bets: number;
  readonly refused: number;
}

interface Step {
  readonly command: Command;
  readonly wait: Span;
}

const LOST_MS = 90_000;
const SEATS_TRIED = 12;
const ERRORS_MOST = 5;
/** An act that is refused this often is given up. */
const STRIKES = 3;
const WAGERING: readonly unknown[] = ['bet', 'take', 'call'];
/** After these the dice are elsewhere, and a refusal about them is of yesterday. */
const DICE_MOVED: readonly string[] = [
  'dice-offered',
  'dice-accepted',
  'dice-chosen',
  'dice-passed',
  'settled',
];
const OPEN: readonly string[] = ['offering', 'betting', 'wagering'];
const LINES: readonly string[] = ['pass', 'dont-pass'];
const LINES_AND_ODDS: readonly string[] = [...LINES, 'pass-odds', 'dont-pass-odds'];

const keyOf = (command: Command): string => `${command['do']} ${JSON.stringify(command)}`;
const isWagering = (key: string): boolean => /^(bet|take|call|spot) /.test(key);

/** A strategy at a place of a running table, through the public protocol. */
export class Bot {
  readonly ended: Promise<BotEnd>;
  readonly #options: BotOptions;
  readonly #client: HouseClient;
  readonly #mirror: Mirror;
  readonly #mind: Mind;
  #person: string | null = null;
  #finish: (end: BotEnd) => void = () => {};
  #over = false;
  #why: string | null;
  #wake: () => void = () => {};
  #lost: NodeJS.Timeout | null = null;
  #sits = false;
  #wealth: Cents | null = null;
  #start: Cents | null = null;
  #rolls = 0;
  #bets = 0;
  #refused = 0;
  #errors = 0;
  #declines = 0;
  /** Acts that were refused since the last throw, and how often ever. */
  #declined = new Set<string>();
  readonly #strikes = new Map<string, number>();
  #holding = { throws: -1, since: 0 };

  constructor(options: BotOptions) {
    this.#options = options;
    this.#why = options.leaving ? 'was left behind' : null;
    this.#mind = new Mind(options.strategy);
    this.ended = new Promise((resolve) => {
      this.#finish = resolve;
    });
    this.#client = new HouseClient({
      token: options.token,
      connect: () => dial(options.url),
      welcome: (person) => {
        this.#person = person?.id ?? null;
        if (!person) this.#end('is not signed in any more');
      },
      status: (online) => this.#status(online),
      error: (code, message) => {
        if (code === 'not-found') this.#end(message);
      },
    });
    this.#mirror = new Mirror(this.#client, options.table, {
      event: (event, before) => this.#event(event, before),
      whole: () => {
        this.#mind.lostSight();
        this.#sits = this.#me() !== null;
      },
      changed: () => this.#wake(),
    });
    // A house that is not there at all is not waited for longer than one that was lost.
    this.#lost = setTimeout(() => this.#end('lost the house'), options.lostMs ?? LOST_MS);
    void this.#play().catch((error: Error) => this.#end(error.message));
  }

  /** Takes down what it can, lets the rest be decided, and goes. */
  leave(why: string): void {
    if (this.#why !== null) return;
    this.#why = why;
    this.#tell({ what: 'leaving', why });
    this.#wake();
  }

  /** Goes now, if the rules let it, and hangs up. */
  async hangUp(why: string): Promise<void> {
    const me = this.#me();
    this.#why = why;
    if (me && !this.#over && this.#client.online && me.wagers.length === 0) {
      const gone = this.#client.do(this.#options.table, { do: 'leave', player: me.name });
      await Promise.race([gone, new Promise((resolve) => setTimeout(resolve, 500))]);
    }
    this.#end(why);
  }

  #tell(news: BotNews): void {
    this.#options.tell?.(news);
  }

  #status(online: boolean): void {
    if (this.#over) return;
    this.#tell({ what: online ? 'online' : 'offline' });
    if (this.#lost) clearTimeout(this.#lost);
    this.#lost = online
      ? null
      : setTimeout(() => this.#end('lost the house'), this.#options.lostMs ?? LOST_MS);
  }

  #end(why: string): void {
    if (this.#over) return;
    this.#over = true;
    if (this.#lost) clearTimeout(this.#lost);
    this.#mirror.close();
    this.#client.close();
    const result = (this.#wealth ?? 0) - (this.#start ?? this.#wealth ?? 0);
    const end = { why, result, rolls: this.#rolls, bets: this.#bets, refused: this.#refused };
    this.#tell({ what: 'left', why, result, rolls: this.#rolls });
    this.#finish(end);
    this.#wake();
  }

  #me(): Player | null {
    const { table } = this.#mirror;
    const guest = table && this.#guestAt(table);
    return (table && guest && findPlayer(table.game, guest.player)) || null;
  }

  /** Where it sits: wagers that it left at the table before stand under a name of their own (R59). */
  #guestAt({ guests }: Table): Table['guests'][number] | undefined {
    return guests.find(({ person, gone }) => person === this.#person && !gone);
  }

  #event(event: TableEvent, before: Table): void {
    const name = this.#guestAt(before)?.player;
    if (name === undefined) return;
    this.#mind.follow(event, before, name);
    if (event.event === 'rolled') {
      this.#rolls += 1;
      this.#declines = 0;
      this.#declined = new Set();
    }
    if (DICE_MOVED.includes(event.event))
      this.#declined = new Set([...this.#declined].filter((key) => isWagering(key)));
    // The crew's no is a no until the next throw.
    if (event.event === 'wager-refused' && event.player === name)
      for (const { amount: _amount, commission: _commission, player: _player, ...spot } of event.returned)
        this.#declined.add(spotKey(spot));
    const isOut = event.event === 'left' || event.event === 'released';
    if (isOut && event.player === name) this.#sits = false;
  }

  async #play(): Promise<void> {
    while (!this.#over && !(this.#mirror.table && this.#person)) await this.#change();
    if (!this.#me()) await this.#sit();
    this.#sits = this.#me() !== null;
    while (!this.#over) {
      if (!this.#sits && !this.#me()) return this.#end(this.#why ?? 'lost its place');
      const step = this.#next();
      if (!step) {
        await this.#change();
        continue;
      }
      await this.#pause(within(step.wait, this.#options.random));
      // Thought about long enough; but is it still what is to be done?
      const now = this.#over ? null : this.#next();
      if (now && keyOf(now.command) === keyOf(step.command)) await this.#give(now.command);
    }
  }

  #change(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }

  async #pause(ms: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const over = this.ended.then(() => {});
    await Promise.race([over, new Promise((resolve) => (timer = setTimeout(resolve, ms)))]);
    clearTimeout(timer);
  }

  async #sit(): Promise<void> {
    const { bankroll, leaving } = this.#options;
    if (leaving || this.#options.stays) return this.#end('has no place here');
    for (let tries = 0; tries < SEATS_TRIED && !this.#over; tries++) {
      const { table } = this.#mirror;
      if (!table) return;
      const taken = table.game.players.map(({ seat }) => seat);
      const free = Array.from({ length: table.settings.seats }, (_, index) => index + 1).filter(
        (seat) => !taken.includes(seat),
      );
      const seat = free[Math.floor(this.#options.random() * free.length)];
      if (seat === undefined) return this.#end('found every place taken');
      if (await this.#give({ do: 'sit', seat, bankroll })) {
        this.#tell({ what: 'sat', seat, bankroll });
        return;
      }
    }
    this.#end('got no place');
  }

  /** Asks for something, and waits until it shows at the table. */
  async #give(command: Command): Promise<boolean> {
    const answer = await Promise.race([this.#client.do(this.#options.table, command), this.ended]);
    if (this.#over || !('kind' in answer)) return false;
    if (answer.kind !== 'done') {
      await this.#notDone(command, answer);
      return false;
    }
    this.#errors = 0;
    this.#strikes.delete(keyOf(command));
    if (command['do'] === 'bet') this.#bets += 1;
    if (command['do'] === 'decline') this.#sayDeclines();
    while (!this.#over && this.#mirror.n < answer.n) await this.#change();
    if (command['do'] !== 'sit' && command['do'] !== 'decline') this.#tell({ what: 'did', command });
    return true;
  }

  /** Whoever watches is told why once, and not again and again that it did. */
  #sayDeclines(): void {
    this.#declines += 1;
    const { table } = this.#mirror;
    const me = this.#me();
    if (this.#declines > 1 || !table || !me) return;
    const { clause } = table.game.rulebook.conduct.shooter.toThrow;
    const bets = this.#mind.wants(table, me).some(({ wager }) => LINES.includes(wager));
    const why = bets ? 'it has no line wager up' : 'its strategy makes no line wager';
    this.#tell({ what: 'declines', why, clause, isAlone: table.game.players.length === 1 });
  }

  async #notDone(command: Command, answer: Exclude<ClientAnswer, { kind: 'done' }>): Promise<void> {
    const refused: Refused =
      answer.kind === 'refused'
        ? answer.refused
        : { code: 'not-allowed', clause: null, message: 'It takes a second person.' };
    if (isHouseCode(refused.code)) {
      const again = refused.code === 'too-fast' || refused.code === 'unavailable';
      if (!again || ++this.#errors > ERRORS_MOST) return this.#end(refused.message);
      return this.#pause(1_000);
    }
    this.#refused += 1;
    this.#tell({ what: 'refused', command, refused });
    const key = keyOf(command);
    this.#declined.add(key);
    if (WAGERING.includes(command['do'])) this.#strikes.set(key, (this.#strikes.get(key) ?? 0) + 1);
  }

  readonly #isDeclined = (command: Command): boolean => {
    const key = keyOf(command);
    return this.#declined.has(key) || (this.#strikes.get(key) ?? 0) >= STRIKES;
  };

  /** What is to be done as the table stands; null when there is nothing but to wait. */
  #next(): Step | null {
    const { table } = this.#mirror;
    const me = this.#me();
    if (!table || !me || !this.#client.online) return null;
    this.#count(table, me);
    const options = lazily(() => tableOptions(table, { player: me.name }));
    const steps = [
      () => this.#card(table, me),
      () => this.#answerOffer(table, me, options),
      () => this.#overdueThrow(table, me, options),
      () => this.#wager(table, me, options),
      () => this.#goodbye(me, options),
      () => this.#dice(table, me, options),
    ];
    for (const make of steps) {
      const step = make();
      if (step && !this.#isDeclined(step.command)) return step;
    }
    return null;
  }

  /** star-2024 10.1: where the book asks for a card, before anything else. */
  #card({ game, guests }: Table, { name }: Player): Step | null {
    const asks = game.rulebook.conduct.wagers.card.value === 'own-card';
    const shown = guests.find(({ player }) => player === name)?.card ?? null;
    return asks && shown === null
      ? { command: { do: 'card', player: name }, wait: this.#options.pace.dice }
      : null;
  }

  /** Money and rolls against the plan, between throws. */
  #count({ phase }: Table, me: Player): void {
    this.#wealth = me.balance + onLayout(me);
    this.#start ??= this.#wealth;
    if (this.#why !== null || !OPEN.includes(phase)) return;
    const { plan = {} } = this.#options;
    const result = this.#wealth - this.#start;
    if (plan.rolls !== undefined && this.#rolls >= plan.rolls) this.leave('has played its rounds');
    else if (plan.shooters !== undefined && this.#mind.hands >= plan.shooters)
      this.leave('has seen its shooters');
    else if (plan.stopWin !== undefined && result >= plan.stopWin) this.leave('has won enough');
    else if (plan.stopLoss !== undefined && -result >= plan.stopLoss) this.leave('has lost enough');
  }

  /** Bets, take-downs and calls, one by one, as the strategy wants the layout. */
  #wager(table: Table, me: Player, options: () => PersonOptions): Step | null {
    if (!OPEN.includes(table.phase)) return null;
    const wants = this.#mind.wants(table, me);
    const { acts, refused } = actsFor(
      table.game,
      me,
      this.#why === null ? wants : leavingWants(table, me, wants),
    );
    const act = acts.find((one) => {
      if (this.#isDeclined({ ...one, player: me.name }) || this.#declined.has(spotKey(one))) return false;
      return isOpen(options(), one);
    });
    if (act) return { command: { ...act, player: me.name }, wait: this.#options.pace.act };
    const isShort = refused.some(({ code }) => code === 'insufficient') && me.wagers.length === 0;
    if (isShort && acts.length === 0 && !this.#options.stays) this.leave('is broke');
    return this.#turnOver(table, me, options);
  }

  /** Betting in turn: whoever has bet says so (R110). */
  #turnOver(table: Table, me: Player, options: () => PersonOptions): Step | null {
    return hasTurn(table, me.name) ? may(options, 'ready', this.#options.pace.act, this.#isDeclined) : null;
  }

  #goodbye({ wagers }: Player, options: () => PersonOptions): Step | null {
    if (this.#why === null || wagers.length > 0) return null;
    return may(options, 'leave', this.#options.pace.dice, this.#isDeclined);
  }

  #answerOffer({ phase, shooter }: Table, me: Player, options: () => PersonOptions): Step | null {
    if (phase !== 'offering' || shooter.offeredTo !== me.name || !hasLine(me)) return null;
    return may(options, 'accept', this.#options.pace.dice, this.#isDeclined);
  }

  /** Others wait for the dice: what is not up by now stays down for this throw. */
  #overdueThrow(table: Table, me: Player, options: () => PersonOptions): Step | null {
    if (table.phase !== 'betting' || table.shooter.shooter !== me.name || hasAsked(table, me)) return null;
    if (this.#holding.throws !== table.throws) this.#holding = { throws: table.throws, since: Date.now() };
    if (Date.now() - this.#holding.since < this.#options.pace.hold) return null;
    return may(options, 'throw', [0, 0], this.#isDeclined);
  }

  /** What the dice ask of whoever has them or is offered them. */
  #dice(table: Table, me: Player, options: () => PersonOptions): Step | null {
    const { phase, shooter, dice, game } = table;
    const { name } = me;
    const { pace } = this.#options;
    const declined = this.#isDeclined;
    if (phase === 'offering' && shooter.offeredTo === name)
      return may(options, 'decline', slower(pace.dice, this.#declines), declined);
    if (shooter.shooter !== name) return null;
    if (phase === 'shooting') return may(options, 'shoot', pace.throw, declined);
    if (phase !== 'betting') return null;
    if (dice.hand.length < 2) return may(options, 'choose', pace.dice, declined);
    if (hasAsked(table, me)) return null;
    return (
      may(options, 'throw', game.point === null ? pace.comeOut : pace.throw, declined) ??
      may(options, 'refuse-line', pace.dice, declined) ??
      // Without a line wager, and with none to come, the dice are for somebody else.
      may(options, 'pass', pace.dice, declined)
    );
  }
}

/** Has it thrown already, as far as it can: the dice go when the time to bet is over (R57)? */
const hasAsked = ({ guests }: Table, { name }: Player): boolean =>
  guests.some(({ player, ready }) => player === name && ready === true);

/** An act of somebody at the table, if it would be accepted. */
function may(
  options: () => PersonOptions,
  verb: string,
  wait: Span,
  isDeclined: (command: Command) => boolean,
): Step | null {
  const act = options().acts.find(({ command, may }) => may && command['do'] === verb);
  return act && !isDeclined(act.command) ? { command: act.command, wait } : null;
}

/** Would the table take it at this moment? */
function isOpen({ spots }: PersonOptions, act: Act): boolean {
  const spot = findSpot(act);
  const option = spot && spots?.[spot.index];
  if (!option) return false;
  if (act.do === 'call') return option.call.may;
  if (act.do === 'take')
    return option.take.may && (act.amount === undefined ? option.take.all : option.take.part !== null);
  const { bet } = option;
  return bet.may && act.amount >= bet.amounts.least && act.amount <= bet.amounts.most;
}

const hasLine = ({ wagers }: Player): boolean => wagers.some(({ spot }) => LINES.includes(spot.wager));

const spotKey = ({ wager, number, high, dice }: Omit<Act, 'do'>): string =>
  ['spot', wager, number, high, dice?.join('-')].join(' ');

/**
 * Who leaves wants nothing on the layout. With the dice and a point, wagers stay until they are decided: the game of the
 * others depends on it. And a wager that cannot come down needs throws, so that the line is kept up for them.
 */
function leavingWants({ game, shooter }: Table, me: Player, wants: readonly Want[]): readonly Want[] {
  const asTheyStand = me.wagers.map(({ spot, amount }): Want => {
    const { index: _index, ...selection } = spot;
    return { ...selection, amount };
  });
  if (shooter.shooter === me.name && game.point !== null) return asTheyStand;
  const { acts } = actsFor(game, me, []);
  const stays = me.wagers.filter(
    ({ spot }) => !acts.some((act) => act.do === 'take' && findSpot(act) === spot),
  );
  const isBound = stays.some(({ spot }) => !LINES_AND_ODDS.includes(spot.wager));
  return isBound ? wants.filter(({ wager }) => LINES.includes(wager)) : [];
}

/** Whoever declines again and again takes longer and longer, so that dice nobody wants do not fill the record. */
const slower = ([least, most]: Span, times: number): Span => {
  const factor = Math.min(2 ** times, 8);
  return [least * factor, most * factor];
};

function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** Not the rules' no, but the house's: it says nothing about the wager. */
const isHouseCode = (code: Code): boolean => (HOUSE_CODES as readonly Code[]).includes(code);
