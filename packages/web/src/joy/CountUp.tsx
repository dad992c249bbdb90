import { useEffect, useRef } from 'react';
import { dollars } from '../ui/money.js';

/** Counts in whole dollars where it comes out in whole dollars: cents that race by say nothing. */
const stepOf = (cents: number): number => (cents % 100 === 0 ? 100 : 1);

const counted = (cents: number, part: number): number => {
  const step = stepOf(cents);
  // Fast at first and slower towards the end.
  return Math.round((cents * (1 - (1 - part) ** 3)) / step) * step;
};

/** An amount that counts up to what it is. */
export function CountUp({ cents, ms }: { cents: number; ms: number }) {
  const shown = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const begun = performance.now();
    let frame = 0;
    const next = (): void => {
      const part = Math.min(1, (performance.now() - begun) / ms);
      if (shown.current) shown.current.textContent = `+${dollars(counted(cents, part))}`;
      if (part < 1) frame = requestAnimationFrame(next);
    };
    next();
    return () => cancelAnimationFrame(frame);
  }, [cents, ms]);
  return <span ref={shown} className="count" data-counts={cents} />;
}
