import { lazy, Suspense, useEffect, useState } from 'react';
import { tournaments } from '../house.js';

const Strip = lazy(() => import('./Strip.js').then((module) => ({ default: module.Strip })));
const AGAIN_MS = 4_000;

/** Beside a table: nothing, unless it is one of a tournament that goes on. Where one was, its end is told too. */
export function AtTournament({ table }: { table: string }) {
  const [matter, setMatter] = useState<string | null>(null);
  useEffect(() => {
    let gone = false;
    let timer: ReturnType<typeof setTimeout>;
    const ask = () =>
      tournaments().then(
        (list) => {
          const kept = list.filter(({ tables }) => tables.includes(table));
          const here = kept.find(({ stage }) => stage === 'closed');
          if (gone) return;
          if (here) setMatter(here.matter);
          if (kept.length > 0) timer = setTimeout(ask, AGAIN_MS);
        },
        () => {},
      );
    void ask();
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [table]);
  return matter === null ? null : (
    <Suspense fallback={null}>
      <Strip key={matter} matter={matter} table={table} />
    </Suspense>
  );
}
