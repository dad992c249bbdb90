import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What is known to take long, about in that order. */
const LONG = [
  'packages/house/test/sim/sim.test.ts',
  'packages/house/test/cluster/nodes.test.ts',
  'packages/web/test/cases.test.ts',
  'packages/web/test/lab.test.ts',
  'packages/house/test/store/embedded.test.ts',
  'packages/house/test/crash.test.ts',
  'packages/web/test/floor.test.ts',
  'packages/web/test/crew-box.test.ts',
  'packages/rules/test/table/walks.test.ts',
  'packages/web/test/promotions.test.ts',
  'packages/web/test/together.test.ts',
  'packages/house/test/access-matrix.test.ts',
  'packages/web/test/rules.test.ts',
  'packages/web/test/crew-evening.test.ts',
  'packages/web/test/school.test.ts',
  'packages/web/test/start.test.ts',
  'packages/web/test/throw.test.ts',
  'test/packed.slow.test.ts',
  'packages/house/test/record/record.test.ts',
  'packages/web/test/access.test.ts',
  'packages/web/test/staff.test.ts',
  'packages/house/test/store/server.test.ts',
  'packages/web/test/rail.test.ts',
  'packages/house/test/record/damage.test.ts',
  'packages/cli/test/run.test.ts',
  'packages/house/test/record/program.test.ts',
  'packages/cli/test/quick-cup.test.ts',
  'packages/house/test/cup-kill.slow.test.ts',
  'packages/web/test/tournament.test.ts',
  'packages/offices/test/contract.test.ts',
];

const placeOf = ({ moduleId }: TestSpecification): number => {
  const place = LONG.findIndex((file) => moduleId.endsWith(`/${file}`));
  return place === -1 ? LONG.length : place;
};

/**
 * Long files first, so that the workers end together: a fresh clone knows no times, and by size alone a short file that
 * computes for minutes comes last, with one worker at it and the others done.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.sort((one, other) => placeOf(one) - placeOf(other));
  }
}
