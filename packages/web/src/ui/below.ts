import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** What a list that may scroll hides: how many of its lines end below what is in sight. */
interface Below {
  readonly count: number;
  readonly scrolls: boolean;
}

/** Less than that of a line is its lower edge and nothing to read. */
const HAIR = 4;

function look(list: HTMLElement): Below {
  const { bottom } = list.getBoundingClientRect();
  const under = [...list.children].filter((line) => line.getBoundingClientRect().bottom > bottom + HAIR);
  return { count: under.length, scrolls: list.scrollHeight > list.clientHeight + HAIR };
}

/** Looked at anew whenever it is drawn, scrolled or given another size. */
export function useBelow<T extends HTMLElement>(): Below & { readonly list: RefObject<T | null> } {
  const list = useRef<T>(null);
  const [below, setBelow] = useState<Below>({ count: 0, scrolls: false });
  const [measure] = useState(() => () => {
    if (!list.current) return;
    const now = look(list.current);
    setBelow((was) => (was.count === now.count && was.scrolls === now.scrolls ? was : now));
  });
  useLayoutEffect(measure);
  useEffect(() => {
    const shown = list.current;
    if (!shown) return;
    const observer = new ResizeObserver(measure);
    observer.observe(shown);
    shown.addEventListener('scroll', measure, { passive: true });
    return () => {
      observer.disconnect();
      shown.removeEventListener('scroll', measure);
    };
  }, [measure]);
  return { ...below, list };
}
