import {
  type Bar,
  chanceBars,
  countBars,
  fanChart,
  hasSession,
  histogramChart,
  type Scene,
} from '@boxperson/odds';
import type { Simulation } from '@boxperson/odds/node';
import type { Command } from 'commander';
import { count } from '../odds/page.js';
import { headingOf } from '../picture.js';
import { stop } from '../typed.js';
import type { Found } from './found.js';
import { sayPlan } from './plan.js';

export const barsOf = ({ histogram }: Simulation): readonly Bar[] =>
  histogram.map(({ from, to, count: value }) => ({ from, to, value }));

/** The picture that fits: the fan of a session with so many rolls, else a histogram of results. */
export function pictureOf(found: Found, command: Command): Scene {
  const { asked, figures } = found;
  const hasFan = figures !== null && figures.fan.length > 1;
  const wanted = asked.picture ?? (hasFan ? 'fan' : 'histogram');
  return wanted === 'fan' ? fan(found, command) : histogram(found, command);
}

/** Under which book, and what was played: a picture must tell that by itself. */
const wordsOf = ({ asked, machine }: Found, more: string) => ({
  title: headingOf(asked.file.name),
  subtitle: [
    machine.book.title,
    ...(hasSession(asked.plan) ? [`A session: ${sayPlan(asked.plan)}`] : []),
    more,
  ].join('. '),
});

function fan(found: Found, command: Command): Scene {
  const { figures } = found;
  if (!figures || figures.fan.length < 2)
    return stop(
      command,
      'a fan needs an exact session with --session-rolls; the nearest picture is "histogram"',
    );
  const words = { ...wordsOf(found, 'Exact.'), across: 'rolls', up: 'won or lost' };
  return fanChart(figures.fan, words);
}

/** What a session comes to, exactly or as it was played; without a session, what stretches of the rolls came to. */
function histogram(found: Found, command: Command): Scene {
  const { asked, figures, played, rolled } = found;
  const across = 'won or lost';
  if (figures && asked.sessions === null)
    return histogramChart(percentBars(chanceBars(figures.result)), {
      ...wordsOf(found, 'Exact.'),
      across,
      up: 'per cent of all sessions',
    });
  if (played.length > 0)
    return histogramChart(countBars(played), {
      ...wordsOf(found, `${count(played.length)} sessions played, seed ${asked.seed}.`),
      across,
      up: 'sessions',
    });
  if (!rolled || rolled.histogram.length === 0)
    return stop(
      command,
      `a histogram shows stretches of 1,000 rolls at four tables, and ${count(asked.rolls)} rolls make none; the nearest is --rolls 4000`,
    );
  const { results } = rolled;
  return histogramChart(barsOf(rolled), {
    ...wordsOf(
      { ...found, asked: { ...asked, plan: {} } },
      `${count(results.count)} stretches of ${count(results.rolls)} rolls, seed ${asked.seed}.`,
    ),
    across,
    up: 'stretches',
  });
}

const percentBars = (bars: readonly Bar[]): readonly Bar[] =>
  bars.map((bar) => ({ ...bar, value: 100 * bar.value }));
