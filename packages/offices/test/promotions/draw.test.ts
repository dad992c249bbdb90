// A draw that a stranger can recompute: every line as likely as any other, and whatever was changed is found.
import { createHash } from 'node:crypto';
import {
  type DrawFile,
  type DrawInput,
  drawFileOf,
  drawFrom,
  faultsInDraw,
  hashList,
  type ListLine,
  sealOf,
} from '@boxperson/offices';
import { expect, test } from 'vitest';
import { checkpointAt, DAY, drawn, HOUR, MONEY, running, T0 } from './desk.js';

/** `npm run soak` draws a hundred thousand times from each list, and says what came of it. */
const DRAWS = Number(process.env['DRAWS'] ?? 4_000);

const listOf = (length: number): readonly ListLine[] =>
  Array.from({ length }, (_, n) => [`E-${n + 1}`, n + 1] as const);

const input = (length: number, change: Partial<DrawInput> = {}): DrawInput => ({
  promotion: 'spring',
  list: listOf(length),
  checkpoint: checkpointAt(T0),
  contributions: [],
  prizes: [{ prize: 'first', count: 1 }],
  reserves: 0,
  onePrizeEach: true,
  ...change,
});

/** The one-in-a-thousand point of chi-square, by Wilson and Hilferty. */
const chiLimit = (freedom: number): number => {
  const part = 2 / (9 * freedom);
  return freedom * (1 - part + 3.0902 * Math.sqrt(part)) ** 3;
};

test.each([2, 3, 7, 10, 37, 64])('each of %d lines is as likely as any other, first and later', (length) => {
  const first = Array<number>(length).fill(0);
  const second = Array<number>(length).fill(0);
  const draws = Math.ceil(DRAWS / 6);
  for (let n = 0; n < draws; n++) {
    const { picked } = drawFrom(input(length, { checkpoint: `c${n}`, reserves: 1 }));
    for (const [counts, one] of [
      [first, picked[0]],
      [second, picked[1]],
    ] as const)
      if (one) counts[Number(one.entry.slice(2)) - 1]! += 1;
  }
  for (const counts of [first, second]) {
    const expected = draws / length;
    const statistic = counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
    if (process.env['DRAWS'])
      process.stdout.write(
        `${draws} draws from ${length} lines: chi-square ${statistic.toFixed(2)} on ${length - 1} (limit ${chiLimit(length - 1).toFixed(2)})\n`,
      );
    expect(statistic).toBeLessThan(chiLimit(length - 1));
  }
});

test('a draw repeated gives the same, and one thing changed another', () => {
  const once = drawFrom(input(1_000));
  expect(drawFrom(input(1_000))).toEqual(once);
  const others = [
    input(1_000, { checkpoint: checkpointAt(T0 + 1) }),
    input(1_000, { promotion: 'autumn' }),
    input(1_001),
    input(1_000, { contributions: [{ seal: sealOf('a'), word: 'a' }] }),
    input(1_000, { list: [...listOf(1_000)].reverse() }),
  ];
  const seeds = others.map((one) => drawFrom(one).seed);
  expect(new Set([once.seed, ...seeds]).size).toBe(6);
  // A word that was never opened counts for nothing.
  expect(drawFrom(input(1_000, { contributions: [{ seal: sealOf('a'), word: null }] }))).toEqual(once);
});

test('nobody wins twice where the terms say so, and everybody may where they do not', () => {
  const list: readonly ListLine[] = [
    ['E-1', 1],
    ['E-2', 1],
    ['E-3', 2],
  ];
  const prizes = [{ prize: 'first', count: 3 }];
  const each = drawFrom(input(0, { list, prizes }));
  expect(each.picked).toHaveLength(2);
  expect(drawFrom(input(0, { list, prizes, onePrizeEach: false })).picked).toHaveLength(3);
  expect(drawFrom(input(0)).picked).toEqual([]);
});

const fileOf = (): DrawFile => {
  const file = drawFileOf(drawn('star', { prizes: [{ ...MONEY, count: 2 }], reserves: 2 }).books);
  if (!file) throw new Error('nothing was drawn');
  return file;
};

test('what is published is found sound, and anything changed in it is found', () => {
  const file = fileOf();
  expect(faultsInDraw(file)).toEqual([]);
  const [first, second, ...rest] = file.list as [ListLine, ListLine, ...ListLine[]];
  const [won, ...others] = file.picked;
  const loser = file.list.find(([entry]) => !file.picked.some((one) => one.entry === entry))?.[0] ?? '';
  const changes: readonly (readonly [string, Partial<DrawFile>])[] = [
    ['an entry changed', { list: [['E-99', first[1]], second, ...rest] }],
    ['an entrant changed', { list: [[first[0], 99], second, ...rest] }],
    ['the order changed', { list: [second, first, ...rest] }],
    ['an entry left out', { list: rest }],
    ['an entry twice', { list: [first, ...file.list], listHash: hashList([first, ...file.list]) }],
    ['another list with its hash', { list: rest, listHash: hashList(rest) }],
    ['another checkpoint', { checkpoint: file.checkpoint.replace('\nx\n', '\ny\n') }],
    ['a checkpoint from before', { checkpoint: checkpointAt(file.calledAt - 1) }],
    ['no checkpoint', { checkpoint: 'nothing' }],
    ['another seed', { seed: '0'.repeat(64) }],
    ['another winner', { picked: [{ prize: won?.prize ?? null, entry: loser }, ...others] }],
    ['a reserve more', { picked: [...file.picked, { prize: null, entry: loser }] }],
    ['a reserve less', { picked: file.picked.slice(0, -1) }],
    ['a word added', { contributions: [{ seal: sealOf('a'), word: 'a' }] }],
    ['a word that was not sealed', { contributions: [{ seal: sealOf('a'), word: 'b' }] }],
    ['frozen too late', { frozenAt: file.calledAt }],
    ['a prize more', { prizes: [...file.prizes, { prize: 'second', count: 1 }] }],
  ];
  // A word that was chosen afterwards, with everything else worked out to fit it.
  const late = { ...file, contributions: [{ seal: sealOf('a'), word: 'b' }] };
  expect(faultsInDraw({ ...late, ...drawFrom(late) })).toEqual([
    expect.stringMatching(/^contributions: b is not/),
  ]);
  for (const [what, change] of changes) expect(faultsInDraw({ ...file, ...change }), what).not.toEqual([]);
});

/** The twenty lines of docs/promotions.md, with another's SHA-256. */
function strangersDraw(file: DrawFile): string[] {
  const sha = (text: string) => createHash('sha256').update(text, 'utf8').digest('hex');
  const list = sha(file.list.map((line) => `${line[0]} ${line[1]}\n`).join(''));
  const words = file.contributions.map(({ word }) => word).filter((word) => word !== null);
  const seed = sha(['boxperson draw 1', file.promotion, list, sha(file.checkpoint), ...words].join('\n'));
  const count = file.prizes.reduce((sum, prize) => sum + prize.count, file.reserves);
  let left = [...file.list];
  let n = 0;
  const drawnEntries: string[] = [];
  while (drawnEntries.length < count && left.length > 0) {
    const value = BigInt(`0x${sha(`${seed}/${n++}`).slice(0, 13)}`);
    const size = BigInt(left.length);
    if (value >= 2n ** 52n - (2n ** 52n % size)) continue;
    const line = left[Number(value % size)] as ListLine;
    drawnEntries.push(line[0]);
    left = left.filter((one) => (file.onePrizeEach ? one[1] !== line[1] : one[0] !== line[0]));
  }
  return drawnEntries;
}

test('a stranger with the published file alone draws the same', () => {
  const file = fileOf();
  expect(strangersDraw(file)).toEqual(file.picked.map(({ entry }) => entry));
  for (let n = 0; n < 50; n++) {
    const other = input(n, { checkpoint: `c${n}`, reserves: 3, onePrizeEach: n % 2 === 0 });
    const { seed, picked } = drawFrom(other);
    expect(strangersDraw({ ...file, ...other, seed })).toEqual(picked.map(({ entry }) => entry));
  }
});

test('the first checkpoint from the call on decides, and the draw waits for it and for the words', () => {
  const desk = running('star', { prizes: [{ ...MONEY, value: 1_000_001 }] });
  for (const one of ['ann', 'bob', 'cy']) desk.done(one, 'enter');
  desk.done('ann', 'seal', { seal: sealOf('sparrow') });
  expect(desk.why('ann', 'seal', { seal: sealOf('other') })).toContain('used-up');
  desk.until(T0 + 9 * DAY + 60_000);
  expect(desk.why('dee', 'enter')).toContain('frozen');
  desk.done('s-manager', 'nominate', { scrutineer: 's-scrutineer' });
  desk.done('s-scrutineer', 'sign-before', { hash: desk.books.frozen?.hash, seal: sealOf('magpie') });
  desk.until(T0 + 9 * DAY + HOUR);
  expect(desk.books.stage).toBe('called');
  expect(desk.why('bob', 'seal', { seal: sealOf('late') })).toContain('called');
  expect(desk.why('s-manager', 'draw')).toContain('10.2: The scrutineer opens their word first');
  expect(desk.why('s-scrutineer', 'open-seal', { word: 'crow' })).toContain('does-not-match');
  desk.done('s-scrutineer', 'open-seal', { word: 'magpie' });
  expect(desk.why('s-manager', 'draw')).toContain('1 words are not open yet');
  desk.until(desk.at + 60_000);
  desk.checkpoint = () => null;
  expect(desk.why('s-manager', 'draw')).toContain('unavailable');
  desk.checkpoint = (since) => checkpointAt(since - 1);
  expect(desk.why('s-manager', 'draw')).toContain('unavailable');
  desk.checkpoint = (since) => checkpointAt(since);
  desk.done('s-manager', 'draw');
  expect(desk.why('s-manager', 'draw')).toContain('has been drawn');
  const file = drawFileOf(desk.books);
  expect(file?.contributions.map(({ word }) => word)).toEqual([null, 'magpie']);
  expect(file && faultsInDraw(file)).toEqual([]);
});

test('entries close to the second, however they came, and everybody sees their own', () => {
  const rules = [{ id: 'r', kind: 'staked', every: 10_000, most: 5 }];
  const desk = running('star', { rules, most: 3 });
  const earnt = (person: string, nth: number, earnedAt: number) => ({
    person,
    rule: 'r',
    nth,
    earnedAt,
    events: [7, 9],
  });
  desk.done('ann', 'enter');
  desk.done('s-cashier', 'enter-for', { person: 'bob', reason: 'the form was on paper' });
  desk.done(null, 'earn', earnt('ann', 1, desk.at));
  expect(desk.why(null, 'earn', earnt('ann', 1, desk.at))).toContain('taken');
  expect(desk.why(null, 'earn', earnt('ann', 6, desk.at))).toContain('used-up');
  expect(desk.why(null, 'earn', earnt('ann', 2, desk.at - DAY))).toContain('before the start');
  expect(desk.why('s-cashier', 'enter-for', { person: 'bob', reason: '' })).toContain('reason');
  for (const [who, why] of [
    ['s-pit', '10.7.3'],
    ['g-guest', '10.7.3'],
    ['nobody', 'there is nobody'],
  ])
    expect(desk.why('s-cashier', 'enter-for', { person: who, reason: 'x' })).toContain(why);
  desk.until(T0 + 9 * DAY - 1);
  expect(desk.why('cy', 'enter')).toBe('done');
  desk.until(T0 + 9 * DAY);
  expect(desk.why('dee', 'enter')).toContain('10.7.6: Entries closed');
  // What was earned in time counts although it is heard of later.
  expect(desk.why(null, 'earn', earnt('ann', 2, T0 + 9 * DAY - 1))).toBe('done');
  expect(desk.why(null, 'earn', earnt('ann', 3, T0 + 9 * DAY))).toContain('10.7.6');
  expect(desk.why(null, 'earn', earnt('ann', 3, T0 + 9 * DAY - 1))).toContain('3 entries each are the most');
  desk.done('s-manager', 'strike', { entry: 'E-2', reason: 'a member of the crew filled it in' });
  desk.until(T0 + 9 * DAY + 60_000);
  expect(desk.books.frozen?.list.map(([entry]) => entry)).toEqual(['E-1', 'E-3', 'E-4', 'E-5']);
  expect(desk.seen('ann')?.own?.entries.map(({ entry, earnt: by }) => [entry, by?.events])).toEqual([
    ['E-1', undefined],
    ['E-3', [7, 9]],
    ['E-5', [7, 9]],
  ]);
  expect(desk.seen('bob')?.own?.entries[0]?.struck).toContain('crew');
});

test('a redraw takes its ground, the first of the reserves, and then nobody', () => {
  const desk = drawn('star', { reserves: 1, mustBePresent: true });
  const redraw = (why: string) =>
    desk.why('s-manager', 'redraw', { award: 'A-1', why, note: 'called three times' });
  expect(redraw('unclaimed')).toContain('10.7.8: why: it can be claimed until');
  expect(redraw('refused')).toContain('no claim of the winner');
  const [next] = desk.books.reserves;
  expect(redraw('absent')).toBe('done');
  expect(desk.books.awards['A-1']?.entry).toBe(next);
  expect(desk.held(`prize/${desk.books.id}`)).toBe(50_000);
  desk.until(desk.at + 28 * DAY);
  expect(redraw('unclaimed')).toBe('done');
  expect(desk.books.awards['A-1']?.became).toBe('ended');
  expect(desk.held(`prize/${desk.books.id}`)).toBe(0);
  expect(desk.why('s-manager', 'archive')).toBe('done');
  expect(drawn('star').why('s-manager', 'redraw', { award: 'A-1', why: 'absent', note: 'x' })).toContain(
    'need not be there',
  );
});
