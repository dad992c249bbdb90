import { describe, expect, test } from 'vitest';
import { loadRulebook } from './clauses/index.js';
import { hashRulebook, makeCanonical } from './hash.js';
import { RULEBOOK_IDS, type Rulebook, type RulebookId } from './rulebook.js';
import { rulebook } from './rulebooks/index.js';

type Json = Record<string, unknown>;
type Path = readonly string[];

const copyOf = (id: RulebookId): Json => JSON.parse(JSON.stringify(rulebook(id)));

const faultsOf = (candidate: unknown): readonly { path: string; fault: string }[] => {
  const loaded = loadRulebook(candidate);
  return loaded.ok ? [] : loaded.faults;
};

/** The object or list at a path, to be changed. */
const at = (book: Json, path: Path): Json => path.reduce((value, key) => value[key] as Json, book);
const set = (book: Json, path: Path, value: unknown): Json => {
  at(book, path.slice(0, -1))[path.at(-1) as string] = value;
  return book;
};
const change = (id: RulebookId, path: string, value: unknown) =>
  faultsOf(set(copyOf(id), path.split('/'), value));

/** Is the rulebook still one with this changed? One copy serves all: what was there is put back. */
const copies = new Map<RulebookId, Json>();
const isAccepted = (id: RulebookId, path: Path, value: unknown): boolean => {
  if (path.length === 0) return loadRulebook(value).ok;
  const book = copies.get(id) ?? copyOf(id);
  copies.set(id, book);
  const holder = at(book, path.slice(0, -1));
  const key = path.at(-1) as string;
  const before = Object.getOwnPropertyDescriptor(holder, key);
  holder[key] = value;
  const { ok } = loadRulebook(book);
  if (before) Object.defineProperty(holder, key, before);
  else delete holder[key];
  return ok;
};

const leavesOf = (value: unknown, path: Path = []): readonly Path[] => {
  if (typeof value !== 'object' || value === null) return [path];
  return Object.entries(value).flatMap(([key, member]) => leavesOf(member, [...path, key]));
};
const objectsOf = (value: unknown, path: Path = []): readonly Path[] => {
  if (typeof value !== 'object' || value === null) return [];
  return [path, ...Object.entries(value).flatMap(([key, member]) => objectsOf(member, [...path, key]))];
};

describe.each(RULEBOOK_IDS)('%s', (id) => {
  test('loads, from its literal and from JSON, as a frozen copy with its hash', () => {
    for (const candidate of [rulebook(id), copyOf(id)]) {
      const loaded = loadRulebook(candidate);
      if (!loaded.ok) expect.fail(JSON.stringify(loaded.faults));
      expect(loaded.rulebook).toEqual(rulebook(id));
      expect(loaded.rulebook).not.toBe(candidate);
      expect(loaded.hash).toBe(hashRulebook(rulebook(id)));
      for (const path of objectsOf(loaded.rulebook)) {
        expect(Object.isFrozen(at(loaded.rulebook as unknown as Json, path))).toBe(true);
      }
    }
  });

  test('any leaf made junk is found', () => {
    for (const path of leavesOf(rulebook(id))) {
      const holder = at(rulebook(id) as unknown as Json, path.slice(0, -1));
      const isNumber = typeof holder[path.at(-1) as string] === 'number';
      for (const value of isNumber ? [Number.NaN, 1.5, '4'] : ['', -7, {}]) {
        if (isAccepted(id, path, value)) expect.fail(`${path.join('/')} = ${String(value)} went through`);
      }
    }
  });

  test('any word that is not free text is held to what is known', () => {
    // A role that has no power may be called anything, and so may a ground.
    const free = /(?:title|edition|name|reading|reason|text|roles\/\d+\/id)$|^conduct\/.*\/\d+\/id$/;
    for (const path of leavesOf(rulebook(id))) {
      if (!free.test(path.join('/'))) expect(isAccepted(id, path, 'junk'), path.join('/')).toBe(false);
    }
  });

  test('any key put in is found', () => {
    for (const path of objectsOf(rulebook(id))) {
      expect(isAccepted(id, [...path, 'surplus'], 1), path.join('/')).toBe(false);
    }
  });

  test('any key left out is found, save a ruling beside a clause, dice off and a total of the field', () => {
    const optional =
      /^(?!notes).*\/ruling$|^wagers\/field\/pays\/value\/\d+$|^conduct\/noRoll\/.*\/(diceOff|afterCall)$|^conduct\/people\/breaches\/.*\/bars$/;
    for (const path of objectsOf(rulebook(id))) {
      const before = at(rulebook(id) as unknown as Json, path);
      if (Array.isArray(before)) continue;
      for (const key of Object.keys(before)) {
        const { [key]: _left, ...rest } = before;
        const free = optional.test([...path, key].join('/')) && rest['clause'] !== null;
        expect(isAccepted(id, path, rest), [...path, key].join('/')).toBe(free);
      }
    }
  });
});

test('all faults are reported at once', () => {
  const book = copyOf('star');
  set(book, ['title'], '');
  set(book, ['wagers', 'pass', 'pays', 'value'], [2, 2]);
  set(book, ['wagers', 'horn', 'parts', 'value'], 5);
  delete (book['wagers'] as Json)['hop'];
  set(book, ['bar', 'total', 'value'], 3);
  set(book, ['surplus'], true);
  expect(faultsOf(book).map(({ path }) => path)).toEqual([
    'surplus',
    'title',
    'wagers.pass.pays.value',
    'wagers.horn.parts.value',
    'wagers.hop',
    'bar.total.value',
  ]);
});

test.each<[string, RulebookId, string, unknown, string, string]>([
  ['a pay of nothing', 'star', 'wagers/pass/pays/value', [0, 1], 'wagers.pass.pays.value[0]', '1 or more'],
  [
    'a pay not in lowest terms',
    'star',
    'wagers/lay/pays/value/4',
    [2, 4],
    'wagers.lay.pays.value.4',
    'lowest terms',
  ],
  [
    'a pay of three numbers',
    'star',
    'wagers/pass/pays/value',
    [1, 1, 1],
    'wagers.pass.pays.value',
    'two numbers',
  ],
  [
    'a total that dice cannot show',
    'star',
    'wagers/field/pays/value/13',
    [1, 1],
    'wagers.field.pays.value.13',
    'no key',
  ],
  [
    'a field that pays on nothing',
    'star',
    'wagers/field/pays/value',
    {},
    'wagers.field.pays.value',
    'no total',
  ],
  ['a horn in halves', 'star', 'wagers/horn/parts/value', 2, 'wagers.horn.parts.value', 'is not 4'],
  ['a clause of another book', 'star', 'wagers/pass/clause', '4(a)', 'wagers.pass.clause', 'no clause'],
  ['an unknown ruling', 'star', 'oddsMultiple/ruling', 'R99', 'oddsMultiple.ruling', 'no ruling'],
  [
    'neither clause nor ruling',
    'star',
    'calls/covers',
    { value: 'named', clause: null },
    'calls.covers',
    'neither',
  ],
  [
    'a power without source',
    'star',
    'powers/detain',
    { role: 'boxperson', clause: null },
    'powers.detain',
    'neither',
  ],
  ['a power of nobody', 'star', 'powers/detain/role', 'bouncer', 'powers.detain.role', 'no role'],
  ['a role twice', 'star', 'roles/1/id', 'dealer', 'roles[1]', 'repeats "dealer"'],
  [
    'an unknown inactive id',
    'star',
    'calls/inactiveOnComeOut/value/0',
    'odds',
    'calls.inactiveOnComeOut.value[0]',
    'is not',
  ],
  [
    'an inactive id twice',
    'star',
    'calls/inactiveOnComeOut/value/0',
    'buy',
    'calls.inactiveOnComeOut.value[2]',
    'repeats',
  ],
  [
    'an inactive id not offered',
    'star',
    'calls/inactiveOnComeOut/value/0',
    'hop',
    'calls.inactiveOnComeOut.value[0]',
    'not offered',
  ],
  ['odds without their flat wager', 'star', 'wagers/come', null, 'wagers.come-odds', 'backs "come"'],
  [
    'a note from nowhere',
    'star',
    'notes/0',
    { clause: null, ruling: null, reading: 'a', reason: 'b' },
    'notes[0]',
    'neither',
  ],
  [
    'more than the whole',
    'star',
    'commission/buy/value/rate',
    [20, 1],
    'commission.buy.value.rate',
    'more than the whole',
  ],
  [
    'a most below the least',
    'adelaide',
    'oddsMultiple/value/least',
    11,
    'oddsMultiple.value.most',
    'less than',
  ],
  [
    'cents rounded to chips',
    'aruze',
    'money/rounded/value',
    'up-to-chips',
    'money.rounded.value',
    'counts in cents',
  ],
  [
    'chips rounded to cents',
    'star',
    'commission/rounded/value',
    'down-to-cent',
    'commission.rounded.value',
    'in chips',
  ],
  [
    'a way of conduct we do not know',
    'star',
    'conduct/shooter/passMidPoint/value',
    'point-doubles',
    'conduct.shooter.passMidPoint.value',
    'is not "point-stands"',
  ],
  [
    'a clause of another book on a ground',
    'star',
    'conduct/noRoll/shall/0/clause',
    '11(a)(i)',
    'conduct.noRoll.shall[0].clause',
    'no clause',
  ],
  [
    'a ground twice',
    'star',
    'conduct/noRoll/shall/1/id',
    'off-table',
    'conduct.noRoll.shall[1]',
    'repeats "off-table"',
  ],
  [
    'a ground that must and may',
    'star',
    'conduct/noRoll/may/0/id',
    'cocked',
    'conduct.noRoll.may[0]',
    'repeats "cocked"',
  ],
  ['terminals without rounds', 'aruze', 'conduct/round', null, 'conduct.round', 'missing at an electronic'],
  [
    'rounds of a machine at a felt',
    'aruze',
    'conduct/run/value',
    'staffed',
    'conduct.round',
    'at a staffed table',
  ],
  ['a rulebook we do not know', 'star', 'id', 'vegas', 'id', 'is not "star"'],
])('%s', (_, id, path, value, faultPath, says) => {
  const faults = change(id, path, value);
  expect(faults.map((fault) => fault.path)).toContain(faultPath);
  expect(faults.find((fault) => fault.path === faultPath)?.fault).toContain(says);
});

describe('what is no rulebook at all', () => {
  test.each([
    undefined,
    null,
    0,
    Number.NaN,
    '',
    'star',
    [],
    [rulebook('star')],
    () => rulebook('star'),
    new Date(0),
    new Map(),
  ])('is refused: %#', (candidate) =>
    expect(faultsOf(candidate)).toContainEqual({ path: '(rulebook)', fault: 'is not an object' }),
  );

  test('__proto__ is a key like any other, and is not one of ours', () => {
    const text = JSON.stringify(rulebook('star')).replace('{', '{"__proto__":{"polluted":1},');
    expect(faultsOf(JSON.parse(text))).toEqual([{ path: '__proto__', fault: 'is no key here' }]);
    expect(({} as Json)['polluted']).toBeUndefined();
    const inherited: unknown = Object.create(rulebook('star'));
    expect(faultsOf(inherited)).toContainEqual({ path: '(rulebook)', fault: 'is not an object' });
  });

  test('a value that holds itself', () => {
    const book = copyOf('star');
    set(book, ['wagers'], book);
    set(book, ['notes'], [book['notes']]);
    const paths = faultsOf(book).map(({ path }) => path);
    expect(paths).toContain('wagers.pass');
    expect(paths).toContain('notes[0]');
  });

  test('values that would run code, holes and endless lists', () => {
    let ran = false;
    const sly = copyOf('star');
    Object.defineProperty(sly, 'title', { enumerable: true, get: () => (ran = true) });
    expect(faultsOf(sly)).toEqual([{ path: 'title', fault: 'is no plain value' }]);
    expect(ran).toBe(false);
    expect(change('star', 'notes', new Array(2 ** 32 - 1))).toHaveLength(1);
    expect(change('star', 'notes', new Array(3))).toHaveLength(1);
    expect(change('star', 'roles', Object.assign([], { extra: 1 })).map(({ path }) => path)).toContain(
      'roles',
    );
    expect(faultsOf(Object.assign(copyOf('star'), { [Symbol('key')]: 1 }))).toHaveLength(1);
  });
});

test('the hash is of the content: key order does not matter, any value does', () => {
  const book = copyOf('crown');
  const turned = Object.fromEntries(Object.entries(book).reverse()) as unknown as Rulebook;
  expect(hashRulebook(turned)).toBe(hashRulebook(rulebook('crown')));
  set(book, ['wagers', 'any-seven', 'pays', 'value', '7'], [5, 1]);
  expect(hashRulebook(book as unknown as Rulebook)).not.toBe(hashRulebook(rulebook('crown')));
  expect(makeCanonical({ b: [1, null, 'x"'], a: true })).toBe('{"a":true,"b":[1,null,"x\\""]}');
});
