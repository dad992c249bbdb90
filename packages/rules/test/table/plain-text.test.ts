// Text that no screen and no database keeps is refused wherever a table is told something.
import { describe, expect, it, test } from 'vitest';
import { findPlayer, RULEBOOK_IDS, RULEBOOKS, type Table, VERBS } from '../../src/index.js';
import { type Command, decide, evolve, type TableEvent } from '../../src/table/index.js';
import { anyCommand, chance, playCrowd } from './crowd.js';
import {
  byFor,
  cameWithChips,
  crewOf,
  OLDER_NAMES,
  sitDown,
  staffedTable,
  type Told,
  tell,
} from './people.js';

const FOUL = ['\u0000', '\u0007', '\n', '\ud800', '\udfff'];
const LONG = 'x'.repeat(501);
const CROWDS = 12;
const TRIES = 150;

/** The same with something appended to one of its words: every such command there is. */
function* spoilt(value: unknown, tail: string): Generator<unknown> {
  if (typeof value === 'string') yield `${value}${tail}`;
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value))
    for (const other of spoilt(inner, tail))
      yield Array.isArray(value)
        ? value.map((one, at) => (at === Number(key) ? other : one))
        : { ...value, [key]: other };
}

/** Commands that a table accepts, of as many verbs as a crowd comes to. */
function* accepted(id: (typeof RULEBOOK_IDS)[number]): Generator<[Table, Command]> {
  for (let crowd = 1; crowd <= CROWDS; crowd++) {
    const { table } = playCrowd(
      id,
      Array.from({ length: 30 }, (_, at) => crowd * 7919 + at * 104_729),
    );
    for (let seed = 1; seed <= TRIES; seed++) {
      const command = anyCommand(table, chance(seed * 31 + crowd));
      if (decide(table, command).ok) yield [table, command];
    }
  }
}

describe.each(RULEBOOK_IDS)('%s: a table keeps no foul text', (id) => {
  it('whatever word of a command that it accepts is spoilt', () => {
    const verbs = new Set<unknown>();
    for (const [table, command] of accepted(id)) {
      verbs.add(command['do']);
      for (const tail of [...FOUL, LONG])
        for (const other of spoilt(command, tail))
          expect(decide(table, other as Command), JSON.stringify(other).slice(0, 300)).toMatchObject({
            ok: false,
          });
    }
    expect(verbs.size).toBeGreaterThan(12);
  });
});

test('what somebody writes about a player is plain text, and the refusal says what it may be', () => {
  const { table } = playCrowd('crown', []);
  const [{ name: player } = { name: '' }] = table.game.players;
  const by = { role: 'casino-manager', id: 'x' };
  const measure = { do: 'record-measure', player, measure: 'detain', by };
  for (const note of ['a bent coin\udfff', 'a bent\u0000coin', LONG])
    expect(decide(table, { ...measure, note })).toMatchObject({
      refused: {
        code: 'bad-input',
        message: 'note must be a text of 1 to 500 characters, none of them a control character',
      },
    });
  expect(
    Object.values(VERBS).filter(({ fields }) =>
      Object.values(fields).some((kind) => kind.startsWith('text')),
    ),
  ).not.toEqual([]);
});

/** With a player who has the longest name there is, and those who came before names were looked at as they are today. */
const NAMES = ['p'.repeat(80), ...OLDER_NAMES];

describe.each(NAMES)('whoever is at a table as %j', (name) => {
  const star = RULEBOOKS.star;
  const by = crewOf(star).at(-1);
  const seated = (): Told => cameWithChips(sitDown(staffedTable('star'), 'p1', 1), name, 2);
  const person = `chips:${name}`;

  test('is excluded, kept out, and let play again', () => {
    const ground = star.conduct.people.breaches[0]?.id;
    const out = tell(seated(), { do: 'exclude', player: name, ground, by });
    expect(out.table.excluded).toEqual([person]);
    const again = { person, reason: 'a mistake' };
    expect(tell(out, { do: 'readmit', ...again, by }).table.excluded).toEqual([]);
    const kept = tell(seated(), { do: 'keep-out', ...again });
    expect(tell(kept, { do: 'let-in', ...again }).table.guests).toEqual(seated().table.guests);
  });

  test('sits down again to the wagers that they left (R59)', () => {
    const bet = { do: 'bet', player: name, wager: 'pass', amount: 500, by };
    const left = [
      { do: 'offer', by: byFor(star, 'offer-dice') },
      { do: 'accept', player: 'p1', dice: ['1a', '1b'] },
      { do: 'bet', player: 'p1', wager: 'pass', amount: 500 },
      bet,
      { do: 'throw', player: 'p1' },
      { do: 'roll', dice: [2, 2], by: byFor(star, 'call-total') },
      { do: 'settle', by },
      { do: 'leave', player: name, standing: true, by },
    ].reduce(tell, seated());
    expect(left.table.guests.find(({ player }) => player === name)?.gone).toBeTruthy();
    const sit = { do: 'sit', player: name, person, seat: 5, bankroll: 1_000, chips: true, by };
    const back = tell(left, sit);
    expect(findPlayer(back.table.game, name)).toMatchObject({ seat: 5, wagers: [{ amount: 500 }] });
  });

  test('forfeits, and bets the tokens they hold, under whatever number', () => {
    const voucher = `V-1${name}`;
    const exchange = { do: 'exchange', player: name, voucher: 'V-1', amount: 1_000, by };
    const held = decide(seated().table, exchange);
    if (!held.ok) throw new Error(held.refused.message);
    const [exchanged] = held.value;
    const told = { table: evolve(seated().table, { ...exchanged, voucher } as TableEvent), events: [] };
    const bet = { do: 'bet', player: name, wager: 'field', amount: 500, tokens: 500, voucher, by };
    const rolled = [
      bet,
      { do: 'offer', by: byFor(star, 'offer-dice') },
      { do: 'accept', player: 'p1', dice: ['1a', '1b'] },
      { do: 'bet', player: 'p1', wager: 'pass', amount: 500 },
      { do: 'throw', player: 'p1' },
      { do: 'roll', dice: [2, 2], by: byFor(star, 'call-total') },
      { do: 'settle', by },
    ].reduce(tell, told);
    const ground = star.conduct.invalidation.fraud[0]?.id;
    expect(decide(rolled.table, { do: 'invalidate', ground, forfeit: [name], by })).toMatchObject({
      ok: true,
    });
  });
});

test('a person is known by a name and what the house puts before it, and by no more (R53)', () => {
  const { table } = staffedTable('star');
  const by = crewOf(RULEBOOKS.star).at(-1);
  const sit = { do: 'sit', player: 'p'.repeat(80), seat: 1, bankroll: 0, chips: true, by };
  expect(decide(table, { ...sit, person: `chips:${sit.player}` })).toMatchObject({ ok: true });
  expect(decide(table, { ...sit, person: 'p'.repeat(101) })).toMatchObject({
    refused: { message: 'person must be a name of 1 to 100 characters, none of them a control character' },
  });
  for (const player of ['p'.repeat(81), ...OLDER_NAMES])
    expect(decide(table, { ...sit, player, person: `chips:${player}` })).toMatchObject({
      refused: { message: 'player must be a name of 1 to 80 characters, none of them a control character' },
    });
});
