import { randomInt } from 'node:crypto';
import { TICKET_RANDOM_DIGITS, withCheckDigits } from '@boxperson/offices';

export const makeTicketNumber = (): string =>
  withCheckDigits(Array.from({ length: TICKET_RANDOM_DIGITS }, () => randomInt(10)).join(''));
