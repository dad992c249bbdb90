import type { School, Told } from '@boxperson/offices';
import type { RulebookId } from '@boxperson/rules';
import { FAULT_WORDS, FAULTS, type Fault, lessonLink, TOPICS, type TopicId } from '@boxperson/rules/school';
import { SHORT } from '../../../reading/names.js';
import { Link } from '../../../ui/Link.js';
import { Table, type TableColumn } from '../../../ui/staff/Table.js';

/** One topic of one book, over the whole class. */
interface Weak {
  readonly key: string;
  readonly book: RulebookId;
  readonly topic: string;
  readonly asked: number;
  readonly right: number;
  readonly ms: number;
  readonly learners: number;
}

/** A topic by its title; what is none was dealt or called as a whole. */
export const titleOf = (topic: string): string =>
  TOPICS.find(({ id }) => id === topic)?.title ?? 'Rolls and situations';
const share = ({ asked, right }: Weak): number => right / asked;
const isTopic = (topic: string): topic is TopicId => TOPICS.some(({ id }) => id === topic);

const COLUMNS: readonly TableColumn<Weak>[] = [
  { id: 'book', name: 'Book', show: ({ book }) => SHORT[book], by: ({ book }) => SHORT[book] },
  { id: 'topic', name: 'Topic', show: ({ topic }) => titleOf(topic), by: ({ topic }) => titleOf(topic) },
  {
    id: 'share',
    name: 'Right',
    show: (weak) => (
      <span className="class-share">
        <meter min={0} max={1} low={0.7} high={0.9} optimum={1} value={share(weak)} aria-label="Right" />
        {weak.right} of {weak.asked}
      </span>
    ),
    by: share,
  },
  {
    id: 'ms',
    name: 'Seconds each',
    show: ({ ms }) => (ms / 1_000).toFixed(1),
    by: ({ ms }) => ms,
  },
  { id: 'learners', name: 'Learners', show: ({ learners }) => learners, by: ({ learners }) => learners },
  {
    id: 'drill',
    name: 'As a lesson',
    show: ({ book, topic }) =>
      isTopic(topic) && (
        <Link href={`/school/lesson?${lessonLink({ book, kind: 'keys', topic, seed: 1, count: 20 })}`}>
          20 of them
        </Link>
      ),
  },
];

/** What each member of a class was told to have done, by book and topic. */
const toldIn = ({ classes, progress }: School, id: string): readonly (readonly [string, Told])[] =>
  (classes[id]?.members ?? []).flatMap(({ person }) =>
    Object.hasOwn(progress, person) ? Object.entries(progress[person] ?? {}) : [],
  );

/** What a class gets wrong, the weakest topic of a book first. */
export function weakIn(school: School, id: string): readonly Weak[] {
  const found = new Map<string, Weak>();
  for (const [key, { asked, right, ms }] of toldIn(school, id)) {
    const [book, topic] = key.split('/') as [RulebookId, string];
    const before = found.get(key) ?? { key, book, topic, asked: 0, right: 0, ms: 0, learners: 0 };
    const learners = before.learners + 1;
    found.set(key, {
      ...before,
      asked: before.asked + asked,
      right: before.right + right,
      ms: (before.ms * before.learners + ms) / learners,
      learners,
    });
  }
  return [...found.values()].sort((a, b) => share(a) - share(b));
}

/** Faults of a class by their name, the most frequent first. */
export function faultsOf(school: School, id: string): readonly (readonly [Fault, number])[] {
  const told = toldIn(school, id);
  return FAULTS.map(
    (fault) => [fault, told.reduce((all, [, { faults }]) => all + (faults?.[fault] ?? 0), 0)] as const,
  )
    .filter(([, times]) => times > 0)
    .sort((a, b) => b[1] - a[1]);
}

const FAULTS_SHOWN = 5;

/** What the class gets wrong: by topic and book, and by the name of the slip. */
export function ClassWrongs({ school, id }: { school: School; id: string }) {
  const faults = faultsOf(school, id).slice(0, FAULTS_SHOWN);
  return (
    <>
      <h4>What this class gets wrong</h4>
      {faults.length > 0 && (
        <ul className="class-faults">
          {faults.map(([fault, times]) => (
            <li key={fault}>
              <b>{times} ×</b> {FAULT_WORDS[fault]}
            </li>
          ))}
        </ul>
      )}
      <Table
        name={`What ${school.classes[id]?.title} gets wrong`}
        rows={weakIn(school, id)}
        columns={COLUMNS}
        keyOf={({ key }) => key}
        nothing="Nobody of this class has told anything yet."
      />
    </>
  );
}
