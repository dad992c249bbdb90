import { join } from 'node:path';
import { EXHIBIT_KIND, isIntact } from '../office/exhibits.js';
import { Rounds, unfelt } from '../rounds.js';
import { exact, isLastingDamage } from '../store/database.js';
import { walkPages } from '../store/pages.js';
import { insideOf } from '../store/sql-store.js';
import { isGuarded, type Store, type StoredLedgerEntry } from '../store/store.js';
import type { Damage, SealedRecord } from './record.js';

// While the house runs, somebody walks through all that it keeps and looks whether it is still as it was written: the
// log against the tree, the ledger against itself and the balances, evidence of cases against its digests, the pages
// against their checksums. A little at a time, so that nobody at a table feels it.

export interface PatrolOptions {
  readonly record: SealedRecord;
  readonly store: Store;
  /** The data folder; null where the data is on a server. */
  readonly data: string | null;
  /**
   * One step each time: 256 entries of the log, a thousand of the ledger, an exhibit, or a mebibyte of pages. Left out: as often as
   * leaves the others their time.
   */
  readonly everyMs?: number;
  readonly onError?: (error: unknown) => void;
}

type Walk = AsyncGenerator<readonly Damage[]>;

const EVERY_MS = 250;
/** While nothing is signed until all was looked at: a tenth of the time, and nine tenths are those of the players. */
const HURRIED_MS = 50;
const HURRIED_SHARE = 10;
const AWAY_MS = 5_000;
const ENTRIES_A_STEP = 1_000;
const ACCOUNTS_A_STEP = 2_000;

/** Where it fails it goes on with the same tile: each is looked at for itself. */
const walkLog = ({ record }: PatrolOptions): (() => Walk) => {
  let nr = 0;
  return async function* () {
    for (; nr <= record.lastTile; nr += 1) yield record.checkTile(nr);
  };
};

const ledgerDamage = (message: string): Damage => ({ what: 'ledger', message });

const sumOf = ({ postings }: StoredLedgerEntry): number =>
  postings.reduce((sum, { amount }) => sum + amount, 0);

// What an account held when the ledger ended at an entry: what it holds, less what came after. At one instant.
const HELD = `
with later as materialized (
  select account, sum(amount) as amount from house.postings where entry > $1::bigint group by account)
select b.account, b.amount, b.amount - coalesce(l.amount, 0) as held
  from house.balances b left join later l on l.account = b.account
 where b.account > $2::text order by b.account limit ${ACCOUNTS_A_STEP}`;

/** From its beginning each time: what it comes to is true of one unbroken look alone. */
async function* walkLedger({ store }: PatrolOptions): Walk {
  const held = new Map<string, number>();
  let last = 0;
  for (;;) {
    const entries = await store.ledger(last, ENTRIES_A_STEP);
    for (const { postings } of entries)
      for (const { account, amount } of postings) held.set(account, (held.get(account) ?? 0) + amount);
    last = entries.at(-1)?.id ?? last;
    const lopsided = entries.filter((entry) => entry.postings.length < 2 || sumOf(entry) !== 0);
    yield lopsided.map(({ id }) => ledgerDamage(`ledger entry ${id} does not sum to zero`));
    if (entries.length < ENTRIES_A_STEP) break;
  }
  yield* walkBalances(store, last, held);
}

/** `held` is what the ledger comes to up to its entry `last`; what it says of an account is taken out on the way. */
async function* walkBalances(store: Store, last: number, held: Map<string, number>): Walk {
  let after = '';
  for (;;) {
    const rows = await insideOf(store).read({ text: HELD, values: [last, after] });
    const found: Damage[] = [];
    for (const row of rows) {
      after = String(row['account']);
      if (exact(row['held']) !== (held.get(after) ?? 0))
        found.push(ledgerDamage(`the balance of ${after} is not what its ledger entries come to`));
      if (exact(row['amount']) < 0 && isGuarded(after))
        found.push(ledgerDamage(`the balance of ${after} is below zero`));
      held.delete(after);
    }
    yield found;
    if (rows.length < ACCOUNTS_A_STEP) break;
  }
  const missing = [...held].filter(([, amount]) => amount !== 0);
  yield missing.map(([account]) => ledgerDamage(`the balance of ${account} is missing`));
}

const NEXT_EXHIBIT = `
select id, body from house.documents where kind = '${EXHIBIT_KIND}' and id > $1::text order by id limit 1`;

/** What is gone altogether, the verifier misses: it knows from the log what must be there. */
const walkExhibits = ({ store }: PatrolOptions): (() => Walk) => {
  let after = '';
  return async function* () {
    for (;;) {
      const [row] = await insideOf(store).read({ text: NEXT_EXHIBIT, values: [after] });
      if (row === undefined) return;
      after = String(row['id']);
      const sha256 = after.slice(after.lastIndexOf('/') + 1);
      const message = `the exhibit ${after} is not what was kept`;
      yield isIntact(String(row['body']), sha256) ? [] : [{ what: 'files', message }];
    }
  };
};

async function* walkFiles({ data }: PatrolOptions): Walk {
  if (data === null) return;
  for await (const found of walkPages(join(data, 'postgres')))
    yield found.map((message): Damage => ({ what: 'files', message }));
}

/** A page that cannot be read is damage too; the rest of its walk comes to nothing, the other walks go on. */
async function* guarded(walk: Walk): Walk {
  try {
    yield* walk;
  } catch (error) {
    if (!isLastingDamage(error)) throw error;
    yield [{ what: 'files', message: (error as Error).message }];
  }
}

/** Does the database put checksums into its pages? */
export const keepsChecksums = async (store: Store): Promise<boolean> => {
  const text = "select current_setting('data_checksums') as kept";
  return (await insideOf(store).read({ text }))[0]?.['kept'] === 'on';
};

/** All that is looked at, walk by walk; what each answers goes on, where it failed, as far as it can. */
const WALKS: readonly ((options: PatrolOptions) => () => Walk)[] = [
  walkLog,
  (options) => () => walkLedger(options),
  walkExhibits,
  (options) => () => walkFiles(options),
];
type Begin = (typeof WALKS)[number];

/** A walk that is not at its end yet. */
interface Course {
  readonly goOn: () => Walk;
  isSound: boolean;
  /** How far it came since it last failed. */
  steps: number;
}

/** What outlasts a round: a store that is away now and then must not keep a record unsigned for good. */
interface Seen {
  /** Walks that failed, for the next round to go on with. */
  readonly halted: Map<Begin, Course>;
  /** Walks that came to their end once, and found nothing. */
  readonly sound: Set<Begin>;
}

/** Instead of what a step would have found. */
class Failed {
  readonly error: unknown;

  constructor(error: unknown) {
    this.error = error;
  }
}

type Step = readonly Damage[] | Failed;

async function* walkOne(begin: Begin, options: PatrolOptions, { halted, sound }: Seen): AsyncGenerator<Step> {
  const course = halted.get(begin) ?? { goOn: begin(options), isSound: true, steps: 0 };
  halted.delete(begin);
  course.steps = 0;
  try {
    for await (const found of guarded(course.goOn())) {
      course.steps += 1;
      course.isSound &&= found.length === 0;
      yield found;
    }
    if (course.isSound) sound.add(begin);
  } catch (error) {
    // What fails where it failed before is no matter of a moment: all that lies before it is looked at again.
    if (course.steps > 0) halted.set(begin, course);
    yield new Failed(error);
  }
}

/** A walk that fails does not end the round: the others have their turn, and it goes on in the next one. */
async function* walkAll(options: PatrolOptions, seen: Seen): AsyncGenerator<Step> {
  for (const begin of WALKS) {
    yield* walkOne(begin, options, seen);
    if (seen.sound.size === WALKS.length) await options.record.foundSound();
  }
}

const restAfter = (record: SealedRecord): ((tookMs: number) => number) => {
  const calm = unfelt(EVERY_MS);
  const hurried = unfelt(HURRIED_MS, HURRIED_SHARE);
  return (tookMs) => (record.doubt ? hurried : calm)(tookMs);
};

/** Looks after what is kept, round after round. */
export class Patrol extends Rounds<Step> {
  constructor(options: PatrolOptions) {
    const { record, everyMs, onError } = options;
    const seen: Seen = { halted: new Map(), sound: new Set() };
    super({
      walk: () => walkAll(options, seen),
      heed: async (step) => {
        if (step instanceof Failed) throw step.error;
        for (const damage of step) await record.report(damage);
      },
      restMs: everyMs === undefined ? restAfter(record) : () => everyMs,
      awayMs: everyMs ?? AWAY_MS,
      onError,
    });
  }
}
