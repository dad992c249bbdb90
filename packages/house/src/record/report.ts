/** Where something is wrong. */
export type Area =
  | 'log'
  | 'ledger'
  | 'balance'
  | 'checkpoint'
  | 'tree'
  | 'snapshot'
  | 'exhibit'
  | 'files'
  | 'yours'
  | 'bundle';

export interface Fault {
  readonly area: Area;
  readonly message: string;
  /** The entry of the log, where it is known. */
  readonly seq?: number;
  readonly stream?: string;
  readonly position?: number;
  /** Where only a stretch of the log is known: the bad entry is one of these. */
  readonly from?: number;
  readonly to?: number;
}

export interface Report {
  readonly ok: boolean;
  readonly faults: readonly Fault[];
  /** Faults beyond those listed. */
  readonly more: number;
  /** The first entry of the log that something is wrong with. */
  readonly first: Fault | null;
  /** What was not or could not be checked. */
  readonly notes: readonly string[];
  readonly size: number;
  readonly root: string;
  readonly counts: Readonly<Record<string, number>>;
  readonly milliseconds: number;
}

const FAULTS_MOST = 20;

/** The latest that the bad entry can be. */
const boundOf = ({ seq, to }: Fault): number => seq ?? to ?? Number.POSITIVE_INFINITY;

/** Does one tell earlier, or more exactly, where it went wrong? */
const isEarlier = (one: Fault, other: Fault | null): boolean => {
  if (boundOf(one) === Number.POSITIVE_INFINITY) return false;
  if (other === null || boundOf(one) !== boundOf(other))
    return other === null || boundOf(one) < boundOf(other);
  return other.seq === undefined && (one.seq ?? one.from ?? 0) > (other.from ?? 0);
};

/** Collects faults; a flood of them does not bury the first. */
export class Findings {
  readonly faults: Fault[] = [];
  readonly notes: string[] = [];
  #more = 0;
  #first: Fault | null = null;
  readonly #perArea = new Map<Area, number>();

  add(fault: Fault): void {
    if (isEarlier(fault, this.#first)) this.#first = fault;
    const found = (this.#perArea.get(fault.area) ?? 0) + 1;
    this.#perArea.set(fault.area, found);
    if (found > FAULTS_MOST) this.#more += 1;
    else this.faults.push(fault);
  }

  report(rest: Pick<Report, 'size' | 'root' | 'counts' | 'milliseconds'>): Report {
    const { faults, notes } = this;
    return { ok: faults.length === 0, faults, more: this.#more, first: this.#first, notes, ...rest };
  }
}
