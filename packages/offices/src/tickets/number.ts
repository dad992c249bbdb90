/**
 * The number of a redeemable ticket: sixteen random digits and two check digits. Modulo 97 finds every wrong digit and
 * every swap of neighbours, so that a slip at the cage cannot hit another ticket by accident; to hit one on purpose is
 * a matter of guessing sixteen digits.
 */
export const TICKET_RANDOM_DIGITS = 16;
const CHECK_DIGITS = 2;
export const TICKET_DIGITS = TICKET_RANDOM_DIGITS + CHECK_DIGITS;
const MODULUS = 97;

const remainder = (digits: string): number =>
  [...digits].reduce((rest, digit) => (rest * 10 + Number(digit)) % MODULUS, 0);

export function withCheckDigits(digits: string): string {
  const check = MODULUS + 1 - remainder(`${digits}00`);
  return digits + String(check).padStart(CHECK_DIGITS, '0');
}

/** Why this cannot be the number of a ticket; null when it can. Spaces and hyphens are for the eye. */
export function faultInNumber(text: string): string | null {
  const digits = bareNumber(text);
  if (!/^\d+$/.test(digits)) return 'A ticket number has digits only.';
  if (digits.length !== TICKET_DIGITS)
    return `A ticket number has ${TICKET_DIGITS} digits; this one has ${digits.length}.`;
  return remainder(digits) === 1
    ? null
    : 'The check digits do not fit: one digit is wrong, or two are swapped.';
}

export const bareNumber = (text: string): string => text.replace(/[\s-]/g, '');

/** In threes, as it is printed. */
export const printedNumber = (number: string): string => number.replace(/(\d{3})(?=\d)/g, '$1 ');
