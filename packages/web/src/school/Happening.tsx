import type { Dice } from '@boxperson/rules';
import type { Situation } from '@boxperson/rules/school';
import type { ReactNode } from 'react';
import { Pair } from '../ui/Dice.js';

// Small pictures of what the dice did: the table from the side, and where they came to lie.

const die = (x: number, y: number, turn = 0) => (
  <g key={`${x}/${y}`} transform={`translate(${x} ${y}) rotate(${turn})`} className="happening-die">
    <rect x="-13" y="-13" width="26" height="26" rx="5" />
    <circle cx="-6" cy="-6" r="2.6" />
    <circle cx="6" cy="6" r="2.6" />
    <circle r="2.6" />
  </g>
);
const LAYERS = [93, 86, 79, 72, 65];
const stack = (x: number, count: number) =>
  LAYERS.slice(0, count).map((y) => (
    <rect key={`${x}/${y}`} className="happening-chip" x={x} y={y} width="40" height="7" rx="3" />
  ));

/** By what the ground of a book is called: the first that fits. */
const PICTURES: readonly (readonly [RegExp, () => ReactNode])[] = [
  [/on-float|bank/, () => [...stack(150, 5), die(170, 58), die(90, 87)]],
  [/chip/, () => [...stack(150, 3), die(205, 87, 12), die(90, 87)]],
  [/on-die|stack|top|other/, () => [die(120, 87), die(122, 61)]],
  [/rail|cup|bowl/, () => [die(262, 39), die(100, 87)]],
  [/off/, () => [die(302, 105, 30), die(100, 87)]],
  [/cocked|flat/, () => [...stack(150, 1), die(146, 80, 32), die(90, 87)]],
  [/short|wall|end/, () => [die(60, 87), die(215, 87)]],
  [/tumbler/, () => [die(130, 70, 20), die(165, 87)]],
  [/apart|together|hand|after/, () => [die(70, 60, 20), die(215, 87)]],
];
const ANY = (): ReactNode => [die(110, 87), die(150, 87)];

const pictureOf = (ground: string): ReactNode =>
  (PICTURES.find(([names]) => names.test(ground))?.[1] ?? ANY)();

const isDice = (value: unknown): value is Dice =>
  Array.isArray(value) && value.length === 2 && value.every((face) => Number.isInteger(face));

/** What the dice did, to be seen; nothing where a situation is not about them. */
export function Happening({ situation: { command } }: { situation: Situation }) {
  const { ground, dice } = command;
  if (isDice(dice))
    return (
      <p className="roll-call">
        <Pair dice={dice} />
      </p>
    );
  if (typeof ground !== 'string' || !/no-roll|void-round/.test(String(command['do']))) return null;
  return (
    <svg className="happening" viewBox="0 0 330 122" role="img" aria-label="Where the dice came to lie">
      <rect className="happening-felt" x="6" y="100" width="262" height="16" rx="3" />
      <rect className="happening-rail" x="240" y="52" width="46" height="64" rx="8" />
      <rect className="happening-rail" x="2" y="70" width="14" height="46" rx="5" />
      {pictureOf(ground)}
    </svg>
  );
}
