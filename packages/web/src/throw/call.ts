import { hasHardWay, inWords, isCraps, type Rulebook } from '@boxperson/rules';
import type { Flight } from '../model.js';
import { sayRoll } from '../ui/call.js';

/** What the stick sings out over the dice: the call, and a word more where it decides nothing on the line. */
export function sayStick({ event }: Flight, book: Rulebook): string {
  const { call, total, hard } = event;
  const said = sayRoll(event);
  if (call !== 'no-decision') return said;
  const number = inWords(total);
  if (hasHardWay(total) && !hard) return `${said}, easy ${number}`;
  if (isCraps(total)) return `${said}, craps ${number}`;
  if (total === 9 && book.wagers.field) return `${said}, centre field nine`;
  return total === 11 ? `${said}, yo eleven` : said;
}
