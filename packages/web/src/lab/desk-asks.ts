import type {
  Bar,
  FanPoint,
  HandFigures,
  Line,
  MomentGrid,
  makeFigures,
  makeRun,
  PlainSignReport,
  Selection,
  SessionOutcome,
  SessionPlan,
  Simulation,
  StrategyFigures,
  StrategyFile,
} from '@boxperson/odds';
import type { OpenSettings, RulebookId } from '@boxperson/rules';

// What the pages ask of a worker, and what it answers. Plain data both ways.

/** A line of a book's figures with the squares of 36 throws that its derivation draws. */
export type FigureRow = ReturnType<typeof makeFigures> & {
  readonly key: string;
  readonly moments: readonly MomentGrid[];
  /** As numbers, for sorting and plots. */
  readonly numbers: {
    readonly win: number;
    readonly lose: number;
    readonly push: number;
    readonly edge: number;
    readonly rolls: number;
    readonly edgePerRoll: number;
  };
};

/** A no with the clause, where there is one. */
export interface No {
  readonly ok: false;
  readonly message: string;
  readonly source: string;
}

export type SignAnswer = { readonly ok: true; readonly report: PlainSignReport } | No;

export interface StakeRow {
  readonly stake: number;
  readonly edge: string;
  readonly value: number;
}

/** A strategy at a table. */
export interface Play {
  readonly file: StrategyFile;
  readonly table: OpenSettings;
  readonly book: RulebookId;
}

export type FiguresAnswer =
  | { readonly ok: true; readonly figures: StrategyFigures; readonly seconds: number }
  | No;

export interface SessionAnswer {
  readonly whyNotExact: string | null;
  readonly ends: Readonly<Record<string, number>> | null;
  readonly mean: number;
  readonly sd: number;
  readonly quantiles: Readonly<Record<string, number>>;
  readonly expectedRolls: number;
  readonly fan: readonly FanPoint[];
  readonly bars: readonly Bar[];
}

export type Run = ReturnType<typeof makeRun>;

export interface RollAnswer {
  readonly done: number;
  readonly of: number;
  readonly seconds: number;
  readonly rolled: Simulation;
}

export interface MemoryCounts {
  readonly throws: number;
  /** By how many throws there was no seven before: throws, and sevens among them; the last holds all beyond. */
  readonly gaps: readonly { readonly throws: number; readonly sevens: number }[];
  /** By the total before, how often each total followed. */
  readonly after: readonly (readonly number[])[];
}

export interface Asks {
  figures: { readonly ask: { readonly book: RulebookId }; readonly answer: readonly FigureRow[] };
  sign: { readonly ask: { readonly settings: OpenSettings }; readonly answer: SignAnswer };
  stakes: {
    readonly ask: { readonly settings: OpenSettings; readonly selection: Selection; readonly count: number };
    readonly answer: readonly StakeRow[];
  };
  hands: {
    readonly ask: {
      readonly book: RulebookId;
      readonly line: Line;
      readonly throws: number;
      readonly hands: number;
    };
    readonly answer: HandFigures;
  };
  strategy: { readonly ask: Play & { readonly pace: number }; readonly answer: FiguresAnswer };
  session: { readonly ask: Play & { readonly plan: SessionPlan }; readonly answer: SessionAnswer | null };
  /** Gets a run ready; what it rolled before is forgotten. */
  open: {
    readonly ask: Play & {
      readonly plan: SessionPlan;
      readonly seed: number;
      readonly rolls: number;
      readonly pace: number;
    };
    readonly answer: { readonly ok: true } | No;
  };
  /** Rolls on for so many milliseconds, and tells what was found so far. */
  roll: { readonly ask: { readonly ms: number }; readonly answer: RollAnswer };
  /** All that the run found, as a file would hold it. */
  told: { readonly ask: object; readonly answer: Run };
  sessions: {
    readonly ask: Play & {
      readonly plan: SessionPlan;
      readonly seed: number;
      readonly from: number;
      readonly count: number;
    };
    readonly answer: readonly SessionOutcome[] | null;
  };
  path: {
    readonly ask: Play & { readonly plan: SessionPlan; readonly seed: number; readonly number: number };
    readonly answer: readonly number[] | null;
  };
  memory: {
    readonly ask: { readonly seed: number; readonly from: number; readonly count: number };
    readonly answer: MemoryCounts;
  };
}
export type AskName = keyof Asks;
