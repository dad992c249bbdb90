import type { RulebookId } from '@boxperson/rules';
import { PAYMENT_MS, type TopicId } from '@boxperson/rules/school';
import { type Card, createEmptyCard, fsrs, type Grade, Rating, State } from 'ts-fsrs';

// What somebody has learned, in their own browser. When a key comes back is FSRS's business; what is right is the engine's.

/** One key as it is remembered. */
export interface Learned {
  readonly card: Card;
  readonly asked: number;
  readonly right: number;
  /** What the last answer took. */
  readonly ms: number;
}

/** Keys by the name of their card. */
export type Memory = Readonly<Record<string, Learned>>;

const scheduler = fsrs({ enable_fuzz: false });

/** Wrong is again; right but slow is hard; under half of the target is easy. */
export function gradeOf(right: boolean, ms: number): Grade {
  if (!right) return Rating.Again;
  if (ms > PAYMENT_MS) return Rating.Hard;
  return ms <= PAYMENT_MS / 2 ? Rating.Easy : Rating.Good;
}

/** A memory after one more answer. */
export function remember(memory: Memory, name: string, right: boolean, ms: number, now: Date): Memory {
  const before = memory[name];
  const { card } = scheduler.next(before?.card ?? createEmptyCard(now), now, gradeOf(right, ms));
  const learned = {
    card,
    asked: (before?.asked ?? 0) + 1,
    right: (before?.right ?? 0) + (right ? 1 : 0),
    ms,
  };
  return { ...memory, [name]: learned };
}

/** What is due, the longest waiting first. */
export const dueIn = (memory: Memory, now: Date): readonly string[] =>
  Object.entries(memory)
    .filter(([, { card }]) => card.due.getTime() <= now.getTime())
    .sort(([, a], [, b]) => a.card.due.getTime() - b.card.due.getTime())
    .map(([name]) => name);

export interface Standing {
  readonly keys: number;
  /** Keys that sit: in review, not being learned any more. */
  readonly sit: number;
  readonly due: number;
  readonly asked: number;
  readonly right: number;
  /** What the last answers took, on average. */
  readonly ms: number | null;
}

export function standingOf(memory: Memory, now: Date): Standing {
  const all = Object.values(memory);
  const sum = (of: (one: Learned) => number): number => all.reduce((total, one) => total + of(one), 0);
  return {
    keys: all.length,
    sit: all.filter(({ card }) => card.state === State.Review).length,
    due: dueIn(memory, now).length,
    asked: sum(({ asked }) => asked),
    right: sum(({ right }) => right),
    ms: all.length === 0 ? null : Math.round(sum(({ ms }) => ms) / all.length),
  };
}

const isLearned = (value: unknown): boolean => {
  const { card, asked, right, ms } = (value ?? {}) as Partial<Learned>;
  return (
    [asked, right, ms].every(Number.isFinite) &&
    typeof card === 'object' &&
    Number.isFinite(card.stability) &&
    !Number.isNaN(Date.parse(String(card.due)))
  );
};

/** What was kept; what cannot be read any more is forgotten, key by key. */
export function readMemory(kept: string | null): Memory {
  try {
    const told = JSON.parse(kept ?? '{}') as Record<string, Learned>;
    return Object.fromEntries(
      Object.entries(told)
        .filter(([, value]) => isLearned(value))
        .map(([name, value]) => [name, { ...value, card: withDates(value.card) }]),
    );
  } catch {
    return {};
  }
}

const withDates = (card: Card): Card => ({
  ...card,
  due: new Date(card.due),
  ...(card.last_review ? { last_review: new Date(card.last_review) } : {}),
});

const storage = (): Storage | null => {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    return null;
  }
};

const KEY = 'boxperson.school';
const keyOf = (book: RulebookId, topic: string): string => `${KEY}.${book}.${topic}`;

export const loadMemory = (book: RulebookId, topic: TopicId): Memory =>
  readMemory(storage()?.getItem(keyOf(book, topic)) ?? null);

/** Keeps one more answer. A browser that keeps nothing teaches all the same. */
export function keepAnswer(
  book: RulebookId,
  topic: TopicId,
  name: string,
  right: boolean,
  ms: number,
): Memory {
  const memory = remember(loadMemory(book, topic), name, right, ms, new Date());
  try {
    storage()?.setItem(keyOf(book, topic), JSON.stringify(memory));
  } catch {
    // Full or forbidden: the lesson goes on.
  }
  return memory;
}

/** Forgets everything that was learned in this browser. */
export function forgetAll(): void {
  const kept = storage();
  if (!kept) return;
  for (const name of Object.keys(kept)) if (name.startsWith(`${KEY}.`)) kept.removeItem(name);
}
