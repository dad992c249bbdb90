import { isObject } from '../game/input.js';
import { didYouMean } from '../nearest.js';
import { accept, badInput, type Result, refuse } from '../result.js';
import { RULEBOOK_IDS, type RulebookId } from '../rulebook.js';
import { RULEBOOKS } from '../rulebooks/index.js';
import { SEEDS } from './chance.js';
import { DRILL_LEVELS, type DrillLevel } from './drill.js';
import { faultInLaid, type LaidRoll } from './laid.js';
import { spotNameOf, spotsIn, TOPIC_IDS, type TopicId, topicOf, topicsOf } from './topics.js';
import { DEALT_BOOKS, ROLL_LEVELS, ROLL_PLACES, type RollLevel, type RollPlace } from './whole-roll.js';

/** What a lesson is made of: keys of a topic, whole rolls, or what to do now. */
export const LESSON_KINDS = ['keys', 'rolls', 'what-now'] as const;
export type LessonKind = (typeof LESSON_KINDS)[number];

/** Set work: small enough to stand in a link. */
export interface Lesson {
  readonly book: RulebookId;
  readonly kind: LessonKind;
  /** Of keys. */
  readonly topic?: TopicId;
  readonly level?: DrillLevel | RollLevel;
  /** The first of its seeds: everybody who has the lesson gets the same. */
  readonly seed?: number;
  /** How many. */
  readonly count?: number;
  /** Of keys: one wager of the topic and no other, `place-6`. */
  readonly spot?: string;
  /** Of keys: the first has so much coming, in cents, if the wager can. */
  readonly owed?: number;
  /** Of rolls: where the learner stands. */
  readonly place?: RollPlace;
  /** Of rolls: one that was laid out, on a felt or from the record. */
  readonly roll?: LaidRoll;
}

export const LESSON_COUNT_MOST = 500;
const OWED_MOST = 100_000_000;
const FIELDS = ['book', 'kind', 'topic', 'level', 'seed', 'count', 'spot', 'owed', 'place', 'roll'];

type Told = Readonly<Record<string, unknown>>;

const oneOf = (field: string, value: unknown, known: readonly string[]): string | null => {
  if (known.includes(value as string)) return null;
  const said = value === undefined ? 'is missing' : `${JSON.stringify(value)} is not known`;
  return `${field} ${said}${didYouMean(value, known)}; it is one of ${known.join(', ')}`;
};

const whole = (field: string, value: unknown, least: number, most: number): string | null =>
  value === undefined || (Number.isInteger(value) && (value as number) >= least && (value as number) <= most)
    ? null
    : `${field} ${JSON.stringify(value)} must be a whole number from ${least} to ${most}`;

/** The first thing wrong with a lesson, by its field; null where there is nothing. */
function faultIn(told: Told): string | null {
  const stranger = Object.keys(told).find((field) => !FIELDS.includes(field));
  if (stranger !== undefined)
    return `a lesson has no field ${JSON.stringify(stranger)}${didYouMean(stranger, FIELDS)}`;
  return (
    oneOf('book', told['book'], RULEBOOK_IDS) ??
    oneOf('kind', told['kind'], LESSON_KINDS) ??
    faultInKind(told) ??
    whole('seed', told['seed'], 0, SEEDS - 1) ??
    whole('count', told['count'], 1, LESSON_COUNT_MOST)
  );
}

/** What only lessons of one kind have. */
const OWN_FIELDS: Readonly<Record<LessonKind, readonly (keyof Lesson)[]>> = {
  keys: ['topic', 'level', 'spot', 'owed'],
  rolls: ['level', 'place', 'roll'],
  'what-now': [],
};

function faultInKind(told: Told): string | null {
  const kind = told['kind'] as LessonKind;
  for (const field of ['topic', 'level', 'spot', 'owed', 'place', 'roll'] as const)
    if (told[field] !== undefined && !OWN_FIELDS[kind].includes(field))
      return `${field} ${brief(told[field])}belongs to ${kindsWith(field)}, not to ${kind}`;
  if (kind === 'keys') return faultInKeys(told);
  return kind === 'rolls' ? faultInRolls(told) : null;
}

const brief = (value: unknown): string => (typeof value === 'object' ? '' : `${JSON.stringify(value)} `);
const kindsWith = (field: keyof Lesson): string =>
  LESSON_KINDS.filter((kind) => OWN_FIELDS[kind].includes(field)).join(' and ');

function faultInKeys({ book, topic, level, spot, owed }: Told): string | null {
  const id = book as RulebookId;
  const known = topicsOf(RULEBOOKS[id]).map((one) => one.id);
  const fault = oneOf('topic', topic, TOPIC_IDS) ?? oneOf(`topic, at ${id},`, topic, known);
  if (fault !== null) return fault;
  const spots = spotsIn(RULEBOOKS[id], topicOf(topic as TopicId)).map(spotNameOf);
  return (
    (level === undefined ? null : oneOf('level', level, DRILL_LEVELS)) ??
    (spot === undefined ? null : oneOf('spot', spot, spots)) ??
    whole('owed', owed, 0, OWED_MOST)
  );
}

function faultInRolls({ book, level, place, roll }: Told): string | null {
  const id = book as RulebookId;
  if (!DEALT_BOOKS.includes(id)) return `book ${id} has no crew: there are no rolls to deal`;
  return (
    (level === undefined ? null : oneOf('level', level, ROLL_LEVELS)) ??
    (place === undefined ? null : oneOf('place', place, ROLL_PLACES)) ??
    (roll === undefined ? null : faultInLaid(id, roll))
  );
}

/** A lesson from outside; whatever is wrong is said with the field it is in. */
export function readLesson(told: unknown): Result<Lesson> {
  if (!isObject(told)) return refuse(badInput('a lesson must be an object'));
  const fault = faultIn(told);
  return fault === null ? accept(told as unknown as Lesson) : refuse(badInput(fault));
}

/** A file with a lesson: the line is named where it is no JSON. */
export function readLessonFile(text: string): Result<Lesson> {
  try {
    return readLesson(JSON.parse(text));
  } catch (error) {
    const at = /position (\d+)/.exec(String(error))?.[1];
    const line = at === undefined ? '' : `, line ${text.slice(0, Number(at)).split('\n').length}`;
    return refuse(badInput(`the lesson file is not JSON${line}`));
  }
}

const NUMBERS_IN_LINK = ['seed', 'count', 'owed'];

/** `book=star&kind=keys&topic=place`: what a link to a lesson says after its `?`. A laid roll is in it as JSON. */
export function readLessonLink(pairs: Iterable<readonly [string, string]>): Result<Lesson> {
  const told: Record<string, unknown> = {};
  for (const [field, value] of pairs) {
    if (Object.hasOwn(told, field)) return refuse(badInput(`the link names ${field} twice`));
    if (field === 'roll') {
      const roll = parsed(value);
      if (roll === undefined) return refuse(badInput('the roll in the link is not JSON: it was cut short'));
      told[field] = roll;
    } else told[field] = NUMBERS_IN_LINK.includes(field) && /^\d+$/.test(value) ? Number(value) : value;
  }
  return readLesson(told);
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const inLink = (value: unknown): string =>
  typeof value === 'object' ? encodeURIComponent(JSON.stringify(value)) : String(value);

export const lessonLink = (lesson: Lesson): string =>
  FIELDS.flatMap((field) => {
    const value = lesson[field as keyof Lesson];
    return value === undefined ? [] : [`${field}=${inLink(value)}`];
  }).join('&');
