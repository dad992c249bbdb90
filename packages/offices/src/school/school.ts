import { RULEBOOK_IDS } from '@boxperson/rules';
import {
  FAULTS,
  LESSON_COUNT_MOST,
  LESSON_KINDS,
  type Lesson,
  ROLL_PLACES,
  readLesson,
  seedOf,
  TOPIC_IDS,
} from '@boxperson/rules/school';
import { z } from 'zod';
import type { Audience } from '../audience.js';
import { no, type Outcome, yes } from '../codes.js';
import type { Facts } from '../facts.js';
import { type Office, office, verbOf } from '../office.js';
import type { Person } from '../person.js';
import { NO_ENTRIES } from '../postings.js';
import * as text from '../text.js';
import { type LaidOfRecord, laidOf } from './laid.js';
import {
  classIn,
  evolveSchool,
  isIn,
  MEMBERS_MOST,
  type School,
  type SchoolBodies,
  type SchoolClass,
  type SchoolEvent,
  type Told,
  type Work,
  workIn,
} from './state.js';

const TRAINERS = ['trainer'] as const;
const OWN = ['trainer', 'subject'] as const;
const audience: Audience<SchoolBodies> = {
  'class-opened': { hears: TRAINERS, fields: { class: TRAINERS, title: TRAINERS, by: TRAINERS } },
  'class-joined': { hears: OWN, fields: { class: OWN, person: OWN, name: OWN, by: TRAINERS } },
  'class-left': { hears: OWN, fields: { class: OWN, person: OWN, by: TRAINERS } },
  'class-closed': { hears: TRAINERS, fields: { class: TRAINERS, by: TRAINERS } },
  'work-set': {
    hears: TRAINERS,
    fields: {
      work: TRAINERS,
      class: TRAINERS,
      title: TRAINERS,
      lesson: TRAINERS,
      due: TRAINERS,
      by: TRAINERS,
    },
  },
  'progress-told': {
    hears: OWN,
    fields: {
      person: OWN,
      work: OWN,
      book: OWN,
      topic: OWN,
      asked: OWN,
      right: OWN,
      ms: OWN,
      faults: OWN,
    },
  },
  'mispay-noted': {
    hears: TRAINERS,
    fields: {
      mispay: TRAINERS,
      book: TRAINERS,
      topic: TRAINERS,
      spot: TRAINERS,
      owed: TRAINERS,
      paid: TRAINERS,
    },
  },
};

const verb = verbOf<School, SchoolEvent>();
const TRAINER = { post: 'trainer' } as const;

const classId = text.id.meta({ title: 'Class' });
const person = text.id.meta({ title: 'Person' });
const title = text.line.meta({ title: 'Title' });
const book = z.enum(RULEBOOK_IDS).meta({ title: 'Rulebook' });

/** A class that is open, or why there is none. */
function findClass(state: School, id: string) {
  const found = classIn(state, id);
  if (found && !found.closed) return yes(found);
  const nearest = Object.entries(state.classes).find(([, one]) => !one.closed)?.[0];
  const open = nearest === undefined ? 'No class is open.' : `${nearest} is.`;
  return no('not-found', `class: no class ${id} is open. ${open}`);
}

const A_PERSON = no('not-allowed', 'A person keeps a class.');

const openClass = verb({
  help: 'Open a class',
  clause: null,
  who: TRAINER,
  body: z.strictObject({ title }),
  decide: (_state, { by, body, fresh }) =>
    by ? yes([{ event: 'class-opened' as const, class: fresh, title: body.title, by: by.id }]) : A_PERSON,
  answer: (_state, [event]) => (event?.event === 'class-opened' ? { class: event.class } : {}),
});

const membership = z.strictObject({ class: classId, person });

/** Somebody of the staff comes into a class, taken in by a trainer or by their own wish. */
function joins(state: School, id: string, joining: Person, by: Person) {
  const found = findClass(state, id);
  if (!found.ok) return found;
  if (isIn(found.value, joining.id)) return no('taken', 'person: is in that class already.');
  if (found.value.members.length >= MEMBERS_MOST)
    return no('used-up', `class: has ${MEMBERS_MOST} members already, the most there may be.`);
  const { id: person, name } = joining;
  return yes([{ event: 'class-joined' as const, class: id, person, name, by: by.id }]);
}

const joinClass = verb({
  help: 'Take one of the staff into a class',
  clause: null,
  who: TRAINER,
  body: membership,
  needs: (_state, body) => ({ persons: [body.person] }),
  decide: (state, { by, body }, facts) => {
    if (!by) return A_PERSON;
    const joining = facts.person(body.person);
    if (joining?.kind !== 'staff' || joining.inactive)
      return no('not-found', `person: nobody of the staff is known as ${body.person}.`);
    return joins(state, body.class, joining, by);
  },
});

const comeToClass = verb({
  help: 'Join a class yourself, by the id that its trainer gave you',
  clause: null,
  who: 'staff',
  body: z.strictObject({ class: classId }),
  decide: (state, { by, body }) => (by ? joins(state, body.class, by, by) : A_PERSON),
});

const leaveClass = verb({
  help: 'Let somebody out of a class; what they learned stays theirs',
  clause: null,
  who: TRAINER,
  body: membership,
  decide: (state, { by, body }) => {
    const found = findClass(state, body.class);
    if (!found.ok) return found;
    if (!by) return A_PERSON;
    if (!isIn(found.value, body.person))
      return no('not-found', `person: ${body.person} is not in that class.`);
    return yes([{ event: 'class-left' as const, ...body, by: by.id }]);
  },
});

const closeClass = verb({
  help: 'Close a class',
  clause: null,
  who: TRAINER,
  body: z.strictObject({ class: classId }),
  decide: (state, { by, body }) => {
    const found = findClass(state, body.class);
    if (!found.ok) return found;
    return by ? yes([{ event: 'class-closed' as const, ...body, by: by.id }]) : A_PERSON;
  },
});

const workBody = z.strictObject({
  class: classId,
  title,
  book,
  kind: z.enum(LESSON_KINDS).meta({ title: 'Kind' }),
  topic: z.enum(TOPIC_IDS).optional().meta({ title: 'Topic, of keys' }),
  level: text.name.optional().meta({ title: 'Level' }),
  seed: z.number().int().nonnegative().optional().meta({ title: 'Seed' }),
  count: z.number().int().positive().max(LESSON_COUNT_MOST).optional().meta({ title: 'How many' }),
  due: text.instant.optional().meta({ title: 'Due', time: true }),
  spot: text.name.optional().meta({ title: 'One wager alone, of keys: place-6' }),
  owed: z.number().int().nonnegative().optional().meta({ title: 'So much is owed first, in cents, of keys' }),
  place: z.enum(ROLL_PLACES).optional().meta({ title: 'Place, of rolls' }),
  table: text.id.optional().meta({ title: 'Table whose record has the roll, of rolls', of: 'table' }),
  n: z
    .number()
    .int()
    .positive()
    .optional()
    .meta({ title: 'Where the roll stands in the record of the table' }),
  roll: z.record(text.key, z.unknown()).optional().meta({ title: 'A roll laid out, of rolls' }),
});
type AskedWork = z.infer<typeof workBody>;

const setWork = verb({
  help: 'Set work for a class: keys of a topic, whole rolls, one roll of the record, or what to do now; without a seed one is drawn',
  clause: null,
  who: TRAINER,
  body: workBody,
  needs: (_state, { table, n }) =>
    table === undefined || n === undefined ? {} : { books: [laidOf(table, n)] },
  decide: (state, { by, body, fresh, at }, facts) => {
    const { class: id, title: named, due, ...told } = body;
    const found = findClass(state, id);
    if (!found.ok) return found;
    if (!by) return A_PERSON;
    if (due !== undefined && due <= at) return no('bad-input', 'due: that time is past.');
    const lesson = lessonOf(told, fresh, facts);
    if (!lesson.ok) return lesson;
    const until = due === undefined ? {} : { due };
    const work = { work: fresh, class: id, title: named, lesson: lesson.value, ...until, by: by.id };
    return yes([{ event: 'work-set' as const, ...work }]);
  },
  answer: (_state, [event]) => (event?.event === 'work-set' ? { work: event.work } : {}),
});

/** The lesson that was asked for: as it was said, or with a roll that the house read from its record. */
function lessonOf(
  { table, n, ...told }: Omit<AskedWork, 'class' | 'title' | 'due'>,
  fresh: string,
  facts: Facts,
): Outcome<Lesson> {
  if ((table === undefined) !== (n === undefined))
    return no('bad-input', table === undefined ? 'table: whose record? Name it with n.' : 'n: which roll?');
  const laid = table === undefined || n === undefined ? null : facts.books<LaidOfRecord>(laidOf(table, n));
  if (n !== undefined && laid === null)
    return no('not-found', `n: the record of ${table} has no roll up to ${n}.`);
  if (laid && told.roll) return no('bad-input', 'roll: one is named by table and n already.');
  if (laid && laid.book !== told.book)
    return no('bad-input', `book: ${table} is dealt by ${laid.book}, not by ${told.book}.`);
  const seed = told.kind === 'rolls' && (laid || told.roll) ? {} : { seed: told.seed ?? seedOf(fresh) };
  const lesson = readLesson({ ...told, ...seed, ...(laid ? { roll: laid.roll } : {}) });
  return lesson.ok ? yes(lesson.value) : no('bad-input', `${lesson.refused.message}.`);
}

const ASKED_MOST = 10_000;
const tellProgress = verb({
  help: 'Tell the house what you did at the school, for set work or by yourself',
  clause: null,
  who: 'staff',
  often: { mine: 60, all: 600, ms: 60_000 },
  body: z.strictObject({
    work: text.id.nullable().meta({ title: 'Set work' }),
    book,
    topic: z.enum(TOPIC_IDS).nullable().meta({ title: 'Topic; none for rolls and situations' }),
    asked: z.number().int().positive().max(ASKED_MOST).meta({ title: 'Asked' }),
    right: z.number().int().nonnegative().max(ASKED_MOST).meta({ title: 'Right' }),
    ms: z.number().int().nonnegative().max(3_600_000).meta({ title: 'Milliseconds each' }),
    faults: z
      .partialRecord(z.enum(FAULTS), z.number().int().positive().max(ASKED_MOST))
      .optional()
      .meta({ title: 'What went wrong, by its name' }),
  }),
  decide: (state, { by, body: said }) => {
    const { faults, ...body } = said;
    if (!by) return no('not-allowed', 'A person learns.');
    if (body.right > body.asked) return no('bad-input', `right: at most what was asked, ${body.asked}.`);
    const fault = body.work === null ? null : whyNotTheirs(state, body.work, by);
    const what = faults === undefined ? {} : { faults };
    return fault ?? yes([{ event: 'progress-told' as const, person: by.id, ...body, ...what }]);
  },
});

function whyNotTheirs(state: School, id: string, by: Person) {
  const work = workIn(state, id);
  if (!work) return no('not-found', `work: no work ${id} is set.`);
  const set = classIn(state, work.class);
  return set && isIn(set, by.id) ? null : no('not-yours', 'work: it is set for another class.');
}

const noteMispay = verb({
  help: 'Keep a payment that went wrong at a table, without names, to be learned from',
  clause: null,
  who: 'house',
  body: z.strictObject({
    mispay: z.string().regex(/^\d{1,15}$/, 'must be a place in the log'),
    book,
    topic: z.enum(TOPIC_IDS),
    spot: text.name,
    owed: z.number().int(),
    paid: z.number().int(),
  }),
  decide: ({ mispaysUpTo }, { body }) =>
    Number(body.mispay) <= mispaysUpTo
      ? no('taken', 'That is on record already.')
      : yes([{ event: 'mispay-noted' as const, ...body }]),
});

/** What somebody who is no trainer sees of the school. */
export interface OwnSchool {
  readonly classes: Readonly<Record<string, Pick<SchoolClass, 'title' | 'closed'>>>;
  readonly work: Readonly<Record<string, Omit<Work, 'done'> & { readonly done: Told | null }>>;
  readonly progress: Readonly<Record<string, Told>>;
}

/** Somebody's own part: classes they are in, work set for these with what they did of it, and their progress. */
function ownPart(state: School, { id, kind }: Person): OwnSchool | null {
  if (kind !== 'staff') return null;
  const classes = Object.entries(state.classes).filter(([, one]) => isIn(one, id));
  const theirs = new Set(classes.map(([name]) => name));
  return {
    classes: Object.fromEntries(
      classes.map(([name, one]) => [name, { title: one.title, closed: one.closed }]),
    ),
    work: Object.fromEntries(
      Object.entries(state.work)
        .filter(([, work]) => theirs.has(work.class))
        .map(([name, { done, ...work }]) => [name, { ...work, done: done[id] ?? null }]),
    ),
    progress: (Object.hasOwn(state.progress, id) ? state.progress[id] : undefined) ?? {},
  };
}

/** Classes, set work and what the staff have learned: seen by themselves and their trainer. */
export const SCHOOL: Office<School, SchoolEvent> = office({
  name: 'school',
  title: 'Dealer school',
  streams: 'one',
  version: 1,
  start: { classes: {}, work: {}, progress: {}, mispays: [], mispaysUpTo: 0 },
  verbs: {
    'open-class': openClass,
    'join-class': joinClass,
    'come-to-class': comeToClass,
    'leave-class': leaveClass,
    'close-class': closeClass,
    'set-work': setWork,
    'tell-progress': tellProgress,
    'note-mispay': noteMispay,
  },
  evolve: evolveSchool,
  entries: () => NO_ENTRIES,
  audience,
  subject: (event) => ('person' in event ? event.person : null),
  counts: ({ classes, work, mispays }) => ({
    classes: Object.keys(classes).length,
    work: Object.keys(work).length,
    mispays: mispays.length,
  }),
  view: (state, by) => by && ownPart(state, by),
});
