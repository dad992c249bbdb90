import { THROWS, TOTALS, totalOf } from '@boxperson/rules';
import { useState } from 'react';
import { Heads } from '../ui/Heads.js';
import { Pick } from '../ui/Pick.js';
import { Wide } from '../ui/Wide.js';
import { deskFor } from './desk.js';
import type { MemoryCounts } from './desk-asks.js';
import { count, percent } from './say.js';

const NOTHING: MemoryCounts = {
  throws: 0,
  gaps: Array.from({ length: 21 }, () => ({ throws: 0, sevens: 0 })),
  after: TOTALS.map(() => TOTALS.map(() => 0)),
};

const added = (a: MemoryCounts, b: MemoryCounts): MemoryCounts => ({
  throws: a.throws + b.throws,
  gaps: a.gaps.map(({ throws, sevens }, at) => ({
    throws: throws + (b.gaps[at]?.throws ?? 0),
    sevens: sevens + (b.gaps[at]?.sevens ?? 0),
  })),
  after: a.after.map((row, at) => row.map((value, next) => value + (b.after[at]?.[next] ?? 0))),
});

const waysOf = (total: number): number => THROWS.filter((dice) => totalOf(dice) === total).length;
const SEVENS = waysOf(7) / THROWS.length;

/** How far an honest share strays 19 times in 20. */
const strays = (chance: number, throws: number): number =>
  throws === 0 ? 1 : 1.96 * Math.sqrt((chance * (1 - chance)) / throws);

interface MemoryRow {
  readonly name: string;
  readonly throws: number;
  readonly hits: number;
  readonly expected: number;
}

/** Shares with the room that chance leaves them: a bar for the room, a mark for what fell. */
function MemoryTable({ heads, rows }: { heads: readonly [string, string]; rows: readonly MemoryRow[] }) {
  const most = Math.max(
    0.01,
    ...rows.map(({ expected, throws }) => expected + 2.2 * Math.min(0.3, strays(expected, throws))),
  );
  return (
    <Wide name={heads[0]}>
      <table className="figures memory">
        <Heads names={[heads[0], 'Throws', heads[1], 'Share', 'Expected', 'Room that chance leaves']} />
        <tbody>
          {rows.map((row) => (
            <MemoryLine key={row.name} row={row} most={most} />
          ))}
        </tbody>
      </table>
    </Wide>
  );
}

/** One share, the room it has, and whether it stays inside. */
function MemoryLine({ row: { name, throws, hits, expected }, most }: { row: MemoryRow; most: number }) {
  const share = throws === 0 ? 0 : hits / throws;
  const room = strays(expected, throws);
  const inside = Math.abs(share - expected) <= room;
  const at = (value: number): string => `${Math.max(0, Math.min(100, (100 * value) / most))}%`;
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{count(throws)}</td>
      <td>{count(hits)}</td>
      <td className="strong">{throws === 0 ? '–' : percent(share, 2)}</td>
      <td>{percent(expected, 2)}</td>
      <td>
        <span className="room" aria-hidden="true">
          <span
            className="room-span"
            style={{ left: at(expected - room), right: `calc(100% - ${at(expected + room)})` }}
          />
          <span className="room-line" style={{ left: at(expected) }} />
          {throws > 0 && <span className="room-mark" style={{ left: at(share) }} />}
        </span>
        <span className="room-says">{throws === 0 ? 'nothing yet' : inside ? 'inside' : 'outside'}</span>
      </td>
    </tr>
  );
}

const sayOutside = (rows: readonly MemoryRow[]): string => {
  const counted = rows.filter(({ throws }) => throws >= 30);
  const outside = counted.filter(
    ({ throws, hits, expected }) => Math.abs(hits / throws - expected) > strays(expected, throws),
  ).length;
  return `${outside} of ${counted.length} rows are outside; of honest dice about ${(counted.length / 20).toFixed(1)} would be.`;
};

/** How often a seven fell, by how long there was none before it. */
const gapRowsOf = ({ gaps }: MemoryCounts): readonly MemoryRow[] =>
  gaps.map(({ throws, sevens }, gap) => ({
    name: gap === gaps.length - 1 ? `${gap} or more` : String(gap),
    throws,
    hits: sevens,
    expected: SEVENS,
  }));

/** What fell next after a total. */
function afterRowsOf(counts: MemoryCounts, total: number): readonly MemoryRow[] {
  const after = counts.after[total - 2] ?? [];
  const throws = after.reduce((sum, each) => sum + each, 0);
  return TOTALS.map((next, at) => ({
    name: String(next),
    throws,
    hits: after[at] ?? 0,
    expected: waysOf(next) / THROWS.length,
  }));
}

/** Dice that are thrown as often as somebody asks, and counted. */
function useMemory() {
  const [seed] = useState(() => crypto.getRandomValues(new Uint32Array(1))[0] as number);
  const [counts, setCounts] = useState(NOTHING);
  const [block, setBlock] = useState(0);
  const [busy, setBusy] = useState(false);
  const toss = async (many: number) => {
    setBusy(true);
    const more = await deskFor('memory').ask('memory', { seed, from: block, count: many });
    setBlock(block + 1);
    setCounts((before) => added(before, more));
    setBusy(false);
  };
  return { seed, counts, busy, toss };
}

export function Memory() {
  const { seed, counts, busy, toss } = useMemory();
  return (
    <section className="block" aria-labelledby="memory">
      <h2 id="memory">Do dice remember?</h2>
      <p>
        Many believe that a seven is due when none has fallen for long, or that what fell last falls again.
        Throw the dice as often as you like and look: whatever rolled before, the next throw is the same.
      </p>
      <div className="lab-acts">
        {[1_000, 100_000, 1_000_000].map((many) => (
          <button
            key={many}
            type="button"
            className={many === 100_000 ? 'main' : ''}
            disabled={busy}
            onClick={() => void toss(many)}
          >
            Throw {count(many)} times
          </button>
        ))}
        <span role="status" className="memory-count">
          {counts.throws === 0
            ? 'Nothing thrown yet.'
            : `${count(counts.throws)} throws so far, seed ${seed}.`}
        </span>
      </div>
      {counts.throws > 0 && <Remembered counts={counts} />}
    </section>
  );
}

const AFTER = TOTALS.map((total) => [String(total), String(total)] as const);

function Remembered({ counts }: { counts: MemoryCounts }) {
  const [last, setLast] = useState('7');
  const gaps = gapRowsOf(counts);
  const after = afterRowsOf(counts, Number(last));
  return (
    <>
      <h3>Is a seven due?</h3>
      <p>How often a seven fell, by how many throws before it there was none. {sayOutside(gaps)}</p>
      <MemoryTable heads={['Throws without a seven', 'Sevens next']} rows={gaps} />
      <h3>What follows a total?</h3>
      <Pick label="After a" value={last} options={AFTER} change={setLast} />
      <p>
        What fell next after a {last}. {sayOutside(after)}
      </p>
      <MemoryTable heads={['The next total', 'Times']} rows={after} />
    </>
  );
}
