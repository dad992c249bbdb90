import { curveChart, type HandFigures, type Line } from '@boxperson/odds';
import { RULEBOOK_IDS, type RulebookId, THROWS, TOTALS, totalOf } from '@boxperson/rules';
import { useEffect, useState } from 'react';
import { Cite } from '../reading/Cite.js';
import { SHORT } from '../reading/facts.js';
import { ReadingPage } from '../reading/ReadingPage.js';
import { Wide } from '../ui/Wide.js';
import { deskFor } from './desk.js';
import type { MemoryCounts } from './desk-asks.js';
import { Picture } from './Picture.js';
import { count, oneIn, percent, readCount } from './say.js';

const THROWS_DRAWN = 60;

/** The figures of all books; those with the same rule have the same. */
function useHands(line: Line, hands: number): readonly HandFigures[] {
  const [all, setAll] = useState<readonly HandFigures[]>([]);
  useEffect(() => {
    let stale = false;
    const asks = RULEBOOK_IDS.map((book) =>
      deskFor('hands').ask('hands', { book, line, throws: THROWS_DRAWN, hands }),
    );
    void Promise.all(asks).then((found) => !stale && setAll(found));
    return () => {
      stale = true;
    };
  }, [line, hands]);
  return all;
}

/** One of the books that have the same hands stands for all of them. */
const byRule = (all: readonly HandFigures[]): readonly HandFigures[] =>
  all.filter((found, at) => all.findIndex((other) => other.mean === found.mean) === at);

const sharing = (all: readonly HandFigures[], { mean }: HandFigures): readonly RulebookId[] =>
  all.filter((other) => other.mean === mean).map((other) => other.rulebook);

function HandTables({ found, all }: { found: HandFigures; all: readonly HandFigures[] }) {
  const books = sharing(all, found);
  const value = (text: string): number => {
    const [n = 0, d = 1] = text.split('/').map(Number);
    return n / d;
  };
  return (
    <section className="panel hand" data-hand={found.rulebook}>
      <h3>{books.map((id) => SHORT[id]).join(', ')}</h3>
      <p>
        {found.ends.givesUpOn === 'seven-out'
          ? 'The shooter keeps the dice until a seven out.'
          : `The dice move when the shooter’s line wager is ${found.line === 'pass' ? 'lost' : 'won'}, on a come out too.`}{' '}
        <Cite book={found.rulebook} clause={found.ends.clause} />
      </p>
      <p className="big-figure">
        <b>{found.meanThrows.toFixed(4)}</b> throws on average <span className="fraction">{found.mean}</span>,
        give or take {found.sd.toFixed(3)}
      </p>
      <p>
        Of {count(found.longest.hands)} hands the longest has <b>{found.longest.median}</b> throws, as likely
        as not.
      </p>
      <table className="figures">
        <thead>
          <tr>
            <th scope="col">A hand of</th>
            <th scope="col">Chance</th>
            <th scope="col">That is</th>
            <th scope="col">Once in {count(found.longest.hands)} hands</th>
          </tr>
        </thead>
        <tbody>
          {found.milestones.map(({ throws, chance }, at) => (
            <tr key={throws}>
              <th scope="row">{throws} or more</th>
              <td>{percent(chance, chance < 1e-4 ? 8 : 3)}</td>
              <td>{oneIn(chance)}</td>
              <td>{percent(found.longest.chances[at]?.chance ?? 0, 2)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <details>
        <summary>Points made, and totals thrown again and again</summary>
        <table className="figures">
          <thead>
            <tr>
              <th scope="col">Points made</th>
              <th scope="col">Chance</th>
              <th scope="col">That many different</th>
            </tr>
          </thead>
          <tbody>
            {found.pointsMade.map((chance, made) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the number of points is its name
              <tr key={made}>
                <th scope="row">{made}</th>
                <td>{percent(value(chance), 2)}</td>
                <td>{percent(value(found.differentPoints[made] ?? '0'), 4)}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <table className="figures">
          <thead>
            <tr>
              <th scope="col">Total</th>
              <th scope="col">In one hand</th>
              <th scope="col">Before a seven</th>
            </tr>
          </thead>
          <tbody>
            {found.repeaters.map((each) => (
              <tr key={each.total}>
                <th scope="row">
                  {each.total}, {each.times} times
                </th>
                <td>{oneIn(each.inHandChance)}</td>
                <td>{oneIn(each.beforeSevenChance)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  );
}

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
        <thead>
          <tr>
            <th scope="col">{heads[0]}</th>
            <th scope="col">Throws</th>
            <th scope="col">{heads[1]}</th>
            <th scope="col">Share</th>
            <th scope="col">Expected</th>
            <th scope="col">Room that chance leaves</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, throws, hits, expected }) => {
            const share = throws === 0 ? 0 : hits / throws;
            const room = strays(expected, throws);
            const inside = Math.abs(share - expected) <= room;
            const at = (value: number): string => `${Math.max(0, Math.min(100, (100 * value) / most))}%`;
            return (
              <tr key={name}>
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
                  <span className="room-says">
                    {throws === 0 ? 'nothing yet' : inside ? 'inside' : 'outside'}
                  </span>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </Wide>
  );
}

const sayOutside = (rows: readonly MemoryRow[]): string => {
  const counted = rows.filter(({ throws }) => throws >= 30);
  const outside = counted.filter(
    ({ throws, hits, expected }) => Math.abs(hits / throws - expected) > strays(expected, throws),
  ).length;
  return `${outside} of ${counted.length} rows are outside; of honest dice about ${(counted.length / 20).toFixed(1)} would be.`;
};

function Memory() {
  const [seed] = useState(() => crypto.getRandomValues(new Uint32Array(1))[0] as number);
  const [counts, setCounts] = useState(NOTHING);
  const [block, setBlock] = useState(0);
  const [busy, setBusy] = useState(false);
  const [last, setLast] = useState(7);
  const toss = async (many: number) => {
    setBusy(true);
    const more = await deskFor('memory').ask('memory', { seed, from: block, count: many });
    setBlock(block + 1);
    setCounts((before) => added(before, more));
    setBusy(false);
  };
  const gapRows = counts.gaps.map(({ throws, sevens }, gap) => ({
    name: gap === counts.gaps.length - 1 ? `${gap} or more` : String(gap),
    throws,
    hits: sevens,
    expected: SEVENS,
  }));
  const after = counts.after[last - 2] ?? [];
  const all = after.reduce((sum, each) => sum + each, 0);
  const afterRows = TOTALS.map((total, at) => ({
    name: String(total),
    throws: all,
    hits: after[at] ?? 0,
    expected: waysOf(total) / THROWS.length,
  }));
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
      {counts.throws > 0 && (
        <>
          <h3>Is a seven due?</h3>
          <p>How often a seven fell, by how many throws before it there was none. {sayOutside(gapRows)}</p>
          <MemoryTable heads={['Throws without a seven', 'Sevens next']} rows={gapRows} />
          <h3>What follows a total?</h3>
          <label className="field">
            After a
            <select value={last} onChange={(event) => setLast(Number(event.target.value))}>
              {TOTALS.map((total) => (
                <option key={total} value={total}>
                  {total}
                </option>
              ))}
            </select>
          </label>
          <p>
            What fell next after a {last}. {sayOutside(afterRows)}
          </p>
          <MemoryTable heads={['The next total', 'Times']} rows={afterRows} />
        </>
      )}
    </section>
  );
}

export function HandsPage() {
  const [line, setLine] = useState<Line>('pass');
  const [typed, setTyped] = useState('1000');
  const hands = readCount(typed, 1, 1e15);
  const [known, setKnown] = useState(1000);
  useEffect(() => {
    if (hands !== null) setKnown(hands);
  }, [hands]);
  const all = useHands(line, known);
  const shown = byRule(all);
  return (
    <ReadingPage
      title="Hands and myths"
      here="/lab/hands"
      lead={<p>How long a shooter holds the dice, exactly; and whether dice remember.</p>}
    >
      <div className="lab-controls">
        <label className="field">
          Longest of so many hands
          <input
            value={typed}
            inputMode="numeric"
            aria-invalid={hands === null}
            onChange={(event) => setTyped(event.target.value)}
          />
        </label>
        <fieldset className="choices">
          <legend>The shooter bets on</legend>
          {(['pass', 'dont-pass'] as const).map((id) => (
            <label key={id}>
              <input type="radio" name="line" checked={line === id} onChange={() => setLine(id)} />
              <span>{id === 'pass' ? 'Pass' : 'Don’t pass'}</span>
            </label>
          ))}
        </fieldset>
      </div>
      {hands === null && (
        <p role="alert" className="fault">
          Hands: “{typed}” is not a whole number from 1 to 10¹⁵; shown is {count(known)}.
        </p>
      )}
      {shown.length === 0 && <p className="quiet">Working it out…</p>}
      {shown.length > 0 && (
        <Picture
          name="hands"
          caption="The chance of a hand of at least so many throws, in powers of ten"
          draw={(frame) =>
            curveChart(
              shown.map((found) => ({
                name:
                  sharing(all, found).length > 1
                    ? sharing(all, found)
                        .map((id) => SHORT[id])
                        .slice(0, 2)
                        .join(', ')
                        .concat(' …')
                    : SHORT[found.rulebook],
                points: found.atLeast.flatMap((chance, length) =>
                  length === 0 ? [] : [[length, chance] as const],
                ),
              })),
              {
                title: 'How long a shooter holds the dice',
                subtitle: 'The chance of a hand of at least so many throws, exactly',
                across: 'throws',
                up: 'chance',
                ...frame,
              },
              (value) => String(Number(value.toPrecision(1))),
            )
          }
        />
      )}
      <h2>Hands by the book</h2>
      <div className="hands">
        {shown.map((found) => (
          <HandTables key={found.rulebook} found={found} all={all} />
        ))}
      </div>
      <Memory />
    </ReadingPage>
  );
}
