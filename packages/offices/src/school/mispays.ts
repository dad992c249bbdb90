import { RULEBOOK_IDS, type RulebookId, SPOTS, type Spot } from '@boxperson/rules';
import { spotNameOf, TOPICS } from '@boxperson/rules/school';
import { parted } from '../offices.js';
import { type LogLine, type Projection, tellsNoneOf } from '../projection.js';
import type { Mispay } from './state.js';

// Payments that the crew entered as differing become drills: the spot and the two sums, and nobody's name.

/** The book of every table that was opened. */
type Books = Readonly<Record<string, RulebookId>>;

const SPOT_NAMES: ReadonlyMap<string, Spot> = new Map(SPOTS.map((spot) => [spotNameOf(spot), spot]));

const isBook = (value: unknown): value is RulebookId => (RULEBOOK_IDS as readonly unknown[]).includes(value);

interface Differs {
  readonly line: string;
  readonly owed: number;
  readonly paid: number;
}

/** `12/place-6/ann`: the throw, the spot, and a name that is left where it is. */
function mispayOf(seq: number, book: RulebookId, { line, owed, paid }: Differs): Mispay | null {
  const spot = SPOT_NAMES.get(line.split('/')[1] ?? '');
  const topic = spot && TOPICS.find(({ wagers }) => wagers.includes(spot.wager));
  return spot && topic
    ? { mispay: String(seq), book, topic: topic.id, spot: spotNameOf(spot), owed, paid }
    : null;
}

function bookIn(event: unknown): RulebookId | null {
  const { settings } = event as { readonly settings?: { readonly rulebook?: unknown } };
  return isBook(settings?.rulebook) ? settings.rulebook : null;
}

function foldLine(books: Books, { seq, stream, event }: LogLine, tell: (mispay: Mispay) => void): Books {
  const [, table] = parted(stream);
  const { event: name } = event as { readonly event: string };
  if (table === null) return books;
  if (name === 'opened') {
    const opened = bookIn(event);
    return opened ? { ...books, [table]: opened } : books;
  }
  const book = Object.hasOwn(books, table) ? books[table] : undefined;
  const mispay = name === 'line-differs' && book ? mispayOf(seq, book, event as Differs) : null;
  if (mispay) tell(mispay);
  return books;
}

const READ = ['opened', 'line-differs'] as const;
const isIdle = tellsNoneOf(READ);

/** Looks through what happens at the tables for payments that went wrong. */
export const mispays: Projection<Books, Mispay> = {
  name: 'mispays',
  version: 1,
  reads: (stream) => stream.startsWith('table/'),
  // Of a table there is much to read and little to find.
  skips: (_stream, body) => isIdle(body),
  start: () => ({}),
  fold: foldLine,
  save: (books) => books,
  restore: (saved) => {
    const books = saved as Books;
    if (typeof books !== 'object' || books === null || !Object.values(books).every(isBook))
      throw new Error('not the books of tables');
    return books;
  },
};
