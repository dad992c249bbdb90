import type { HouseApi } from '@boxperson/house/client';
import { useCallback, useEffect, useState } from 'react';

/** A matter of an office, as a list tells of it. */
export interface Listed<Books> {
  readonly matter: string;
  readonly books: Books;
}
/** A list: all that go on and the newest that are over, or a page of older ones. */
export interface MatterPage<Books> {
  readonly matters: readonly Listed<Books>[];
  /** There are others, before this one. */
  readonly older: string | null;
}

export const matterPage = <Books>(
  api: Pick<HouseApi, 'get'>,
  office: string,
  before?: string,
): Promise<MatterPage<Books>> =>
  api.get(`/api/matters/${office}${before === undefined ? '' : `?before=${encodeURIComponent(before)}`}`);

/** What somebody has before them: the list, and what they asked for beyond it. */
export interface KnownMatters<Books> extends MatterPage<Books> {
  readonly beyond?: true;
}

/** The list is told anew. What leaves it while somebody looks at older ones stays where it was, ahead of them. */
export const toldAnew = <Books>(
  known: KnownMatters<Books> | null,
  told: MatterPage<Books>,
): KnownMatters<Books> =>
  known?.beyond ? { ...known, matters: together(told.matters, known.matters) } : told;

/** Older ones behind those that are known. */
export const andOlder = <Books>(
  known: KnownMatters<Books>,
  { matters, older }: MatterPage<Books>,
): KnownMatters<Books> => ({ matters: together(known.matters, matters), older, beyond: true });

/** Of those that both have, what the first has. */
function together<Books>(
  first: readonly Listed<Books>[],
  second: readonly Listed<Books>[],
): readonly Listed<Books>[] {
  const names = new Set(first.map(({ matter }) => matter));
  return [...first, ...second.filter(({ matter }) => !names.has(matter))];
}

export interface Matters<Books> {
  /** Null before the house has answered. */
  readonly matters: readonly Listed<Books>[] | null;
  /** Asks for older ones; null where there are none. */
  readonly more: (() => void) | null;
  /** Somebody has asked for older ones. */
  readonly beyond: boolean;
  /** Asks again at once. */
  readonly look: () => Promise<void>;
}

/** The matters of an office, asked for again and again. `onFault` stays the same function. */
export function useMatters<Books>(
  api: Pick<HouseApi, 'get'>,
  office: string,
  againMs: number,
  onFault: (error: Error) => void = IGNORED,
): Matters<Books> {
  const [known, setKnown] = useState<KnownMatters<Books> | null>(null);
  const look = useCallback(
    () =>
      matterPage<Books>(api, office).then(
        (told) => setKnown((before) => toldAnew(before, told)),
        (error: Error) => onFault(error),
      ),
    [api, office, onFault],
  );
  useEffect(() => {
    setKnown(null);
    void look();
    const timer = setInterval(look, againMs);
    return () => clearInterval(timer);
  }, [look, againMs]);
  const older = known?.older ?? null;
  const askOlder = (before: string) =>
    void matterPage<Books>(api, office, before).then(
      (told) => setKnown((now) => (now ? andOlder(now, told) : told)),
      (error: Error) => onFault(error),
    );
  return {
    matters: known?.matters ?? null,
    more: older === null ? null : () => askOlder(older),
    beyond: known?.beyond === true,
    look,
  };
}
/** The next look finds it. */
const IGNORED = (): void => {};
