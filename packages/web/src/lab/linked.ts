import { useEffect, useMemo, useRef, useState } from 'react';
import { useHash } from '../ui/address.js';
import { type Comparison, NOTHING_COMPARED, readLink, type Setup, START } from './link.js';

const linkedIn = (hash: string): string | null => /^s=(.+)$/.exec(hash)?.[1] ?? null;

/** What the page shows, from the link it was opened with, and from any other that is opened on it. */
export function useLinked() {
  const linked = linkedIn(useHash());
  const link = useMemo(() => (linked === null ? null : readLink(linked)), [linked]);
  const [setup, setSetup] = useState<Setup>(link?.setup ?? START);
  const [comparison, setComparison] = useState<Comparison>(link?.comparison ?? NOTHING_COMPARED);
  const first = useRef(linked);
  const shown = useRef(linked);
  useEffect(() => {
    if (shown.current === linked) return;
    shown.current = linked;
    if (!link?.setup) return;
    setSetup(link.setup);
    setComparison(link.comparison);
  }, [linked, link]);
  const instead = first.current === linked ? 'Below is one to start from.' : 'What was here before stays.';
  const faults = link === null ? [] : link.setup ? link.faults : [...link.faults, instead];
  return { setup, setSetup, comparison, setComparison, faults };
}
