import { useEffect, useState } from 'react';
import { type ListedPromotion, promotions } from '../house.js';
import { Link } from '../ui/Link.js';
import { sayAway } from '../ui/words.js';

const REFRESH_MS = 60_000;
const SHOWN_MOST = 2;

const isOn = ({ stage, isHeld }: ListedPromotion): boolean => stage === 'running' && !isHeld;

/** What there is to win at present, on the way to the tables. */
export function Promoted() {
  const [all, setAll] = useState<readonly ListedPromotion[]>([]);
  useEffect(() => {
    const ask = () => promotions().then(setAll, () => {});
    void ask();
    const timer = setInterval(ask, REFRESH_MS);
    return () => clearInterval(timer);
  }, []);
  const on = all.filter(isOn).slice(0, SHOWN_MOST);
  if (on.length === 0) return null;
  return (
    <ul className="lobby-promoted" aria-label="Promotions">
      {on.map(({ matter, title, prizes, closesAt }) => (
        <li key={matter}>
          <Link href={`/promotions/${encodeURIComponent(matter)}`}>
            <b>{title}</b>
            <span>
              {prizes.map(({ name, count }) => (count > 1 ? `${count} × ${name}` : name)).join(' · ')}
            </span>
            {closesAt !== null && <span>Entries close {sayAway(closesAt, Date.now())}</span>}
          </Link>
        </li>
      ))}
    </ul>
  );
}
