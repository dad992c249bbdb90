import { pathChart, type StrategyFigures, summariseSessions } from '@boxperson/odds';
import { useEffect, useState } from 'react';
import { SHORT } from '../rules/facts.js';
import { Wide } from '../rules/Wide.js';
import { deskFor } from './desk.js';
import type { Play } from './desk-asks.js';
import { Picture } from './Picture.js';
import { count, dollars, percent, readCount } from './say.js';

export const COMPARED_MAX = 4;
const EVENINGS = 2_000;

interface Found {
  readonly figures: StrategyFigures;
  readonly path: readonly number[];
  readonly results: readonly number[];
  readonly mean: number;
  readonly quantiles: Readonly<Record<string, number>>;
}

/** The strategies on the same dice: one evening drawn, many counted. */
function useFound(plays: readonly Play[], rolls: number, seed: number, evening: number) {
  const [found, setFound] = useState<readonly (Found | null)[]>([]);
  const [busy, setBusy] = useState(false);
  const key = JSON.stringify([plays, rolls, seed, evening]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key holds all of them
  useEffect(() => {
    let stale = false;
    const look = async (play: Play): Promise<Found | null> => {
      const plan = { rolls };
      const told = await deskFor('strategy').ask('strategy', { ...play, pace: 100 });
      if (!told.ok) return null;
      const path = await deskFor('path').ask('path', { ...play, plan, seed, number: evening });
      const outcomes = await deskFor('sessions').ask('sessions', {
        ...play,
        plan,
        seed,
        from: 0,
        count: EVENINGS,
      });
      if (path === null || outcomes === null) return null;
      const { mean, quantiles } = summariseSessions({ outcomes, seconds: 0, rolls: 0, cancelled: false });
      return { figures: told.figures, path, results: outcomes.map(({ result }) => result), mean, quantiles };
    };
    setBusy(true);
    void Promise.all(plays.map(look)).then((all) => {
      if (stale) return;
      setFound(all);
      setBusy(false);
    });
    return () => {
      stale = true;
    };
  }, [key]);
  return { found, busy };
}

/** How often each of them ended ahead of all the others, on the same dice. */
const winsOf = (found: readonly Found[], at: number): number => {
  const own = found[at]?.results ?? [];
  const wins = own.filter((result, evening) =>
    found.every((other, which) => which === at || result > (other.results[evening] ?? 0)),
  );
  return wins.length / Math.max(1, own.length);
};

interface CompareProps {
  readonly plays: readonly Play[];
  readonly seed: number;
  readonly remove: (at: number) => void;
}

export function CompareStrategies({ plays, seed, remove }: CompareProps) {
  const [typed, setTyped] = useState('300');
  const [evening, setEvening] = useState(1);
  const read = readCount(typed, 1, 5_000);
  const [rolls, setRolls] = useState(300);
  useEffect(() => {
    if (read !== null) setRolls(read);
  }, [read]);
  const { found, busy } = useFound(plays, rolls, seed, evening);
  const complete =
    found.length === plays.length && found.every((one) => one !== null) ? (found as readonly Found[]) : null;
  const name = ({ file, book }: Play): string => `${file.name} at ${SHORT[book]}`;
  if (plays.length === 0)
    return <p>Add the strategy above, then another: up to {COMPARED_MAX} play on the same dice.</p>;
  return (
    <div className="compare-strategies" aria-busy={busy}>
      <div className="lab-controls">
        <label className="field">
          Rolls in an evening
          <input
            value={typed}
            inputMode="numeric"
            aria-invalid={read === null}
            onChange={(event) => setTyped(event.target.value)}
          />
        </label>
        <button type="button" onClick={() => setEvening(evening + 1)}>
          Another evening
        </button>
      </div>
      {read === null && (
        <p role="alert" className="fault">
          Rolls: “{typed}” is not a whole number from 1 to 5,000; shown is {count(rolls)}.
        </p>
      )}
      <ul className="lab-keys">
        {plays.map((play, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same strategy may stand twice
          <li key={at}>
            <span className={`key key-${at}`} aria-hidden="true">
              {at + 1}
            </span>
            {name(play)}
            <button
              type="button"
              className="small"
              aria-label={`Remove ${name(play)}`}
              onClick={() => remove(at)}
            >
              ✕
            </button>
          </li>
        ))}
      </ul>
      {complete && (
        <>
          <Picture
            name="compared"
            caption={`Evening ${evening}, ${count(rolls)} rolls, seed ${seed}: money on the same dice`}
            draw={(frame) =>
              pathChart(
                complete.map(({ path }, at) => ({
                  name: name(plays[at] as Play),
                  points: [[0, 0] as const, ...path.map((money, roll) => [roll + 1, money] as const)],
                })),
                {
                  title: 'The same dice for all',
                  subtitle: plays.map(name).join(', '),
                  across: 'rolls',
                  up: 'won or lost',
                  ...frame,
                },
              )
            }
          />
          <Wide name="Strategies compared">
            <table className="figures">
              <thead>
                <tr>
                  {[
                    'Strategy',
                    'House keeps',
                    'An hour, exactly',
                    'Spread',
                    `Mean of ${count(EVENINGS)} evenings`,
                    'Worst 5 %',
                    'Best 5 %',
                    'Ahead',
                    'Best of all',
                  ].map((head) => (
                    <th key={head} scope="col">
                      {head}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {complete.map(({ figures, results, mean, quantiles }, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the same strategy may stand twice
                  <tr key={at}>
                    <th scope="row">
                      {at + 1}. {name(plays[at] as Play)}
                    </th>
                    <td>{percent(figures.edge)}</td>
                    <td>{dollars(figures.meanPerHour)}</td>
                    <td>{dollars(figures.sdPerHour)}</td>
                    <td>{dollars(mean)}</td>
                    <td>{dollars(quantiles['5'] ?? 0)}</td>
                    <td>{dollars(quantiles['95'] ?? 0)}</td>
                    <td>{percent(results.filter((result) => result > 0).length / results.length, 1)}</td>
                    <td>{percent(winsOf(complete, at), 1)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </Wide>
        </>
      )}
    </div>
  );
}
