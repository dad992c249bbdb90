import { holdsPost, holdsPostEverywhere, type Person, type PostName, type Who } from '@boxperson/offices';
import type { House } from '../house.js';
import type { FloorReport } from './report.js';

const READER_POSTS: readonly PostName[] = ['manager', 'surveillance', 'inspector', 'pit-supervisor'];

export const anyOf = (posts: readonly PostName[]): Who => ({ either: posts.map((post) => ({ post })) });

/** Who reads reports at all. */
export const READERS: Who = anyOf(READER_POSTS);

/** What of a report or a register is somebody's: all of it, or that of their own tables. */
export interface ReportPart {
  readonly isAll: boolean;
  has(table: string): boolean;
}

/** Only the posts by which it is read count: whatever else somebody is widens nothing. */
export const partOf = (
  house: Pick<House, 'placeOf'>,
  person: Person,
  posts: readonly PostName[] = READER_POSTS,
): ReportPart => ({
  isAll: posts.some((post) => holdsPostEverywhere(person, post)),
  has: (table) => {
    const place = house.placeOf(table);
    return place !== null && posts.some((post) => holdsPost(person, post, place));
  },
});

/** Players, drawers and the cage are the whole house's, and so is what they add up to. */
export function partly(report: FloorReport, { isAll, has }: ReportPart): FloorReport {
  if (isAll) return report;
  const tables = report.tables.filter(({ id }) => has(id));
  return {
    ...report,
    only: tables.map(({ id }) => id),
    tables,
    players: [],
    drawers: [],
    cage: [],
    duties: report.duties.filter(({ table }) => has(table)),
    differences: report.differences.filter(({ where }) => has(where)),
    unclaimed: report.unclaimed.filter(({ table }) => has(table)),
    checks: [],
  };
}

/** Is a figure of the report theirs to look behind? */
export function hasFigure({ isAll, has }: ReportPart, figure: string): boolean {
  const [section, id = ''] = figure.split('/');
  return isAll || (section === 'tables' && has(id));
}
