import type { PointNumber, Rolled, Total } from '@boxperson/rules';

const WORDS = {
  1: 'one',
  2: 'two',
  3: 'three',
  4: 'four',
  5: 'five',
  6: 'six',
  7: 'seven',
  8: 'eight',
  9: 'nine',
  10: 'ten',
  11: 'eleven',
  12: 'twelve',
} as const;

export const inWords = (number: Total): string => WORDS[number];

const HAS_A_HARD_WAY: readonly Total[] = [4, 6, 8, 10];
const isCraps = (total: Total): boolean => total === 2 || total === 3 || total === 12;

const hardOrPlain = ({ total, hard }: Rolled): string =>
  hard && HAS_A_HARD_WAY.includes(total) ? `${WORDS[total]} the hard way` : WORDS[total];

const hardOrEasy = (rolled: Rolled): string =>
  !rolled.hard && HAS_A_HARD_WAY.includes(rolled.total) ? `easy ${WORDS[rolled.total]}` : hardOrPlain(rolled);

const withoutDecision = (rolled: Rolled): string =>
  isCraps(rolled.total) ? `${WORDS[rolled.total]}, craps` : hardOrEasy(rolled);

/** What the stick calls, e.g. `six the hard way, the point is made`. */
function calledOut(rolled: Rolled): string {
  const { call, total, game } = rolled;
  switch (call) {
    case 'natural':
      return `${WORDS[total]}, a natural, the line wins`;
    case 'craps':
      return `craps ${WORDS[total]}, line away`;
    case 'point-set':
      return `${hardOrPlain(rolled)}, the point is ${WORDS[total]}`;
    case 'point-made':
      return `${hardOrEasy(rolled)}, the point is made`;
    case 'seven-out':
      return 'seven out, line away';
    case 'no-decision':
      return `${withoutDecision(rolled)}, the point is still ${WORDS[game.point as PointNumber]}`;
  }
}

export const stickCall = (rolled: Rolled): string =>
  `${rolled.dice[0]} and ${rolled.dice[1]}: ${calledOut(rolled)}`;
