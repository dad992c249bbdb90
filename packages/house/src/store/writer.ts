import { randomBytes } from 'node:crypto';
import {
  constraintOf,
  type Database,
  exact,
  isBadPage,
  isDamage,
  isLastWord,
  isLoss,
  isRefusal,
  Overtaken,
  type Row,
  reasonOf,
  sqlState,
  unavailable,
} from './database.js';
import { inMemory, type Numbering } from './numbering.js';
import { isGuarded, type Receipt, StoreError, type StoreFault, type Work } from './types.js';

const WORKS_MOST = 256;
// A batch blocks the embedded store's thread while it runs: large bodies go in several.
const LETTERS_MOST = 2_000_000;
const RETRIES_MOST = 3;
/** By halves a guilty work, though it be the first of a whole batch, is alone after nine; as many more for its neighbours. */
const IN_VAIN_MOST = 2 * Math.log2(WORKS_MOST);
/** A batch that takes longer than this may never end: whoever asks how the store is must not wait for it to fail. */
const SLOW_MS = 700;

interface Waiting {
  readonly work: Work;
  readonly letters: number;
  readonly done: (receipt: Receipt) => void;
  readonly refuse: (error: unknown) => void;
}

export interface Writer {
  /** Of works that were checked. */
  append(work: Work): Promise<Receipt>;
  counts(): { readonly batches: number; readonly commands: number };
  /** No more works from now on; resolves when those that wait are done. */
  close(): Promise<void>;
  /** Reads again where the records end, after something else than a work has written. */
  resume(): Promise<void>;
  isDead(): boolean;
  /** May it be that the database answers, and does not write? What asks for nothing is done as soon as it can. */
  isStuck(): boolean;
}

const isNothing = ({ command, events, entries }: Work): boolean =>
  command === null && events.length === 0 && entries.length === 0;

/** More than pages that are there already have room for. */
const ROOM_BYTES = 48 * 1024;
const ROOM = new Error('There is room.');

/** A work that writes nothing is stored on a full disk, too. Whether there is room, only what needs some can tell. */
const tryRoom = async ({ transaction }: Database): Promise<void> => {
  const text = 'insert into house.documents (kind, id, body) values ($1::text, $2::text, $3::text)';
  const values = ['room', randomBytes(12).toString('hex'), randomBytes(ROOM_BYTES).toString('base64')];
  const tried = transaction(async (run) => {
    await run({ text, values });
    throw ROOM;
  });
  await tried.catch((error: unknown) => {
    if (error !== ROOM) throw error;
  });
};

const lettersOf = ({ command, events }: Work): number =>
  events.reduce((sum, { body }) => sum + body.length, command?.answer.length ?? 0);

// Why a work alone was refused. The order matters: a command that is sent again fails on its positions and its
// money as well, but it is a duplicate before everything else.

const findDuplicate = async ({ write }: Database, { command }: Work): Promise<StoreFault | null> => {
  if (command === null) return null;
  const [row] = await write({
    text: 'select hash, answer from house.commands where id = $1::text',
    values: [command.id],
  });
  if (row === undefined) return null;
  return { kind: 'duplicate', id: command.id, hash: String(row['hash']), answer: String(row['answer']) };
};

const lastPositions = async (
  { write }: Database,
  streams: readonly string[],
): Promise<Map<unknown, number>> => {
  const rows = await write({
    text: `select s.stream, coalesce((select max(position) from house.log l where l.stream = s.stream), 0) as last
             from unnest($1::text[]) as s(stream)`,
    values: [streams],
  });
  return new Map(rows.map((row) => [row['stream'], exact(row['last'])]));
};

const findConflict = async (database: Database, { events }: Work): Promise<StoreFault | null> => {
  const last = await lastPositions(database, [...new Set(events.map(({ stream }) => stream))]);
  for (const { stream, position } of events) {
    if (position !== (last.get(stream) ?? 0) + 1) return { kind: 'conflict', stream };
    last.set(stream, position);
  }
  return null;
};

const findOverdrawn = async ({ write }: Database, { entries }: Work): Promise<StoreFault | null> => {
  const accounts = [...new Set(entries.flatMap(({ postings }) => postings.map(({ account }) => account)))];
  const rows = await write({
    text: 'select account, amount from house.balances where account = any($1::text[])',
    values: [accounts.filter(isGuarded)],
  });
  const holds = new Map(rows.map((row) => [row['account'], exact(row['amount'])]));
  for (const { postings } of entries) {
    for (const { account, amount } of postings) holds.set(account, (holds.get(account) ?? 0) + amount);
    const short = postings.find(({ account }) => isGuarded(account) && (holds.get(account) ?? 0) < 0);
    if (short) return { kind: 'overdrawn', account: short.account };
  }
  return null;
};

const explain = async (database: Database, work: Work, error: unknown): Promise<unknown> => {
  const duplicate = await findDuplicate(database, work);
  if (duplicate) return new StoreError(duplicate, { cause: error });
  const fault = (await findConflict(database, work)) ?? (await findOverdrawn(database, work));
  return fault ? new StoreError(fault, { cause: error }) : unavailable(reasonOf(error), error);
};

/** The one that writes works: takes all that wait, commits them together, then tells each of them. */
export const makeWriter = async (
  database: Database,
  numbering: Numbering = inMemory(database),
): Promise<Writer> => {
  await numbering.read();
  const queue: Waiting[] = [];
  let running: Promise<void> | null = null;
  let dead: string | null = null;
  /** Whether the last batch was committed nobody knows: the records must be asked before the next. */
  let unsure = false;
  /** The last that was to be written could not be, though the database answers: its disk is full, or it may not write. */
  let stuck = false;
  /** How many statements of the batch under way have failed in a row, of which no single page is to blame. */
  let inVain = 0;
  /** Since when the batch that is under way has been, by elapsed time: a lock that somebody holds fails nothing. */
  let since: number | null = null;
  let closed = false;
  let batches = 0;
  let commands = 0;

  const takeBatch = (): Waiting[] => {
    let letters = 0;
    const over = queue.findIndex((waiting, n) => {
      letters += waiting.letters;
      return n >= WORKS_MOST || (n > 0 && letters > LETTERS_MOST);
    });
    return queue.splice(0, over === -1 ? queue.length : over);
  };

  const acknowledge = (batch: readonly Waiting[], works: readonly Work[], rows: readonly Row[]): void => {
    const receipts = numbering.took(works, rows);
    stuck = false;
    inVain = 0;
    batches += 1;
    commands += works.length;
    for (const [n, { done }] of batch.entries()) done(receipts[n] as Receipt);
  };

  const refuseAll = (batch: readonly Waiting[], error: unknown): void => {
    for (const { refuse } of batch) refuse(error);
  };

  const overtaken = (error: Error): StoreError => {
    dead = error.message;
    return unavailable(dead, error);
  };

  /** Asks the records, on a new connection where the last was lost. */
  const recovered = async <T>(ask: () => Promise<T>, tries = 1): Promise<T> => {
    await database.recover();
    try {
      return await ask();
    } catch (error) {
      const isAnswer = error instanceof Overtaken || error instanceof StoreError;
      if (isAnswer || !isLoss(error) || tries >= RETRIES_MOST) throw error;
      // The new connection broke as well, or nobody had noticed yet that the old one was lost.
      return recovered(ask, tries + 1);
    }
  };

  const afterLoss = async (batch: readonly Waiting[], error: unknown, tries: number): Promise<void> => {
    unsure = true;
    if (tries >= RETRIES_MOST) return refuseAll(batch, unavailable(reasonOf(error), error));
    const works = batch.map(({ work }) => work);
    let committed: readonly Row[] | null;
    try {
      // The batch may or may not have been committed.
      committed = await recovered(() => numbering.wasCommitted(works));
    } catch (cause) {
      const fault = cause instanceof Overtaken ? overtaken(cause) : unavailable(reasonOf(cause), error);
      return refuseAll(batch, fault);
    }
    unsure = false;
    return committed ? acknowledge(batch, works, committed) : commit(batch, tries + 1);
  };

  const afterRefusal = async (batch: readonly Waiting[], error: unknown): Promise<void> => {
    if (numbering.outOfStep.includes(constraintOf(error)))
      return refuseAll(batch, overtaken(new Overtaken()));
    const [first, ...others] = batch as [Waiting, ...Waiting[]];
    if (others.length === 0) {
      const fault = numbering.whyRefused(first.work, error);
      if (fault) return first.refuse(new StoreError(fault, { cause: error }));
      return first.refuse(
        await explain(database, first.work, error).catch((cause) => unavailable(reasonOf(cause))),
      );
    }
    await commitHalves(batch);
  };

  /** Each half again as one batch: one guilty work among n costs log n commits, and the order stays. */
  const commitHalves = async (batch: readonly Waiting[]): Promise<void> => {
    const half = Math.ceil(batch.length / 2);
    await commit(batch.slice(0, half), 0);
    await makeSure();
    await commit(batch.slice(half), 0);
  };

  const commit = async (batch: readonly Waiting[], tries: number): Promise<void> => {
    const works = batch.map(({ work }) => work);
    let rows: readonly Row[];
    try {
      if (stuck && works.every(isNothing)) await tryRoom(database);
      rows = await database.write(numbering.statement(works));
    } catch (error) {
      if (isRefusal(error)) return afterRefusal(batch, error);
      if (isLoss(error)) return afterLoss(batch, error, tries);
      return afterFailure(batch, error);
    }
    acknowledge(batch, works, rows);
  };

  const afterFailure = async (batch: readonly Waiting[], error: unknown): Promise<void> => {
    const fault = unavailable(`${reasonOf(error)} (${sqlState(error)})`, error);
    unsure ||= isLastWord(error);
    inVain += isBadPage(error) ? 0 : 1;
    // A disk that is gone altogether blames nobody: what is left of the batch is not asked of it any more.
    if (inVain >= IN_VAIN_MOST) {
      stuck = true;
      throw fault;
    }
    // Whoever needs what is damaged is refused; who only stood beside them is not. All of the statement was taken back,
    // unless the database has spoken its last word: then nobody knows.
    if (isDamage(error) && !unsure && batch.length > 1) return commitHalves(batch);
    stuck ||= !isBadPage(error);
    return refuseAll(batch, fault);
  };

  /** After a batch of which nobody knows what became: we alone write again, and know where the records end. */
  const makeSure = async (): Promise<void> => {
    if (!unsure) return;
    try {
      const read = (): Promise<void> => numbering.read();
      await (database.kind === 'server' ? recovered(read) : read());
      unsure = false;
    } catch (cause) {
      throw cause instanceof Overtaken ? overtaken(cause) : unavailable(reasonOf(cause), cause);
    }
  };

  const breathe = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

  const drain = async (): Promise<void> => {
    while (queue.length > 0) {
      // Whoever was just acknowledged, or is about to be heard, may still join.
      await breathe();
      const batch = takeBatch();
      since = performance.now();
      inVain = 0;
      if (dead !== null) refuseAll(batch, unavailable(dead));
      else
        await makeSure()
          .then(() => commit(batch, 0))
          .catch((error) => refuseAll(batch, error));
      since = null;
    }
    running = null;
  };

  const isSlow = (): boolean => since !== null && performance.now() - since >= SLOW_MS;

  const append = (work: Work): Promise<Receipt> =>
    new Promise((done, refuse) => {
      if (closed || dead !== null) throw unavailable(dead ?? 'it is closed');
      queue.push({ work, letters: lettersOf(work), done, refuse });
      running ??= drain();
    });

  const close = async (): Promise<void> => {
    closed = true;
    await running;
  };

  return {
    append,
    counts: () => ({ batches, commands }),
    close,
    resume: () => numbering.read(),
    isDead: () => closed || dead !== null,
    isStuck: () => stuck || unsure || isSlow(),
  };
};
