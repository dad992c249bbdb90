import type { Mispay, School, Told } from '@boxperson/offices';
import { makeDollars, type RulebookId } from '@boxperson/rules';
import { lessonLink, topicOf } from '@boxperson/rules/school';
import { SHORT } from '../../reading/names.js';
import { spotName } from '../../reading/spot-name.js';
import { Due } from '../../ui/Due.js';
import { Link } from '../../ui/Link.js';
import { Table, type TableColumn } from '../../ui/staff/Table.js';
import { addressOf } from '../workplace.js';
import type { BooksProps } from './index.js';
import { ClassWrongs, titleOf } from './school/ClassWrongs.js';
import { RollOfRecord } from './school/RollOfRecord.js';

interface Learner {
  readonly key: string;
  readonly name: string;
  readonly where: string;
  readonly due?: number;
  readonly told: Told | null;
}

const share = ({ told }: Learner): number => (told ? told.right / told.asked : 0);

const LEARNERS: readonly TableColumn<Learner>[] = [
  { id: 'name', name: 'Who', show: ({ name }) => name, by: ({ name }) => name },
  { id: 'where', name: 'What', show: ({ where }) => where, by: ({ where }) => where },
  {
    id: 'due',
    name: 'Due',
    show: ({ due, told }) => due !== undefined && <Due at={due} isDone={told !== null} />,
    by: ({ due }) => due ?? Number.MAX_SAFE_INTEGER,
  },
  {
    id: 'right',
    name: 'Right',
    show: ({ told }) => (told ? `${told.right} of ${told.asked}` : 'not begun'),
    by: share,
  },
  {
    id: 'ms',
    name: 'Seconds each',
    show: ({ told }) => (told ? (told.ms / 1_000).toFixed(1) : ''),
    by: ({ told }) => told?.ms ?? 0,
  },
];

/** A school: classes with their work, what each learned, and what goes wrong at the tables. */
export function SchoolBooks({ books, place, office }: BooksProps) {
  const school = books as School;
  const open = Object.entries(school.classes).filter(([, { closed }]) => !closed);
  return (
    <>
      {open.length === 0 && <p>No class is open.</p>}
      {open.map(([id, { title, members }]) => (
        <section key={id} className="panel" aria-label={title}>
          <h3>{title}</h3>
          <p>
            {members.length === 0 ? 'Nobody yet' : members.map(({ name }) => name).join(', ')}. Staff join
            with the id <code>{id}</code>.
          </p>
          <ClassWrongs school={school} id={id} />
          <Table
            name={`Work of ${title}`}
            rows={workOf(school, id)}
            columns={LEARNERS}
            keyOf={({ key }) => key}
            nothing="No work is set."
          />
          <p>
            <Link className="button-link" href={`${addressOf(place, office, 'set-work')}?class=${id}`}>
              Set work
            </Link>
          </p>
        </section>
      ))}
      <RollOfRecord school={school} place={place} office={office} />
      <h3>What each learned</h3>
      <Table
        name="What each learned"
        rows={progressOf(school)}
        columns={LEARNERS}
        keyOf={({ key }) => key}
        nothing="Nobody has told anything yet."
      />
      <h3>What went wrong at the tables</h3>
      <Table
        name="Mispays"
        rows={wrongsOf(school.mispays)}
        columns={WRONGS}
        keyOf={({ key }) => key}
        nothing="No payment went wrong."
      />
    </>
  );
}

/** Every member with every work of their class. */
const workOf = (school: School, id: string): readonly Learner[] =>
  Object.entries(school.work)
    .filter(([, work]) => work.class === id)
    .flatMap(([name, work]) =>
      (school.classes[id]?.members ?? []).map((member) => ({
        key: `${name}/${member.person}`,
        name: member.name,
        where: work.title,
        ...(work.due === undefined ? {} : { due: work.due }),
        told: work.done[member.person] ?? null,
      })),
    );

/** `star/place`, a topic of a book. */
function sayTopic(where: string): string {
  const [book = '', topic = ''] = where.split('/');
  return `${SHORT[book as RulebookId] ?? book}, ${titleOf(topic).toLowerCase()}`;
}

/** Whoever was in a class is known by name, others by their id. */
function progressOf({ classes, progress }: School): readonly Learner[] {
  const names = new Map(
    Object.values(classes).flatMap(({ members }) =>
      members.map(({ person, name }) => [person, name] as const),
    ),
  );
  return Object.entries(progress).flatMap(([person, topics]) =>
    Object.entries(topics).map(([where, told]) => ({
      key: `${person}/${where}`,
      name: names.get(person) ?? person,
      where: sayTopic(where),
      told,
    })),
  );
}

interface Wrong {
  readonly key: string;
  readonly book: RulebookId;
  readonly topic: Mispay['topic'];
  readonly spot: string;
  /** What was owed the last time: the first drill owes the same. */
  readonly owed: number;
  readonly times: number;
  readonly sum: number;
}

const WRONGS: readonly TableColumn<Wrong>[] = [
  { id: 'book', name: 'Book', show: ({ book }) => SHORT[book], by: ({ book }) => SHORT[book] },
  { id: 'spot', name: 'Wager', show: ({ book, spot }) => spotName(book, spot), by: ({ spot }) => spot },
  { id: 'times', name: 'Times', show: ({ times }) => times, by: ({ times }) => times },
  { id: 'sum', name: 'Off by, in all', show: ({ sum }) => makeDollars(sum), by: ({ sum }) => sum },
  {
    id: 'drill',
    name: 'As a drill',
    show: ({ book, topic, spot, owed }) => (
      <Link
        href={`/school/lesson?${lessonLink({ book, kind: 'keys', topic, seed: 1, count: 10, spot, owed })}`}
      >
        {topicOf(topic).title}
      </Link>
    ),
  },
];

/** What goes wrong most often first; nobody's name is in it. */
function wrongsOf(mispays: readonly Mispay[]): readonly Wrong[] {
  const wrongs = new Map<string, Wrong>();
  for (const { book, topic, spot, owed, paid } of mispays) {
    const key = `${book}/${spot}`;
    const { times, sum } = wrongs.get(key) ?? { times: 0, sum: 0 };
    wrongs.set(key, { key, book, topic, spot, owed, times: times + 1, sum: sum + Math.abs(paid - owed) });
  }
  return [...wrongs.values()].sort((a, b) => b.times - a.times);
}
