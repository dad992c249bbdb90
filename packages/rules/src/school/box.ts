import type { SheetLine } from '../dealing/line.js';
import { type Dice, FACES } from '../dice.js';
import type { Cents } from '../money.js';
import type { RulebookId } from '../rulebook.js';
import { type By, type Command, decide, evolve, type Table } from '../table/index.js';
import { type Chance, chanceFrom } from './chance.js';
import type { Fault } from './faults.js';
import { type Done, dealtRight, gradeRoll } from './grade.js';
import { isAnswerable, LIVE, makeSituation, type Situation, verdictOf } from './situation.js';
import { linesToDeal, makeRoll, type WholeRoll } from './whole-roll.js';

// The box of a roll: what is said late or found on the layout, faces in dispute, limits; and whether it was paid right.

/** What comes before a box in the course of a roll. */
export const INCIDENTS = ['late', 'oral', 'found', 'limit', 'face', 'minimum'] as const;
export type Incident = (typeof INCIDENTS)[number];

const byRole = (table: Table, nth: number): By => {
  const { roles } = table.game.rulebook;
  const role = (roles[Math.min(nth, roles.length - 1)] as (typeof roles)[number]).id;
  return { role, id: `school-${role}` };
};
const anyBy = (table: Table, chance: Chance): By =>
  byRole(table, chance.below(table.game.rulebook.roles.length));

const somebody = ({ game }: Table, chance: Chance): string => chance.pick(game.players).name;
const SIMPLE = [
  { wager: 'field' },
  { wager: 'place', number: 6 },
  { wager: 'place', number: 9 },
  { wager: 'hardway', number: 8 },
  { wager: 'come' },
] as const;

const aBet = (table: Table, chance: Chance, amount: Cents): Command => ({
  do: 'bet',
  player: somebody(table, chance),
  ...chance.pick(SIMPLE),
  amount,
});

type Happens = (roll: WholeRoll, chance: Chance) => { readonly table: Table; readonly command: Command };

/** Some books have “no more bets” called: then it was, every other time. */
function maybeClosed(table: Table, chance: Chance): Table {
  const closed = chance.below(2) === 0 ? decide(table, { do: 'no-more-bets', by: byRole(table, 9) }) : null;
  return closed?.ok ? closed.value.reduce<Table>(evolve, table) : table;
}

const ROUND = [500, 1_000, 1_200, 2_500];
const OUTSIDE = [200, 300, 250_000, 300_000];

const HAPPENS: Readonly<Record<Incident, Happens>> = {
  late: ({ before }, chance) => {
    const table = maybeClosed(before, chance);
    return { table, command: { ...aBet(table, chance, chance.pick(ROUND)), by: byRole(table, 0) } };
  },
  oral: ({ before }, chance) => {
    const table = maybeClosed(before, chance);
    const second = chance.below(2) === 0 ? { confirmed: byRole(table, 1) } : {};
    const command = { ...aBet(table, chance, chance.pick(ROUND)), oral: true, by: byRole(table, 0) };
    return { table, command: { ...command, ...second } };
  },
  found: ({ before }, chance) => ({
    table: before,
    command: {
      ...aBet(before, chance, chance.pick([...ROUND, ...OUTSIDE])),
      found: true,
      by: anyBy(before, chance),
    },
  }),
  limit: (roll, chance) => {
    const table = opened(roll);
    return { table, command: { ...aBet(table, chance, chance.pick(OUTSIDE)), by: byRole(table, 0) } };
  },
  face: ({ before, after, sheet }, chance) => {
    const table = chance.below(3) === 0 ? before : after;
    const dice: Dice = [sheet.dice[0], chance.pick(FACES)];
    const how = chance.below(3) === 0 ? { rethrow: true } : { dice };
    return { table, command: { do: 'decide-face', ...how, by: anyBy(table, chance) } };
  },
  minimum: (roll, chance) => {
    const table = opened(roll);
    const min = chance.pick([1_000, 2_500]);
    const limits = { ...table.sign.limits, default: { ...table.sign.limits.default, min } };
    const by = anyBy(table, chance);
    const notice = {
      do: 'post-sign',
      ...table.sign,
      limits,
      from: table.at + chance.pick([5, 20, 25]) * 60_000,
    };
    const command = chance.below(2) === 0 ? { do: 'change-limits', limits } : notice;
    return { table, command: { ...command, by } };
  },
};

/** Bets are open again once the roll is settled. */
function opened({ after }: WholeRoll): Table {
  const settled = decide(after, { do: 'settle', by: byRole(after, 9) });
  return settled.ok ? settled.value.reduce<Table>(evolve, after) : after;
}

const TRIES = 40;

/** Something that the box has to decide in the course of a roll; the engine says what is right. */
export function makeIncident(roll: WholeRoll, kind: Incident, seed: number): Situation | null {
  for (let nth = 0; nth < TRIES; nth++) {
    const chance = chanceFrom((seed + nth * 7_919) >>> 0);
    const { table, command } = HAPPENS[kind](roll, chance);
    const verdict = verdictOf(table, command);
    if (isAnswerable(verdict)) {
      const id = `${LIVE}/${kind}/${roll.seed}/${seed}`;
      return { ...makeSituation(id, roll.book, [], table, command, verdict), place: 'box' };
    }
  }
  return null;
}

/** A roll as it was dealt by others, perhaps not without a fault. */
export interface WatchedRoll {
  readonly roll: WholeRoll;
  readonly deeds: readonly Done[];
  /** What is wrong with each of them; nothing with most. */
  readonly wrong: readonly (readonly Fault[])[];
}

/** Sums that come of a slip instead of what is handed over. */
const slipsOf = ({ hands, commission, paid, stake, taken }: SheetLine, step: Cents): readonly Cents[] =>
  [
    ...(commission > 0 ? [hands + commission] : []),
    ...(taken > 0 ? [paid] : []),
    hands + stake,
    hands - stake,
    hands + step,
    hands - step,
  ].filter((sum) => sum > 0 && sum !== hands);

/** One deed done wrong: another sum, or odds that go back taken. */
function slipped(roll: WholeRoll, deeds: readonly Done[], lines: readonly SheetLine[], chance: Chance) {
  const fit = deeds.flatMap(({ act, amount }, i) =>
    (act === 'pay' && amount > 0) || act === 'return' ? [i] : [],
  );
  if (fit.length === 0) return deeds;
  const at = chance.pick(fit);
  const deed = deeds[at] as Done;
  const slips = slipsOf(lines[at] as SheetLine, roll.before.game.sign.chips.step);
  const instead: Done =
    deed.act === 'return' ? { ...deed, act: 'take' } : { ...deed, amount: chance.pick(slips) };
  return deeds.with(at, instead);
}

const FAULTS_MOST = 3;

/** A roll dealt by somebody else, with up to three slips: which, the grading says that grades learners. */
export function watchRoll(roll: WholeRoll, seed: number): WatchedRoll {
  const chance = chanceFrom(seed);
  const lines = linesToDeal(roll);
  let deeds = dealtRight(roll);
  for (let left = chance.below(FAULTS_MOST + 1); left > 0; left--)
    deeds = slipped(roll, deeds, lines, chance);
  const graded = gradeRoll(roll, deeds);
  const wrong = deeds.map((deed) => graded.lines.find(({ done }) => done === deed)?.faults ?? []);
  return { roll, deeds, wrong };
}

export interface GradedWatch {
  /** Faults seen less alarms for nothing, of how many faults; one of one where there was none and none was seen. */
  readonly right: number;
  readonly of: number;
  readonly missed: readonly number[];
  readonly alarms: readonly number[];
  readonly faults: readonly Fault[];
}

/** What a box stopped of a roll, against what was wrong with it. */
export function gradeWatch({ deeds, wrong }: WatchedRoll, stopped: ReadonlySet<number>): GradedWatch {
  const all = deeds.map((_, i) => i);
  const isWrong = (i: number): boolean => (wrong[i] as readonly Fault[]).length > 0;
  const missed = all.filter((i) => isWrong(i) && !stopped.has(i));
  const alarms = all.filter((i) => !isWrong(i) && stopped.has(i));
  const wrongs = all.filter(isWrong).length;
  const of = Math.max(1, wrongs);
  const seen = wrongs === 0 ? 1 : wrongs - missed.length;
  return {
    right: Math.max(0, seen - alarms.length),
    of,
    missed,
    alarms,
    faults: [
      ...missed.flatMap((i) => wrong[i] as readonly Fault[]),
      ...alarms.map(() => 'needless' as const),
    ],
  };
}

/** What a box has to do in the course of a roll: decide what comes up, then watch it being paid. */
export interface BoxRoll {
  readonly incidents: readonly Situation[];
  readonly watched: WatchedRoll;
}

const INCIDENTS_EACH = 2;

export function makeBoxRoll(roll: WholeRoll, seed: number): BoxRoll {
  const chance = chanceFrom(seed);
  const incidents = chance
    .shuffled(INCIDENTS)
    .flatMap((kind) => makeIncident(roll, kind, chance.below(1_000_000)) ?? [])
    .slice(0, INCIDENTS_EACH);
  return { incidents, watched: watchRoll(roll, chance.below(1_000_000)) };
}

/** A roll for a box to watch, of a book and a seed. */
export const boxRollOf = (book: RulebookId, seed: number, level: WholeRoll['level']): BoxRoll =>
  makeBoxRoll(makeRoll(book, seed, { level }), seed);
