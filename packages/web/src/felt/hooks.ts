import { type RefObject, useEffect, useRef, useState } from 'react';
import { facesOf, measureAnew } from './layout/measure.js';

/** The size of an element in whole pixels, as it changes. */
export function useSize<T extends HTMLElement>(): [
  RefObject<T | null>,
  { width: number; height: number } | null,
] {
  const element = useRef<T>(null);
  const [size, setSize] = useState<{ width: number; height: number } | null>(null);
  useEffect(() => {
    const shown = element.current;
    if (!shown) return;
    const measure = () => {
      const style = getComputedStyle(shown);
      const width =
        shown.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight);
      const height =
        shown.clientHeight - Number.parseFloat(style.paddingTop) - Number.parseFloat(style.paddingBottom);
      setSize((old) => (old?.width === width && old.height === height ? old : { width, height }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(shown);
    return () => observer.disconnect();
  }, []);
  return [element, size];
}

export function useMedia(query: string): boolean {
  const [matches, setMatches] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const media = matchMedia(query);
    const changed = () => setMatches(media.matches);
    changed();
    media.addEventListener('change', changed);
    return () => media.removeEventListener('change', changed);
  }, [query]);
  return matches;
}

/** The house's time, read again every so often while something waits for it. */
export function useNow(read: () => number, everyMs: number | null): number {
  const [now, setNow] = useState(read);
  useEffect(() => {
    if (everyMs === null) return;
    const timer = setInterval(() => setNow(read()), everyMs);
    setNow(read());
    return () => clearInterval(timer);
  }, [read, everyMs]);
  return now;
}

/** Grows when the letters of a house's felt have come: what was measured without them is measured anew. */
export function useLetters(house: string): number {
  const [come, setCome] = useState(0);
  useEffect(() => {
    let wanted = true;
    const loads = facesOf(house).map((face) => document.fonts.load(face));
    // A face that does not come leaves the one that is there.
    void Promise.allSettled(loads).then(() => {
      if (!wanted) return;
      measureAnew();
      setCome((before) => before + 1);
    });
    return () => {
      wanted = false;
    };
  }, [house]);
  return come;
}
