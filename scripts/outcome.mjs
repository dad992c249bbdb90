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

/** `beside`: a run that ends badly without a failed test (a crash, no tests found) is a failure all the same. */
export function outcomeOf(code, report) {
  const files = new Map((report?.testResults ?? []).map(fileOutcome));
  return { files, beside: code !== 0 && brokenIn({ files }).length === 0 ? 1 : 0 };
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
