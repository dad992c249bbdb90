import { assertFollows, LIST_START, type ListPlace, makeMarks, nextInList } from './numbering.js';

interface Line {
  readonly text: string;
  readonly isBullet: boolean;
}

interface Place {
  /** The last numbered clause. */
  readonly number: string;
  /** What letters hang from: that clause, a definition, or a section quoted in the footnote. */
  readonly scope: string;
  readonly list: ListPlace;
  readonly bullets: number;
  /** The clause that carries the footnote's mark; the footnote itself stands further down the page. */
  readonly noted: string;
  /** The clause that the line opens; empty when it opens none. */
  readonly id: string;
}

type Reader = (line: Line, at: Place) => Place | undefined;

const START: Place = { number: '', scope: '', list: LIST_START, bullets: 0, noted: '', id: '' };

const isFootnote = (at: Place): boolean => at.scope.includes(' footnote');

// Headings are in capitals after one blank; in the table of contents a tab stands there.
const readNumber: Reader = ({ text }, at) => {
  const number = /^(\d+(?:\.\d+)+|\d+(?= [A-Z ]+$)) /.exec(text)?.[1];
  if (number === undefined) return undefined;
  assertFollows(at.number, number);
  const noted = text.includes('¹') ? number : at.noted;
  return { number, scope: number, list: LIST_START, bullets: 0, noted, id: number };
};

const readDefinition: Reader = ({ text }, at) => {
  const term = /^'(.+?)' means\b/.exec(text)?.[1];
  if (term === undefined) return undefined;
  const scope = `${at.number} ${term.toLowerCase()}`;
  // The blank keeps a meaning of a word apart from a sub-clause: `1.1 stick (a)`.
  return { ...at, scope: `${scope} `, list: LIST_START, id: scope };
};

// 4.1: the footnote quotes section 66 of the Act in extracts, so its letters need not start at (a).
const readFootnote: Reader = ({ text }, at) => {
  if (text.startsWith('¹')) return { ...at, scope: `${at.noted} footnote`, id: '' };
  if (!isFootnote(at)) return undefined;
  const section = /^(\d+)\. /.exec(text)?.[1];
  if (section !== undefined) return { ...at, scope: `${at.noted} footnote ${section}`, id: '' };
  const letter = /^\(([a-z])\) /.exec(text)?.[1];
  if (letter !== undefined) return { ...at, id: `${at.scope}(${letter})` };
  const subsection = /^\((\d)\) /.exec(text)?.[1];
  if (subsection === undefined) return undefined;
  const scope = `${at.scope.replace(/\(\d\)$/, '')}(${subsection})`;
  // A subsection that only leads up to its letters asks nothing itself.
  return { ...at, scope, id: text.endsWith('—') ? '' : scope };
};

const readMark: Reader = ({ text }, at) => {
  const mark = /^\(([a-z]+)\) /.exec(text)?.[1];
  if (mark === undefined) return undefined;
  const list = nextInList(at.list, mark);
  return { ...at, list, bullets: 0, id: at.scope + makeMarks(list) };
};

// 5.1.1(c)(i) and 5.2.1(a)(i) go on in bullets without a mark; we number them.
const readBullet: Reader = ({ isBullet }, at) => {
  if (!isBullet || at.list.roman === '') return undefined;
  const bullets = at.bullets + 1;
  return { ...at, bullets, id: `${at.scope}${makeMarks(at.list)}/${bullets}` };
};

const readDiagram: Reader = ({ text }, at) => {
  const letter = /^diagram ([A-Z])$/i.exec(text)?.[1];
  return letter === undefined ? undefined : { ...at, id: `Diagram ${letter}` };
};

const READERS: readonly Reader[] = [
  readNumber,
  readDefinition,
  readFootnote,
  readMark,
  readBullet,
  readDiagram,
];

const parseLine = (raw: string): Line => {
  const text = raw.replaceAll('**', '').trim();
  return { text: text.replace(/^- /, ''), isBullet: text.startsWith('- ') };
};

const read = (at: Place, line: Line): Place => {
  for (const reader of READERS) {
    const next = reader(line, at);
    if (next !== undefined) return next;
  }
  return { ...at, id: '' };
};

/** The ids of the clauses in the text of `crown`, in its order; throws when the numbering has a gap. */
export const extractCrown = (text: string): string[] => {
  const ids: string[] = [];
  let at = START;
  for (const raw of text.split('\n')) {
    at = read(at, parseLine(raw));
    if (at.id !== '') ids.push(at.id);
  }
  return ids;
};
