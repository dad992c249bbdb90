import { TICKET_RANDOM_DIGITS, withCheckDigits } from '@boxperson/offices';
import { type Bytes, choices, SYSTEM_BYTES } from '../random.js';

export const makeTicketNumber = (bytes: Bytes = SYSTEM_BYTES): string =>
  withCheckDigits(choices(TICKET_RANDOM_DIGITS, 10, bytes).join(''));
