import type { RulebookId } from '@boxperson/rules';
import { FAULTS, type Fault, type Lesson, type TopicId } from '@boxperson/rules/school';
import { type EventsOf, evolveBy } from '../kit.js';
import { need } from '../office.js';

/** What somebody did of a topic, summed up. */
export interface Told {
  readonly asked: number;
  readonly right: number;
  /** What the answers took on average, the last time. */
  readonly ms: number;
  readonly at: number;
  /** What went wrong, by its name, as often as it was told. */
  readonly faults?: Readonly<Partial<Record<Fault, number>>>;
}

export interface Member {
  readonly person: string;
  readonly name: string;
}

export interface SchoolClass {
  readonly title: string;
  readonly members: readonly Member[];
  readonly closed: boolean;
}

/** Set work, and what each of the class made of it. */
export interface Work {
  readonly class: string;
  readonly title: string;
  readonly lesson: Lesson;
  readonly at: number;
  /** When it shall be done. */
  readonly due?: number;
  readonly done: Readonly<Record<string, Told>>;
}

/** A payment that went wrong at a table of the house: which, and by how much. Whose it was and who paid it is not kept. */
export interface Mispay {
  readonly mispay: string;
  readonly book: RulebookId;
  readonly topic: TopicId;
  /** `place-6`: the spot as the sheet's lines name it. */
  readonly spot: string;
  readonly owed: number;
  readonly paid: number;
}

export interface SchoolBodies {
  'class-opened': { readonly class: string; readonly title: string; readonly by: string };
  'class-joined': {
    readonly class: string;
    readonly person: string;
    readonly name: string;
    readonly by: string;
  };
  'class-left': { readonly class: string; readonly person: string; readonly by: string };
  'class-closed': { readonly class: string; readonly by: string };
  'work-set': {
    readonly work: string;
    readonly class: string;
    readonly title: string;
    readonly lesson: Lesson;
    readonly due?: number;
    readonly by: string;
  };
  'progress-told': {
    readonly person: string;
    readonly work: string | null;
    readonly book: RulebookId;
    readonly topic: TopicId | null;
    readonly asked: number;
    readonly right: number;
    readonly ms: number;
    readonly faults?: Readonly<Partial<Record<Fault, number>>>;
  };
  'mispay-noted': Mispay;
}
export type SchoolEvent = EventsOf<SchoolBodies>;

export interface School {
  readonly classes: Readonly<Record<string, SchoolClass>>;
  readonly work: Readonly<Record<string, Work>>;
  /** By person, then by book and topic: `star/place`. */
  readonly progress: Readonly<Record<string, Readonly<Record<string, Told>>>>;
  /** The latest, the newest last. */
  readonly mispays: readonly Mispay[];
  /** The last place in the log that one was noted from: read again, none is noted twice. */
  readonly mispaysUpTo: number;
}

export const MISPAYS_KEPT = 200;
export const MEMBERS_MOST = 60;

export const classIn = ({ classes }: School, id: string): SchoolClass | undefined =>
  Object.hasOwn(classes, id) ? classes[id] : undefined;
export const isIn = ({ members }: SchoolClass, id: string): boolean =>
  members.some(({ person }) => person === id);
export const workIn = ({ work }: School, id: string): Work | undefined =>
  Object.hasOwn(work, id) ? work[id] : undefined;

const openClass = (state: School, id: string): SchoolClass => {
  const found = classIn(state, id);
  need(found !== undefined && !found.closed, `no class ${id} is open`);
  return found as SchoolClass;
};

const withClass = (state: School, id: string, change: Partial<SchoolClass>): School => ({
  ...state,
  classes: { ...state.classes, [id]: { ...openClass(state, id), ...change } },
});

const added = (before: Told | undefined, { asked, right, ms, at, faults }: Told): Told => ({
  asked: (before?.asked ?? 0) + asked,
  right: (before?.right ?? 0) + right,
  ms,
  at,
  ...withFaults(before?.faults, faults),
});

/** Faults of earlier and of now; nothing where none was ever told. */
function withFaults(before: Told['faults'], told: Told['faults']): Pick<Told, 'faults'> {
  if (before === undefined && told === undefined) return {};
  const counted = FAULTS.flatMap((fault) => {
    const times = (before?.[fault] ?? 0) + (told?.[fault] ?? 0);
    return times === 0 ? [] : [[fault, times] as const];
  });
  return { faults: Object.fromEntries(counted) };
}

/** What was done counts for the topic, and for the set work it was done for. */
function withProgress(
  state: School,
  { person, work, book, topic, ...rest }: Extract<SchoolEvent, { event: 'progress-told' }>,
): School {
  const { asked, right, ms, at, faults } = rest;
  need(right >= 0 && right <= asked && asked > 0, 'more right than asked');
  const told = { asked, right, ms, at, ...(faults === undefined ? {} : { faults }) };
  const own = Object.hasOwn(state.progress, person) ? state.progress[person] : undefined;
  const key = `${book}/${topic ?? 'rolls'}`;
  const progress = { ...state.progress, [person]: { ...own, [key]: added(own?.[key], told) } };
  if (work === null) return { ...state, progress };
  const set = workIn(state, work);
  need(set !== undefined, `no work ${work} is set`);
  const done = { ...set.done, [person]: added(set.done[person], told) };
  return { ...state, progress, work: { ...state.work, [work]: { ...set, done } } };
}

export const evolveSchool = evolveBy<School, SchoolBodies>({
  'class-opened': (state, { class: id, title }) => {
    need(classIn(state, id) === undefined, `a class ${id} twice`);
    return { ...state, classes: { ...state.classes, [id]: { title, members: [], closed: false } } };
  },
  'class-joined': (state, { class: id, person, name }) => {
    const found = openClass(state, id);
    need(!isIn(found, person), `${person} is in the class already`);
    return withClass(state, id, { members: [...found.members, { person, name }] });
  },
  'class-left': (state, { class: id, person }) => {
    const found = openClass(state, id);
    need(isIn(found, person), `${person} is not in the class`);
    return withClass(state, id, { members: found.members.filter((one) => one.person !== person) });
  },
  'class-closed': (state, { class: id }) => withClass(state, id, { closed: true }),
  'work-set': (state, { work, class: id, title, lesson, due, at }) => {
    openClass(state, id);
    need(workIn(state, work) === undefined, `work ${work} twice`);
    const until = due === undefined ? {} : { due };
    return {
      ...state,
      work: { ...state.work, [work]: { class: id, title, lesson, at, ...until, done: {} } },
    };
  },
  'progress-told': withProgress,
  'mispay-noted': (state, { mispay, book, topic, spot, owed, paid }) => {
    const place = Number(mispay);
    need(Number.isSafeInteger(place) && place > state.mispaysUpTo, 'a mispay is noted once, in order');
    const noted = [...state.mispays, { mispay, book, topic, spot, owed, paid }];
    return { ...state, mispays: noted.slice(-MISPAYS_KEPT), mispaysUpTo: place };
  },
});
