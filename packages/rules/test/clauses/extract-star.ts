import { assertFollows } from './numbering.js';

interface Reading {
  readonly ids: string[];
  section: number;
  /** The last number as printed. */
  number: string;
  /** The last clause as we cite it. */
  clause: string;
  /** How many items its list has so far. */
  items: number;
}

const CONTENTS_LINE = /\t\d+$/;
const HEADING = /^(\d+)\. +[A-Z]/;
const CLAUSE = /^(\d+(?:\.\d+)+)\.? /;
const TERM = /^["“]([^"“”]+)["”]/;
const ITEM = /^(?:([ivx]+)\)|(\d+)\.) /;
const DIAGRAM = /^DIAGRAM ([A-Z])$/;
const ROMANS = ['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x'];

const withoutMarkup = (printed: string): string =>
  printed
    .trim()
    .replace(/^(?:#+|-) +/, '')
    .replaceAll('**', '');

const openSection = (reading: Reading): void => {
  reading.section += 1;
  reading.number = String(reading.section);
  reading.clause = '';
  reading.ids.push(reading.number);
};

/** The first clause of a section may carry another section's number; the rest must then follow it. */
const assertInTurn = ({ section, number }: Reading, next: string): void => {
  const before = number === String(section) ? next.split('.')[0] : number;
  assertFollows(before ?? '', next);
};

const openClause = (reading: Reading, number: string): void => {
  assertInTurn(reading, number);
  const isAtHome = number.startsWith(`${reading.section}.`);
  reading.number = number;
  reading.clause = isAtHome ? number : `${reading.section}/${number}`;
  reading.items = 0;
  reading.ids.push(reading.clause);
};

const addItem = (reading: Reading, mark: string): void => {
  reading.items += 1;
  const due = [String(reading.items), ROMANS[reading.items - 1]];
  if (!due.includes(mark)) throw new Error(`${mark} is out of turn in ${reading.clause}`);
  reading.ids.push(`${reading.clause}(${mark})`);
};

type Reader = (reading: Reading, line: string) => boolean;

const readHeading: Reader = (reading, line) => {
  if (Number(HEADING.exec(line)?.[1]) !== reading.section + 1) return false;
  openSection(reading);
  return true;
};

const readClause: Reader = (reading, line) => {
  const number = CLAUSE.exec(line)?.[1];
  if (number !== undefined) openClause(reading, number);
  return number !== undefined;
};

const readTerm: Reader = (reading, line) => {
  const term = TERM.exec(line)?.[1];
  if (term === undefined || reading.clause !== '1.1') return false;
  reading.ids.push(`1.1 ${term.toLowerCase()}`);
  return true;
};

const readItem: Reader = (reading, line) => {
  const [, roman, figure] = ITEM.exec(line) ?? [];
  const mark = roman ?? figure;
  if (mark !== undefined) addItem(reading, mark);
  return mark !== undefined;
};

const readDiagram: Reader = (reading, line) => {
  const letter = DIAGRAM.exec(line)?.[1];
  if (letter !== undefined) reading.ids.push(`Diagram ${letter}`);
  return letter !== undefined;
};

/** The first that knows the line takes it; a line that none knows carries on the clause before. */
const READERS: readonly Reader[] = [readHeading, readClause, readTerm, readItem, readDiagram];

const readLine = (reading: Reading, line: string): boolean =>
  !CONTENTS_LINE.test(line) && READERS.some((read) => read(reading, line));

/**
 * Clause ids of the texts in the style of star, star-2024 and aruze.
 *
 * - A section heading `6. Wagers` gives `6`; the contents page repeats it with a tab and a page number.
 * - A clause `6.1.3.2.1 …`, or `9.1. …`, gives its number without a last dot.
 * - A term in quotation marks under 1.1 gives `1.1 come out roll`.
 * - An item `i) …`, or `1. …` where the text prints figures, gives `10.7.11.1(i)`, `10.7.11.4(1)`.
 * - A clause numbered for another section than the one it stands in is cited with both: `11/10.1`.
 */
export const extractStar = (text: string): string[] => {
  const reading: Reading = { ids: [], section: 0, number: '', clause: '', items: 0 };
  for (const printed of text.split('\n')) readLine(reading, withoutMarkup(printed));
  return reading.ids;
};
