import type { PromotionSummary } from '@boxperson/offices';
import { RULEBOOKS } from '@boxperson/rules';
import { useEffect, useState } from 'react';
import { Link } from '../../ui/Link.js';
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
  readonly books: PromotionSummary;
}

function usePromotions(): readonly Listed[] | null {
  const [found, setFound] = useState<readonly Listed[] | null>(null);
  useEffect(() => {
    const look = () =>
      api.get<{ matters: readonly Listed[] }>('/api/matters/promotions').then(
        ({ matters }) => setFound(matters),
        () => {},
      );
    void look();
    const timer = setInterval(look, POLL_MS);
    return () => clearInterval(timer);
  }, []);
  return found;
}

const isOver = ({ books: { stage } }: Listed): boolean => stage === 'archived';

/** Every promotion of the house: where it is, what comes next, and what somebody owes first. */
export function PromotionList(props: OfficeProps) {
  const all = usePromotions();
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
      {begins !== undefined && <Begin {...props} verb={begins} />}
    </div>
  );
}

function Card({ place, office, listed: { matter, books } }: OfficeProps & { listed: Listed }) {
  const now = useClock();
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
