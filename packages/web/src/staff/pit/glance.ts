import type { PitTable } from '@boxperson/house';
import type { Alert } from '@boxperson/offices';

/** An alert with its name. */
export interface Waiting extends Alert {
  readonly alert: string;
}

/** How a table stands out: not at all, a little, or so that somebody must go there. */
export type Level = 'calm' | 'watch' | 'alert';

export interface Standing {
  readonly level: Level;
  /** Why, the gravest first. */
  readonly reasons: readonly string[];
}

export const STATION_WORDS: Readonly<Record<string, string>> = {
  stick: 'stick',
  left: 'left end',
  right: 'right end',
  box: 'box',
  single: 'dealer',
};

export const KIND_WORDS: Readonly<Record<Alert['kind'], string>> = {
  attendant: 'Attendant called',
  clock: 'Clock set',
  dice: 'Dice alarm',
  drawer: 'Drawer differs',
  duty: 'Duty overdue',
  fault: 'Fault reported',
  float: 'Float differs',
  low: 'Float low',
  mispay: 'Paid otherwise',
  notice: 'Notice overdue',
  promotion: 'Promotion',
  proposal: 'Waits for a second person',
  slip: 'Chips asked for',
  stopped: 'Stopped',
  terminal: 'Terminal held',
  tumbler: 'Tumbler stopped',
  waved: 'Dice went on early',
};

/** What somebody has to go and see, and what only takes its course. */
const MINOR: readonly Alert['kind'][] = ['proposal', 'slip'];

function graveIn(table: PitTable, alerts: readonly Waiting[]): readonly string[] {
  const { stopped, trouble, gaps, taken, float } = table;
  return [
    ...(stopped ? ['Stopped'] : trouble === undefined ? [] : [trouble]),
    ...(float?.short ? ['Float low'] : []),
    ...(gaps.length > 0 && taken.length > 0
      ? [`Nobody at the ${gaps.map((gap) => STATION_WORDS[gap] ?? gap).join(', ')}`]
      : []),
    ...alerts.filter(({ kind }) => !MINOR.includes(kind)).map(({ kind }) => KIND_WORDS[kind]),
  ];
}

function mildIn(table: PitTable, alerts: readonly Waiting[]): readonly string[] {
  const { posted, closing, gaps, taken } = table;
  return [
    ...alerts.filter(({ kind }) => MINOR.includes(kind)).map(({ kind }) => KIND_WORDS[kind]),
    ...(closing ? ['Closing announced'] : []),
    ...(posted ? ['A sign is up'] : []),
    ...(gaps.length > 0 && taken.length === 0 ? ['Not staffed'] : []),
  ];
}

/** How a table stands, from what the house says of it: the odd one must be seen at once. */
export function standingOf(table: PitTable, alerts: readonly Waiting[]): Standing {
  const grave = [...new Set(graveIn(table, alerts))];
  const mild = [...new Set(mildIn(table, alerts))];
  const level = grave.length > 0 ? 'alert' : mild.length > 0 ? 'watch' : 'calm';
  return { level, reasons: [...grave, ...mild] };
}
