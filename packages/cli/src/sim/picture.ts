import { type Bar, fanChart, histogramChart, type Scene } from '@boxperson/odds';
import type { Simulation } from '@boxperson/odds/node';
import type { Command } from 'commander';
import { count } from '../odds/page.js';
import { stop } from '../typed.js';
import type { Found } from './found.js';

export const barsOf = ({ histogram }: Simulation): readonly Bar[] =>
  histogram.map(({ from, to, count: value }) => ({ from, to, value }));

/** The picture that fits: the fan of a session with so many rolls, else the results of stretches. */
export function pictureOf(found: Found, command: Command): Scene {
  const { asked, figures } = found;
  const hasFan = figures !== null && figures.fan.length > 1;
  const wanted = asked.picture ?? (hasFan ? 'fan' : 'histogram');
  return wanted === 'fan' ? fan(found, command) : histogram(found, command);
}

function fan({ asked, figures }: Found, command: Command): Scene {
  if (!figures || figures.fan.length < 2)
    return stop(
      command,
      'a fan needs an exact session with --session-rolls; the nearest picture is "histogram"',
    );
  return fanChart(figures.fan, {
    title: `${asked.file.name} at ${asked.book}`,
    subtitle: 'Exact: half of all sessions are in the dark band, nine of ten in the light one',
    across: 'rolls',
    up: 'won or lost',
  });
}

function histogram({ asked, rolled }: Found, command: Command): Scene {
  if (!rolled || rolled.histogram.length === 0)
    return stop(command, 'a histogram needs at least 4000 rolls: give --rolls; the nearest is 4000');
  return histogramChart(barsOf(rolled), {
    title: `${asked.file.name} at ${asked.book}`,
    subtitle: `${count(rolled.results.count)} stretches of ${count(rolled.results.rolls)} rolls, seed ${asked.seed}`,
    across: 'won or lost',
    up: 'stretches',
  });
}
