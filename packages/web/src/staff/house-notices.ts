import { type HouseBooks, tellTime } from '@boxperson/offices';

/** Something that open books say and somebody should look at. */
export interface Notice {
  readonly id: string;
  readonly says: string;
  readonly more: string;
  /** The office whose page it is seen at. */
  readonly office: string;
  readonly matter?: string;
  readonly kind: 'alarm' | 'waits';
}

const alarm = (id: string, says: string, more: string): Notice => ({
  id,
  says,
  more,
  office: 'house',
  kind: 'alarm',
});

/** A table by its name, books by their stream. */
const sayStream = (stream: string, tableName: (id: string) => string): string =>
  stream.startsWith(TABLE) ? `Table ${tableName(stream.slice(TABLE.length))}` : `The book ${stream}`;
const TABLE = 'table/';

function clockIn({ clock }: HouseBooks): readonly Notice[] {
  if (!clock) return [];
  const { house, wall } = clock;
  const says = `The clock of the machine was set ${wall < house ? 'back' : 'forward'}`;
  const more = `It said ${tellTime(wall)} when the house had ${tellTime(house)}. The house goes on by its own clock.`;
  return [alarm('clock', says, more)];
}

/** What the house noticed about itself. */
export const houseNotices = (books: HouseBooks, tableName: (id: string) => string): readonly Notice[] => [
  ...Object.entries(books.stopped ?? {}).map(([stream, why]) =>
    alarm(`stopped-${stream}`, `${sayStream(stream, tableName)} stands still`, why),
  ),
  ...Object.entries(books.tumblers ?? {}).map(([device, why]) =>
    alarm(
      `tumbler-${device}`,
      `The tumbler ${device} is stopped`,
      `It contradicted itself: ${why}. Two people reinstate it.`,
    ),
  ),
  ...clockIn(books),
  ...books.alarms.map((source) =>
    alarm(
      `alarm-${source}`,
      `The dice of ${source} do not look fair`,
      'An alarm of the dice statistics that nobody has cleared.',
    ),
  ),
];
