import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decide, RULEBOOK_IDS, RULEBOOKS, type Table } from '../../src/index.js';
import type { Command, DiceState } from '../../src/table/index.js';
import { playCrowd, seeds } from './crowd.js';
import { byFor, sitDown, staffedTable, tell } from './people.js';

const RUNS = Number(process.env['MODEL_RUNS'] ?? 16);
const STAFFED = RULEBOOK_IDS.filter((id) => RULEBOOKS[id].conduct.run.value === 'staffed');
const PLACES = ['bowl', 'hand', 'off', 'found', 'lost', 'old'] as const;

const placesOf = (dice: DiceState, die: string) => PLACES.filter((place) => dice[place].includes(die));
const allOf = (dice: DiceState) => PLACES.flatMap((place) => dice[place]);

/** Each die of the set in use is somewhere and nowhere twice; dice of earlier sets are nowhere twice, in nobody's bowl. */
function expectIdentities({ dice, game }: Table): void {
  const letters = ['a', 'b', 'c', 'd', 'e'].slice(0, game.rulebook.conduct.dice.set.value);
  for (const letter of letters)
    expect(placesOf(dice, `${dice.set}${letter}`), `${dice.set}${letter}`).toHaveLength(1);
  const all = allOf(dice);
  expect(new Set(all).size).toBe(all.length);
  const strangers = [...dice.bowl, ...dice.lost].filter((die) => Number.parseInt(die, 10) !== dice.set);
  expect(strangers).toEqual([]);
  expect(dice.old.filter((die) => Number.parseInt(die, 10) >= dice.set)).toEqual([]);
  expect(dice.hand.length).toBeLessThanOrEqual(2);
}

describe.each(RULEBOOK_IDS)('%s: the dice', (id) => {
  it('are each in exactly one place, whatever people do', () => {
    let lost = 0;
    fc.assert(
      fc.property(seeds(), (list) => {
        playCrowd(id, list, ({ after, events }) => {
          expectIdentities(after);
          lost += events.filter(({ event }) => event === 'no-roll').length;
        });
      }),
      { numRuns: RUNS },
    );
    if (id !== 'aruze') expect(lost).toBeGreaterThan(0);
  });
});

/** A shooter with dice a and b of the first set and a line wager, about to throw. */
const aboutToThrow = (id: (typeof STAFFED)[number]) => {
  const book = RULEBOOKS[id];
  const stick = byFor(book, 'offer-dice');
  return [
    { do: 'offer', by: stick },
    { do: 'accept', player: 'p1', dice: ['1a', '1b'] },
    { do: 'bet', player: 'p1', wager: 'pass', amount: 500 },
  ].reduce(tell, sitDown(sitDown(staffedTable(id), 'p1', 1), 'p2', 2));
};

const offTable = (id: (typeof STAFFED)[number]): string =>
  RULEBOOKS[id].conduct.noRoll.shall.find(({ diceOff }) => diceOff)?.id as string;

describe.each(STAFFED)('%s: dice off the table', (id) => {
  const book = RULEBOOKS[id];
  const stick = byFor(book, 'no-roll');
  const box = byFor(book, 'check-found-die');
  const off = (dice: readonly string[]): readonly Command[] => [
    { do: 'throw', player: 'p1' },
    { do: 'no-roll', ground: offTable(id), dice, by: stick },
  ];
  const lose = (die: string): Command => ({ do: 'lose-die', die, by: byFor(book, 'offer-dice') });
  const after = (...commands: readonly Command[]) => commands.reduce(tell, aboutToThrow(id)).table.dice;
  const { newSetAfter } = book.conduct.dice;

  it(`a new set comes with the loss of ${newSetAfter.value}, and not before`, () => {
    const one = after(...off(['1a']), lose('1a'));
    expect(one.set).toBe(newSetAfter.value === 1 ? 2 : 1);
    const two = after(...off(['1a', '1b']), lose('1a'), lose('1b'));
    expect(two.set).toBe(2);
  });

  it('a die of the replaced set that is lost later brings no other set', () => {
    const gone = newSetAfter.value === 1 ? ['1a'] : ['1a', '1b'];
    const rest = ['1c', '1d'];
    const start = [...off(['1a', '1b']), ...gone.map(lose)].reduce(tell, aboutToThrow(id));
    expect(start.table.dice.set).toBe(2);
    const later = [
      { do: 'choose', player: 'p1', dice: rest },
      ...off(rest),
      ...rest.map(lose),
      ...(newSetAfter.value === 1 ? [lose('1b')] : []),
    ].reduce(tell, start);
    expect(later.table.dice).toMatchObject({
      set: 2,
      lost: [],
      off: [],
      bowl: ['2a', '2b', '2c', '2d', '2e'],
    });
    expectIdentities(later.table);
  });

  it('a found die goes back to the bowl or, if it is asked for, to the shooter; an unsound one is out', () => {
    const found = [...off(['1a']), { do: 'find-die', die: '1a' }];
    const check = (more: Command): Command => ({ do: 'check-die', die: '1a', by: box, ...more });
    expect(after(...found, check({ sound: true }))).toMatchObject({
      hand: ['1b'],
      bowl: ['1a', '1c', '1d', '1e'],
    });
    expect(after(...found, check({ sound: true, toShooter: true })).hand).toEqual(['1b', '1a']);
    const unsound = after(...found, check({ sound: false }));
    expect(unsound.bowl).not.toContain('1a');
    expect(unsound.set).toBe(newSetAfter.value === 1 ? 2 : 1);
  });

  it('cannot be found, checked, lost or chosen from where they are not', () => {
    const { table } = off(['1a']).reduce(tell, aboutToThrow(id));
    const { choice, sameDiceBack } = book.conduct.dice;
    const { clause } = book.powers['check-found-die'] ?? {};
    for (const [command, refused] of [
      [
        { do: 'find-die', die: '1b' },
        { code: 'not-eligible', clause },
      ],
      [
        { do: 'check-die', die: '1a', sound: true, by: box },
        { code: 'not-eligible', clause },
      ],
      [lose('1c'), { code: 'not-eligible', clause }],
      [
        { do: 'choose', player: 'p1', dice: ['1a', '1b'] },
        { code: 'not-eligible', clause: sameDiceBack.clause },
      ],
      [
        { do: 'choose', player: 'p2', dice: ['1b', '1c'] },
        { code: 'not-eligible', clause: choice.clause },
      ],
      [{ do: 'choose', player: 'p1', dice: ['1b', '1b'] }, { code: 'bad-input' }],
      [{ do: 'choose', player: 'p1', dice: ['1b'] }, { code: 'bad-input' }],
      [{ do: 'choose', player: 'p1', dice: ['1b', '9z'] }, { code: 'bad-input' }],
      [{ do: 'find-die', die: '2a' }, { code: 'bad-input' }],
    ] as const)
      expect(decide(table, command), JSON.stringify(command)).toMatchObject({ ok: false, refused });
    expect(decide(table, { do: 'throw', player: 'p1' })).toMatchObject({ ok: false });
  });

  it('what is left of the old set is the shooter’s until the dice move on', () => {
    const gone = newSetAfter.value === 1 ? ['1a'] : ['1a', '1b'];
    const start = [
      ...off(['1a', '1b']),
      ...gone.map(lose),
      { do: 'choose', player: 'p1', dice: ['1c', '1d'] },
    ].reduce(tell, aboutToThrow(id));
    expect(start.table.dice.hand).toEqual(['1c', '1d']);
    const roll = (dice: readonly number[]) => [
      { do: 'throw', player: 'p1' },
      { do: 'roll', dice, by: byFor(book, 'call-total') },
      { do: 'settle', by: byFor(book, 'settle-wagers') },
    ];
    const pointOn = roll([2, 2]).reduce(tell, start);
    expect(pointOn.table.dice.hand).toEqual(['1c', '1d']);
    const sevenOut = roll([3, 4]).reduce(tell, pointOn);
    const expected = newSetAfter.value === 1 ? ['1b'] : [];
    expect(allOf(sevenOut.table.dice).filter((die) => die.startsWith('1'))).toEqual(expected);
    expect(sevenOut.table.dice).toMatchObject({ hand: [], old: [], bowl: ['2a', '2b', '2c', '2d', '2e'] });
  });
});

const ANNOUNCED = STAFFED.filter((id) => RULEBOOKS[id].conduct.wagers.noMoreBets.value === 'announced');

describe.each(ANNOUNCED)('%s: dice that are out', (id) => {
  it('are called although the shooter took the line wager down meanwhile', () => {
    const by = byFor(RULEBOOKS[id], 'call-total');
    const bare = [
      { do: 'throw', player: 'p1' },
      { do: 'take', player: 'p1', wager: 'pass' },
    ].reduce(tell, aboutToThrow(id));
    const called = [
      { do: 'no-more-bets', by },
      { do: 'roll', dice: [3, 4], by },
    ].reduce<ReturnType<typeof tell>>(tell, bare);
    expect(called.table.phase).not.toBe('thrown');
  });
});
