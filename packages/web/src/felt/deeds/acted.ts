/** What an act of several commands did, and what it could not do. */
export interface Acted {
  readonly ok: boolean;
  readonly did: readonly string[];
  readonly left: readonly string[];
}

export const didOnly = (...did: readonly string[]): Acted => ({ ok: true, did, left: [] });
export const leftOnly = (...left: readonly string[]): Acted => ({ ok: false, did: [], left });

/** What several parts of an act came to. */
export const together = (parts: readonly Acted[]): Acted => ({
  ok: parts.every(({ ok }) => ok),
  did: parts.flatMap(({ did }) => did),
  left: parts.flatMap(({ left }) => left),
});
