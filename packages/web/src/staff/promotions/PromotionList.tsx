import type { PromotionSummary, PromotionTold } from '@boxperson/offices';
import { RULEBOOKS } from '@boxperson/rules';
import { Link } from '../../ui/Link.js';
import { useMatters } from '../../ui/matters.js';
import { Older } from '../../ui/Older.js';
import { Money } from '../../ui/staff/Money.js';
import { When } from '../../ui/staff/When.js';
import { Begin } from '../BegunMatters.js';
import type { OfficeProps } from '../OfficePage.js';
import { api } from '../session.js';
import { addressOf, verbsAt } from '../workplace.js';
import { STAGES } from './stages.js';
import { By, useClock } from './Tasks.js';
import './promotion.css';

const POLL_MS = 10_000;

interface Listed {
  readonly matter: string;
  /** In short for those of its book; for others of the staff as everybody is told. */
  readonly books: PromotionSummary | PromotionTold;
}

interface Told {
  readonly matter: string;
  readonly books: PromotionTold;
}

const isOver = ({ books: { stage } }: Listed): boolean => stage === 'archived';

/** Every promotion of the house: where it is, what comes next, and what somebody owes first. */
export function PromotionList(props: OfficeProps) {
  const { matters: all, more } = useMatters<PromotionSummary | PromotionTold>(api, 'promotions', POLL_MS);
  const { place, office } = props;
  const begins = verbsAt(place, office).find(([name]) => office.begins?.includes(name))?.[0];
  const past = all?.filter(isOver) ?? [];
  return (
    <div className="promo-list">
      {all?.length === 0 && <p className="promo-nothing">There is no promotion yet.</p>}
      <ul className="promo-cards">
        {all
          ?.filter((one) => !isOver(one))
          .map((one) => (
            <Card key={one.matter} {...props} listed={one} />
          ))}
      </ul>
      {past.length > 0 && (
        <details>
          <summary>In the archive: {past.length}</summary>
          <ul className="promo-cards">
            {past.map((one) => (
              <Card key={one.matter} {...props} listed={one} />
            ))}
          </ul>
        </details>
      )}
      <Older more={more} />
      {begins !== undefined && <Begin {...props} verb={begins} />}
    </div>
  );
}

/** Of another book: as everybody sees it. */
const OthersCard = ({ matter, books: { title, book, stage, entries } }: Told) => (
  <li className="promo-card">
    <header>
      <h2>
        <Link href={`/promotions/${encodeURIComponent(matter)}`}>{title}</Link>
      </h2>
      <span className="promo-stage" data-stage={stage}>
        {STAGES[stage]}
      </span>
    </header>
    <p className="quiet">
      {RULEBOOKS[book].title} · {entries} entries · run by others
    </p>
  </li>
);

function Card({ place, office, listed: { matter, books } }: OfficeProps & { listed: Listed }) {
  const now = useClock();
  if (!('tasks' in books)) return <OthersCard matter={matter} books={books} />;
  const { title, book, stage, isHeld, tasks, next, entries, setAside, missed } = books;
  const [first] = tasks;
  return (
    <li className="promo-card">
      <header>
        <h2>
          <Link href={addressOf(place, office, matter)}>{title}</Link>
        </h2>
        <span className="promo-stage" data-stage={isHeld ? 'held' : stage}>
          {isHeld ? 'In doubt' : STAGES[stage]}
        </span>
      </header>
      <p className="quiet">
        {RULEBOOKS[book].title} · {entries} entries · <Money cents={setAside} /> set aside
      </p>
      {next && (
        <p>
          {next.says}: <When at={next.at} />
        </p>
      )}
      {first && (
        <p className="promo-first">
          <b>{first.says}</b>
          {first.by !== null && <By at={first.by} now={now} />}
          {tasks.length > 1 && <span className="quiet">and {tasks.length - 1} more</span>}
        </p>
      )}
      {missed > 0 && <p className="promo-late">Deadlines missed: {missed}</p>}
    </li>
  );
}
