import {
  type Amounts,
  type Command,
  call as callWagers,
  decide,
  evolve,
  findSpot,
  type Game,
  isFlatId,
  isOddsId,
  makeDollars,
  nameOf,
  ODDS_OF,
  type Player,
  type Refusal,
  type Rulebook,
  type Spot,
  type SpotOptions,
  STAY_IDS,
  spotOf,
  type Table,
  type TableEvent,
  tableOptions,
  type Wager,
  type WagerId,
} from '@boxperson/rules';
import { type Done, keep, kept, type TableModel } from '../model.js';

/**
 * Everything a player can do at a table. Felt, keyboard and text view all use this one object. Amounts are cents.
 * Every call resolves when the table here shows what it did. What is refused is also shown to the player
 * (`state.refused`), what a larger act left out is told (`state.notice`).
 */
export interface TableActions {
  /** Puts chips on a spot, or adds to what stands there. */
  put(spot: Spot, amount: number): Promise<Done>;
  /** Takes chips from a spot; all of them without an amount. */
  take(spot: Spot, amount?: number): Promise<Done>;
  /** Takes from one spot and puts on another; nothing happens unless both are allowed. */
  move(from: Spot, to: Spot, amount?: number): Promise<Done>;
  /** Odds behind a wager: the spot of the flat wager or of the odds. `max` is the most that is accepted now. */
  odds(spot: Spot, amount: number | 'max'): Promise<Done>;
  /** Calls a wager, all of a kind, or all that can be called, on or off. */
  call(what: Spot | WagerId | 'all', to: 'on' | 'off'): Promise<Acted>;

  /** Are new place, buy, lay, hardway and Big wagers asked to stay up when they win (R1)? */
  readonly stayUp: boolean;
  setStayUp(to: 'on' | 'off'): void;

  /** What `undo` and `redo` would do now, in words; null when there is nothing. */
  readonly nextUndo: string | null;
  readonly nextRedo: string | null;
  undo(): Promise<Acted>;
  redo(): Promise<Acted>;

  /** Takes down whatever may be taken; says which wagers stay and why. */
  clear(): Promise<Acted>;
  /** Puts down again what stood at the last throw and is not there now. */
  repeat(): Promise<Acted>;
  double(): Promise<Acted>;
  half(): Promise<Acted>;
  /** The most odds behind every wager that carries odds. */
  maxOdds(): Promise<Acted>;

  /** Patterns this table can take: the usual ones and those the player saved. */
  patterns(): readonly Pattern[];
  /** Plays a pattern; the usual ones with `amount` on each number, saved ones with what was saved. */
  pattern(name: string, amount: number): Promise<Acted>;
  /** Keeps the wagers that stand now under a name. */
  savePattern(name: string): Acted;
  dropPattern(name: string): void;

  /** Throws the dice, or presses SHOOT at an electronic table. */
  shoot(): Promise<Done>;
  acceptDice(): Promise<Done>;
  decline(): Promise<Done>;
  passDice(): Promise<Done>;
  /** crown 5.1.1(c): a shooter who was asked for a line wager will not place one. */
  refuseLine(): Promise<Done>;

  sit(seat: number, bankroll: number): Promise<Done>;
  leave(): Promise<Done>;
  /** More from the wallet to the table. */
  buyIn(amount: number): Promise<Done>;
  /** Electronic: from the meter to the wallet; all of it without an amount. */
  collect(amount?: number): Promise<Done>;

  /** What a bet would cost beyond its stake, by the rules; 0 where nothing is charged or it would be refused. */
  commission(spot: Spot, amount: number): number;
  /** The amount nearest to a wish that the options accept; null when none is. */
  nearest(spot: Spot, wish: number): number | null;

  /** Called when stay-up, undo or patterns change. */
  subscribe(listener: () => void): () => void;
  /** Grows with every such change. */
  readonly version: () => number;
  close(): void;
}

/** What an act of several commands did, and what it could not do. */
export interface Acted {
  readonly ok: boolean;
  readonly did: readonly string[];
  readonly left: readonly string[];
}

export interface Pattern {
  readonly name: string;
  readonly title: string;
  readonly saved: boolean;
}

/** Something done that can be undone: what gives it back, and what does it again. */
interface Step {
  readonly says: string;
  readonly undo: readonly Command[];
  readonly redo: readonly Command[];
}

interface Stake {
  readonly spot: Spot;
  readonly amount: number;
}
type Selection = Omit<Spot, 'index'>;
type SavedStake = Selection & { readonly amount: number };

/** Usual patterns by the numbers they cover, as place wagers. */
const USUAL: Readonly<Record<string, { readonly title: string; readonly numbers: readonly number[] }>> = {
  across: { title: 'Across', numbers: [4, 5, 6, 8, 9, 10] },
  inside: { title: 'Inside', numbers: [5, 6, 8, 9] },
  outside: { title: 'Outside', numbers: [4, 5, 9, 10] },
  'six-eight': { title: 'Six and eight', numbers: [6, 8] },
};

const PATTERNS_KEY = 'boxperson.patterns';
const STAY_KEY = 'boxperson.stay';
const lastKey = (table: string): string => `boxperson.last.${table}`;

/** A spot as commands name it. */
export const selectionOf = ({ wager, number, high, dice }: Selection): Selection => ({
  wager,
  ...(number === undefined ? {} : { number }),
  ...(high === undefined ? {} : { high }),
  ...(dice === undefined ? {} : { dice }),
});

export const spotOfCommand = (command: Command): Spot | null =>
  typeof command['wager'] === 'string'
    ? (findSpot(selectionOf(command as unknown as Selection)) ?? null)
    : null;

/** The odds that go with a flat wager; the spot itself where it is odds already. */
export function oddsSpotFor(spot: Spot): Spot | null {
  if (isOddsId(spot.wager)) return spot;
  if (!isFlatId(spot.wager)) return null;
  const isCome = spot.wager === 'come' || spot.wager === 'dont-come';
  if (isCome && spot.number === undefined) return null;
  return spotOf(ODDS_OF[spot.wager], spot.number);
}

/** The nearest amount between the least and the most, on the step. Chips with gaps are left to the house's answer. */
export function nearestIn({ least, most, step }: Amounts, wish: number): number {
  if (wish <= least) return least;
  if (wish >= most) return most;
  return least + Math.round((wish - least) / step) * step;
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

const merge = (left: Acted, right: Acted): Acted => ({
  ok: left.ok && right.ok,
  did: [...left.did, ...right.did],
  left: [...left.left, ...right.left],
});
const NOTHING: Acted = { ok: true, did: [], left: [] };
const didOnly = (...did: readonly string[]): Acted => ({ ok: true, did, left: [] });
const leftOnly = (...left: readonly string[]): Acted => ({ ok: false, did: [], left });

/** A refusal's sentence without the hint that a button gives. */
export const plain = ({ message }: Refusal): string => message.replace(/ Nearest: [^ ]+\.$/, '');

export function makeActions(model: TableModel): TableActions {
  const listeners = new Set<() => void>();
  let version = 0;
  let undos: readonly Step[] = [];
  let redos: readonly Step[] = [];
  let stay = localStorage.getItem(STAY_KEY) === 'on';
  let lastRound: readonly Stake[] = (kept<readonly SavedStake[]>(lastKey(model.id)) ?? []).flatMap(stakeFrom);

  const changed = (): void => {
    version += 1;
    for (const listener of listeners) listener();
  };
  const setSteps = (nextUndos: readonly Step[], nextRedos: readonly Step[]): void => {
    undos = nextUndos;
    redos = nextRedos;
    changed();
  };

  const table = (): Table | null => model.state.table;
  const player = (): string => model.state.own?.player ?? '';
  const own = (): Player | undefined => table()?.game.players.find(({ name }) => name === player());
  const wagers = (): readonly Wager[] => own()?.wagers ?? [];
  const spots = (): readonly SpotOptions[] => {
    const now = table();
    return (now && tableOptions(now, { player: player() }).spots) ?? [];
  };
  const name = (spot: Spot): string => nameOf((table() as Table).game.rulebook, spot);
  const stand = (spot: Spot): number => wagers().find((wager) => wager.spot === spot)?.amount ?? 0;

  const unhear = model.onEvent((event, before) => {
    if (THROWN.includes(event.event)) remember(before);
    if (CLOSES.includes(event.event) && undos.length + redos.length > 0) setSteps([], []);
  });

  function remember({ game }: Table): void {
    const mine = game.players.find((one) => one.name === player());
    if (!mine || mine.wagers.length === 0) return;
    lastRound = mine.wagers.map(({ spot, amount }) => ({ spot, amount }));
    keep(lastKey(model.id), lastRound.map(saved));
    changed();
  }

  const betOf = (spot: Spot, amount: number): Command => ({
    do: 'bet',
    player: player(),
    ...selectionOf(spot),
    amount,
    ...(stay && STAY_IDS.includes(spot.wager) ? { stay: true } : {}),
  });
  const takeOf = (spot: Spot, amount?: number): Command => ({
    do: 'take',
    player: player(),
    ...selectionOf(spot),
    ...(amount === undefined ? {} : { amount }),
  });

  const nobody = (): Done => ({
    ok: false,
    refused: { code: 'bad-input', clause: null, message: 'Sit down at the table first.' },
  });

  /** One command that can be undone. The opposite is worked out from what stood before. */
  async function step(command: Command, says: string, loud: 'loud' | 'quiet'): Promise<Step | Refusal> {
    const before = wagers();
    const done = loud === 'loud' ? await model.do(command) : await model.quietly(command);
    if (!done.ok) return done.refused;
    return { says, undo: opposite(command, before), redo: [command] };
  }

  function opposite(command: Command, before: readonly Wager[]): readonly Command[] {
    const spot = spotOfCommand(command) as Spot;
    const stood = before.find((wager) => wager.spot === spot)?.amount ?? 0;
    if (command['do'] === 'bet')
      return [takeOf(spot, stood === 0 ? undefined : (command['amount'] as number))];
    const odds = oddsSpotFor(spot);
    const oddsGone =
      odds && odds !== spot ? (before.find((wager) => wager.spot === odds)?.amount ?? 0) - stand(odds) : 0;
    const back = betOf(spot, (command['amount'] as number | undefined) ?? stood);
    return oddsGone > 0 && odds ? [back, betOf(odds, oddsGone)] : [back];
  }

  const push = (steps: readonly Step[], says: string): void => {
    if (steps.length === 0) return;
    const whole: Step = {
      says,
      undo: [...steps].reverse().flatMap((one) => one.undo),
      redo: steps.flatMap((one) => one.redo),
    };
    setSteps([...undos, whole], []);
  };

  async function single(command: Command, says: string): Promise<Done> {
    if (!own()) return nobody();
    const made = await step(command, says, 'loud');
    if ('code' in made) return { ok: false, refused: made };
    push([made], says);
    return { ok: true };
  }

  const put = (spot: Spot, amount: number): Promise<Done> =>
    single(betOf(spot, amount), `${name(spot)} ${makeDollars(amount)}`);

  const take = (spot: Spot, amount?: number): Promise<Done> =>
    single(takeOf(spot, amount), `taking ${name(spot)} ${makeDollars(amount ?? stand(spot))}`);

  /** Would the rules take these one after the other? The first refusal, or null. */
  function whyNot(commands: readonly Command[]): { refused: Refusal; command: Command } | null {
    let at = table() as Table;
    for (const command of commands) {
      const decided = decide(at, command);
      if (!decided.ok) return { refused: decided.refused, command };
      at = decided.value.reduce(evolve, at);
    }
    return null;
  }

  async function move(from: Spot, to: Spot, amount = stand(from)): Promise<Done> {
    if (!own()) return nobody();
    const whole = amount === stand(from);
    const commands = [takeOf(from, whole ? undefined : amount), betOf(to, amount)];
    const no = whyNot(commands);
    if (no) {
      model.refuse(no.refused, no.command);
      return { ok: false, refused: no.refused };
    }
    const steps: Step[] = [];
    for (const command of commands) {
      const made = await step(command, '', 'loud');
      if ('code' in made) {
        push(steps, `taking ${name(from)} ${makeDollars(amount)}`);
        return { ok: false, refused: made };
      }
      steps.push(made);
    }
    push(steps, `moving ${makeDollars(amount)} to ${name(to)}`);
    return { ok: true };
  }

  function odds(flat: Spot, amount: number | 'max'): Promise<Done> {
    const spot = oddsSpotFor(flat);
    if (!spot || !own()) return Promise.resolve(nobody());
    const bet = spots()[spot.index]?.bet;
    if (amount !== 'max') return put(spot, amount);
    if (bet?.may) return put(spot, bet.amounts.most);
    const refused = bet?.why as Refusal;
    model.refuse(refused, betOf(spot, 0));
    return Promise.resolve({ ok: false, refused });
  }

  /** Several bets as one act: each with the amount nearest to the wish; what is refused is told. */
  async function putAll(stakes: readonly Stake[], says: string): Promise<Acted> {
    const steps: Step[] = [];
    const did: string[] = [];
    const left: string[] = [];
    for (const { spot, amount } of stakes) {
      const bet = spots()[spot.index]?.bet;
      if (!bet?.may) {
        left.push(`${name(spot)} ${makeDollars(amount)}: ${bet ? plain(bet.why) : 'not on this layout'}`);
        continue;
      }
      const made = await putNearest(spot, nearestIn(bet.amounts, amount));
      if ('code' in made) left.push(`${name(spot)} ${makeDollars(amount)}: ${plain(made)}`);
      else {
        steps.push(made);
        did.push(made.says);
      }
    }
    push(steps, says);
    return { ok: left.length === 0, did, left };
  }

  /** Chips with gaps may want another amount than the step says: the house names it, and it is asked for once. */
  async function putNearest(spot: Spot, amount: number): Promise<Step | Refusal> {
    const made = await step(betOf(spot, amount), `${name(spot)} ${makeDollars(amount)}`, 'quiet');
    if (!('code' in made) || made.nearest === undefined) return made;
    return step(betOf(spot, made.nearest), `${name(spot)} ${makeDollars(made.nearest)}`, 'quiet');
  }

  const whyStays = (spot: Spot): string => {
    const no = whyNot([takeOf(spot)]);
    return no ? plain(no.refused) : 'it may be taken now';
  };

  async function takeAll(
    wanted: readonly { readonly spot: Spot; readonly share: 'all' | 'half' }[],
    says: string,
  ): Promise<Acted> {
    const steps: Step[] = [];
    const did: string[] = [];
    const left: string[] = [];
    for (const { spot, share } of wanted) {
      const option = spots()[spot.index];
      if (!option || option.stands === 0) continue; // odds that came down with their wager
      const amount = shareOf(option, share);
      if (amount === null) {
        const why = option.take.may ? 'there is no amount between' : plain(option.take.why);
        left.push(`${name(spot)} ${makeDollars(option.stands)} stays: ${why}`);
        continue;
      }
      const whole = amount === option.stands;
      const made = await step(takeOf(spot, whole ? undefined : amount), '', 'quiet');
      if ('code' in made) left.push(`${name(spot)} ${makeDollars(option.stands)} stays: ${plain(made)}`);
      else {
        steps.push(made);
        did.push(`${name(spot)} ${makeDollars(amount)}`);
        if (!whole && share === 'all')
          left.push(`${name(spot)} ${makeDollars(stand(spot))} stays: ${whyStays(spot)}`);
      }
    }
    push(steps, says);
    return { ok: left.length === 0, did, left };
  }

  const tell = (title: string, acted: Acted): Acted => {
    if (acted.left.length > 0) model.tell({ title, lines: acted.left });
    return acted;
  };

  async function clear(): Promise<Acted> {
    const standing = [...wagers()].sort(
      (a, b) => Number(isOddsId(b.spot.wager)) - Number(isOddsId(a.spot.wager)),
    );
    if (standing.length === 0) return leftOnly('You have nothing on the layout.');
    const acted = await takeAll(
      standing.map(({ spot }) => ({ spot, share: 'all' as const })),
      'clearing',
    );
    return tell(acted.did.length > 0 ? 'Cleared, but for these' : 'Nothing could be taken', acted);
  }

  async function repeat(): Promise<Acted> {
    const missing = lastRound
      .map(({ spot, amount }) => ({ spot, amount: amount - stand(spot) }))
      .filter(({ amount }) => amount > 0);
    if (lastRound.length === 0) return told('There is no earlier round to repeat yet.');
    if (missing.length === 0) return told('Everything from the last round is still there.');
    const travelled = missing.filter(({ spot }) => isTravelled(spot));
    const acted = await putAll(
      missing.filter(({ spot }) => !isTravelled(spot)),
      'repeating',
    );
    const came = travelled.map(
      ({ spot, amount }) =>
        `${name(spot)} ${makeDollars(amount)}: the dice bring a wager there, nobody places it`,
    );
    return tell(
      'Repeated, but for these',
      merge(acted, came.length > 0 ? { ...NOTHING, left: came } : NOTHING),
    );
  }

  const told = (text: string): Acted => {
    model.tell({ title: text, lines: [] });
    return leftOnly(text);
  };

  async function double(): Promise<Acted> {
    const standing = wagers().map(({ spot, amount }) => ({ spot, amount }));
    if (standing.length === 0) return told('There is nothing to double.');
    // Flat wagers first: odds are allowed by them.
    const acted = await putAll(standing, 'doubling');
    return tell('Doubled, but for these', acted);
  }

  async function half(): Promise<Acted> {
    const standing = wagers();
    if (standing.length === 0) return told('There is nothing to halve.');
    return tell(
      'Halved, but for these',
      await takeAll(
        standing.map(({ spot }) => ({ spot, share: 'half' as const })),
        'halving',
      ),
    );
  }

  async function maxOdds(): Promise<Acted> {
    const wanted = wagers()
      .map(({ spot }) => (isOddsId(spot.wager) ? null : oddsSpotFor(spot)))
      .filter((spot): spot is Spot => spot !== null);
    const open = spots();
    const room = wanted.flatMap((spot) => {
      const bet = open[spot.index]?.bet;
      return bet?.may ? [{ spot, amount: bet.amounts.most }] : [];
    });
    if (wanted.length === 0) return told('Odds go behind a line or come wager that has its point.');
    if (room.length === 0) return told(whyNoOdds(open, wanted));
    return tell('Odds, but for these', await putAll(room, 'odds'));
  }

  const whyNoOdds = (open: readonly SpotOptions[], wanted: readonly Spot[]): string => {
    const bet = open[(wanted[0] as Spot).index]?.bet;
    return bet && !bet.may ? plain(bet.why) : 'No odds are taken now.';
  };

  async function call(what: Spot | WagerId | 'all', to: 'on' | 'off'): Promise<Acted> {
    if (!own()) return leftOnly('Sit down at the table first.');
    const commands = callsOf(what, to);
    if (commands.length === 0) return told(`There is nothing to call ${to}.`);
    let acted = NOTHING;
    const steps: Step[] = [];
    for (const command of commands) {
      const { game } = table() as Table;
      const done = commands.length === 1 ? await model.do(command) : await model.quietly(command);
      const title = wagerTitle(game.rulebook, command);
      if (!done.ok) acted = merge(acted, leftOnly(`${title}: ${plain(done.refused)}`));
      else {
        acted = merge(acted, didOnly(`${title} ${to}`));
        steps.push(...uncalled(game, command));
      }
    }
    push(steps, `calling ${to}`);
    return commands.length > 1 ? tell(`Called ${to}, but for these`, acted) : acted;
  }

  function callsOf(what: Spot | WagerId | 'all', to: 'on' | 'off'): readonly Command[] {
    if (typeof what === 'object')
      return [{ do: 'call', player: player(), wager: what.wager, ...numberOf(what), to }];
    if (what !== 'all') return [{ do: 'call', player: player(), wager: what, to }];
    const open = spots();
    const kinds = wagers()
      .filter(({ spot }) => open[spot.index]?.call.may)
      .map(({ spot }) => spot.wager);
    return [...new Set(kinds)].map((wager) => ({ do: 'call', player: player(), wager, to }));
  }

  /** A call is undone by the opposite call where that leaves everything as it was (R4: it does not always). */
  function uncalled(before: Game, command: Command): readonly Step[] {
    const { do: _do, ...asked } = command;
    const back = { ...asked, to: command['to'] === 'on' ? 'off' : 'on' };
    const once = callWagers(before, asked);
    const twice = once.ok ? callWagers(once.value.game, back) : once;
    const calledIn = (game: Game) =>
      JSON.stringify(game.players.find((one) => one.name === player())?.wagers.map(({ called }) => called));
    if (!twice.ok || calledIn(twice.value.game) !== calledIn(before)) return [];
    return [{ says: '', undo: [{ do: 'call', ...back }], redo: [command] }];
  }

  async function back(
    from: readonly Step[],
    which: 'undo' | 'redo',
  ): Promise<{ readonly acted: Acted; readonly step: Step | null }> {
    const last = from.at(-1);
    if (!last) return { acted: told(`There is nothing to ${which}.`), step: null };
    for (const command of last[which]) {
      const done = await model.do(command);
      if (!done.ok) return { acted: leftOnly(plain(done.refused)), step: null };
    }
    return { acted: didOnly(`${which === 'undo' ? 'Undone' : 'Done again'}: ${last.says}`), step: last };
  }

  async function undo(): Promise<Acted> {
    const { acted, step: undone } = await back(undos, 'undo');
    setSteps(undos.slice(0, -1), undone ? [...redos, undone] : redos);
    return acted;
  }
  async function redo(): Promise<Acted> {
    const { acted, step: redone } = await back(redos, 'redo');
    setSteps(redone ? [...undos, redone] : undos, redos.slice(0, -1));
    return acted;
  }

  const readPatterns = (): Readonly<Record<string, readonly SavedStake[]>> => {
    try {
      return JSON.parse(localStorage.getItem(PATTERNS_KEY) ?? '{}') as Record<string, readonly SavedStake[]>;
    } catch {
      return {};
    }
  };
  const writePatterns = (all: Readonly<Record<string, readonly SavedStake[]>>): void => {
    localStorage.setItem(PATTERNS_KEY, JSON.stringify(all));
    changed();
  };

  function pattern(title: string, amount: number): Promise<Acted> {
    const usual = USUAL[title];
    const stakes = usual
      ? usual.numbers.map((number) => ({ spot: spotOf('place', number as never), amount }))
      : (readPatterns()[title] ?? []).flatMap(stakeFrom);
    if (stakes.length === 0) return Promise.resolve(told(`There is no pattern called ${title}.`));
    return putAll(stakes, usual?.title ?? title).then((acted) =>
      tell(`${usual?.title ?? title}, but for these`, acted),
    );
  }

  const plainDo = (command: Command): Promise<Done> => model.do({ ...command, player: player() });
  const isElectronic = (): boolean => table()?.game.rulebook.conduct.run.value === 'electronic';

  return {
    put,
    take,
    move,
    odds,
    call,
    get stayUp() {
      return stay;
    },
    setStayUp(to) {
      stay = to === 'on';
      localStorage.setItem(STAY_KEY, to);
      changed();
    },
    get nextUndo() {
      return undos.at(-1)?.says ?? null;
    },
    get nextRedo() {
      return redos.at(-1)?.says ?? null;
    },
    undo,
    redo,
    clear,
    repeat,
    double,
    half,
    maxOdds,
    patterns: () => [
      ...Object.entries(USUAL).map(([id, { title }]) => ({ name: id, title, saved: false })),
      ...Object.keys(readPatterns()).map((title) => ({ name: title, title, saved: true })),
    ],
    pattern,
    savePattern(title) {
      const standing = wagers().filter(({ spot }) => !isTravelled(spot));
      const trimmed = title.trim().slice(0, 24);
      if (trimmed === '' || USUAL[trimmed]) return told('Give the pattern a name of its own.');
      if (standing.length === 0) return told('Put down some wagers first: they are what is saved.');
      writePatterns({ ...readPatterns(), [trimmed]: standing.map(saved) });
      return didOnly(`Saved as ${trimmed}`);
    },
    dropPattern(title) {
      const { [title]: _gone, ...rest } = readPatterns();
      writePatterns(rest);
    },
    shoot: () => plainDo({ do: isElectronic() ? 'shoot' : 'throw' }),
    acceptDice: () => plainDo({ do: 'accept' }),
    decline: () => plainDo({ do: 'decline' }),
    passDice: () => plainDo({ do: 'pass' }),
    refuseLine: () => plainDo({ do: 'refuse-line' }),
    sit: (seat, bankroll) => model.do({ do: 'sit', seat, bankroll }),
    leave: () => plainDo({ do: 'leave' }),
    buyIn: (amount) => plainDo({ do: 'chips', amount }),
    collect: (amount) => plainDo({ do: 'collect', ...(amount === undefined ? {} : { amount }) }),
    commission(spot, amount) {
      const now = table();
      if (!now || !own()) return 0;
      const decided = decide(now, betOf(spot, amount));
      const wagered = decided.ok ? decided.value.find((event) => event.event === 'wagered') : undefined;
      return wagered?.commission ?? 0;
    },
    nearest(spot, wish) {
      const bet = spots()[spot.index]?.bet;
      return bet?.may ? nearestIn(bet.amounts, wish) : null;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    version: () => version,
    close: unhear,
  };
}

/** What may be taken: all, as much as may be, or about half; null when nothing may. */
function shareOf({ take, stands }: SpotOptions, share: 'all' | 'half'): number | null {
  if (!take.may) return null;
  if (share === 'all') return take.all ? stands : (take.part?.most ?? null);
  return take.part ? nearestIn(take.part, Math.floor(stands / 2)) : null;
}

/** The dice bring a come wager to its number, and odds there belong to it. */
const isTravelled = ({ wager, number }: Spot): boolean =>
  number !== undefined && (wager === 'come' || wager === 'dont-come');

const numberOf = ({ number }: Spot): Command => (number === undefined ? {} : { number });

const wagerTitle = (book: Rulebook, command: Command): string => {
  const spot = spotOfCommand(command);
  return spot ? nameOf(book, spot) : (book.wagers[command['wager'] as WagerId]?.name ?? '');
};

const saved = ({ spot, amount }: Stake): SavedStake => ({ ...selectionOf(spot), amount });
function stakeFrom({ amount, ...selection }: SavedStake): readonly Stake[] {
  const spot = findSpot(selection);
  return spot ? [{ spot, amount }] : [];
}
