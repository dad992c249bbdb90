// Walks of random people through a table, and every conformance script of the table layer, each kept as a digest of all
// that was answered: events and refusals to the letter, what everybody may do, how the table stands. The scripts state
// what matters; this finds whatever else a change has changed.
import { createHash, type Hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  aboutVerb,
  due,
  RULEBOOK_IDS,
  RULEBOOKS,
  type RulebookId,
  SPOTS,
  type Table,
  tableOptions,
  VERB_HELP,
  VERB_NAMES,
} from '../../src/index.js';
import { runScript } from '../../src/script/run.js';
import {
  type Command,
  decide,
  evolve,
  openTable,
  saveTable,
  type TableEvent,
} from '../../src/table/index.js';
import { playsChips } from '../../src/table/state.js';
import { anyCommand, chance, commandFrom, onward, possibleTouch, threeAtTable, WALKED } from './crowd.js';
import { asPlayer, crewOf, sitDown, sitWithChips, staffedTable, type Told, tell } from './people.js';

// UPDATE_WALKS=1 writes the file anew: do that only for a change that is meant, and say which in the changelog.
const file = new URL('walks.json', import.meta.url);
const UPDATE = process.env['UPDATE_WALKS'] === '1';
const WALKS = [1, 2, 3, 4, 5] as const;
const STEPS = 150;
/** Walks through a table of another kind. */
const OTHER_WALKS = [1, 2] as const;
/** Walks of people who have something on their mind. */
const THEME_WALKS = [1, 2] as const;
const LOSING_WALKS = [1, 2, 3] as const;
const PLAYING_WALKS = [1, 2] as const;
/** How often somebody thinks of invalidating what was rolled. */
const UNDONE_EVERY = 3;
/** Now and then everybody is asked for everything. */
const EVERYTHING_EVERY = 15;
/** And now and then what happened is told wrong. */
const SPOILT_EVERY = 3;

type Kept = Record<string, Record<string, string>>;
const kept: Kept = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Kept) : {};

function check(book: string, name: string, digest: string): void {
  if (UPDATE) {
    kept[book] = { ...kept[book], [name]: digest };
    writeFileSync(file, `${JSON.stringify(kept, null, 2)}\n`);
  }
  expect(digest).toBe(kept[book]?.[name]);
}

const add = (hash: Hash, value: unknown): Hash => hash.update(`${JSON.stringify(value)}\n`);
const digestOf = (hash: Hash): string => hash.digest('hex').slice(0, 16);

/** What is answered to any verb, and what everybody is offered. */
function addEverything(hash: Hash, table: Table, seed: number): void {
  const next = chance(seed);
  for (const verb of [...WALKED, ...WALKED, ...WALKED])
    add(hash, decide(table, { at: table.at, ...anyCommand(table, next, verb) } as Command));
  for (const { name } of table.game.players) {
    add(hash, tableOptions(table, { player: name }));
    if (playsChips(table, name)) add(hash, tableOptions(table, asPlayer(table, name)));
  }
  for (const staff of crewOf(table.game.rulebook)) add(hash, tableOptions(table, { staff }));
  add(hash, due(table, table.at));
}

const JUNK = [null, -1, 0, 1e9, 'nobody', {}, [], [{}], true];

/** What becomes of an event that says something else: a refusal to believe it, or another table. */
function addTold(hash: Hash, table: Table | null, event: object): void {
  try {
    add(hash, saveTable(evolve(table, event as TableEvent)));
  } catch (error) {
    // The language has words of its own, which differ from version to version.
    add(hash, error instanceof TypeError ? 'TypeError' : String(error));
  }
}

function addSpoilt(hash: Hash, table: Table | null, event: TableEvent): void {
  for (const field of Object.keys(event))
    for (const junk of JUNK) addTold(hash, table, { ...event, [field]: junk });
}

const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What is nearly the same: one more, one less, somebody else, the other way round. */
function nearTo(value: unknown, table: Table | null): readonly unknown[] {
  if (typeof value === 'number') return [value - 1, value + 1, value + 0.5, value * 10];
  if (typeof value === 'boolean') return [!value];
  if (typeof value === 'string') return (table?.game.players ?? []).map(({ name }) => name);
  if (isFields(value))
    return [
      {},
      { ...value, colour: 'red' },
      ...Object.keys(value).flatMap((key) => withNear(value, key, table)),
    ];
  if (!Array.isArray(value) || value.length === 0) return value === undefined ? [] : [1, 'nobody'];
  const inFirst = nearTo(value[0], table).map((first) => [first, ...value.slice(1)]);
  return [value.slice(1), [...value, value[0]], ...inFirst];
}

const withNear = (whole: Record<string, unknown>, key: string, table: Table | null): readonly object[] => {
  const { [key]: value, ...rest } = whole;
  return [rest, ...nearTo(value, table).map((near) => ({ ...whole, [key]: near }))];
};

type Stroll = (table: Table, seed: number) => Command;

function walk(start: Told, walkNumber: number, nextCommand: Stroll = commandFrom): string {
  const hash = createHash('sha256');
  let { table } = start;
  for (let step = 1; step <= STEPS; step += 1) {
    const decided = decide(table, nextCommand(table, walkNumber * 7_919 + step * 104_729));
    add(hash, decided);
    for (const event of decided.ok ? decided.value : []) {
      if (step % SPOILT_EVERY === 0) addSpoilt(hash, table, event);
      table = evolve(table, event);
    }
    const asks = nextCommand === commandFrom && step % EVERYTHING_EVERY === 0;
    if (asks) addEverything(hash, table, walkNumber * 31 + step);
    const isUndone = nextCommand === playingMuch && step % UNDONE_EVERY === 0;
    if (isUndone && table.past) addAboutRoll(hash, table, walkNumber * 31 + step);
  }
  return digestOf(add(hash, saveTable(table)));
}

describe.each(RULEBOOK_IDS)('%s: a walk of random people', (book) => {
  test.each(WALKS)('%i', (number) => {
    check(book, `walk ${number}`, walk(threeAtTable(book), number));
  });
});

const golden = new URL('golden/', import.meta.url);
const RECORD = /^.+\.v\d+\.jsonl$/;
const recordOf = (name: string): readonly TableEvent[] =>
  readFileSync(new URL(name, golden), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as TableEvent);
/** Of every kind of event so many are told nearly right. */
const NEARLY = 2;
/** Now and then everything is told that happened at some other time. */
const OUT_OF_TURN_EVERY = 5;
/** A record is long. */
const ASKED_EVERY = 12;
/** What only a roll can be asked about: rolls of older records have no number. */
const ABOUT_ROLLS = ['no-roll', 'decide-face', 'find-invalid', 'void-wagers'];

/** Every way in which the last roll could be invalidated. */
function invalidations({ game }: Table): readonly Command[] {
  const { disruption, fraud } = game.rulebook.conduct.invalidation;
  const someone = game.players.slice(0, 1).map(({ name }) => name);
  return [...disruption.slice(0, 1), ...fraud.slice(0, 1)].flatMap(({ id: ground }) =>
    [{}, { money: 'stands' }, { forfeit: someone }].map((more) => ({ do: 'invalidate', ground, ...more })),
  );
}

/** The highest in rank of those on duty. */
function topOf({ staff, game }: Table) {
  const rank = (role: string) => game.rulebook.roles.findIndex(({ id }) => id === role);
  const top = staff.toSorted((one, other) => rank(one.role) - rank(other.role)).at(-1);
  return top && { role: top.role, id: top.person };
}

/** What is said of the last roll, and what becomes of it. */
function addAboutRoll(hash: Hash, table: Table, seed: number): void {
  const next = chance(seed);
  const by = topOf(table);
  const asked = ABOUT_ROLLS.map((verb) => anyCommand(table, next, verb));
  for (const command of [...asked, ...invalidations(table)]) {
    const decided = decide(table, { at: table.at, ...command, by });
    add(hash, decided);
    for (const event of decided.ok ? decided.value.slice(0, 1) : []) addTold(hash, table, event);
  }
}

/** Every verb, asked by who may, and what they are offered. */
function addAsked(hash: Hash, table: Table, seed: number): void {
  const next = chance(seed);
  const by = topOf(table);
  for (const verb of WALKED) add(hash, decide(table, { ...anyCommand(table, next, verb), by }));
  for (const { name } of table.game.players) add(hash, tableOptions(table, { player: name }));
  if (by) add(hash, tableOptions(table, { staff: by }));
}

/** Along a record: what happened told nearly right, and everybody asked for everything on the way. */
function walkAlong(events: readonly TableEvent[]): string {
  const hash = createHash('sha256');
  const seen = new Map<string, number>();
  const onePerKind = [...new Map(events.map((event) => [event.event, event])).values()];
  let table: Table | null = null;
  for (const [index, event] of events.entries()) {
    const times = (seen.get(event.event) ?? 0) + 1;
    seen.set(event.event, times);
    if (index <= 1) for (const at of [null, table]) addTold(hash, at, events[1 - index] as TableEvent);
    if (table === null) addSpoilt(hash, table, event);
    if (times <= NEARLY)
      for (const key of Object.keys(event))
        for (const near of withNear({ ...event }, key, table)) addTold(hash, table, near);
    table = evolve(table, event);
    if (table.last !== null) addAboutRoll(hash, table, index * 104_729);
    if (index % OUT_OF_TURN_EVERY === 0)
      for (const other of onePerKind) addTold(hash, table, { ...other, at: table.at });
    if (index % ASKED_EVERY === 0) addAsked(hash, table, index);
  }
  return digestOf(add(hash, table && saveTable(table)));
}

describe('the answers to every script of a record, to the letter', () => {
  test.each(readdirSync(golden).filter((name) => name.endsWith('.script.jsonl')))('%s', (name) => {
    check('records', name, played(readFileSync(new URL(name, golden), 'utf8')));
  });
});

describe('a walk along a record', () => {
  test.each(readdirSync(golden).filter((name) => RECORD.test(name)))('%s', (name) => {
    check('records', name, walkAlong(recordOf(name)));
  });
});

/** Every field of a command or of settings with what does not belong there. */
function misread(command: Command, table: Table): readonly unknown[] {
  const wrong = Object.keys(command).flatMap((key) => [
    ...JUNK.map((junk) => ({ ...command, [key]: junk })),
    ...withNear(command, key, table),
  ]);
  return [...wrong, { ...command, colour: 'red' }, ...JUNK];
}

describe.each(RULEBOOK_IDS)('%s: asked wrongly', (book) => {
  test('of a table', () => {
    const hash = createHash('sha256');
    const { table } = threeAtTable(book);
    const next = chance(1);
    const by = crewOf(table.game.rulebook).at(-1);
    for (const verb of WALKED) {
      const sign = 'limits' in (aboutVerb(verb)?.fields ?? {}) ? tightSign(book) : {};
      const command = { ...anyCommand(table, next, verb), ...sign, at: table.at, by };
      for (const wrong of misread(command, table)) add(hash, decide(table, wrong as Command));
    }
    check('asked wrongly', book, digestOf(hash));
  });

  test('to open one', () => {
    const hash = createHash('sha256');
    const { table } = threeAtTable(book);
    const own = isElectronic(book) ? { wageringMs: 1_000, shootingValue: 500 } : { dealt: true };
    const settings = { rulebook: book, seats: 100, ...own, oddsMultiple: 2, ...tightSign(book) };
    for (const wrong of misread(settings, table)) add(hash, openTable(wrong as Command));
    for (const at of JUNK) add(hash, openTable(settings, at as number));
    for (const other of [{ wageringMs: 1_000 }, { shootingValue: 500 }, { dealt: true }, { dealt: false }])
      add(hash, openTable({ ...settings, ...other }));
    check('opened wrongly', book, digestOf(hash));
  });
});

const isElectronic = (book: RulebookId): boolean => RULEBOOKS[book].conduct.run.value === 'electronic';
const seated = (start: Told, ...bankrolls: readonly number[]): Told =>
  bankrolls.reduce((told, bankroll, index) => sitDown(told, `p${index + 1}`, index + 1, bankroll), start);

/** A sign that binds nearly every wager: of the wager, of the odds, and of whatever sums the book lets it name. */
function tightSign(book: RulebookId): Command {
  const { sign, unit } = RULEBOOKS[book].limits;
  const limit = { min: 500, max: 2_000 };
  return {
    chips: [100, 500, 2_500],
    limits: { default: unit.value === 'no' ? limit : { ...limit, unit: 100 }, 'pass-odds': limit },
    ...(sign.value.includes('player') ? { perPlayer: { min: 1_000, max: 4_000 } } : {}),
    ...(sign.value.includes('area') ? { perArea: { max: 2_500 } } : {}),
  };
}

const OTHER_TABLES: Readonly<Record<string, (book: RulebookId) => Told>> = {
  'people deal, one with chips on the felt': (book) =>
    isElectronic(book)
      ? seated(staffedTable(book, { wageringMs: 5_000, shootingValue: 1_000 }), 100_000, 100_000)
      : sitWithChips(seated(staffedTable(book, { dealt: true }), 100_000, 100_000), 'p3', 3),
  'a sign that binds': (book) => seated(staffedTable(book, { seats: 4, ...tightSign(book) }), 100_000, 9_000),
  'full, with little money': (book) =>
    isElectronic(book)
      ? tell(seated(staffedTable(book, { seats: 3 }), 5_000, 1_500), {
          do: 'sit',
          player: 'p3',
          person: 'p1',
          seat: 3,
          bankroll: 2_000,
        })
      : seated(staffedTable(book, { seats: 3 }), 5_000, 1_500, 2_000),
};

/** What people come back to again and again, whatever else goes on. */
const THEMES: Readonly<Record<string, readonly string[]>> = {
  dice: [
    'choose',
    'choose',
    'find-die',
    'check-die',
    'check-die',
    'lose-die',
    'no-roll',
    'accept',
    'relieve',
  ],
  shooters: [
    'offer',
    'accept',
    'decline',
    'authorise',
    'pass',
    'ask-line',
    'refuse-line',
    'order-pass',
    'take',
  ],
  undoing: [
    'invalidate',
    'invalidate',
    'decide-face',
    'no-roll',
    'void-wagers',
    'find-invalid',
    'take',
    'bet',
  ],
  people: [
    'sit',
    'leave',
    'card',
    'exclude',
    'readmit',
    'limit-players',
    'limit-terminals',
    'vacate',
    'bar-wagers',
  ],
  notices: [
    'post-sign',
    'change-limits',
    'personal-limits',
    'announce-closing',
    'close',
    'take-down',
    'collect',
  ],
  faults: [
    'malfunction',
    'resolve-malfunction',
    'void-round',
    'system-malfunction',
    'restore-system',
    'shoot',
    'move',
  ],
};
const MINUTE = 60_000;

/** Half of the time as anybody, half of it one of these verbs, by somebody who may. */
const strollOn =
  (verbs: readonly string[]): Stroll =>
  (table, seed) => {
    const next = chance(seed * 3);
    if (next([true, false])) return commandFrom(table, seed);
    const at = table.at + next([0, 0, 0, 1_000, 20 * MINUTE]);
    const command = anyCommand(table, next, next(verbs));
    return { at, ...command, by: crewOf(table.game.rulebook).at(-1) };
  };

/** Dice go off the table and are lost until sets are replaced, and shooters choose whatever lies about. */
const losingDice: Stroll = (table, seed) => {
  const next = chance(seed * 5);
  const { dice, phase, shooter, game } = table;
  const by = crewOf(game.rulebook).at(-1);
  const at = table.at;
  const ground = game.rulebook.conduct.noRoll.shall.find(({ diceOff }) => diceOff)?.id;
  if (phase === 'thrown' && next([true, true, false]))
    return { do: 'no-roll', ground, dice: dice.hand.slice(next([0, 1])), at, by };
  const about = [...dice.off, ...dice.off, ...dice.found, ...dice.lost];
  if (about.length > 0 && next([true, false])) {
    const die = next(about);
    if (dice.off.includes(die)) return { do: next(['lose-die', 'lose-die', 'find-die']), die, at, by };
    if (dice.lost.includes(die)) return { do: 'find-die', die, at, by };
    const toShooter = next([true, false]);
    return { do: 'check-die', die, sound: next([true, true, false]), toShooter, at, by };
  }
  const from = [...dice.hand, ...dice.bowl, ...dice.old];
  if (phase === 'betting' && shooter.shooter !== null && next([true, false]))
    return { do: 'choose', player: shooter.shooter, dice: [next(from), next(from)], at };
  return commandFrom(table, seed);
};

/** Everybody has all kinds of wagers up, whether they may or not, and rolls follow each other. */
const playingMuch: Stroll = (table, seed) => {
  const next = chance(seed * 7);
  const way = next(['bet', 'bet', 'bet', 'bet', 'on', 'on', 'touch', 'any'] as const);
  const { index: _index, ...spot } = next(SPOTS);
  const by = crewOf(table.game.rulebook).at(-1);
  const player = next(table.game.players)?.name ?? 'p1';
  const clock = due(table, table.at);
  const bet = { do: 'bet', player, ...spot, amount: next([600, 1_000, 1_200, 2_500]), by };
  const stays = { ...bet, stay: ['place', 'buy', 'lay', 'hardway'].includes(spot.wager) };
  const tried = {
    bet: () => stays,
    on: () => (clock?.needs === 'clock' ? { ...clock.command, at: clock.at } : onward(table, next)),
    touch: () => possibleTouch(table, next),
    any: () => commandFrom(table, seed),
  };
  return { at: table.at, ...(tried[way]() ?? commandFrom(table, seed)) };
};

describe.each(RULEBOOK_IDS)(
  '%s: a walk of people who play much, whose rolls are undone at any time',
  (book) => {
    test.each(PLAYING_WALKS)('%i', (number) => {
      check(book, `playing much ${number}`, walk(threeAtTable(book), number, playingMuch));
    });
  },
);

describe.each(RULEBOOK_IDS)('%s: a walk of people who lose dice', (book) => {
  test.each(LOSING_WALKS)('%i', (number) => {
    check(book, `losing dice ${number}`, walk(threeAtTable(book), number, losingDice));
  });
});

describe.each(RULEBOOK_IDS)('%s: a walk of people who come back to', (book) => {
  const walks = Object.keys(THEMES).flatMap((theme) => THEME_WALKS.map((number) => [theme, number] as const));
  test.each(walks)('%s, %i', (theme, number) => {
    const stroll = strollOn(THEMES[theme] as readonly string[]);
    check(book, `${theme} ${number}`, walk(threeAtTable(book), number, stroll));
  });
});

describe.each(RULEBOOK_IDS)('%s: a walk through a table of another kind', (book) => {
  const walks = Object.keys(OTHER_TABLES).flatMap((kind) =>
    OTHER_WALKS.map((number) => [kind, number] as const),
  );
  test.each(walks)('%s, %i', (kind, number) => {
    const start = OTHER_TABLES[kind] as (book: RulebookId) => Told;
    check(book, `${kind} ${number}`, walk(start(book), number));
  });
});

test('what every verb says of itself', () => {
  const hash = createHash('sha256');
  for (const name of VERB_NAMES) add(hash, { name, help: VERB_HELP[name], ...aboutVerb(name) });
  check('verbs', 'all', digestOf(hash));
});

const EXPECTED = '.expected.jsonl';
const folderOf = (book: string): URL => new URL(`../../../../conformance/${book}/`, import.meta.url);

/** The scripts of a book that are about its table: they open with `conduct`. */
const scriptsOf = (book: string): (readonly [name: string, script: string])[] =>
  readdirSync(folderOf(book))
    .filter((file) => file.endsWith('.jsonl') && !file.endsWith(EXPECTED))
    .map((file) => [file, readFileSync(new URL(encodeURIComponent(file), folderOf(book)), 'utf8')] as const)
    .filter(([, script]) => script.includes('"conduct":true'))
    .map(([file, script]) => [file.replace('.jsonl', ''), script] as const);

function played(script: string): string {
  const runner = runScript();
  const hash = createHash('sha256');
  for (const line of script.split('\n')) add(hash, runner.play(line)?.answer ?? null);
  return digestOf(hash);
}

describe.each(RULEBOOK_IDS)('%s: the answers to every script of the table, to the letter', (book) => {
  test.each(scriptsOf(book))('%s', (name, script) => {
    check(book, name, played(script));
  });
});
