import type { PitTable } from '@boxperson/house';
import { RULEBOOKS } from '@boxperson/rules';
import { describe, expect, it } from 'vitest';
import { standingOf } from './glance.js';
import { sayEvent } from './record.js';

const CALM: PitTable = {
  id: 'quay',
  name: 'Quay',
  rulebook: 'star',
  title: 'Star',
  run: 'staffed',
  phase: 'betting',
  point: 6,
  seats: 16,
  taken: [{ seat: 1, player: 'Cho', bot: false }],
  shooter: 'Cho',
  sign: {},
  posted: null,
  closing: null,
  stopped: false,
  since: 0,
  crew: [],
  gaps: [],
  figures: { rolls: 0, turnover: 0, won: 0, rollsAnHour: 0 },
  float: { open: true, holds: 100_000, slips: [], short: false },
};
const alert = (kind: 'mispay' | 'slip') => ({ alert: '7', kind, table: 'quay', says: '', since: 0 });

describe('how a table stands out in the pit', () => {
  it('not at all while nothing is wrong', () => {
    expect(standingOf(CALM, [])).toEqual({ level: 'calm', reasons: [] });
  });
  it.each([
    ['a gap with people at the table', { gaps: ['box'] }, 'Nobody at the box'],
    ['a table that is stopped', { stopped: true, trouble: 'why' }, 'Stopped'],
    [
      'a tumbler that is not believed',
      { trouble: 'Its tumbler t1 is stopped.' },
      'Its tumbler t1 is stopped.',
    ],
    ['a tray that cannot pay', { float: { open: true, holds: 1, slips: [], short: true } }, 'Float low'],
  ])('%s is seen at once', (_what, change, reason) => {
    expect(standingOf({ ...CALM, ...change } as PitTable, [])).toEqual({ level: 'alert', reasons: [reason] });
  });
  it('what takes its course stands out a little', () => {
    expect(standingOf({ ...CALM, posted: { from: 1, sign: {} } }, [alert('slip')])).toEqual({
      level: 'watch',
      reasons: ['Chips asked for', 'A sign is up'],
    });
    expect(standingOf({ ...CALM, taken: [], gaps: ['box'] }, []).level).toBe('watch');
  });
  it('an alert outweighs it, and is named once', () => {
    const found = standingOf({ ...CALM, closing: { kind: 'sign', at: 1 } }, [
      alert('mispay'),
      alert('mispay'),
    ]);
    expect(found).toEqual({ level: 'alert', reasons: ['Paid otherwise', 'Closing announced'] });
  });
});

describe('what the record says in the pit', () => {
  const reader = { book: RULEBOOKS.star, nameOf: (id: string) => (id === 's-1' ? 'Ann Box' : id) };
  it.each([
    [{ person: 's-1', role: 'boxperson', station: 'left' }, 'Ann Box · Boxperson · left end'],
    [{ person: 's-2', role: 'dealer' }, 'Dealer'],
    [{ player: 'Cho', total: 7, call: 'seven-out', clause: '6.4' }, 'Cho · 7 · seven out · § 6.4'],
  ])('has names and words where the log has ids: %o', (event, says) => {
    expect(sayEvent(event, reader)).toBe(says);
  });
  it('has a ground in the words of its book', () => {
    const [ground] = RULEBOOKS.star.conduct.shooter.orderGrounds;
    expect(sayEvent({ ground: ground?.id }, reader)).toBe(ground?.text);
  });
});
