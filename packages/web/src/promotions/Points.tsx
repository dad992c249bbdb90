import { useEffect, useState } from 'react';
import { type OwnPoints, ownPoints } from '../house.js';
import { dollars } from '../ui/money.js';

/** One's own points, where the house gives any and somebody with a card looks. */
export function Points() {
  const [points, setPoints] = useState<OwnPoints | null>(null);
  useEffect(() => {
    ownPoints().then(setPoints, () => {});
  }, []);
  if (!points || (points.every === null && points.earned === 0)) return null;
  const left = points.earned - points.redeemed;
  return (
    <section className="panel" aria-labelledby="points">
      <h2 id="points">Your points</h2>
      <p className="promotions-count">
        <b>{left}</b> {left === 1 ? 'point' : 'points'}
      </p>
      {points.redeemed > 0 && (
        <p>
          {points.earned} earned, {points.redeemed} used.
        </p>
      )}
      <p className="quiet">
        {points.every === null
          ? 'Nobody earns points at present; yours stay.'
          : `One point for every ${dollars(points.every)} that the house wins on average of what you bet, by the exact odds of each wager. Luck changes nothing about it.`}
      </p>
    </section>
  );
}
