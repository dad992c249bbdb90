import {
  type Cents,
  type Dice,
  type FlatId,
  isFlatId,
  ODDS_OF,
  type PointNumber,
  type Rulebook,
  type Settlement,
  type WagerId,
} from '@boxperson/rules';
import type { AmountByNumber, Move, Odds, Progression, StrategyFile, WagerRule } from './file.js';
import type { Selection, Standing, Strategy, View, Want } from './strategy.js';

// A strategy written as rules, one for each wager, made into the function that the engine plays.

/** What one rule remembers; only what it needs, for every value makes a state. */
interface RuleMemory {
  /** Places in the progression: one, or one for each number. */
  readonly steps?: readonly number[];
  /** For this shooter. */
  readonly bets?: number;
  readonly wins?: number;
  readonly losses?: number;
  readonly rolls?: number;
}
type Memory = readonly RuleMemory[];

const isCome = (wager: WagerId): boolean => wager === 'come' || wager === 'dont-come';

/** The spots a rule bets on; a come rule bets on the box alone. */
function selectionsOf({ wager, numbers, high, dice }: WagerRule): readonly Selection[] {
  if (numbers) return numbers.map((number) => ({ wager, number }));
  return [{ wager, ...(high === undefined ? {} : { high }), ...(dice === undefined ? {} : { dice }) }];
}

/** A rule with what does not change about it. */
interface Line {
  readonly rule: WagerRule;
  readonly selections: readonly Selection[];
  /** Places in the file, for messages. */
  readonly amountAt: string;
  readonly oddsAt: string;
}

const lineOf = (rule: WagerRule, index: number): Line => ({
  rule,
  selections: selectionsOf(rule),
  amountAt: `wagers[${index}].amount`,
  oddsAt: `wagers[${index}].odds`,
});

/** For rules that need no memory: the same object always, so that nothing is looked at for it. */
const NOTHING: RuleMemory = {};

const startOf = (rule: WagerRule): RuleMemory =>
  rule.progression || rule.shooter ? memoryFor(rule) : NOTHING;

const memoryFor = (rule: WagerRule): RuleMemory => ({
  ...(rule.progression ? { steps: placesOf(rule).map(() => 0) } : {}),
  ...(rule.shooter?.bets === undefined ? {} : { bets: 0 }),
  ...(rule.shooter?.wins === undefined ? {} : { wins: 0 }),
  ...(rule.shooter?.losses === undefined ? {} : { losses: 0 }),
  ...(rule.shooter?.fromRoll === undefined ? {} : { rolls: 0 }),
});

const placesOf = (rule: WagerRule): readonly Selection[] =>
  rule.progression?.share === 'each' ? selectionsOf(rule) : selectionsOf(rule).slice(0, 1);

const rowLength = ({ times, amounts }: Progression): number => (times ?? amounts ?? []).length;

function moved(step: number, move: Move, progression: Progression): number {
  const last = rowLength(progression) - 1;
  if (move === 'first') return 0;
  if (move === 'previous') return Math.max(0, step - 1);
  if (move === 'stay') return step;
  return step < last ? step + 1 : progression.past === 'first' ? 0 : last;
}

/** Is this the settlement of a wager that the rule made? Come wagers are settled on their number or in the box. */
const isOf = (rule: WagerRule, { spot }: Settlement): boolean => {
  if (spot.wager !== rule.wager) return false;
  if (isCome(rule.wager)) return true;
  return selectionsOf(rule).some(
    ({ number, high, dice }) => number === spot.number && high === spot.high && samePair(dice, spot.dice),
  );
};

/** More than won or lost, for a split wager: by money. */
const resultOf = ({ winnings, collected }: Settlement): number => Math.sign(winnings - collected);

function steppedBy(
  rule: WagerRule,
  progression: Progression,
  steps: readonly number[],
  settled: readonly Settlement[],
) {
  const next = [...steps];
  for (const settlement of settled) {
    const result = resultOf(settlement);
    if (result === 0) continue;
    const place =
      progression.share === 'each' && !isCome(rule.wager)
        ? Math.max(
            0,
            selectionsOf(rule).findIndex(({ number }) => number === settlement.spot.number),
          )
        : 0;
    next[place] = moved(
      next[place] as number,
      result > 0 ? progression.onWin : progression.onLoss,
      progression,
    );
  }
  return next;
}

const capped = (count: number, most: number | undefined): number => Math.min(count, most ?? 0);

/** What a rule remembers after a throw. */
function remembered(rule: WagerRule, memory: RuleMemory, view: View<Memory>): RuleMemory {
  const { last } = view;
  if (last === null || memory === NOTHING) return memory;
  const settled = last.settled.filter((settlement) => isOf(rule, settlement));
  const { progression, shooter } = rule;
  const fresh = last.handOver;
  const steps =
    progression &&
    (fresh && progression.reset === 'shooter'
      ? startOf(rule).steps
      : steppedBy(rule, progression, memory.steps ?? [], settled));
  const counted = (had: number, result: number): number =>
    fresh ? 0 : had + settled.filter((settlement) => resultOf(settlement) === result).length;
  return {
    ...(steps ? { steps } : {}),
    ...(memory.bets === undefined ? {} : { bets: fresh ? 0 : memory.bets }),
    ...(memory.wins === undefined ? {} : { wins: capped(counted(memory.wins, 1), shooter?.wins) }),
    ...(memory.losses === undefined ? {} : { losses: capped(counted(memory.losses, -1), shooter?.losses) }),
    ...(memory.rolls === undefined
      ? {}
      : { rolls: fresh ? 0 : capped(memory.rolls + 1, (shooter?.fromRoll ?? 1) - 1) }),
  };
}

const isDone = ({ shooter }: WagerRule, { wins, losses }: RuleMemory): boolean =>
  (wins !== undefined && wins === shooter?.wins) || (losses !== undefined && losses === shooter?.losses);

/** May a new wager of this rule be put down now? */
function mayStart(rule: WagerRule, memory: RuleMemory, { point }: View<Memory>): boolean {
  if (rule.when === 'come-out' && point !== null) return false;
  if (rule.when === 'point-on' && point === null) return false;
  if (rule.points && (point === null || !rule.points.includes(point))) return false;
  const { shooter } = rule;
  if (shooter?.fromRoll !== undefined && (memory.rolls ?? 0) < shooter.fromRoll - 1) return false;
  return memory.bets === undefined || memory.bets < (shooter?.bets ?? 0);
}

const baseOf = (amount: Cents | AmountByNumber, number: PointNumber | undefined): Cents =>
  typeof amount === 'number' ? amount : ((amount[number as PointNumber] ?? 0) as Cents);

function amountOf(rule: WagerRule, memory: RuleMemory, place: number, number?: PointNumber): Cents {
  const base = baseOf(rule.amount, number);
  const { progression } = rule;
  if (!progression) return base;
  const step = memory.steps?.[progression.share === 'each' ? place : 0] ?? 0;
  return progression.amounts
    ? (progression.amounts[step] as Cents)
    : base * (progression.times?.[step] as number);
}

const samePair = (a: Dice | undefined, b: Dice | undefined): boolean =>
  a?.[0] === b?.[0] && a?.[1] === b?.[1];

const standingOn = (
  layout: readonly Standing[],
  { wager, number, high, dice }: Selection,
): Standing | undefined => {
  for (const stands of layout)
    if (
      stands.wager === wager &&
      stands.number === number &&
      stands.high === high &&
      samePair(stands.dice, dice)
    )
      return stands;
  return undefined;
};

/** A want of a rule; made for every wager of every state, so spelled out and not spread. */
const wantOf = ({ rule, amountAt }: Line, { wager, number, high, dice }: Selection, amount: Cents): Want =>
  ({ wager, number, high, dice, amount, stay: rule.stay, working: rule.working, from: amountAt }) as Want;

/** Laid odds are measured by what they win, taken odds by their stake (R8); rounded down to what chips can make. */
function oddsAmount(
  { rulebook, sign }: View<Memory>,
  flat: FlatId,
  number: PointNumber,
  odds: Odds,
  amount: Cents,
): Cents | 'max' {
  if (odds === 'max') return odds;
  const times = typeof odds === 'number' ? odds : odds[number];
  return sign.chips.atMost(
    isLaid(flat) ? stakeToWin(rulebook, flat, number, amount * times) : amount * times,
  );
}
const isLaid = (flat: FlatId): boolean => flat === 'dont-pass' || flat === 'dont-come';

function stakeToWin(book: Rulebook, flat: FlatId, number: PointNumber, wanted: Cents): Cents {
  const [win, on] = book.wagers[ODDS_OF[flat]]?.pays.value[number] ?? [1, 1];
  return Math.floor((wanted * on) / win);
}

/** The odds wanted behind the flat wagers that have their point. */
function oddsWants({ rule, oddsAt }: Line, view: View<Memory>): readonly Want[] {
  const { odds, wager } = rule;
  if (odds === undefined || !isFlatId(wager)) return [];
  const wants: Want[] = [];
  for (const stands of view.layout) {
    const number = isCome(wager) ? stands.number : view.point;
    if (stands.wager !== wager || number === undefined || number === null) continue;
    const amount = oddsAmount(view, wager, number, odds, stands.amount);
    const selection = isCome(wager) ? { wager: ODDS_OF[wager], number } : { wager: ODDS_OF[wager] };
    if (amount !== 0) wants.push({ ...selection, amount, from: oddsAt });
  }
  return wants;
}

/** A come rule keeps what has travelled and puts one more into the box while there is room. */
function comeWants(line: Line, memory: RuleMemory, view: View<Memory>): Want[] {
  const { rule } = line;
  const mine = view.layout.filter(({ wager }) => wager === rule.wager);
  const travelled = mine.filter(({ number }) => number !== undefined);
  const wants = travelled.map((stands) => wantOf(line, stands, stands.amount));
  const room = travelled.length < (rule.upTo ?? 1);
  if (mine.length > travelled.length || (room && mayStart(rule, memory, view)))
    wants.push(wantOf(line, { wager: rule.wager }, amountOf(rule, memory, 0)));
  return wants;
}

function spotWants(line: Line, memory: RuleMemory, view: View<Memory>): Want[] {
  const { rule, selections } = line;
  const start = mayStart(rule, memory, view);
  const wants: Want[] = [];
  for (const [place, selection] of selections.entries()) {
    const skipped = rule.skipPoint === true && selection.number === view.point;
    if (skipped || !(start || standingOn(view.layout, selection))) continue;
    wants.push(wantOf(line, selection, amountOf(rule, memory, place, selection.number)));
  }
  return wants;
}

function wantsOf(line: Line, memory: RuleMemory, view: View<Memory>): readonly Want[] {
  if (isDone(line.rule, memory)) return [];
  const wants = isCome(line.rule.wager) ? comeWants(line, memory, view) : spotWants(line, memory, view);
  wants.push(...oddsWants(line, view));
  return wants;
}

/** New wagers count towards the shooter's limit when they are put down. */
function countBets(
  rule: WagerRule,
  memory: RuleMemory,
  wants: readonly Want[],
  view: View<Memory>,
): RuleMemory {
  if (memory.bets === undefined) return memory;
  const isFresh = (want: Want): boolean =>
    want.wager === rule.wager && !standingOn(view.layout, want) && view.takes(want, want.amount as Cents);
  const fresh = wants.filter(isFresh).length;
  return { ...memory, bets: capped(memory.bets + fresh, rule.shooter?.bets) };
}

/** The strategy that a file describes. */
export function makeStrategy({ name, about, wagers, session }: StrategyFile): Strategy<Memory> {
  const lines = wagers.map(lineOf);
  return {
    name,
    about,
    start: wagers.map(startOf),
    ...(session ? { session } : {}),
    wants: (view) => {
      const memory: RuleMemory[] = [];
      const layout: Want[] = [];
      for (const [index, line] of lines.entries()) {
        const before = remembered(line.rule, view.memory[index] as RuleMemory, view);
        const wants = wantsOf(line, before, view);
        memory.push(countBets(line.rule, before, wants, view));
        layout.push(...wants);
      }
      return { layout, memory };
    },
  };
}
