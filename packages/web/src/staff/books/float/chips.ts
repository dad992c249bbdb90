import type { Chips, Float } from '@boxperson/offices';
import { DEFAULT_CHIPS } from '@boxperson/rules';

/** How many of each kind, as it is typed; by what one of them is worth. */
export type CountTyped = Readonly<Record<string, string>>;

/** The kinds of chip that this tray has had, the largest first. */
export function kindsIn({ tray, last, slips }: Float): readonly number[] {
  const seen = [
    ...(tray?.opening.chips ?? []),
    ...(last ? [...last.opening.chips, ...last.closing.chips] : []),
    ...Object.values(slips).flatMap(({ chips }) => chips),
  ].map(({ chip }) => chip);
  return [...new Set([...DEFAULT_CHIPS, ...seen])].sort((one, other) => other - one);
}

const WHOLE = /^\d{1,6}$/;

/** Kinds whose count is no number. */
export const wrongIn = (typed: CountTyped): readonly string[] =>
  Object.entries(typed)
    .filter(([, count]) => count.trim() !== '' && !WHOLE.test(count.trim()))
    .map(([chip]) => chip);

/** What is typed, as chips; empty lines are none. */
export const chipsFrom = (typed: CountTyped): Chips =>
  Object.entries(typed)
    .filter(([, count]) => WHOLE.test(count.trim()))
    .map(([chip, count]) => ({ chip: Number(chip), count: Number(count) }))
    .filter(({ count }) => count > 0)
    .sort((one, other) => other.chip - one.chip);
