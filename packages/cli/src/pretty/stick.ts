import { hasHardWay, inWords, isCraps, type PointNumber, type Rolled, sayTotal } from '@boxperson/rules';

const hardOrEasy = (rolled: Rolled): string =>
  !rolled.hard && hasHardWay(rolled.total) ? `easy ${inWords(rolled.total)}` : sayTotal(rolled);

const withoutDecision = (rolled: Rolled): string =>
  isCraps(rolled.total) ? `${inWords(rolled.total)}, craps` : hardOrEasy(rolled);

/** What the stick calls, e.g. `six the hard way, the point is made`. */
function calledOut(rolled: Rolled): string {
  const { call, total, game } = rolled;
  switch (call) {
    case 'natural':
      return `${inWords(total)}, a natural, the line wins`;
    case 'craps':
      return `craps ${inWords(total)}, line away`;
    case 'point-set':
      return `${sayTotal(rolled)}, the point is ${inWords(total)}`;
    case 'point-made':
      return `${hardOrEasy(rolled)}, the point is made`;
    case 'seven-out':
      return 'seven out, line away';
    case 'no-decision':
      return `${withoutDecision(rolled)}, the point is still ${inWords(game.point as PointNumber)}`;
  }
}

export const stickCall = (rolled: Rolled): string =>
  `${rolled.dice[0]} and ${rolled.dice[1]}: ${calledOut(rolled)}`;
