import {
  addTally,
  binWidth,
  bookFigures,
  checkSign,
  compile,
  drawBelow,
  emptyRoller,
  exactFigures,
  exactSession,
  handFigures,
  hasSession,
  type LongRun,
  longRun,
  type Machine,
  makeFigures,
  makeRational,
  makeReel,
  makeRun,
  makeSignReport,
  makeStrategy,
  mappingFor,
  openRoller,
  openStream,
  openTally,
  playSession,
  type Roller,
  rollChunk,
  type Selection,
  type SessionPlan,
  type Simulation,
  type Spread,
  type Strategy,
  sessionFigures,
  sessionMachine,
  sessionPath,
  signSource,
  stakeEdges,
  summarise,
  type Tally,
  toNumber,
  type Work,
  workFor,
} from '@boxperson/odds';
import { rulebook, THROWS, TOTALS, totalOf } from '@boxperson/rules';
import type { AskName, Asks, FigureRow, No, Play, RollAnswer, SessionAnswer } from './desk-asks.js';

// Everything that takes longer than a moment is worked out here, away from the page.

const now = (): number => performance.now() / 1000;

const keyOf = ({ wager, number, high, dice }: Selection): string =>
  [wager, number ?? high ?? dice?.join('-') ?? ''].join(' ').trim();

function figures({ book }: Asks['figures']['ask']): readonly FigureRow[] {
  return bookFigures(rulebook(book)).map((row) => ({
    ...makeFigures(row),
    key: keyOf(row),
    moments: row.moments(),
    numbers: {
      win: toNumber(row.win),
      lose: toNumber(row.lose),
      push: toNumber(row.push),
      edge: toNumber(row.edge),
      rolls: toNumber(row.rolls),
      edgePerRoll: toNumber(row.edgePerRoll),
    },
  }));
}

function sign({ settings }: Asks['sign']['ask']): Asks['sign']['answer'] {
  const checked = checkSign(settings);
  if (checked.ok) return { ok: true, report: makeSignReport(checked.report) };
  const { message } = checked.refused;
  return { ok: false, message, source: signSource(rulebook(settings.rulebook as never), message) };
}

const stakes = ({ settings, selection, count }: Asks['stakes']['ask']): Asks['stakes']['answer'] =>
  (stakeEdges(settings, selection, count) ?? []).map(({ stake, edge }) => ({
    stake,
    edge: makeRational(edge),
    value: toNumber(edge),
  }));

/** Compiled strategies are kept for a while: the same one is asked about again and again. */
const KEPT = 8;
type Made =
  | { readonly ok: true; readonly machine: Machine; readonly exact: LongRun; readonly seconds: number }
  | No;
const made = new Map<string, Made>();

function machineFor({ file, table, book }: Play): Made {
  const key = JSON.stringify([file, table, book]);
  const known = made.get(key) ?? make({ file, table, book });
  made.delete(key);
  made.set(key, known);
  for (const old of [...made.keys()].slice(0, -KEPT)) made.delete(old);
  return known;
}

function make({ file, table }: Play): Made {
  const before = now();
  const compiled = compile(makeStrategy(file) as Strategy, table);
  if (compiled.ok) {
    const exact = longRun(compiled.machine);
    return { ok: true, machine: compiled.machine, exact, seconds: now() - before };
  }
  const { why } = compiled;
  if (why.why === 'refused') {
    const { clause, ruling } = why.refused;
    return { ok: false, message: why.message, source: [clause, ruling].filter(Boolean).join(', ') };
  }
  return { ok: false, message: why.message, source: '' };
}

function strategy({ pace, ...play }: Asks['strategy']['ask']): Asks['strategy']['answer'] {
  const found = machineFor(play);
  return found.ok ? { ok: true, figures: exactFigures(found.machine, pace), seconds: found.seconds } : found;
}

const BARS = 60;

/** A distribution as bars of equal width that begin at whole multiples of it, nothing in the middle of a bar. */
function barsOf({ unit, from, chances }: Spread) {
  const width = Math.max(1, Math.ceil(chances.length / BARS));
  const bars = new Map<number, number>();
  for (const [at, chance] of chances.entries()) {
    const bar = Math.floor((from + at) / width);
    bars.set(bar, (bars.get(bar) ?? 0) + chance);
  }
  return [...bars]
    .sort(([a], [b]) => a - b)
    .map(([bar, value]) => ({ from: bar * width * unit, to: (bar + 1) * width * unit, value }));
}

function session({ plan, ...play }: Asks['session']['ask']): SessionAnswer | null {
  const found = machineFor(play);
  if (!found.ok || !hasSession(plan)) return null;
  const solved = sessionFigures(found.machine, plan);
  if (!solved.ok)
    return {
      whyNotExact: solved.message,
      ends: null,
      mean: 0,
      sd: 0,
      quantiles: {},
      expectedRolls: 0,
      fan: [],
      bars: [],
    };
  const { mean, sd, quantiles, ends, expectedRolls } = exactSession(solved.figures, found.machine, plan);
  const { fan, result } = solved.figures;
  return { whyNotExact: null, ends, mean, sd, quantiles, expectedRolls, fan, bars: barsOf(result) };
}

/** A run of the simulator that can stop after any chunk and go on later. */
interface Rolling {
  readonly asked: Asks['open']['ask'];
  readonly machine: Machine;
  readonly exact: LongRun;
  readonly compileSeconds: number;
  readonly roller: Roller;
  readonly tally: Tally;
  readonly work: Work;
  readonly width: number;
  next: number;
  seconds: number;
}
let rolling: Rolling | null = null;

function open(asked: Asks['open']['ask']): Asks['open']['answer'] {
  const found = machineFor(asked);
  if (!found.ok) return found;
  const { machine, exact, seconds } = found;
  const reel = makeReel(machine);
  const width = binWidth(reel, exact);
  rolling = {
    asked,
    machine,
    exact,
    compileSeconds: seconds,
    roller: openRoller(reel),
    tally: openTally(reel, width),
    work: workFor(asked.rolls),
    width,
    next: 0,
    seconds: 0,
  };
  return { ok: true };
}

/** What was counted so far, with what the roller still holds. */
function countedSo({ roller, tally, width }: Rolling): Tally {
  emptyRoller(roller, tally);
  const counted = openTally(roller.reel, width);
  addTally(counted, tally);
  return counted;
}

function roll({ ms }: Asks['roll']['ask']): RollAnswer {
  if (rolling === null) throw new Error('no run is open');
  const run = rolling;
  const { asked, work, roller, tally } = run;
  const start = now();
  while (run.next < work.chunks && (now() - start) * 1000 < ms)
    rollChunk(roller, tally, work, asked.seed, run.next++);
  run.seconds += now() - start;
  const counted = countedSo(run);
  return { done: counted.rolls, of: asked.rolls, seconds: run.seconds, rolled: simulationOf(run, counted) };
}

function simulationOf({ asked, machine, exact, roller, seconds }: Rolling, counted: Tally): Simulation {
  const { reel } = roller;
  return {
    ...summarise(machine, reel.unit, counted, exact),
    seconds,
    rollsPerSecond: seconds === 0 ? 0 : counted.rolls / seconds,
    roller: roller.kind,
    throwsPerStep: reel.throwsPerStep,
    cancelled: counted.rolls < asked.rolls,
  };
}

function told(): Asks['told']['answer'] {
  if (rolling === null) throw new Error('no run is open');
  const { asked, machine, exact, compileSeconds } = rolling;
  const solved = hasSession(asked.plan) ? sessionFigures(machine, asked.plan) : null;
  return makeRun({
    asked: { ...asked, threads: 1 },
    machine,
    exact,
    compileSeconds,
    rolled: simulationOf(rolling, countedSo(rolling)),
    session: solved?.ok ? exactSession(solved.figures, machine, asked.plan) : null,
    whyNotExact: solved === null || solved.ok ? null : `No exact figures: ${solved.message}.`,
    sessions: null,
  });
}

/** What a plan can be played with: a session that nothing ends is not begun. */
const canEnd = ({ rolls, shooters, bankroll, stopLoss }: SessionPlan): boolean =>
  [rolls, shooters, bankroll, stopLoss].some((each) => each !== undefined);

function sessions({ plan, seed, from, count, ...play }: Asks['sessions']['ask']): Asks['sessions']['answer'] {
  const found = machineFor(play);
  if (!found.ok || !canEnd(plan)) return null;
  const machine = sessionMachine(found.machine);
  return Array.from({ length: count }, (_, at) => playSession(machine, plan, seed, from + at));
}

function path({ plan, seed, number, ...play }: Asks['path']['ask']): Asks['path']['answer'] {
  const found = machineFor(play);
  if (!found.ok || !canEnd(plan)) return null;
  return sessionPath(sessionMachine(found.machine), plan, seed, number);
}

const GAPS = 21;
const THROW = mappingFor(36);
/** The dice of the memory test have a stream of their own; blocks of it can be counted one after another. */
const MEMORY_AT = 2 ** 42;

function memory({ seed, from, count }: Asks['memory']['ask']): Asks['memory']['answer'] {
  const stream = openStream(seed, MEMORY_AT + from);
  const gaps = Array.from({ length: GAPS }, () => ({ throws: 0, sevens: 0 }));
  const after = Array.from({ length: TOTALS.length }, () => TOTALS.map(() => 0));
  let gap = -1;
  let last = -1;
  for (let at = 0; at < count; at++) {
    const total = totalOf(THROWS[drawBelow(stream, THROW)] as (typeof THROWS)[number]);
    // Before the first seven nobody knows for how long there was none.
    if (gap >= 0) {
      const row = gaps[Math.min(gap, GAPS - 1)] as (typeof gaps)[number];
      row.throws++;
      if (total === 7) row.sevens++;
    }
    if (last >= 0) {
      const row = after[last] as number[];
      row[total - 2] = (row[total - 2] as number) + 1;
    }
    gap = total === 7 ? 0 : gap < 0 ? -1 : gap + 1;
    last = total - 2;
  }
  return { throws: count, gaps, after };
}

const ANSWERS: { readonly [Name in AskName]: (ask: Asks[Name]['ask']) => Asks[Name]['answer'] } = {
  figures,
  sign,
  stakes,
  hands: ({ book, line, throws, hands }) => handFigures(book, line, throws, hands),
  strategy,
  session,
  open,
  roll,
  told,
  sessions,
  path,
  memory,
};

interface Message {
  readonly id: number;
  readonly name: AskName;
  readonly ask: never;
}

addEventListener('message', ({ data }: MessageEvent<Message>) => {
  try {
    postMessage({ id: data.id, answer: ANSWERS[data.name](data.ask) });
  } catch (error) {
    postMessage({ id: data.id, error: String((error as Error).message ?? error) });
  }
});
