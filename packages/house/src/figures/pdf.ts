import { readFileSync } from 'node:fs';
import { tellTime } from '@boxperson/offices';
import { makeDollars } from '@boxperson/rules';
import type { Register } from './registers.js';
import type { FloorReport, ReportFigure, ReportSection } from './report.js';

const MARGIN = 48;
const SMALL = 8.5;
const TEXT = 10;
const HEAD = 13;
const TITLE = 18;
const INK = '#111111';
const FAINT = '#555555';
const PAGE = { size: 'A4', margin: MARGIN } as const;

type Doc = PDFKit.PDFDocument;

/**
 * The letters of every paper come along with it: the faces that a reader has of its own know Western Europe alone, and a
 * patron may be called Nguyễn or Łukasz. Cut from Noto (fonts/OFL.txt).
 */
const FACES = { text: 'noto-sans-400', bold: 'noto-sans-700', letter: 'noto-serif-400' } as const;
type Face = keyof typeof FACES;
const FONTS = new URL('../../src/figures/fonts/', import.meta.url);
const read = new Map<Face, Buffer>();

function faceOf(face: Face): Buffer {
  const found = read.get(face) ?? readFileSync(new URL(`${FACES[face]}.ttf`, FONTS));
  read.set(face, found);
  return found;
}

/** What those faces have: Latin with all its marks, Greek, Cyrillic. Of anything else a question mark stands there. */
const KNOWN =
  /[\u0020-\u007e\u00a0-\u024f\u02b0-\u036f\u0370-\u052f\u1e00-\u1fff\u2010-\u2027\u2030-\u203a\u20a0-\u20bf№™←-↓−≠-≥●]/u;
const printable = (text: string): string =>
  [...text.normalize('NFC')].map((letter) => (KNOWN.test(letter) ? letter : '?')).join('');

/** Everything in it, the date included, comes from what it is about: made again, it is the same to the byte. */
async function begin(
  title: string,
  at: number,
  layout: 'portrait' | 'landscape' = 'portrait',
): Promise<{ readonly doc: Doc; readonly done: Promise<Buffer> }> {
  // Loaded with the first paper: a house that opens need not wait for it.
  const { default: PDFDocument } = await import('pdfkit');
  const date = new Date(at);
  const info = {
    Title: title,
    Producer: 'Boxperson',
    Creator: 'Boxperson',
    CreationDate: date,
    ModDate: date,
  };
  const doc = new PDFDocument({ ...PAGE, layout, bufferPages: true, info });
  for (const face of Object.keys(FACES) as Face[]) doc.registerFont(face, faceOf(face));
  const parts: Buffer[] = [];
  doc.on('data', (part: Buffer) => parts.push(part));
  const done = new Promise<Buffer>((resolve, reject) => {
    doc.on('end', () => resolve(Buffer.concat(parts)));
    doc.on('error', reject);
  });
  doc.fillColor(INK).font('bold').fontSize(TITLE).text(printable(title));
  return { doc, done };
}

const widthOf = (doc: Doc): number => doc.page.width - 2 * MARGIN;

function heading(doc: Doc, text: string): void {
  if (doc.y > doc.page.height - 3 * MARGIN) doc.addPage();
  doc.moveDown(0.8).font('bold').fontSize(HEAD).text(printable(text), MARGIN);
  doc.moveDown(0.2);
}

/** One line: what it is, and at the right how much. */
function line(doc: Doc, left: string, right: string, small = ''): void {
  if (doc.y > doc.page.height - MARGIN - 20) doc.addPage();
  const { y } = doc;
  const width = widthOf(doc);
  doc.font('text').fontSize(TEXT).fillColor(INK);
  doc.text(printable(left), MARGIN, y, { width: width * 0.62, lineBreak: true });
  const below = doc.y;
  doc.text(printable(right), MARGIN + width * 0.62, y, { width: width * 0.22, align: 'right' });
  doc.fontSize(SMALL).fillColor(FAINT);
  doc.text(printable(small), MARGIN + width * 0.85, y + 1, { width: width * 0.15, align: 'right' });
  doc.fillColor(INK);
  doc.x = MARGIN;
  doc.y = Math.max(below, y + TEXT + 3);
}

const minutes = (ms: number): string => {
  const all = Math.round(ms / 60_000);
  return `${Math.floor(all / 60)} h ${String(all % 60).padStart(2, '0')} min`;
};

export function amountInWords({ unit, value }: Pick<ReportFigure, 'unit' | 'value'>): string {
  if (unit === 'time') return minutes(value);
  if (unit === 'count') return String(value);
  return value < 0 ? `-${makeDollars(-value)}` : makeDollars(value);
}

const eventsInWords = ({ events }: ReportFigure): string => `${events} ${events === 1 ? 'event' : 'events'}`;

function figures(doc: Doc, list: readonly ReportFigure[]): void {
  for (const figure of list) line(doc, figure.title, amountInWords(figure), eventsInWords(figure));
}

function sections(doc: Doc, title: string, list: readonly ReportSection[]): void {
  if (list.length === 0) return;
  heading(doc, title);
  for (const { name, figures: own } of list) {
    if (own.length === 0) continue;
    if (doc.y > doc.page.height - 2.5 * MARGIN) doc.addPage();
    doc.moveDown(0.3).font('bold').fontSize(TEXT).text(printable(name), MARGIN);
    figures(doc, own);
  }
}

/** How the game went: what every table and every player has. */
const PLAY = ['Rolls', 'Decisions', 'Time played', 'Turnover', 'Theoretical win', 'Result'] as const;
const isPlay = ({ title }: ReportFigure): boolean => (PLAY as readonly string[]).includes(title);

/** The game of each in a row, side by side; what else there is to say of one stands below. */
function sideBySide(doc: Doc, title: string, list: readonly ReportSection[]): void {
  if (list.length === 0) return;
  const shown = PLAY.filter((one) => list.some(({ figures: own }) => own.some((it) => it.title === one)));
  heading(doc, title);
  cells(doc, ['', ...shown], 'bold', 'figures');
  for (const { name, figures: own } of list) {
    const of = (one: string) => own.find((figure) => figure.title === one);
    const row = shown.map((one) => {
      const figure = of(one);
      return figure ? amountInWords(figure) : '–';
    });
    cells(doc, [name, ...row], 'text', 'figures');
  }
  const others = list.map((section) => ({
    ...section,
    figures: section.figures.filter((figure) => !isPlay(figure)),
  }));
  if (others.some(({ figures: own }) => own.length > 0)) sections(doc, `${title}: money`, others);
}

function numberPages(doc: Doc, foot: string): void {
  const { start, count } = doc.bufferedPageRange();
  for (let page = start; page < start + count; page += 1) {
    doc.switchToPage(page);
    // What stands in the margin must not begin another page.
    doc.page.margins.bottom = 0;
    doc.font('text').fontSize(SMALL).fillColor(FAINT);
    doc.text(`${foot} · page ${page - start + 1} of ${count}`, MARGIN, doc.page.height - MARGIN + 12, {
      width: widthOf(doc),
      lineBreak: false,
    });
  }
}

/** A report on paper. */
export async function reportPdf(report: FloorReport, title: string): Promise<Buffer> {
  const { doc, done } = await begin(title, report.to);
  const period = `${tellTime(report.from)} to ${tellTime(report.to)}`;
  doc
    .font('text')
    .fontSize(TEXT)
    .text(`${period}${report.complete ? '' : ' (not over yet)'}`);
  heading(doc, 'It adds up');
  for (const { says, ok, left, right } of report.checks)
    line(
      doc,
      says,
      amountInWords({ unit: 'money', value: left }),
      ok ? 'agrees' : `not ${makeDollars(right)}`,
    );
  if (report.differences.length > 0) heading(doc, 'Differences');
  for (const { where, what, amount, at, names } of report.differences) {
    const by = names.length === 0 ? '' : `, ${names.join(' and ')}`;
    line(doc, `${where}: ${what}, ${tellTime(at)}${by}`, amountInWords({ unit: 'money', value: amount }));
  }
  sideBySide(doc, 'Tables', report.tables);
  if (report.cage.length > 0) heading(doc, 'Cage');
  figures(doc, report.cage);
  sections(doc, 'Drawers', report.drawers);
  sideBySide(doc, 'Players', report.players);
  if (report.duties.length > 0) heading(doc, 'Who stood where');
  for (const { table, name, role, from, to } of report.duties)
    line(doc, `${name}, ${role}, ${table}, from ${tellTime(from)}`, minutes(to - from));
  if (report.unclaimed.length > 0) heading(doc, 'Unclaimed tickets');
  for (const { ends, amount, at, table } of report.unclaimed)
    line(doc, `…${ends}, ${table}, ${tellTime(at)}`, makeDollars(amount));
  numberPages(doc, `From the log up to entry ${report.upTo}`);
  doc.end();
  return done;
}

/** A form: what it says, and where people sign. */
export interface Paper {
  readonly title: string;
  readonly number: string;
  readonly at: number;
  readonly lines: readonly (readonly [what: string, value: string])[];
  readonly signs: readonly string[];
  /** Which print it is: a second one says so. */
  readonly copy: number;
}

const SIGN_GAP = 42;

/** A line to sign on, and who does. */
function signature(doc: Doc, who: string): void {
  const y = doc.y + SIGN_GAP;
  const width = widthOf(doc) * 0.55;
  doc
    .moveTo(MARGIN, y)
    .lineTo(MARGIN + width, y)
    .lineWidth(0.6)
    .stroke(FAINT);
  doc
    .font('text')
    .fontSize(SMALL)
    .fillColor(FAINT)
    .text(printable(who), MARGIN, y + 3);
  doc.fillColor(INK);
}

export async function paperPdf({ title, number, at, lines, signs, copy }: Paper): Promise<Buffer> {
  const { doc, done } = await begin(title, at);
  doc
    .font('text')
    .fontSize(TEXT)
    .text(`No. ${number} · ${tellTime(at)}`);
  if (copy > 1) doc.moveDown(0.4).font('bold').fontSize(HEAD).text(`REPRINT, copy ${copy}`);
  doc.moveDown(0.8);
  for (const [what, value] of lines) line(doc, what, value);
  for (const who of signs) signature(doc, who);
  doc.end();
  return done;
}

/** A letter or a notice: its text, line by line, as it stands. */
export async function letterPdf(letter: {
  readonly title: string;
  readonly text: string;
  readonly at: number;
}): Promise<Buffer> {
  const { doc, done } = await begin(letter.title, letter.at);
  doc.moveDown(1).font('letter').fontSize(LETTER);
  for (const paragraph of letter.text.split('\n'))
    if (paragraph === '') doc.moveDown(0.7);
    else doc.text(printable(paragraph), MARGIN, doc.y, { width: widthOf(doc), lineGap: 2 });
  numberPages(doc, tellTime(letter.at));
  doc.end();
  return done;
}
const LETTER = 11.5;

const GAP = 6;

/** Words fill columns of one width; figures stand at the right of theirs, after a wider one that says of what. */
type Columns = 'words' | 'figures';

/** One row: every cell in its column, as high as the highest. */
function cells(doc: Doc, row: readonly (string | number)[], face: Face, columns: Columns = 'words'): void {
  const first = columns === 'words' ? 1 : 2;
  const width = widthOf(doc) / (row.length - 1 + first);
  doc.font(face).fontSize(SMALL);
  const texts = row.map((value) => printable(String(value)));
  const wide = (at: number): number => (at === 0 ? first * width : width) - GAP;
  const tall = Math.max(...texts.map((text, at) => doc.heightOfString(text, { width: wide(at) })));
  if (doc.y + tall > doc.page.height - MARGIN - GAP) doc.addPage();
  const { y } = doc;
  for (const [at, text] of texts.entries()) {
    const x = MARGIN + (at === 0 ? 0 : (at - 1 + first) * width);
    const align = columns === 'figures' && at > 0 ? 'right' : 'left';
    doc.text(text, x, y, { width: wide(at), align });
  }
  doc.x = MARGIN;
  doc.y = y + tall + GAP;
  doc
    .moveTo(MARGIN, doc.y - GAP / 2)
    .lineTo(MARGIN + widthOf(doc), doc.y - GAP / 2)
    .lineWidth(0.3)
    .stroke(FAINT);
}

/** A register on paper, lying across the page. */
export async function registerPdf(
  { title, columns, rows }: Pick<Register, 'title' | 'columns' | 'rows'>,
  house: string,
  at: number,
): Promise<Buffer> {
  const { doc, done } = await begin(`${house}: ${title.toLowerCase()}`, at, 'landscape');
  doc
    .font('text')
    .fontSize(TEXT)
    .text(`${tellTime(at)} · ${rows.length === 1 ? '1 entry' : `${rows.length} entries`}`);
  doc.moveDown(0.6);
  cells(doc, columns, 'bold');
  for (const row of rows) cells(doc, row, 'text');
  if (rows.length === 0) doc.font('text').fontSize(TEXT).text('There is no entry.', MARGIN);
  numberPages(doc, title);
  doc.end();
  return done;
}
