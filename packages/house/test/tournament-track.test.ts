// What a tournament reads in a table's record: its own round, and nothing of an earlier one under the same names.
import { NO_TOURNAMENT, type Tournament } from '@boxperson/offices';
import { type Command, decide, evolve, openTable, type Table, type TableEvent } from '@boxperson/rules';
import { expect, test } from 'vitest';
import type { OfficeHost } from '../src/office/office-host.js';
import { TournamentFloor } from '../src/tournaments/floor.js';
import { countOf, seatsOf, Track } from '../src/tournaments/track.js';

const LIMITS = { default: { min: 500, max: 100_000 } };
const BANK = 100_000;

/** A table and all that happened there. */
class Record {
  table: Table;
  readonly events: TableEvent[];

  constructor() {
    const opened = openTable({ rulebook: 'crown', seats: 8, limits: LIMITS, tournament: true }, 0);
    if (!opened.ok) throw new Error(opened.refused.message);
    this.events = [...opened.value];
    this.table = opened.value.reduce<Table | null>(evolve, null) as Table;
  }

  do(at: number, command: Command): void {
    const done = decide(this.table, { ...command, at });
    if (!done.ok) throw new Error(done.refused.message);
    this.events.push(...done.value);
    this.table = done.value.reduce<Table>(evolve, this.table);
  }

  /** As a house reads it that has just been opened. */
  readFrom(startedAt: number, after?: number): Track {
    const track = new Track(startedAt, after);
    for (const [at, event] of this.events.entries()) track.take(event, at + 1);
    return track;
  }
}

const SIT = { do: 'sit', player: 'Ann #1', person: 'g-ann', seat: 2, bankroll: BANK };
const LEAVE = { do: 'leave', player: 'Ann #1' };

/** A round of another tournament, in which Ann is entry 1 as well. */
const CUP = {
  ...NO_TOURNAMENT,
  entries: { 1: { person: 'g-ann', name: 'Ann', stands: 'in' } },
  rounds: [{ places: [{ player: '1', table: 'cup-1', seat: 2 }], banks: { 1: BANK } }],
} as unknown as Tournament;

test('crown 8.4.3(b): chips of an earlier tournament are none of this one, under the same name', () => {
  const record = new Record();
  record.do(1, SIT);
  record.do(2, LEAVE);
  record.do(11, SIT);
  const track = record.readFrom(10);
  expect(seatsOf(CUP, 'cup-1', track).map(({ name }) => name)).toEqual(['Ann #1']);
  expect(track.issued.get('Ann #1')).toBe(BANK);
  expect(countOf(CUP, 'cup-1', track, false)).toEqual({ banks: { 1: BANK }, included: { 1: 0 } });
  record.do(12, { do: 'chips', player: 'Ann #1', amount: 5_000 });
  record.do(13, { do: 'take-chips', player: 'Ann #1', amount: 2_000 });
  expect(countOf(CUP, 'cup-1', record.readFrom(10), false)).toEqual({
    banks: { 1: BANK + 3_000 },
    included: { 1: 3_000 },
  });
  record.do(14, LEAVE);
  // In the very moment in which a round begins, it has begun.
  for (const startedAt of [10, 11])
    expect(countOf(CUP, 'cup-1', record.readFrom(startedAt), false).banks).toEqual({ 1: BANK + 3_000 });
});

test('crown 8.2.5: people of the round are nobody’s eve, by whatever clock they sat down', () => {
  const record = new Record();
  record.do(1, SIT);
  // The table's clock is ahead of the one by which the round begins at 10, and then it is behind.
  record.do(12, LEAVE);
  const after = record.events.length;
  record.do(12, SIT);
  const ahead = record.readFrom(10, after);
  expect([ahead.left.size, ahead.issued.get('Ann #1'), seatsOf(CUP, 'cup-1', ahead)[0]?.name]).toEqual([
    0,
    BANK,
    'Ann #1',
  ]);
  const behind = record.readFrom(20, after);
  expect(seatsOf(CUP, 'cup-1', behind)[0]?.name).toBe('Ann #1');
  expect(countOf(CUP, 'cup-1', behind, false)).toEqual({ banks: { 1: BANK }, included: { 1: 0 } });
});

/** Everybody has a line wager, and somebody else throws a point: what Ann has there can no more be taken down. */
function pointSet(record: Record, player: string, at: number): void {
  const line = { do: 'bet', wager: 'pass', amount: 6_000 };
  const by = { role: 'stickperson', id: 'st' };
  const shooter = `Bo #${at}`;
  const commands: readonly Command[] = [
    { do: 'sit', player: shooter, person: `g-bo-${at}`, seat: 1, bankroll: BANK },
    { ...line, player: shooter },
    { ...line, player },
    { do: 'offer', by },
    { do: 'accept', player: shooter },
    { do: 'choose', player: shooter, dice: ['1a', '1b'] },
    { do: 'throw', player: shooter },
    { do: 'roll', dice: [2, 2], by },
    { do: 'settle', by },
    { do: 'leave', player, standing: true },
  ];
  for (const command of commands) record.do(at, command);
}

test('crown 8.2.5, R59: wagers that were left in an earlier tournament are nobody’s of this one', () => {
  const record = new Record();
  record.do(0, { do: 'staff', person: 'st', role: 'stickperson' });
  record.do(1, SIT);
  pointSet(record, 'Ann #1', 2);
  const seats = (startedAt: number) => seatsOf(CUP, 'cup-1', record.readFrom(startedAt));
  expect(seats(10)[0]?.name).toBe('Ann #1 (2)');
  record.do(11, { ...SIT, seat: 3, player: 'Ann #1 (2)' });
  const counted = () => countOf(CUP, 'cup-1', record.readFrom(10), false);
  expect(counted()).toEqual({ banks: { 1: BANK }, included: { 1: 0 } });
  expect(seats(10)[0]?.name).toBe('Ann #1 (2)');
  // And again the same entry, while she is still there: a third name.
  expect(seats(20)[0]?.name).toBe('Ann #1 (3)');
});

test('a tournament whose tables cannot be looked at is looked at again by one timer, however much happens', async () => {
  const waits: number[] = [];
  const timers: (() => void)[] = [];
  let [looks, isAway] = [0, true];
  const floor = new TournamentFloor({
    table: () => {
      looks += 1;
      if (isAway) throw new Error('the table is away');
      return null;
    },
    once: async () => ({ ok: true, n: 1 }),
    later: (act, ms) => {
      waits.push(ms);
      timers.push(act);
    },
  });
  let happens = (): void => {};
  const state = { ...CUP, tables: [{ id: 'cup-1' }] };
  await floor.keeper.opened?.({
    stream: 'tournaments/cup',
    isElsewhere: false,
    told: { state },
    listen: (listener: () => void) => {
      happens = listener;
    },
  } as unknown as OfficeHost);
  const looked = async (act: () => void) => {
    const before = looks;
    act();
    await expect.poll(() => looks).toBe(before + 1);
    await new Promise((resolve) => setImmediate(resolve));
  };
  await looked(() => floor.open());
  for (let n = 0; n < 4; n += 1) await looked(happens);
  expect(waits).toEqual([500]);
  await looked(() => timers.shift()?.());
  await looked(happens);
  expect(waits).toEqual([500, 1_000]);
  isAway = false;
  await looked(() => timers.shift()?.());
  isAway = true;
  await looked(happens);
  expect(waits).toEqual([500, 1_000, 500]);
});
