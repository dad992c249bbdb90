import { estimateRows, type Interval, plainWords, textFan, textHistogram } from '@boxperson/odds';
import type { Simulation } from '@boxperson/odds/node';
import type { coloursFor } from '../colours.js';
import { count, dollars, percent, saySelection, table } from '../odds/page.js';
import type { Found } from './found.js';
import { barsOf } from './picture.js';
import { sayPlan } from './plan.js';

type Colours = ReturnType<typeof coloursFor>;

const BETWEEN = '95 % of the time between';
const HEADS = ['', 'simulated', BETWEEN, 'exact'];

const estimates = (rolled: Simulation, pace: number): readonly (readonly string[])[] =>
  estimateRows(rolled, pace, plainWords).map(({ name, simulated, between, exact }) => [
    name,
    simulated,
    between,
    exact,
  ]);

type Stretches = Simulation['results'];

/** A figure of stretches and its interval: of their results, then of their falls. */
function stretches({ results, drawdowns }: Simulation, dim: Colours['dim']): readonly string[] {
  const row = (
    name: string,
    value: (of: Stretches) => number | undefined,
    between: (of: Stretches) => Interval | undefined = () => undefined,
  ): readonly string[] => [
    name,
    ...[results, drawdowns].flatMap((of) => [dollars(value(of) ?? 0), span(between(of), dollars)]),
  ];
  const quantile = (name: string, q: string): readonly string[] =>
    row(
      name,
      ({ quantiles }) => quantiles[q],
      ({ intervals95 }) => intervals95.quantiles[q],
    );
  const title = `${count(results.count)} stretches of ${count(results.rolls)} rolls`;
  const rows = [
    row(
      'mean',
      ({ mean }) => mean,
      ({ intervals95 }) => intervals95.mean,
    ),
    row(
      'spread',
      ({ sd }) => sd,
      ({ intervals95 }) => intervals95.sd,
    ),
    quantile('5 % at or below', '5'),
    quantile('half at or below', '50'),
    quantile('95 % at or below', '95'),
    row('least seen', ({ least }) => least),
    row('most seen', ({ most }) => most),
  ];
  return results.count === 0
    ? []
    : ['', ...table([title, 'result', BETWEEN, 'deepest fall', BETWEEN], rows, dim)];
}

const wagerRows = ({ wagers }: Simulation): readonly (readonly string[])[] =>
  wagers.map((line) => [
    saySelection(line),
    ...[line.bets, line.wins, line.losses, line.pushes].map(count),
    dollars(line.net, 0),
    dollars(line.netPerRoll, 5),
    span(line.confidence95, (cents) => dollars(cents, 5)),
    dollars(line.exactNetPerRoll, 5),
  ]);

export function rolledText({ asked, machine, rolled }: Found, { bold, dim }: Colours): readonly string[] {
  if (!rolled) return [];
  const million = (rolled.rollsPerSecond / 1e6).toFixed(rolled.rollsPerSecond < 1e7 ? 1 : 0);
  const stopped = rolled.cancelled ? '; stopped early' : '';
  return [
    `${bold(asked.file.name)} under ${machine.book.title}`,
    dim(
      `${count(rolled.rolls)} rolls in ${rolled.seconds.toFixed(2)} s, ${million} million a second; ${count(machine.states)} states; seed ${asked.seed}${stopped}`,
    ),
    '',
    ...table(HEADS, estimates(rolled, asked.pace), dim),
    ...stretches(rolled, dim),
    '',
    ...table(
      ['wager', 'bets', 'won', 'lost', 'even', 'net', 'net a roll', BETWEEN, 'exact'],
      wagerRows(rolled),
      dim,
    ),
    '',
  ];
}

const END_WORDS: Readonly<Record<string, string>> = {
  rolls: 'played to the end',
  shooters: 'played to the last shooter',
  'stop-win': 'stopped ahead',
  'stop-loss': 'stopped behind',
  broke: 'out of money',
};

const maybe = (value: number | undefined, say: (value: number) => string): string =>
  value === undefined ? '' : say(value);
/** From … to, or nothing. */
const span = (limits: Interval | undefined, say: (value: number) => string): string =>
  limits === undefined ? '' : limits.map((limit) => say(limit)).join(' … ');

function endRows({ session, sessions }: Found): readonly (readonly string[])[] {
  const happens = (end: string): boolean =>
    (session?.ends[end] ?? 0) > 0 || (sessions?.ends[end]?.share ?? 0) > 0;
  return Object.keys(END_WORDS)
    .filter(happens)
    .map((end) => [
      END_WORDS[end] as string,
      maybe(sessions?.ends[end]?.share, percent),
      span(sessions?.ends[end]?.confidence95, (value) => percent(value, 2)),
      maybe(session?.ends[end], (value) => percent(value, 6)),
    ]);
}

function sessionRows(found: Found): readonly (readonly string[])[] {
  const { session, sessions } = found;
  const quantile = (q: string): readonly string[] => [
    `${q} % end at or below`,
    maybe(sessions?.quantiles[q], dollars),
    span(sessions?.intervals95.quantiles[q], dollars),
    maybe(session?.quantiles[q], dollars),
  ];
  const fall = (q: string): readonly string[] => [
    `${q} % never fall deeper than`,
    maybe(sessions?.drawdownQuantiles[q], dollars),
    span(sessions?.intervals95.drawdownQuantiles[q], dollars),
    maybe(session?.drawdownQuantiles?.[q], dollars),
  ];
  const rolls = (value: number): string => value.toFixed(2);
  return [
    ...endRows(found),
    [
      'mean result',
      maybe(sessions?.mean, dollars),
      span(sessions?.confidence95, dollars),
      maybe(session?.mean, dollars),
    ],
    [
      'spread',
      maybe(sessions?.sd, dollars),
      span(sessions?.intervals95.sd, dollars),
      maybe(session?.sd, dollars),
    ],
    ...['5', '50', '95'].map(quantile),
    [
      'rolls',
      maybe(sessions?.meanRolls, rolls),
      span(sessions?.intervals95.meanRolls, rolls),
      maybe(session?.expectedRolls, rolls),
    ],
    ...['50', '95'].map(fall).filter(([, simulated, , exact]) => simulated !== '' || exact !== ''),
  ];
}

export function sessionText(found: Found, { bold, dim }: Colours): readonly string[] {
  const { asked, session, sessions, whyNotExact } = found;
  if (!session && !sessions) return whyNotExact === null ? [] : [whyNotExact];
  const played = sessions ? `; ${count(sessions.sessions)} sessions played` : '';
  return [
    bold(`${asked.file.name}, a session ${sayPlan(asked.plan)}${played}`),
    ...(whyNotExact === null ? [] : [dim(whyNotExact)]),
    ...table(HEADS, sessionRows(found), dim),
    '',
  ];
}

export function chartText({ figures, rolled }: Found): readonly string[] {
  if (figures && figures.fan.length > 1) return textFan(figures.fan);
  return rolled && rolled.histogram.length > 0 ? textHistogram(barsOf(rolled)) : [];
}
