import { HouseApi } from '@boxperson/house/client';
import type { OwnSchool, School } from '@boxperson/offices';
import type { RulebookId } from '@boxperson/rules';
import type { Fault, TopicId } from '@boxperson/rules/school';
import { useEffect, useRef } from 'react';

// Of the staff the house keeps what they learn, for themselves and their trainer. Of anybody else nothing leaves the browser.

/** Where staff who signed in at their own door are known in this browser. */
const STAFF = 'boxperson.staff';

const token = (): string | null => {
  try {
    return localStorage.getItem(STAFF);
  } catch {
    return null;
  }
};

const api = new HouseApi({ token });

export interface Done {
  readonly work: string | null;
  readonly book: RulebookId;
  readonly topic: TopicId | null;
  readonly asked: number;
  readonly right: number;
  readonly ms: number;
  /** What went wrong, by its name. */
  readonly faults?: Readonly<Partial<Record<Fault, number>>>;
}

/** Faults by their name, as often as they came up; nothing where there was none. */
export function countFaults(faults: readonly Fault[]): Pick<Done, 'faults'> {
  if (faults.length === 0) return {};
  const counted: Partial<Record<Fault, number>> = {};
  for (const fault of faults) counted[fault] = (counted[fault] ?? 0) + 1;
  return { faults: counted };
}

/** Tells the house, if this is somebody of the staff; a house that is away is told nothing. */
export async function tellHouse({ ms, ...done }: Done): Promise<void> {
  if (token() === null) return;
  try {
    await api.submit('school', { do: 'tell-progress', ...done, ms: Math.round(ms) });
  } catch {
    // What was learned is in the browser all the same.
  }
}

const AT_ONCE = 10;
interface Open {
  readonly asked: number;
  readonly right: number;
  readonly ms: number;
  readonly faults: readonly Fault[];
}
const NOTHING_OPEN: Open = { asked: 0, right: 0, ms: 0, faults: [] };

/** Tells ten answers at a time, and what is left when the page is left; of set work every one. */
export function useTelling(book: RulebookId, topic: TopicId, work: string | null) {
  const open = useRef<Open>(NOTHING_OPEN);
  const tell = useRef(() => {});
  tell.current = () => {
    const { asked, right, ms, faults } = open.current;
    open.current = NOTHING_OPEN;
    if (asked > 0)
      void tellHouse({ work, book, topic, asked, right, ms: ms / asked, ...countFaults(faults) });
  };
  useEffect(() => () => tell.current(), []);
  return (fault: Fault | null, ms: number): void => {
    const before = open.current;
    open.current = {
      asked: before.asked + 1,
      right: before.right + (fault === null ? 1 : 0),
      ms: before.ms + ms,
      faults: fault === null ? before.faults : [...before.faults, fault],
    };
    if (work !== null || open.current.asked >= AT_ONCE) tell.current();
  };
}

/** One's own part of the school's books; null for whoever is not of the staff. A trainer sees all of them. */
export async function ownSchool(): Promise<OwnSchool | School | null> {
  if (token() === null) return null;
  try {
    return (await api.get<{ books: OwnSchool | School | null }>('/api/books/school')).books;
  } catch {
    return null;
  }
}

/** The open classes of whoever is a trainer; null for anybody else. */
export async function classesToTeach(): Promise<School['classes'] | null> {
  const books = await ownSchool();
  if (!books || !('mispays' in books)) return null;
  return Object.fromEntries(Object.entries(books.classes).filter(([, { closed }]) => !closed));
}

/** Sets work for a class, as its trainer; what came of it, in a sentence. */
export async function setWork(work: object): Promise<string> {
  try {
    const answered = await api.submit('school', { do: 'set-work', ...work });
    return answered.ok ? 'It is set.' : answered.refused.message;
  } catch {
    return 'The house cannot be reached. Nothing was set; try again.';
  }
}
