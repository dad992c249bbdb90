import { sayExact } from '../dealing/exact.js';
import { type ChipCount, fewestChips, uncounted } from '../dealing/fewest.js';
import type { DealtWager } from '../dealing/line.js';
import { type Cents, makeDollars } from '../money.js';

/** One step of working out a payment, with the chips that it is about. */
export interface Step {
  readonly say: string;
  readonly amount: Cents | null;
  readonly chips: readonly ChipCount[];
}

/** How a dealer gets from the stack to the payment, chip by chip. */
export function stepsOf(line: DealtWager, kinds: readonly Cents[]): readonly Step[] {
  const step = (say: string, amount: Cents | null = null): Step => ({
    say,
    amount,
    chips: amount === null ? [] : (fewestChips(Math.abs(amount), uncounted(kinds)) ?? []),
  });
  return [
    step(`${makeDollars(line.stake)} lies there`, line.stake),
    ...keyStep(line).map((say) => step(say)),
    ...roundingStep(line).map((say) => step(say, line.paid)),
    ...(line.taken > 0 ? [step(`less ${makeDollars(line.taken)} of the parts that lost`, -line.taken)] : []),
    ...(line.commission > 0
      ? [
          step(
            `less ${makeDollars(line.commission)} commission, for ${makeDollars(line.up)} stays up`,
            -line.commission,
          ),
        ]
      : []),
    step(line.hands === 0 ? 'nothing is handed over' : `hand over ${makeDollars(line.hands)}`, line.hands),
    ...lastStep(line).map((say) => step(say, line.back)),
  ];
}

/** The key is for the whole wager while it stays up; what its lost parts cost is in it already. */
function keyStep({ key, exact, taken, stake, odds }: DealtWager): readonly string[] {
  if (!key || !exact || !odds) return [];
  if (taken > 0)
    return [`${makeDollars(stake - taken)} of it won, at ${odds[0]} to ${odds[1]}: ${sayExact(exact)}`];
  const [win, on] = key.up;
  const units = stake / (on * 100);
  const isWhole = Number.isInteger(units) && units > 1 && on > 1;
  const how = isWhole ? `: ${units} times $${win}` : '';
  return [`${key.say}${how}, is ${sayExact(exact)}`];
}

function roundingStep({ rounding, paid }: DealtWager): readonly string[] {
  if (!rounding) return [];
  const clause = rounding.clause === null ? '' : ` (${rounding.clause})`;
  return [`rounded ${rounding.way} to what chips make, ${makeDollars(paid)}${clause}`];
}

function lastStep({ action, back, up }: DealtWager): readonly string[] {
  if (action === 'down') return [`and ${makeDollars(back)} comes down`];
  return action === 'pay-and-leave-up' ? [`${makeDollars(up)} stays where it is`] : [];
}
