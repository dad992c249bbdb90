import { type Cents, makeDollars } from '@boxperson/rules';
import type { Command } from 'commander';
import { stop, typed } from './typed.js';

// Money as people type it, in one place: dollars, whole or with cents. Only files and JSON count in cents.

/** `500`, `$500`, `500.00`, `$1,000.50`. */
const DOLLARS = /^\$? ?(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2}))?$/;

const LEAST: Cents = 1;
/** Ten million dollars: more than any bankroll, and far from where numbers lose their cents. */
const MOST: Cents = 1_000_000_000;

const centsOf = (whole: string, part = ''): Cents =>
  Number(whole.replaceAll(',', '')) * 100 + Number(part.padEnd(2, '0'));

/** What somebody meant who wrote no amount that we take: `-5`, `1.005`, `12,50`. */
function meant(text: string): Cents | null {
  const plain = text
    .replace(/[$ _]/g, '')
    .replace(/,(\d{1,2})$/, '.$1')
    .replaceAll(',', '');
  return /^[-+]?(?:\d+\.?\d*|\.\d+)$/.test(plain) ? Math.round(Number(plain) * 100) : null;
}

/** An amount in dollars, as cents; anything else ends the command with the nearest amount. */
export function parseMoney(option: string, text: string, command: Command): Cents {
  const read = DOLLARS.exec(text.trim());
  const cents = read ? centsOf(read[1] as string, read[2]) : null;
  if (cents !== null && cents >= LEAST && cents <= MOST) return cents;
  const near = cents ?? meant(text);
  const wanted = `${option} must be an amount in dollars such as 500, $500 or 12.50`;
  if (near === null) return stop(command, `${wanted}, not "${typed(text)}"`);
  const range = `from ${makeDollars(LEAST)} to ${makeDollars(MOST)}`;
  return stop(
    command,
    `${wanted}, ${range}, not "${typed(text)}"; the nearest is ${makeDollars(Math.min(MOST, Math.max(LEAST, near)))}`,
  );
}
