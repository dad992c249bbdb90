import { sayCall } from '../dealing/words.js';
import { type Dice, FACES, NUMBERS, type PointNumber } from '../dice.js';
import { openGame } from '../game/index.js';
import { makeDollars } from '../money.js';
import { must } from '../must.js';
import type { RulebookId } from '../rulebook.js';
import { RULEBOOKS } from '../rulebooks/index.js';
import { nextToOffer } from '../table/index.js';
import { outcomeOf } from '../table/throwing.js';
import { type Chance, chanceFrom } from './chance.js';
import { SCHOOL_SIGN } from './drill.js';
import { MockTable } from './mock-table.js';
import { makeRoll, type WholeRoll } from './whole-roll.js';

/** One question with its answers, of which one is right. */
export interface Question {
  readonly ask: string;
  readonly point: PointNumber | null;
  readonly dice: Dice | null;
  readonly choices: readonly string[];
  readonly right: number;
}

const saysAt = (book: RulebookId, point: PointNumber | null, dice: Dice): string => {
  const game = must(openGame({ rulebook: book, ...SCHOOL_SIGN }));
  return sayCall(RULEBOOKS[book], outcomeOf({ ...game, point }, dice));
};

/** What does the stick call? The same dice at another point, and other dice, make the wrong answers. */
export function callQuestion(book: RulebookId, seed: number): Question {
  const chance = chanceFrom(seed);
  const point = anyPoint(chance);
  return callAt(book, point, [chance.pick(FACES), chance.pick(FACES)], chance);
}

const anyPoint = (chance: Chance): PointNumber | null =>
  chance.below(3) === 0 ? null : chance.pick(NUMBERS);

function callAt(book: RulebookId, point: PointNumber | null, dice: Dice, chance: Chance): Question {
  const right = saysAt(book, point, dice);
  const wrong = new Set<string>();
  for (let i = 0; wrong.size < 3; i++) {
    const other: Dice = i < 4 ? dice : [chance.pick(FACES), chance.pick(FACES)];
    const said = saysAt(book, anyPoint(chance), other);
    if (said !== right) wrong.add(said);
  }
  const choices = chance.shuffled([right, ...wrong]);
  return { ask: 'What do you call?', point, dice, choices, right: choices.indexOf(right) };
}

/** Who is offered the dice after a seven out? */
export function nextShooterQuestion(book: RulebookId, seed: number): Question {
  return nextShooterAfter(makeRoll(book, seed, { level: 'steady', result: 'seven-out' }));
}

function nextShooterAfter(roll: WholeRoll): Question {
  const { table } = settled(roll.after);
  const next = nextToOffer(table);
  const names = table.game.players.map(({ name, seat }) => `${name}, seat ${seat}`);
  const nobody = 'nobody: a line wager must be placed first';
  const choices = [...names, nobody];
  const shooter = roll.before.shooter.shooter;
  return {
    ask: `${shooter ?? 'The stick'} sevens out${lineHolders(table)}. To whom do the dice go?`,
    point: roll.before.game.point,
    dice: roll.event.event === 'rolled' ? roll.event.dice : null,
    choices,
    right: next === null ? choices.length - 1 : names.indexOf(`${next.name}, seat ${next.seat}`),
  };
}

/** `$47` in what is said, and sums that a slip makes of it. */
const SUM = /\$\d[\d,]*(?:\.\d\d)?/;

/** What the stick tells the dealer about a centre wager that won: the words of the sheet, and the same with other sums. */
function directQuestion(roll: WholeRoll, chance: Chance): Question | null {
  const won = roll.sheet.sheets
    .flatMap(({ lines }) => lines)
    .filter(({ directs, hands }) => directs !== null && hands > 0 && SUM.test(directs));
  if (won.length === 0) return null;
  const line = chance.pick(won);
  const right = line.directs as string;
  const { step } = roll.before.game.sign.chips;
  const slips = [line.hands + line.stake, line.hands - line.stake, line.hands + step, line.hands - step];
  const wrong = new Set(
    slips.filter((sum) => sum > 0 && sum !== line.hands).map((sum) => right.replace(SUM, makeDollars(sum))),
  );
  const choices = chance.shuffled([right, ...[...wrong].filter((say) => say !== right).slice(0, 3)]);
  const { dice } = roll.sheet;
  const ask = `${line.player} in seat ${line.seat} has ${makeDollars(line.stake)} on ${line.spot}. What do you tell the dealer?`;
  return { ask, point: roll.before.game.point, dice, choices, right: choices.indexOf(right) };
}

/** What the stick of a roll has to say: the call, what the centre pays, and after a seven out to whom the dice go. */
export function stickQuestions(roll: WholeRoll): readonly Question[] {
  const chance = chanceFrom(roll.seed);
  const direct = directQuestion(roll, chance);
  return [
    callAt(roll.book, roll.before.game.point, roll.sheet.dice, chance),
    ...(direct ? [direct] : []),
    ...(roll.sheet.result === 'seven-out' ? [nextShooterAfter(roll)] : []),
  ];
}

/** The table once its roll is settled. */
function settled(after: MockTable['table']): { readonly table: MockTable['table'] } {
  const felt = MockTable.at(after);
  felt.settle();
  return felt;
}

/** Who stands where with a wager on either line: without it some books pass people over. */
function lineHolders({ game: { players } }: MockTable['table']): string {
  const holders = players.filter(({ wagers }) =>
    wagers.some(({ spot }) => /^(?:dont-)?pass$/.test(spot.wager)),
  );
  if (holders.length === 0) return '; nobody has a line wager';
  return `; line wagers: ${holders.map(({ name }) => name).join(', ')}`;
}
