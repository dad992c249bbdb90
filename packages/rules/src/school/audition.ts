import { FAULTS, type Fault } from './faults.js';
import { isOrderFault } from './grade.js';

/** As what somebody auditions. */
export const AUDITION_PLACES = ['base', 'stick', 'box', 'single'] as const;
export type AuditionPlace = (typeof AUDITION_PLACES)[number];

export const AUDITION_MS = 15 * 60_000;
/** What a payment may take. */
export const PAYMENT_MS = 6_000;
export const SPRINT_MS = 2 * 60_000;

/** One thing that was done at an audition. */
export interface Mark {
  /** A payment by itself, the lines of a roll, what the box lets pass of it, a call, or what to do now. */
  readonly kind: 'key' | 'roll' | 'watch' | 'call' | 'situation';
  /** So many right, of so many. */
  readonly right: number;
  readonly of: number;
  readonly inOrder: number;
  readonly ms: number;
  readonly faults: readonly Fault[];
}

export const AUDITION_PARTS = ['accuracy', 'order', 'speed', 'calls'] as const;
export type AuditionPart = (typeof AUDITION_PARTS)[number];

/** What a pit weighs, and what it wants to see: a house's own, like a profile. */
export interface AuditionBar {
  readonly weights: Readonly<Record<AuditionPart, number>>;
  readonly least: Readonly<Partial<Record<AuditionPart, number>>>;
  readonly pass: number;
}

export const USUAL_BAR: AuditionBar = {
  weights: { accuracy: 45, order: 20, speed: 20, calls: 15 },
  least: { accuracy: 85 },
  pass: 75,
};

export interface AuditionReport {
  /** 0 to 100; null where nothing was asked. */
  readonly parts: Readonly<Record<AuditionPart, number | null>>;
  readonly score: number;
  readonly passed: boolean;
  readonly payments: number;
  readonly msPerPayment: number | null;
  /** What went wrong, the most frequent first. */
  readonly faults: readonly { readonly fault: Fault; readonly times: number }[];
}

const sum = (marks: readonly Mark[], of: 'right' | 'of' | 'inOrder' | 'ms'): number =>
  marks.reduce((all, mark) => all + mark[of], 0);

// Points are whole ones that were earned: a hundred means that nothing was wrong.

const share = (some: number, all: number): number | null =>
  all === 0 ? null : Math.floor((100 * Math.max(0, Math.min(some, all))) / all);

/** Every payment within six seconds is full speed, half as fast is half of it. */
const speedOf = (payments: number, ms: number): number | null =>
  payments === 0 ? null : ms <= payments * PAYMENT_MS ? 100 : Math.floor((100 * payments * PAYMENT_MS) / ms);

/** An audition as a pit would score it. */
export function scoreAudition(marks: readonly Mark[], bar: AuditionBar = USUAL_BAR): AuditionReport {
  const dealt = marks.filter(({ kind }) => kind === 'key' || kind === 'roll' || kind === 'watch');
  const rolls = marks.filter(({ kind }) => kind === 'roll');
  const called = marks.filter(({ kind }) => kind === 'call' || kind === 'situation');
  const payments = sum(dealt, 'of');
  const parts = {
    accuracy: share(sum(dealt, 'right'), payments),
    order: share(sum(rolls, 'inOrder'), sum(rolls, 'of')),
    speed: speedOf(payments, sum(dealt, 'ms')),
    calls: share(sum(called, 'right'), sum(called, 'of')),
  };
  const score = weighed(parts, bar);
  const isEnough = AUDITION_PARTS.every((part) => (parts[part] ?? 100) >= (bar.least[part] ?? 0));
  return {
    parts,
    score,
    passed: marks.length > 0 && isEnough && score >= bar.pass,
    payments,
    msPerPayment: payments === 0 ? null : Math.round(sum(dealt, 'ms') / payments),
    faults: counted(marks),
  };
}

function weighed(parts: AuditionReport['parts'], { weights }: AuditionBar): number {
  const asked = AUDITION_PARTS.filter((part) => parts[part] !== null);
  const all = asked.reduce((total, part) => total + weights[part], 0);
  if (all === 0) return 0;
  return Math.floor(asked.reduce((total, part) => total + (parts[part] as number) * weights[part], 0) / all);
}

const counted = (marks: readonly Mark[]): AuditionReport['faults'] =>
  FAULTS.map((fault) => ({
    fault,
    times: marks.flatMap(({ faults }) => faults).filter((one) => one === fault).length,
  }))
    .filter(({ times }) => times > 0)
    .sort((a, b) => b.times - a.times || Number(isOrderFault(a.fault)) - Number(isOrderFault(b.fault)));
