import { layRoll, makeRoll } from '@boxperson/rules/school';
import { describe, expect, test } from 'vitest';
import {
  decideIn,
  laidIn,
  laidOf,
  mispays,
  type OwnSchool,
  type Person,
  readBody,
  SCHOOL,
  type School,
  verbIn,
} from '../src/index.js';
import { factsFor, PEOPLE } from './world.js';

const who = (id: string): Person => PEOPLE.find((one) => one.id === id) as Person;
let nth = 0;

/** What somebody asks of the school: the books after it, or why not. */
function ask(
  state: School,
  by: string | null,
  name: string,
  said: object,
  books: Readonly<Record<string, unknown>> = {},
): School | string {
  const verb = verbIn(SCHOOL, name) as NonNullable<ReturnType<typeof verbIn>>;
  const read = readBody(verb as never, said);
  if (!read.ok) return read.refused.message;
  const person = by === null ? null : who(by);
  const asked = { by: person, second: null, at: 1_000 + nth, fresh: `fresh-${++nth}`, body: read.value };
  const facts = factsFor({ office: SCHOOL, bodies: {} }, 0)(verb.needs?.(state, read.value, person) ?? {});
  const known = { ...facts, books: <T>(stream: string) => (books[stream] ?? null) as T | null };
  const decided = decideIn(SCHOOL, verb, state, asked, known);
  if (!decided.ok) return decided.refused.message;
  return (decided.value as never[]).reduce<School>((books, event) => SCHOOL.evolve(books, event), state);
}

const done = (after: School | string): School => {
  if (typeof after === 'string') throw new Error(after);
  return after;
};

/** A class of one with work set for it. */
function aClass(): { readonly books: School; readonly id: string; readonly work: string } {
  const opened = done(ask(SCHOOL.start, 's-trainer', 'open-class', { title: 'March' }));
  const id = Object.keys(opened.classes)[0] as string;
  const joined = done(ask(opened, 's-low-star', 'come-to-class', { class: id }));
  const lesson = { book: 'star', kind: 'keys', topic: 'buy', count: 10 };
  const books = done(ask(joined, 's-trainer', 'set-work', { class: id, title: 'Buys', ...lesson }));
  return { books, id, work: Object.keys(books.work)[0] as string };
}

describe('a class', () => {
  test('has members by name, and work that everybody gets alike', () => {
    const { books, id, work } = aClass();
    expect(books.classes[id]?.members).toEqual([{ person: 's-low-star', name: 's-low-star' }]);
    expect(books.work[work]?.lesson).toMatchObject({ book: 'star', topic: 'buy', count: 10 });
    expect(Number.isInteger(books.work[work]?.lesson.seed)).toBe(true);
  });

  test('a lesson that is broken is refused by its field', () => {
    const { books, id } = aClass();
    const wrong = { class: id, title: 'x', book: 'adelaide', kind: 'keys', topic: 'horn-high' };
    expect(ask(books, 's-trainer', 'set-work', wrong)).toContain('topic, at adelaide,');
    const noCrew = { class: id, title: 'x', book: 'aruze', kind: 'rolls' };
    expect(ask(books, 's-trainer', 'set-work', noCrew)).toContain('book aruze has no crew');
    expect(ask(books, 's-trainer', 'join-class', { class: id, person: 'p-player' })).toContain('person:');
    expect(ask(books, 's-trainer', 'close-class', { class: 'nowhere' })).toContain(`${id} is.`);
  });

  test('what somebody did counts for them, their work and nobody else', () => {
    const { books, work } = aClass();
    const told = { work, book: 'star', topic: 'buy', asked: 10, right: 8, ms: 5_000 };
    const after = done(ask(books, 's-low-star', 'tell-progress', told));
    expect(after.work[work]?.done['s-low-star']).toMatchObject({ asked: 10, right: 8 });
    expect(after.progress['s-low-star']?.['star/buy']).toMatchObject({ asked: 10, right: 8, ms: 5_000 });
    expect(ask(books, 's-none', 'tell-progress', told)).toContain('another class');
    expect(ask(books, 's-low-star', 'tell-progress', { ...told, right: 11 })).toContain('right:');
    const own = SCHOOL.view?.(after, who('s-low-star')) as OwnSchool;
    expect(own.work[work]?.done).toMatchObject({ right: 8 });
    expect(SCHOOL.view?.(after, who('s-none'))).toEqual({ classes: {}, work: {}, progress: {} });
    expect(SCHOOL.view?.(after, who('p-player'))).toBeNull();
  });
});

describe('work', () => {
  const roll = makeRoll('star', 40, { level: 'busy' });
  const laid = layRoll(roll.before, roll.sheet.dice);

  test('may be a roll that was laid out; a broken one is told with its place', () => {
    const { books, id } = aClass();
    const work = { class: id, title: 'Friday', book: 'star', kind: 'rolls', place: 'left' };
    const set = done(ask(books, 's-trainer', 'set-work', { ...work, roll: laid }));
    expect(Object.values(set.work).at(-1)?.lesson).toEqual({
      book: 'star',
      kind: 'rolls',
      place: 'left',
      roll: laid,
    });
    const broken = { ...laid, players: [{ ...laid.players[0], seat: 99 }] };
    expect(ask(books, 's-trainer', 'set-work', { ...work, roll: broken })).toContain(
      'roll.players[0].seat 99 must be a whole number',
    );
    expect(ask(books, 's-trainer', 'set-work', { ...work, table: 'quay' })).toContain('n: which roll?');
  });

  test('may be a roll of the record, by the book of its table', () => {
    const { books, id } = aClass();
    const work = { class: id, title: 'Friday', book: 'star', kind: 'rolls', table: 'quay', n: 12 };
    const record = { [laidOf('quay', 12)]: { book: 'star', roll: laid } };
    const set = done(ask(books, 's-trainer', 'set-work', work, record));
    expect(Object.values(set.work).at(-1)?.lesson.roll).toEqual(laid);
    expect(ask(books, 's-trainer', 'set-work', { ...work, book: 'crown' }, record)).toBe(
      'book: quay is dealt by star, not by crown.',
    );
    expect(ask(books, 's-trainer', 'set-work', work, { [laidOf('quay', 12)]: null })).toContain(
      'the record of quay has no roll up to 12',
    );
    expect(laidIn(laidOf('quay', 12))).toEqual({ table: 'quay', n: 12 });
    expect(laidIn('moment/quay/12')).toBeNull();
  });

  test('has a time until which it is done, in the future', () => {
    const { books, id } = aClass();
    const work = { class: id, title: 'Friday', book: 'star', kind: 'what-now' };
    const set = done(ask(books, 's-trainer', 'set-work', { ...work, due: 9_000_000 }));
    expect(Object.values(set.work).at(-1)?.due).toBe(9_000_000);
    expect(ask(books, 's-trainer', 'set-work', { ...work, due: 1 })).toBe('due: that time is past.');
  });

  test('what went wrong is added up by its name', () => {
    const { books, work } = aClass();
    const told = { work, book: 'star', topic: 'buy', asked: 4, right: 2, ms: 5_000 };
    const faults = { 'commission-forgotten': 1, 'wrong-sum': 1 };
    const once = done(ask(books, 's-low-star', 'tell-progress', { ...told, faults }));
    const twice = done(ask(once, 's-low-star', 'tell-progress', { ...told, faults: { 'wrong-sum': 2 } }));
    const both = { 'commission-forgotten': 1, 'wrong-sum': 3 };
    expect(twice.progress['s-low-star']?.['star/buy']?.faults).toEqual(both);
    expect(twice.work[work]?.done['s-low-star']?.faults).toEqual(both);
    // Told before there were names for them: nothing is made up.
    expect(
      done(ask(books, 's-low-star', 'tell-progress', told)).work[work]?.done['s-low-star'],
    ).not.toHaveProperty('faults');
    expect(ask(books, 's-low-star', 'tell-progress', { ...told, faults: { clumsy: 1 } })).toContain('faults');
  });
});

describe('mispays', () => {
  const opened = { event: 'opened', settings: { rulebook: 'crown' } };
  const differs = {
    event: 'line-differs',
    line: '12/dont-come-odds-6/a/b',
    player: 'a/b',
    owed: 500,
    paid: 600,
  };
  const found = (...events: readonly object[]): readonly unknown[] => {
    const told: unknown[] = [];
    events.reduce<ReturnType<typeof mispays.start>>(
      (books, event, i) =>
        mispays.fold(books, { seq: i + 1, stream: 'table/quay', position: i, at: 0, event }, (one) =>
          told.push(one),
        ),
      mispays.start(),
    );
    return told;
  };

  test('become drills of their topic, without a name', () => {
    const told = found(opened, differs);
    expect(told).toEqual([
      { mispay: '2', book: 'crown', topic: 'lay-odds', spot: 'dont-come-odds-6', owed: 500, paid: 600 },
    ]);
    expect(JSON.stringify(told)).not.toContain('a/b');
    expect(found(differs)).toEqual([]);
  });

  test('are noted once, however often the log is read', () => {
    const [mispay] = found(opened, differs) as [object];
    const noted = done(ask(SCHOOL.start, null, 'note-mispay', mispay));
    expect(noted.mispays).toHaveLength(1);
    expect(ask(noted, null, 'note-mispay', mispay)).toBe('That is on record already.');
  });

  test('of a table there is read only what is needed', () => {
    expect(mispays.skips?.('table/quay', JSON.stringify({ event: 'rolled' }))).toBe(true);
    expect(mispays.skips?.('table/quay', JSON.stringify(differs))).toBe(false);
    expect(() => mispays.restore({ quay: 'bridge' })).toThrow();
    expect(mispays.restore(mispays.save({ quay: 'star' }))).toEqual({ quay: 'star' });
  });
});
