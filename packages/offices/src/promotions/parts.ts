/**
 * Many things by name, kept in parts: to put one in copies its part and not all of them. A promotion has as many entries
 * as its patrons earn, and a list that is copied for each of them would take the square of that.
 */
export interface Parts<T> {
  readonly count: number;
  readonly parts: Readonly<Record<string, Readonly<Record<string, T>>>>;
}

export const NO_PARTS: Parts<never> = { count: 0, parts: {} };

const PART = 256;
const PRIME = 31;

/** What is numbered, `E-17`, stands with its neighbours, so that all of them come in their order; other names anywhere. */
function partOf(name: string): string {
  const numbered = /^E-(\d+)$/.exec(name);
  if (numbered) return String(Math.floor(Number(numbered[1]) / PART));
  let mark = 0;
  for (let at = 0; at < name.length; at++) mark = (mark * PRIME + name.charCodeAt(at)) % PART;
  return String(mark);
}

export function inParts<T>({ parts }: Parts<T>, name: string): T | undefined {
  const part = parts[partOf(name)];
  return part && Object.hasOwn(part, name) ? part[name] : undefined;
}

export function withPart<T>(all: Parts<T>, name: string, value: T): Parts<T> {
  const at = partOf(name);
  const part = all.parts[at] ?? {};
  const count = all.count + (Object.hasOwn(part, name) ? 0 : 1);
  return { count, parts: { ...all.parts, [at]: { ...part, [name]: value } } };
}

/** All of them with their names; what is numbered in the order of its numbers. */
export const partsIn = <T>({ parts }: Parts<T>): readonly (readonly [name: string, value: T])[] =>
  Object.values(parts).flatMap((part) => Object.entries(part));
