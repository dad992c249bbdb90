import type { Drill } from '@boxperson/rules/school';

/** A line of the sheet as a drill and a roll have it. */
export type DealtWager = Drill['line'];
