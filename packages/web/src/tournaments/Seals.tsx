import { lockOf, type Round, readSealed, type Seal } from '@boxperson/offices';
import { useEffect, useState } from 'react';

interface Sealed {
  readonly wager: string;
  readonly key: string;
}

/**
 * The keys stay in this browser, also when its player has gone: the house never sees one before its wager is opened, and
 * none but whoever sealed it can open it (R111). An entry is one person's: who comes next has another, and finds theirs.
 */
const placeOf = (matter: string, count: number, entry: string): string =>
  `boxperson.seals.${matter}.${count}.${entry}`;
const kept = (place: string): readonly Sealed[] =>
  JSON.parse(localStorage.getItem(place) ?? '[]') as readonly Sealed[];

/** 256 bits: nobody tries them all. */
function makeKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

interface SealsProps {
  readonly matter: string;
  readonly round: Round;
  readonly count: number;
  readonly entry: string;
  readonly says: string;
  /** How many a round, by the terms. */
  readonly most: number;
  readonly ask: (command: { readonly do: string }) => Promise<boolean>;
}

const isWaited = ({ called, wager, opened }: Seal): boolean => called && wager === null && !opened;

/** Called for, they open by themselves: nobody need be quick, and nobody can choose not to (R111). */
function useOpening(place: string, entry: string, seals: readonly Seal[], ask: SealsProps['ask']): void {
  const waited = seals.filter(isWaited).map(({ lock }) => lock);
  const names = waited.join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once for each that is called
  useEffect(() => {
    for (const one of kept(place))
      if (waited.includes(lockOf(one.wager, one.key)))
        void ask({ do: 'unseal', entry, ...one } as { do: string });
  }, [names]);
}

/** Sealed wagers: made here, locked here, opened here when all are called for; the house puts them down. */
export function Seals({ matter, round, count, entry, says, most, ask }: SealsProps) {
  const place = placeOf(matter, count, entry);
  const [wager, setWager] = useState('');
  const [why, setWhy] = useState<string | null>(null);
  const seals = round.seals[entry] ?? [];
  useOpening(place, entry, seals, ask);
  const seal = async () => {
    const read = readSealed(wager);
    setWhy(read.ok ? null : read.why);
    if (!read.ok) return;
    const made = { wager: wager.trim(), key: makeKey() };
    // Kept before it is sent: a lock without its key could never be opened.
    localStorage.setItem(place, JSON.stringify([...kept(place), made]));
    if (await ask({ do: 'seal', entry, lock: lockOf(made.wager, made.key) } as { do: string })) setWager('');
  };
  const own = (lock: string) => kept(place).find((one) => lockOf(one.wager, one.key) === lock)?.wager;
  return (
    <fieldset className="cup-seals">
      <legend>Sealed wager</legend>
      {says && <p className="quiet">{says}</p>}
      {seals.map((one) => (
        <p key={one.lock}>
          <b>{one.wager ?? own(one.lock) ?? 'sealed'}</b> {tellSeal(one)}{' '}
          <code>{one.lock.slice(0, 12)}…</code>
        </p>
      ))}
      {seals.length < most && (
        <>
          <label>
            Wager{' '}
            <input value={wager} placeholder="pass 50" onChange={({ target }) => setWager(target.value)} />
          </label>{' '}
          <button type="button" disabled={wager.trim() === ''} onClick={() => void seal()}>
            Seal it
          </button>
        </>
      )}
      {why && <p role="alert">{why}</p>}
    </fieldset>
  );
}

/** How far a sealed wager is. */
function tellSeal({ called, wager, opened, put, why }: Seal): string {
  if (put === 'placed') return 'is on the layout';
  if (put === 'refused') return `could not be put down: ${why ?? ''}`;
  if (wager !== null) return 'is open';
  if (opened) return 'is open, and shown with the others';
  return called ? 'is called for' : 'is sealed';
}
