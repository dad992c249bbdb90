// What a run of the tests came to, by file. Plain Node, no dependency.

/** Of more files than this nobody says that the machine had paused. */
const MOST_AGAIN = 10;

const isIn = (wanted) => (test) => test.status === wanted;

/** A file that could not even be loaded, or was left before its tests began, has no failed test of its own. */
function fileOutcome({ name, status, assertionResults: tests }) {
  const failed = tests.filter(isIn('failed')).length;
  return [
    name,
    {
      passed: tests.filter(isIn('passed')).length,
      failed: status === 'failed' ? Math.max(1, failed) : failed,
    },
  ];
}

/**
 * `beside`: errors that came up in no test are a failure, whatever else failed. So is a run that ends badly without a
 * failed test (a crash, no tests found).
 */
export function outcomeOf(code, report, astray = 0) {
  const files = new Map((report?.testResults ?? []).map(fileOutcome));
  const isBad = astray > 0 || (code !== 0 && brokenIn({ files }).length === 0);
  return { files, beside: isBad ? 1 : 0 };
}

const brokenIn = ({ files }) => [...files].filter(([, { failed }]) => failed > 0).map(([name]) => name);

/** Files to be run once more, each as a whole: a story that stopped half-way cannot be gone on with. */
export const toRunAgain = (outcome) => {
  const broken = brokenIn(outcome);
  return broken.length > MOST_AGAIN ? [] : broken;
};

/** What was run once more counts as it came out then; a file of which that run says nothing counts as before. */
export const afterAgain = (first, again) => ({
  files: new Map([...first.files, ...again.files]),
  beside: first.beside + again.beside,
});

export function countIn({ files, beside }) {
  const count = { passed: 0, failed: beside };
  for (const { passed, failed } of files.values()) {
    count.passed += passed;
    count.failed += failed;
  }
  return count;
}
