import { type Rulebook, spotOf } from '@boxperson/rules';
import { feltName } from './names.js';
import { bigRegions, boxed, type Columns, dontComeRegion, fieldRegion, numberRegions } from './places.js';
import { type Box, type Region, turnedBox } from './shape.js';

/** The heights of the rows inside the line's bands. */
export interface Rows {
  readonly lay: number;
  readonly lose: number;
  readonly number: number;
  readonly place: number;
  readonly come: number;
  readonly field: number;
}

/** Where the inside of a table lies, before it is turned for a left hand. */
export interface Inside {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly comeTop: number;
  readonly fieldTop: number;
  readonly row: Rows;
  readonly dontComeWidth: number;
  /** What Big 6 and Big 8 take from the field's row; 0 where they are elsewhere, or nowhere. */
  readonly bigWidth: number;
  readonly mirror: number | null;
}

/** Rows from the top: their boxes get their columns later. */
export function stackedRows(top: number, row: Omit<Rows, 'come' | 'field'>): Omit<Columns, 'left' | 'width'> {
  const at = (y: number, height: number): Box => ({ x: 0, y, width: 0, height });
  return {
    lay: at(top, row.lay),
    lose: at(top + row.lay, row.lose),
    number: at(top + row.lay + row.lose, row.number),
    place: at(top + row.lay + row.lose + row.number, row.place),
  };
}

/** What every table has inside its line: don't come beside the six numbers, come and the field under them. */
export function insideOf(book: Rulebook, inside: Inside, comeSizeMost: number) {
  const { left, right, top, comeTop, fieldTop, row, dontComeWidth, bigWidth, mirror } = inside;
  const across = (from: number, to: number, y: number, height: number): Box =>
    turnedBox({ x: from, y, width: to - from, height }, mirror);
  const numbers = across(left + dontComeWidth, right, top, comeTop - top);
  const columns: Columns = { left: numbers.x, width: numbers.width, ...stackedRows(top, row) };
  const dontCome = across(left, left + dontComeWidth, top, comeTop - top);
  const regions: readonly Region[] = [
    dontComeRegion(book, dontCome),
    ...numberRegions(book, columns),
    boxed(book, spotOf('come'), across(left, right, comeTop, row.come), {
      titles: [feltName(book, 'come')],
      size: Math.min(row.come * 0.56, comeSizeMost),
      type: 'display',
      chips: 'left',
      share: 'beside',
    }),
    ...(bigWidth > 0 ? bigRegions(book, across(left, left + bigWidth, fieldTop, row.field)) : []),
    fieldRegion(book, across(left + bigWidth, right, fieldTop, row.field)),
  ];
  return { columns, dontCome, regions };
}
