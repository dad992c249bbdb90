import type { Field } from './shape.js';
import { isTyped, type Typed, withoutSecrets } from './typed.js';

// A half-written form outlives a reload of its page, in this window only, and without its secrets.

interface Draft {
  readonly typed: Typed;
  /** The id of a sending that nobody answered yet, and what was sent: sent again, it is the same. */
  readonly sent: Sent | null;
}
export interface Sent {
  readonly id: string;
  readonly body: string;
}

const keyOf = (key: string): string => `boxperson.draft.${key}`;

const readSent = (sent: unknown): Sent | null => {
  const { id, body } = (sent ?? {}) as Partial<Sent>;
  return typeof id === 'string' && typeof body === 'string' ? { id, body } : null;
};

/** What was typed before; null where there is nothing, or nothing that fits this form. */
export function readDraft(key: string, field: Field): Draft | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(keyOf(key)) ?? 'null') as Partial<Draft> | null;
    return kept && isTyped(field, kept.typed) ? { typed: kept.typed, sent: readSent(kept.sent) } : null;
  } catch {
    return null; // A browser that keeps nothing, or something that is not ours.
  }
}

const hasSecrets = (field: Field, typed: Typed): boolean =>
  JSON.stringify(withoutSecrets(field, typed)) !== JSON.stringify(typed);

export function keepDraft(key: string, field: Field, typed: Typed, sent: Sent | null): void {
  // What was sent holds the secrets in its body.
  const draft = { typed: withoutSecrets(field, typed), sent: hasSecrets(field, typed) ? null : sent };
  try {
    sessionStorage.setItem(keyOf(key), JSON.stringify(draft));
  } catch {
    // Then it lasts as long as the page.
  }
}

export function dropDraft(key: string): void {
  try {
    sessionStorage.removeItem(keyOf(key));
  } catch {
    // Nothing was kept either.
  }
}
