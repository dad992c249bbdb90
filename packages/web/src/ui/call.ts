import { inWords, type RollOutcome, sayTotal } from '@boxperson/rules';

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The stick's call in words. */
export function sayRoll(rolled: Pick<RollOutcome, 'total' | 'hard' | 'call'>): string {
  const way = sayTotal(rolled);
  switch (rolled.call) {
    case 'natural':
      return capital(`${way}, the line wins`);
    case 'craps':
      return capital(`${way}, craps`);
    case 'point-set':
      return capital(`${way}, the point is ${inWords(rolled.total)}`);
    case 'point-made':
      return capital(`${way}, the point is made`);
    case 'seven-out':
      return 'Seven out';
    default:
      return capital(way);
  }
}
