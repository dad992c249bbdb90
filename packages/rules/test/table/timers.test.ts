import { describe, expect, it } from 'vitest';
import {
  decide,
  due,
  dues,
  evolve,
  RULEBOOK_IDS,
  RULEBOOKS,
  type RulebookId,
  replay,
  restoreTable,
  saveTable,
  type Table,
} from '../../src/index.js';
import type { Command } from '../../src/table/index.js';
import { byFor, sitDown, staffedTable, type Told, tell } from './people.js';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const asJson = <T>(value: T): T => JSON.parse(JSON.stringify(value));

/** A clock must not notice that the program was stopped and started in between. */
const WAYS: readonly [string, (told: Told) => Told][] = [
  ['without a break', (told) => told],
  [
    'saved and restored in the middle',
    (told) => ({ ...told, table: restoreTable(asJson(saveTable(told.table))) }),
  ],
  ['rebuilt from its record in the middle', (told) => ({ ...told, table: replay(asJson(told.events)) })],
];

const accepted = (table: Table, command: Command) =>
  expect(decide(table, command)).toMatchObject({ ok: true });
const tooEarly = (table: Table, command: Command, clause: string | null) =>
  expect(decide(table, command)).toMatchObject({ ok: false, refused: { code: 'too-early', clause } });

const LOW = { default: { min: 500, max: 100_000 } };
const HIGH = { default: { min: 1_000, max: 100_000 } };

describe.each(RULEBOOK_IDS)('%s: a raised minimum', (id) => {
  const book = RULEBOOKS[id];
  const { clause } = book.conduct.notices.raiseMinimum;
  const AT = 5 * MINUTE;
  const NOTICE = 20 * MINUTE;
  const post = (limits: object, from: number, at = AT) => ({
    do: 'post-sign',
    limits,
    from,
    at,
    by: byFor(book, 'show-sign'),
  });
  const change = (limits: object, at: number) => ({
    do: 'change-limits',
    limits,
    at,
    by: byFor(book, 'change-limits'),
  });
  const start = () => sitDown(staffedTable(id), 'p1', 1);

  it('the sign must give a time 20 minutes off', () => {
    const { table } = start();
    tooEarly(table, post(HIGH, AT + NOTICE - 1), clause);
    accepted(table, post(HIGH, AT + NOTICE));
  });

  it.each(WAYS)('refused at 19:59.999, accepted at 20:00.000, %s', (_, pause) => {
    const { table } = pause(tell(start(), post(HIGH, AT + NOTICE)));
    tooEarly(table, change(HIGH, AT + NOTICE - 1), clause);
    const changed = tell({ table, events: [] }, change(HIGH, AT + NOTICE));
    expect(changed.events).toMatchObject([{ event: 'limits-changed', at: AT + NOTICE }]);
    expect(table.game.sign.limits.field?.min).toBe(500);
    expect(changed.table.game.sign.limits.field?.min).toBe(1_000);
    expect(changed.table.posted).toBeNull();
  });

  it.each(WAYS)('not before the time on the sign, however long it stood, %s', (_, pause) => {
    const { table } = pause(tell(start(), post(HIGH, AT + 2 * NOTICE)));
    tooEarly(table, change(HIGH, AT + 2 * NOTICE - 1), clause);
    accepted(table, change(HIGH, AT + 2 * NOTICE));
  });

  it.each(WAYS)('a second sign starts the time anew, %s', (_, pause) => {
    const again = AT + 10 * MINUTE;
    const posted = tell(tell(start(), post(HIGH, AT + NOTICE)), post(HIGH, again + NOTICE, again));
    const { table } = pause(posted);
    tooEarly(table, change(HIGH, AT + NOTICE), clause);
    tooEarly(table, change(HIGH, again + NOTICE - 1), clause);
    accepted(table, change(HIGH, again + NOTICE));
  });

  it('only with the limits that stood on it, and never without a sign', () => {
    const { table } = start();
    tooEarly(table, change(HIGH, AT + NOTICE), clause);
    const posted = tell({ table, events: [] }, post(HIGH, AT + NOTICE)).table;
    tooEarly(posted, change({ default: { min: 2_000, max: 100_000 } }, AT + NOTICE), clause);
    tooEarly(posted, change({ ...LOW, field: { min: 1_000, max: 100_000 } }, AT + NOTICE), clause);
  });

  it('a lower minimum and another maximum hold at once', () => {
    const { table } = start();
    accepted(table, change({ default: { min: 100, max: 100_000 } }, 0));
    accepted(table, change({ default: { min: 500, max: 5_000 } }, 0));
    accepted(table, post({ default: { min: 100, max: 100_000 } }, AT));
  });

  it('the hour is due at the table, for a hand to do', () => {
    const { table } = tell(start(), post(HIGH, AT + NOTICE));
    expect(dues(table)).toContainEqual({
      at: AT + NOTICE,
      command: { do: 'change-limits', limits: HIGH },
      needs: 'staff',
    });
    expect(due(restoreTable(asJson(saveTable(table))), AT)).toEqual(due(table, AT));
    const next = dues(table).find(({ needs }) => needs === 'staff');
    accepted(table, { ...next?.command, at: next?.at, by: byFor(book, 'change-limits') });
  });
});

const BY_SIGN = RULEBOOK_IDS.filter((id) => RULEBOOKS[id].conduct.notices.closing.value === 'sign');
describe.each(BY_SIGN)('%s: a closing sign', (id) => {
  const book = RULEBOOKS[id];
  const { clause } = book.conduct.notices.closing;
  const by = byFor(book, 'close-table');
  const AT = 3 * MINUTE;
  const CLOSES = AT + 20 * MINUTE;
  const sign = { do: 'announce-closing', from: CLOSES, at: AT, by };
  const close = (at: number) => ({ do: 'close', at, by });
  const start = () => sitDown(staffedTable(id), 'p1', 1);

  it('must give a time 20 minutes off', () => {
    const { table } = start();
    tooEarly(table, { ...sign, from: CLOSES - 1 }, clause);
    accepted(table, sign);
  });

  it.each(WAYS)('refused at 19:59.999, accepted at 20:00.000, %s', (_, pause) => {
    const { table } = pause(tell(start(), sign));
    tooEarly(table, close(AT), clause);
    tooEarly(table, close(CLOSES - 1), clause);
    expect(tell({ table, events: [] }, close(CLOSES)).table.phase).toBe('closed');
  });

  it('closing is due when its time comes, and not before', () => {
    const { table } = tell(start(), sign);
    expect(due(table, AT)).toEqual({ at: CLOSES, command: { do: 'close' }, needs: 'staff' });
    expect(due(tell({ table, events: [] }, close(CLOSES)).table, CLOSES)).toBeNull();
  });
});

/** Electronic: how long wagering lasts at this table. */
const PERIOD = 45 * SECOND;
const SHOT = 10 * SECOND;
const ARUZE: RulebookId = 'aruze';
const electronic = (): Told =>
  sitDown(sitDown(staffedTable(ARUZE, { wageringMs: PERIOD }), 't1', 1), 't2', 2);
const line = (at: number, player = 't1'): Command => ({
  do: 'bet',
  player,
  wager: 'pass',
  amount: 1_000,
  at,
});
const closeWagering = (at: number): Command => ({ do: 'close-wagering', at });
const shots = ({ events }: Told) => events.filter(({ event }) => event === 'shot');

describe('aruze: the wagering period', () => {
  it.each(WAYS)('takes wagers until its last millisecond and none after it, %s', (_, pause) => {
    const { table } = pause(tell(electronic(), line(0)));
    const late = { code: 'after-close', clause: '3.3.6' };
    for (const command of [
      { do: 'bet', player: 't1', wager: 'field', amount: 500 },
      { do: 'take', player: 't1', wager: 'pass' },
    ]) {
      accepted(table, { ...command, at: PERIOD - 1 });
      // Whether or not the clock has said so yet: a slow clock gives nobody time.
      expect(decide(table, { ...command, at: PERIOD })).toMatchObject({ ok: false, refused: late });
      expect(decide(table, { ...command, at: PERIOD + MINUTE })).toMatchObject({ ok: false, refused: late });
    }
  });

  it.each(WAYS)('is closed by the clock when its time is up, %s', (_, pause) => {
    const { table } = pause(tell(electronic(), line(0)));
    tooEarly(table, closeWagering(PERIOD - 1), '3.3.6');
    expect(due(table, 0)).toEqual({ at: PERIOD, command: { do: 'close-wagering' }, needs: 'clock' });
    const closed = tell({ table, events: [] }, closeWagering(PERIOD));
    expect(closed.events).toMatchObject([
      { event: 'wagering-closed', shooter: 't1', shootBy: PERIOD + SHOT },
    ]);
    expect(decide(closed.table, closeWagering(PERIOD))).toMatchObject({
      ok: false,
      refused: { code: 'out-of-phase' },
    });
  });

  it('a new one is as long, from the moment of the roll', () => {
    const rolled = [
      line(0),
      closeWagering(PERIOD),
      { do: 'shoot', player: 't1', at: PERIOD + 3 },
      { do: 'roll', dice: [2, 2], at: PERIOD + 4_003 },
    ].reduce(tell, electronic());
    expect(rolled.table).toMatchObject({ phase: 'wagering', deadline: PERIOD + 4_003 + PERIOD });
  });

  it('is a setting of the table, 30 seconds unless it says otherwise', () => {
    expect(due(staffedTable(ARUZE).table, 0)?.at).toBe(30 * SECOND);
    expect(due(staffedTable(ARUZE, { wageringMs: 7 * SECOND }).table, 0)?.at).toBe(7 * SECOND);
  });
});

describe('aruze: the ten seconds of the shooter', () => {
  const shooting = () => tell(tell(electronic(), line(0)), closeWagering(PERIOD));
  const END = PERIOD + SHOT;
  const automatic = (at: number): Command => ({ do: 'shoot', at });
  const pressed = (at: number): Command => ({ do: 'shoot', player: 't1', at });

  it.each(WAYS)('the shot is automatic at 10.000, not at 9.999, and fires once, %s', (_, pause) => {
    const told = pause(shooting());
    tooEarly(told.table, automatic(END - 1), '3.11.1');
    expect(due(told.table, PERIOD)).toEqual({ at: END, command: { do: 'shoot' }, needs: 'clock' });
    const shot = pause(tell(told, automatic(END)));
    expect(shots(shot)).toMatchObject([{ how: 'automatic', player: 't1', at: END, clause: '3.11.1' }]);
    expect(due(shot.table, END)).toBeNull();
    for (const again of [automatic(END), pressed(END), automatic(END + SHOT)])
      expect(decide(shot.table, again)).toMatchObject({ ok: false, refused: { code: 'out-of-phase' } });
  });

  it.each(WAYS)(
    'pressed in the same millisecond it is decided once, by whoever came first, %s',
    (_, pause) => {
      for (const [first, second, how] of [
        [automatic(END), pressed(END), 'automatic'],
        [pressed(END), automatic(END), 'shooter'],
      ] as const) {
        const shot = pause(tell(pause(shooting()), first));
        expect(decide(shot.table, second)).toMatchObject({ ok: false, refused: { code: 'out-of-phase' } });
        expect(shots(shot)).toMatchObject([{ how, player: 't1', at: END }]);
      }
    },
  );

  it.each(WAYS)(
    'after a restart an hour later what is overdue is done at once, each thing once, %s',
    (_, pause) => {
      let told = pause(tell(electronic(), line(0)));
      const now = PERIOD + 60 * MINUTE;
      const done: unknown[] = [];
      for (
        let next = due(told.table, now);
        next?.needs === 'clock' && next.at <= now;
        next = due(told.table, now)
      ) {
        told = pause(tell(told, { ...next.command, at: next.at }));
        done.push([next.command['do'], next.at]);
      }
      expect(done).toEqual([
        ['close-wagering', PERIOD],
        ['shoot', END],
      ]);
      expect(shots(told)).toHaveLength(1);
      expect(told.table.phase).toBe('rolling');
    },
  );

  it('a button pressed too late shoots all the same, and the record says it was the clock', () => {
    const told = tell(shooting(), pressed(END + 1));
    expect(shots(told)).toMatchObject([{ how: 'automatic', player: 't1', at: END + 1 }]);
    expect(shots(tell(shooting(), pressed(PERIOD)))).toMatchObject([{ how: 'shooter' }]);
  });

  it('nobody qualifies: the machine shoots as the period ends', () => {
    const told = tell(electronic(), closeWagering(PERIOD));
    expect(shots(told)).toMatchObject([{ how: 'machine', player: null, at: PERIOD, clause: '3.11.2' }]);
  });
});

describe('due', () => {
  const by = byFor(RULEBOOKS[ARUZE], 'show-sign');

  it('what waits for a hand does not hold up the clock', () => {
    const { table } = tell(electronic(), {
      do: 'post-sign',
      limits: { default: { min: 500, max: 50_000 } },
      from: SECOND,
      by,
    });
    expect(due(table, 0)).toMatchObject({ at: SECOND, needs: 'staff' });
    for (const now of [SECOND, PERIOD, PERIOD + MINUTE])
      expect(due(table, now)).toMatchObject({ at: PERIOD, needs: 'clock' });
    expect(dues(table).map(({ at }) => at)).toEqual([SECOND, PERIOD]);
  });

  it('what the clock missed is due when the table was last looked at, so that it can be done', () => {
    const { table } = tell(electronic(), { do: 'chips', player: 't1', amount: 100, at: PERIOD + MINUTE });
    const next = due(table, table.at);
    expect(next).toMatchObject({ at: PERIOD + MINUTE, needs: 'clock' });
    accepted(table, { ...next?.command, at: next?.at });
  });

  it('is a function of the table: the same before and after a restart, and it changes nothing', () => {
    const table = tell(tell(electronic(), line(0)), {
      do: 'post-sign',
      limits: HIGH,
      from: 30 * MINUTE,
      by,
    }).table;
    const saved = saveTable(table);
    const restored = restoreTable(asJson(saved));
    for (const now of [0, PERIOD - 1, PERIOD, 30 * MINUTE, 60 * MINUTE])
      expect(due(restored, now)).toEqual(due(table, now));
    expect(saveTable(table)).toEqual(saved);
    expect(dues(evolve(restored, asJson(decided(restored))))).toEqual(dues(evolve(table, decided(table))));
  });

  const decided = (table: Table) => {
    const result = decide(table, { do: 'chips', player: 't1', amount: 500, at: 10 });
    if (!result.ok) throw new Error(result.refused.message);
    return result.value[0] as (typeof result.value)[number];
  };

  it.each(RULEBOOK_IDS)('%s: nothing is due at a closed table', (id) => {
    const book = RULEBOOKS[id];
    const closer = byFor(book, 'close-table');
    const isSign = book.conduct.notices.closing.value === 'sign';
    const told = [
      { do: 'announce-closing', ...(isSign ? { from: 20 * MINUTE } : {}), by: closer },
      { do: 'close', at: 20 * MINUTE, by: closer },
    ].reduce(tell, staffedTable(id));
    expect(dues(told.table)).toEqual([]);
  });
});
