import { createHmac, timingSafeEqual } from 'node:crypto';

/** The letters of a seal, before the text that it is for. */
export const SEAL_LETTERS = 43;

const markOf = (key: string, text: string): string =>
  createHmac('sha256', key).update(text).digest('base64url');

/** The text under a seal. */
export const textUnder = (sealed: string): string => sealed.slice(SEAL_LETTERS);

/** A text and who says it, to whom, and as their how manieth. */
export interface Addressed {
  readonly from: string;
  readonly to: string;
  readonly n: number;
}

/**
 * What nodes say to each other bears a seal with a key that is in their database alone: a bus that lets strangers in does
 * not let them speak for a node. Whom it is for and a number are under the seal, so that nobody says it again, or to
 * somebody else.
 */
export class Seal {
  readonly #key: string;
  readonly #last = new Map<string, number>();

  constructor(key: string) {
    this.#key = key;
  }

  put(text: string): string {
    return markOf(this.#key, text) + text;
  }

  /** Does a node of ours say it, to this name, and for the first time? */
  isOurs(sealed: string, { from, to, n }: Addressed, name: string): boolean {
    const mark = Buffer.from(sealed.slice(0, SEAL_LETTERS));
    const ours = Buffer.from(markOf(this.#key, textUnder(sealed)));
    if (mark.length !== ours.length || !timingSafeEqual(mark, ours) || to !== name) return false;
    const key = `${to} ${from}`;
    if (n <= (this.#last.get(key) ?? 0)) return false;
    this.#last.set(key, n);
    return true;
  }
}
