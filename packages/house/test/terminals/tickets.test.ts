import {
  faultInNumber,
  lookAtTicket,
  printedNumber,
  TICKET_DIGITS,
  withCheckDigits,
} from '@boxperson/offices';
import { describe, expect, it } from 'vitest';
import { makeTicketNumber } from '../../src/terminals/tickets.js';

const numbers = Array.from({ length: 2_000 }, makeTicketNumber);

describe('the number of a ticket', () => {
  it('has eighteen digits, fits its check digits, and is never given twice', () => {
    for (const number of numbers) {
      expect(number).toMatch(/^\d{18}$/);
      expect(faultInNumber(number)).toBeNull();
      expect(faultInNumber(printedNumber(number))).toBeNull();
    }
    expect(new Set(numbers).size).toBe(numbers.length);
    expect(TICKET_DIGITS).toBe(18);
  });

  it('uses every digit in every place', () => {
    for (let place = 0; place < 16; place++)
      expect(new Set(numbers.map((number) => number[place])).size).toBe(10);
  });

  it('finds every wrong digit and every swap of neighbours', () => {
    let tried = 0;
    for (const number of numbers) {
      for (let place = 0; place < number.length; place++) {
        for (let digit = 0; digit < 10; digit++) {
          const wrong = number.slice(0, place) + digit + number.slice(place + 1);
          if (wrong === number) continue;
          tried += 1;
          if (faultInNumber(wrong) === null) expect.fail(`${wrong} passes for ${number}`);
        }
        const [a, b] = [number[place], number[place + 1]];
        if (b === undefined || a === b) continue;
        tried += 1;
        const swapped = number.slice(0, place) + b + a + number.slice(place + 2);
        if (faultInNumber(swapped) === null) expect.fail(`${swapped} passes for ${number}`);
      }
    }
    expect(tried).toBeGreaterThan(300_000);
  });

  it.each([
    ['', 'digits only'],
    ['12345678901234567', 'has 18 digits; this one has 17'],
    ['1234567890123456789', 'has 18 digits; this one has 19'],
    ['12345678901234567x', 'digits only'],
    ['１２３４５６７８９０１２３４５６７８', 'digits only'],
  ])('says what is wrong with %j', (text, why) => {
    expect(faultInNumber(text)).toContain(why);
  });

  it('is told to whoever puts a ticket in as a sentence, without the name of a field', () => {
    const looked = lookAtTicket({ number: '123' }, { balance: () => null });
    expect(looked).toMatchObject({
      ok: false,
      refused: { code: 'bad-input', message: 'A ticket number has 18 digits; this one has 3.' },
    });
  });

  it('makes its check digits by ISO 7064 MOD 97-10', () => {
    // 794 has the check digits 44 in the standard's own example.
    expect(withCheckDigits('794')).toBe('79444');
  });
});
