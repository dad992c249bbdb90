import { assertFollows, LIST_START, type ListPlace, makeMarks, nextInList } from './numbering.js';

interface Place {
  readonly section: string;
  readonly list: ListPlace;
  /** Which list of a wager the romans belong to: both its win list and its lose list start at (i). */
  readonly side: '' | 'win' | 'lose';
  /** A page break repeats the heading, and in section 6 the letter of the table with it. */
  readonly isContinued: boolean;
  /** The clause that the line opens; empty when it opens none. */
  readonly id: string;
}

type Reader = (line: string, at: Place) => Place | undefined;

const START: Place = { section: '', list: LIST_START, side: '', isContinued: false, id: '' };

const readHeading: Reader = (line, at) => {
  const section = /^(\d+)\. [A-Z]/.exec(line)?.[1];
  if (section === undefined) return undefined;
  if (section === at.section && line.endsWith('(Cont)')) return { ...at, isContinued: true, id: '' };
  assertFollows(at.section, section);
  return { ...START, section, id: section };
};

const readDefinition: Reader = (line, at) => {
  const term = /^“(.+?)” shall mean\b/.exec(line)?.[1];
  return term === undefined ? undefined : { ...at, id: `${at.section} ${term.toLowerCase()}` };
};

const readSide: Reader = (line, at) => {
  const verb = /^The .+ shall (win|lose) if:$/.exec(line)?.[1];
  if (verb === undefined) return undefined;
  const side = verb === 'win' ? 'win' : 'lose';
  return { ...at, side, list: { ...at.list, roman: '' }, id: '' };
};

const makeId = (section: string, list: ListPlace, side: Place['side']): string => {
  if (side === '') return section + makeMarks(list);
  return `${section}(${list.letter}) ${side} (${list.roman})`;
};

const readMark: Reader = (line, at) => {
  const mark = /^\(([a-z]+)\) /.exec(line)?.[1];
  if (mark === undefined) return undefined;
  if (at.isContinued && mark === at.list.letter) return { ...at, isContinued: false, id: '' };
  const list = nextInList(at.list, mark);
  const side = list.roman === '' ? '' : at.side;
  return { ...at, list, side, isContinued: false, id: makeId(at.section, list, side) };
};

// Section 4 has two sentences of its own that carry no letter.
const readUnlettered: Reader = (line, at) => {
  if (line.startsWith('Note:')) return { ...at, id: `${at.section} Note` };
  return line.startsWith('Only ') ? { ...at, id: `${at.section} only` } : undefined;
};

const READERS: readonly Reader[] = [readHeading, readDefinition, readSide, readMark, readUnlettered];

const parseLine = (raw: string): string =>
  raw
    .replaceAll('**', '')
    .trim()
    .replace(/^(?:#+|-) /, '');

const read = (at: Place, line: string): Place => {
  for (const reader of READERS) {
    const next = reader(line, at);
    if (next !== undefined) return next;
  }
  return { ...at, id: '' };
};

/** The ids of the clauses in the text of `adelaide`, in its order; throws when the numbering has a gap. */
export const extractAdelaide = (text: string): string[] => {
  const ids: string[] = [];
  let at = START;
  for (const raw of text.split('\n')) {
    at = read(at, parseLine(raw));
    if (at.id !== '') ids.push(at.id);
  }
  return ids;
};
