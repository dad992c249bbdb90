import { pathChart, type StrategyFigures, summariseSessions } from '@boxperson/odds';
import { useEffect, useState } from 'react';
import { Fault } from '../ui/Fault.js';
import { Heads } from '../ui/Heads.js';
import { Line } from '../ui/Pick.js';
import { Wide } from '../ui/Wide.js';
import { deskFor } from './desk.js';
import type { Play } from './desk-asks.js';
import { COMPARED_MAX, type Comparison } from './link.js';
import { Picture } from './Picture.js';
import { count, dollars, percent, playName, readCount } from './say.js';

const EVENINGS = 2_000;

interface Found {
  readonly figures: StrategyFigures;
  readonly path: readonly number[];
  readonly results: readonly number[];
  readonly mean: number;
  readonly quantiles: Readonly<Record<string, number>>;
}

interface Refused {
  readonly why: string;
}
/** A strategy with what was found of it; the table may refuse it. */
interface Looked {
  readonly play: Play;
  readonly found: Found | Refused;
}
const isFound = (found: Found | Refused): found is Found => 'figures' in found;

async function lookAt(play: Play, rolls: number, seed: number, evening: number): Promise<Found | Refused> {
  const plan = { rolls };
  const told = await deskFor('strategy').ask('strategy', { ...play, pace: 100 });
  if (!told.ok) return { why: told.message };
  const path = await deskFor('path').ask('path', { ...play, plan, seed, number: evening });
  const outcomes = await deskFor('sessions').ask('sessions', {
    ...play,
    plan,
    seed,
    from: 0,
    count: EVENINGS,
  });
  if (path === null || outcomes === null) return { why: 'nothing ends its evening' };
  const { mean, quantiles } = summariseSessions({ outcomes, seconds: 0, rolls: 0, cancelled: false });
  return { figures: told.figures, path, results: outcomes.map(({ result }) => result), mean, quantiles };
}

/** The strategies on the same dice: one evening drawn, many counted. */
function useLooked(plays: readonly Play[], rolls: number, seed: number, evening: number) {
  const [looked, setLooked] = useState<readonly Looked[]>([]);
  const [busy, setBusy] = useState(false);
  const key = JSON.stringify([plays, rolls, seed, evening]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key holds all of them
  useEffect(() => {
    let stale = false;
    const look = async (play: Play): Promise<Looked> => ({
      play,
      found: await lookAt(play, rolls, seed, evening).catch((error: Error) => ({ why: error.message })),
    });
    setBusy(true);
    void Promise.all(plays.map(look)).then((all) => {
      if (stale) return;
      setLooked(all);
      setBusy(false);
    });
    return () => {
      stale = true;
    };
  }, [key]);
  return { looked, busy };
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
  readonly settings: Pick<Comparison, 'rolls' | 'evening'>;
  readonly seed: number;
  readonly change: (changes: Partial<Pick<Comparison, 'rolls' | 'evening'>>) => void;
  readonly remove: (at: number) => void;
}

interface Complete {
  readonly play: Play;
  readonly found: Found;
  readonly at: number;
}

export function CompareStrategies({ plays, settings, seed, change, remove }: CompareProps) {
  const { rolls: typed, evening } = settings;
  const read = readCount(typed, 1, 5_000);
  const [rolls, setRolls] = useState(read ?? 300);
  useEffect(() => {
    if (read !== null) setRolls(read);
  }, [read]);
  const { looked, busy } = useLooked(plays, rolls, seed, evening);
  const complete = looked.flatMap(({ play, found }, at) => (isFound(found) ? [{ play, found, at }] : []));
  /** The colour of its line; what the table refuses has none. */
  const keyOf = (at: number): number | 'none' => {
    const line = complete.findIndex((one) => one.at === at);
    return busy ? at : line < 0 ? 'none' : line;
  };
  if (plays.length === 0)
    return <p>Add the strategy above, then another: up to {COMPARED_MAX} play on the same dice.</p>;
  return (
    <div className="compare-strategies" aria-busy={busy}>
      <div className="lab-controls">
        <Line
          label="Rolls in an evening"
          value={typed}
          mode="numeric"
          wrong={read === null}
          change={(text) => change({ rolls: text })}
        />
        <button type="button" onClick={() => change({ evening: evening + 1 })}>
          Another evening
        </button>
      </div>
      {read === null && (
        <Fault>
          Rolls: “{typed}” is not a whole number from 1 to 5,000; shown is {count(rolls)}.
        </Fault>
      )}
      <Keys plays={plays} keyOf={keyOf} remove={remove} />
      <Refusals looked={looked} />
      {complete.length > 0 && (
        <>
          <Evening complete={complete} says={`Evening ${evening}, ${count(rolls)} rolls, seed ${seed}`} />
          <Compared complete={complete} />
        </>
      )}
    </div>
  );
}

interface KeysProps {
  readonly plays: readonly Play[];
  readonly keyOf: (at: number) => number | 'none';
  readonly remove: (at: number) => void;
}

const Keys = ({ plays, keyOf, remove }: KeysProps) => (
  <ul className="lab-keys">
    {plays.map((play, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the same strategy may stand twice
      <li key={at}>
        <span className={`key key-${keyOf(at)}`} aria-hidden="true">
          {at + 1}
        </span>
        {playName(play)}
        <button
          type="button"
          className="small"
          aria-label={`Remove ${playName(play)}`}
          onClick={() => remove(at)}
        >
          ✕
        </button>
      </li>
    ))}
  </ul>
);

const Refusals = ({ looked }: { looked: readonly Looked[] }) =>
  looked.map(({ play, found }, at) =>
    isFound(found) ? null : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the same strategy may stand twice
      <Fault key={at}>
        {at + 1}. {playName(play)} does not play: {found.why}
      </Fault>
    ),
  );

function Evening({ complete, says }: { complete: readonly Complete[]; says: string }) {
  const paths = complete.map(({ play, found }) => ({
    name: playName(play),
    points: [[0, 0] as const, ...found.path.map((money, roll) => [roll + 1, money] as const)],
  }));
  return (
    <Picture
      name="compared"
      caption={`${says}: money on the same dice`}
      draw={(frame) =>
        pathChart(paths, {
          title: 'The same dice for all',
          subtitle: complete.map(({ play }) => playName(play)).join(', '),
          across: 'rolls',
          up: 'won or lost',
          ...frame,
        })
      }
    />
  );
}

const HEADS = [
  'Strategy',
  'House keeps',
  'An hour, exactly',
  'Spread',
  `Mean of ${count(EVENINGS)} evenings`,
  'Worst 5 %',
  'Best 5 %',
  'Ahead',
  'Best of all',
];

function Compared({ complete }: { complete: readonly Complete[] }) {
  const all = complete.map(({ found }) => found);
  return (
    <Wide name="Strategies compared">
      <table className="figures">
        <Heads names={HEADS} />
        <tbody>
          {complete.map(({ play, found: { figures, results, mean, quantiles }, at }, which) => (
            <tr key={at}>
              <th scope="row">
                {at + 1}. {playName(play)}
              </th>
              <td>{percent(figures.edge)}</td>
              <td>{dollars(figures.meanPerHour)}</td>
              <td>{dollars(figures.sdPerHour)}</td>
              <td>{dollars(mean)}</td>
              <td>{dollars(quantiles['5'] ?? 0)}</td>
              <td>{dollars(quantiles['95'] ?? 0)}</td>
              <td>{percent(results.filter((result) => result > 0).length / results.length, 1)}</td>
              <td>{percent(winsOf(all, which), 1)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Wide>
  );
}
