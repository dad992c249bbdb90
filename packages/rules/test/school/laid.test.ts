import { describe, expect, test } from 'vitest';
import { RULEBOOKS } from '../../src/index.js';
import {
  boxRollOf,
  DEALT_BOOKS,
  dealtRight,
  drillOwing,
  faultInLaid,
  gradeRoll,
  gradeWatch,
  INCIDENTS,
  judge,
  type LaidRoll,
  layRoll,
  lessonLink,
  linesToDeal,
  MockTable,
  makeDrill,
  makeIncident,
  makeRoll,
  openLaid,
  PLAYERS,
  readLesson,
  readLessonLink,
  SCHOOL_SIGN,
  spotNameOf,
  spotsIn,
  stickQuestions,
  topicsOf,
  verdictOf,
  type WholeRoll,
} from '../../src/school/index.js';

const laidFrom = (roll: WholeRoll): LaidRoll => layRoll(roll.before, roll.sheet.dice);

/** What is done on each line, without names. */
const linesOf = (roll: WholeRoll) =>
  linesToDeal(roll).map(({ seat, spot, action, stake, hands, taken, back, commission }) => ({
    seat,
    spot,
    action,
    stake,
    hands,
    taken,
    back,
    commission,
  }));

describe.each(DEALT_BOOKS)('%s', (book) => {
  test('a roll laid out anew is dealt as it was, and has nobody’s name', () => {
    for (let seed = 1; seed <= 8; seed++) {
      const roll = makeRoll(book, seed * 131, { level: 'busy' });
      const laid = laidFrom(roll);
      for (const { name } of roll.before.game.players)
        expect(JSON.stringify(laid)).not.toContain(`"${name}"`);
      const again = openLaid(book, JSON.parse(JSON.stringify(laid)));
      if (!again.ok) throw new Error(again.refused.message);
      expect(linesOf(again.value)).toEqual(linesOf(roll));
      expect(again.value.sheet.say).toBe(roll.sheet.say);
      const graded = gradeRoll(again.value, dealtRight(again.value));
      expect(graded.right).toBe(graded.of);
    }
  });

  test('a roll is made on the felt: chips that the crew enters, thrown on until they are on their numbers', () => {
    const felt = new MockTable(book, { ...SCHOOL_SIGN });
    for (const [i, seat] of [1, 3, 5].entries()) felt.sit(PLAYERS[i] as string, seat, 'chips');
    felt.ready();
    const by = felt.by;
    felt.throw();
    felt.call([2, 2]);
    felt.settle();
    const onward = MockTable.at(felt.table);
    onward.ready();
    onward.do({ do: 'bet', player: 'Bob', wager: 'come', amount: 1_000, by });
    onward.throw();
    onward.call([4, 2]);
    onward.settle();
    onward.ready();
    const laid = layRoll(onward.table, [3, 3]);
    expect(laid.players.find(({ seat }) => seat === 3)?.wagers).toEqual([
      { wager: 'come', number: 6, amount: 1_000 },
    ]);
    const opened = openLaid(book, laid);
    expect(opened.ok && linesToDeal(opened.value).some(({ hands }) => hands === 1_000)).toBe(true);
  });

  test('the stick of a roll is asked what the sheet says', () => {
    for (let seed = 1; seed <= 12; seed++) {
      const roll = makeRoll(book, seed * 17, { level: 'busy' });
      const [call, ...more] = stickQuestions(roll);
      expect(call?.choices[call.right]).toBe(roll.sheet.say);
      for (const { choices, right } of more) {
        expect(new Set(choices).size).toBe(choices.length);
        expect(choices[right]).toBeDefined();
      }
    }
    const sevenOut = makeRoll(book, 3, { result: 'seven-out' });
    expect(stickQuestions(sevenOut).at(-1)?.ask).toContain('To whom do the dice go?');
  });

  test('before the box comes what the engine judges, of every kind', () => {
    const kinds = new Map<string, Set<string>>();
    for (let seed = 1; seed <= 10; seed++) {
      const roll = makeRoll(book, seed * 53);
      for (const kind of INCIDENTS) {
        const incident = makeIncident(roll, kind, seed);
        if (!incident) continue;
        const verdict = verdictOf(incident.table, incident.command);
        kinds.set(kind, (kinds.get(kind) ?? new Set()).add(verdict));
        expect(incident.choices.filter((one) => judge(incident, one.verdict).right)).toHaveLength(1);
        expect(incident.asked).not.toMatch(/undefined|null|\[object/);
      }
    }
    expect([...kinds.keys()].sort()).toEqual([...INCIDENTS].sort());
    expect([...kinds.values()].some((verdicts) => verdicts.size > 1)).toBe(true);
  });

  test('a box that stops what is wrong and nothing else is right', () => {
    let wrongs = 0;
    for (let seed = 1; seed <= 20; seed++) {
      const { watched, incidents } = boxRollOf(book, seed, 'steady');
      const wrong = new Set(watched.wrong.flatMap((faults, i) => (faults.length > 0 ? [i] : [])));
      wrongs += wrong.size;
      expect(incidents.length).toBeGreaterThan(0);
      const seen = gradeWatch(watched, wrong);
      expect([seen.right, seen.faults]).toEqual([seen.of, []]);
      const asleep = gradeWatch(watched, new Set());
      expect(asleep.right).toBe(wrong.size === 0 ? 1 : 0);
      const nervous = gradeWatch(watched, new Set(watched.deeds.map((_, i) => i)));
      expect(nervous.alarms).toHaveLength(watched.deeds.length - wrong.size);
    }
    expect(wrongs).toBeGreaterThan(5);
  });
});

describe('a laid roll from outside', () => {
  const roll = makeRoll('star', 40, { level: 'busy' });
  const laid = laidFrom(roll);
  const player = laid.players[0] as LaidRoll['players'][number];
  const withWager = (change: object): unknown => ({
    ...laid,
    players: [{ ...player, wagers: [{ ...player.wagers[0], ...change }] }],
  });

  test.each([
    ['star', 7, 'roll must be an object'],
    ['aruze', laid, 'book aruze has no crew'],
    ['star', { ...laid, owner: 'Ann' }, 'roll has no field "owner"'],
    ['star', { ...laid, dice: [1, 7] }, 'roll.dice'],
    ['star', { ...laid, point: 7 }, 'roll.point 7 must be null or one of 4'],
    ['star', { ...laid, sign: undefined }, 'roll: limits'],
    ['star', { ...laid, players: [] }, 'roll.players must be a list'],
    ['star', { ...laid, players: [{ ...player, seat: 99 }] }, 'roll.players[0].seat 99 must be a whole'],
    ['star', { ...laid, players: [player, player] }, `roll.players[1].seat ${player.seat} is taken`],
    ['star', withWager({ wager: 'pas' }), 'roll.players[0].wagers[0].wager "pas" is no wager of star'],
    ['star', withWager({ amount: 1.5 }), 'roll.players[0].wagers[0].amount 1.5 must be a positive whole'],
    ['star', withWager({ wager: 'place', number: 7 }), 'roll.players[0].wagers[0]: there is no such spot'],
    [
      'star',
      { ...laid, players: [{ seat: 1, wagers: [{ wager: 'pass-odds', amount: 500 }] }] },
      'roll.players[0].wagers[0] are odds without the pass wager',
    ],
  ] as const)('%s: what is wrong is told with its place', (book, told, fault) => {
    expect(faultInLaid(book, told)).toContain(fault);
    expect(openLaid(book, told).ok).toBe(false);
  });

  test('goes through a link and back', () => {
    const lesson = { book: 'star', kind: 'rolls', place: 'left', roll: laid } as const;
    expect(readLessonLink(new URLSearchParams(lessonLink(lesson)))).toEqual({ ok: true, value: lesson });
    const cut = readLessonLink(new URLSearchParams(lessonLink(lesson).slice(0, -30)));
    expect(cut.ok ? '' : cut.refused.message).toContain('cut short');
  });

  test('a lesson of another kind has none', () => {
    const read = readLesson({ book: 'star', kind: 'what-now', roll: laid });
    expect(read.ok ? '' : read.refused.message).toBe('roll belongs to rolls, not to what-now');
    const spot = readLesson({ book: 'star', kind: 'keys', topic: 'place', spot: 'place-7' });
    expect(spot.ok ? '' : spot.refused.message).toContain('spot "place-7" is not known; did you mean place-');
  });
});

test('a drill of one wager alone, and the one that owes what a table owed', () => {
  for (const { id } of topicsOf(RULEBOOKS.star)) {
    const [spot] = spotsIn(RULEBOOKS.star, topicsOf(RULEBOOKS.star).find((one) => one.id === id) as never);
    const only = spotNameOf(spot as never);
    const drill = makeDrill('star', id, 9, 'any', SCHOOL_SIGN, only);
    expect(spotNameOf(drill.spot)).toBe(only);
  }
  const owing = drillOwing('star', 'place', 'place-6', 1_400);
  expect([owing.owed, spotNameOf(owing.spot), owing.stake]).toEqual([1_400, 'place-6', 1_200]);
});
