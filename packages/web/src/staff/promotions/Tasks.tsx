import { CASES, POSTS, type PostName, type PromotionTask } from '@boxperson/offices';
import { useNow } from '../../felt/hooks.js';
import { Link } from '../../ui/Link.js';
import { When } from '../../ui/staff/When.js';
import { sayList, saySpan } from '../../ui/words.js';
import type { BooksProps } from '../books/index.js';
import { addressOf, verbsAt } from '../workplace.js';

const EVERY_MS = 30_000;
const clock = () => Date.now();
/** The time on this wall, read now and then. */
export const useClock = (): number => useNow(clock, EVERY_MS);

const postNames = (posts: readonly PostName[]): string =>
  sayList(
    posts.map((post) => POSTS[post].title.toLowerCase()),
    'or',
  );

/** By when, and how long that is; late is said in a word and not by colour alone. */
export function By({ at, now }: { at: number; now: number }) {
  const isLate = at <= now;
  return (
    <span className={isLate ? 'promo-by promo-late' : 'promo-by'}>
      {isLate ? `Late by ${saySpan(at - now)}: ` : `In ${saySpan(at - now)}: `}
      <When at={at} />
    </span>
  );
}

type Here = Pick<BooksProps, 'place' | 'office' | 'matter'>;

const NAME_LETTERS = 8;
const freshCase = (): string => `c-${crypto.randomUUID().replaceAll('-', '').slice(0, NAME_LETTERS)}`;

/** Where it is done: a form with what is known filled in, or the case that it is. */
function addressFor({ place, office, matter = '' }: Here, task: PromotionTask, book: string): string {
  if (task.do !== null) {
    const asked = new URLSearchParams(task.body);
    return `${addressOf(place, office, matter, task.do)}${asked.size > 0 ? `?${asked}` : ''}`;
  }
  if (task.case !== undefined) return addressOf(place, CASES, task.case);
  const asked = new URLSearchParams({ kind: 'promotion', rulebook: book, says: task.says });
  return `${addressOf(place, CASES, freshCase(), 'open')}?${asked}`;
}

/** What the scrutineer signs for is signed where it stands. */
const ON_DESK: readonly (string | null)[] = ['sign-before', 'open-seal', 'sign-after'];

const Do = ({ task, address }: { task: PromotionTask; address: string }) =>
  ON_DESK.includes(task.do) ? (
    <a className="button-link promo-do" href="#the-draw">
      Do it below
    </a>
  ) : (
    <Link className="button-link promo-do" href={address}>
      {task.do === null ? 'To the case' : 'Do it'}
    </Link>
  );

interface TasksProps extends Here {
  readonly tasks: readonly PromotionTask[];
  readonly book: string;
}

/** What is to be done, by whom and by when: what is theirs here is one press away. */
export function Tasks({ tasks, book, ...here }: TasksProps) {
  const now = useClock();
  const may = new Set(verbsAt(here.place, here.office).map(([name]) => name));
  const isMine = (task: PromotionTask): boolean =>
    task.do === null ? here.place.id === 'manager' : may.has(task.do) && isAt(here.place.id, task);
  if (tasks.length === 0) return <p className="promo-nothing">Nothing waits for anybody.</p>;
  return (
    <ul className="promo-tasks">
      {tasks.map((task) => (
        <li key={`${task.do} ${task.says}`} data-mine={isMine(task)} data-late={(task.by ?? now + 1) <= now}>
          <div>
            <b>{task.says}</b>
            <p>
              {isMine(task) ? 'Yours' : `Waits for the ${postNames(task.who)}`}
              {task.clause !== null && <span className="form-clause"> § {task.clause}</span>}
            </p>
            {task.by !== null && <By at={task.by} now={now} />}
          </div>
          {isMine(task) && <Do task={task} address={addressFor(here, task, book)} />}
        </li>
      ))}
    </ul>
  );
}

/** A role of a book that manages does what managers do. */
const isAt = (place: string, { who }: PromotionTask): boolean =>
  place.includes('.') || (who as readonly string[]).includes(place);
