import type { SourceReport } from './dice/statistics-keeper.js';
import type { House } from './house.js';

/** Counters for whoever watches the house, in the text form that monitoring systems read. */
export class Metrics {
  connections = 0;
  messages = 0;
  readonly #dice: () => readonly SourceReport[];

  constructor(dice: () => readonly SourceReport[] = () => []) {
    this.#dice = dice;
  }

  text(house: House): string {
    const lines = [
      ...gauge('boxperson_connections', 'open connections', this.connections),
      ...counter('boxperson_messages_total', 'messages received', this.messages),
      ...gauge('boxperson_tables', 'tables that run', house.tables().length),
      ...gauge('boxperson_tables_stopped', 'tables kept for inspection', house.stopped().length),
      ...gauge('boxperson_memory_bytes', 'resident memory', process.memoryUsage().rss),
      '# HELP boxperson_table_events_total events in the record of a table',
      '# TYPE boxperson_table_events_total counter',
      ...house.tables().map(({ id, host }) => `boxperson_table_events_total{table="${id}"} ${host.n}`),
      ...diceLines(this.#dice()),
    ];
    return `${lines.join('\n')}\n`;
  }
}

const metric = (type: string) => (name: string, help: string, value: number) => [
  `# HELP ${name} ${help}`,
  `# TYPE ${name} ${type}`,
  `${name} ${value}`,
];
const gauge = metric('gauge');
const counter = metric('counter');

/** Backslashes, quotes and line ends would break a label. */
const label = (text: string): string => JSON.stringify(text.replaceAll(/[^\x20-\x7e]/g, '?'));

/** Whether the dice of each source look fair, and the figures behind it. */
function diceLines(reports: readonly SourceReport[]): readonly string[] {
  if (reports.length === 0) return [];
  const figures = reports.flatMap(({ source, windows }) =>
    Object.entries(windows).flatMap(([window, { first, second, throws }]) =>
      Object.entries({ first, second, throws }).map(([test, figure]) => ({
        labels: `{source=${label(source)},window="${window}",test="${test}"}`,
        ...figure,
      })),
    ),
  );
  return [
    '# HELP boxperson_dice_rolls_total rolls of a source of dice',
    '# TYPE boxperson_dice_rolls_total counter',
    ...reports.map(({ source, rolls }) => `boxperson_dice_rolls_total{source=${label(source)}} ${rolls}`),
    '# HELP boxperson_dice_alarm 1 while the dice of a source do not look fair',
    '# TYPE boxperson_dice_alarm gauge',
    ...reports.map(
      ({ source, alarm }) => `boxperson_dice_alarm{source=${label(source)}} ${alarm === null ? 0 : 1}`,
    ),
    '# HELP boxperson_dice_chi_square chi-square against fair dice',
    '# TYPE boxperson_dice_chi_square gauge',
    ...figures.map(({ labels, statistic }) => `boxperson_dice_chi_square${labels} ${statistic}`),
    '# HELP boxperson_dice_chance how likely fair dice are to be this uneven or more',
    '# TYPE boxperson_dice_chance gauge',
    ...figures.map(({ labels, p }) => `boxperson_dice_chance${labels} ${p}`),
  ];
}
