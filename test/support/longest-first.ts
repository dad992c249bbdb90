import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What is known to take long, about in that order. */
const LONG = [
  'packages/house/test/sim/sim.test.ts',
  'packages/house/test/cluster/nodes.test.ts',
  'packages/web/test/cases.test.ts',
  'packages/web/test/lab.test.ts',
  'packages/web/test/school.test.ts',
  'packages/web/test/floor.test.ts',
  'packages/web/test/promotions.test.ts',
  'packages/web/test/crew-box.test.ts',
  'packages/web/test/throw.test.ts',
  'packages/web/test/staff.test.ts',
  'packages/web/test/rules.test.ts',
  'packages/house/test/crash.test.ts',
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
