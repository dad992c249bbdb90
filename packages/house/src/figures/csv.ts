import type { FloorReport, ReportFigure, ReportSection } from './report.js';

/** What begins with one of these a spreadsheet would take for a formula. */
const FORMULA = /^[=+\-@\t\r]/;

/** A cell as RFC 4180 has it; names come from outside and stay text. */
function cell(value: string | number | null): string {
  if (typeof value === 'number') return String(value);
  const text = value === null ? '' : FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** One line of such a table. */
export const csvRow = (...cells: readonly (string | number | null)[]): string =>
  `${cells.map(cell).join(',')}\r\n`;

/** Money in dollars and cents, as a spreadsheet adds it up; time in minutes. */
function amountOf({ unit, value }: Pick<ReportFigure, 'unit' | 'value'>): string | number {
  if (unit === 'money') return Number((value / 100).toFixed(2));
  return unit === 'time' ? Math.round(value / 60_000) : value;
}

const UNITS = { money: 'dollars', count: 'count', time: 'minutes' } as const;

const figureRow = (part: string, name: string, figure: ReportFigure): string =>
  csvRow(part, name, figure.title, amountOf(figure), UNITS[figure.unit], figure.events, figure.key);

const sectionRows = (part: string, sections: readonly ReportSection[]): string =>
  sections.flatMap(({ name, figures }) => figures.map((figure) => figureRow(part, name, figure))).join('');

const time = (at: number): string => new Date(at).toISOString();

/** A report as a table: one figure a line, with the key by which its events are found. */
export const reportCsv = (report: FloorReport): string =>
  [
    csvRow('part', 'of', 'figure', 'value', 'unit', 'events', 'key'),
    sectionRows('table', report.tables),
    sectionRows('player', report.players),
    sectionRows('drawer', report.drawers),
    ...report.cage.map((figure) => figureRow('cage', 'cage', figure)),
    ...report.checks.map(({ says, ok, left, right }) =>
      csvRow('check', ok ? 'agrees' : 'DIFFERS', says, (left - right) / 100, 'dollars', 0, null),
    ),
    ...report.differences.map(({ where, what, amount, at, names, seq }) =>
      csvRow(
        'difference',
        where,
        `${what} ${time(at)} ${names.join(' and ')}`,
        amount / 100,
        'dollars',
        1,
        `${seq}`,
      ),
    ),
    ...report.duties.map(({ table, name, role, from, to }) =>
      csvRow(
        'duty',
        name,
        `${role} at ${table} from ${time(from)}`,
        Math.round((to - from) / 60_000),
        'minutes',
        0,
        null,
      ),
    ),
    ...report.unclaimed.map(({ ends, amount, at, table, seq }) =>
      csvRow('unclaimed', `ticket …${ends}`, `${table} ${time(at)}`, amount / 100, 'dollars', 1, `${seq}`),
    ),
  ].join('');
