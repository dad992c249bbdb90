import { useEffect, useState } from 'react';
import { go } from './go.js';

export function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // Not one of our own links: what was typed is shown as it is.
  }
}

/** What stands behind the # of the address, readable. */
export const hashNow = (): string => decode(location.hash.slice(1));

export function useHash(): string {
  const [hash, setHash] = useState(hashNow);
  useEffect(() => {
    const changed = () => setHash(hashNow());
    addEventListener('hashchange', changed);
    addEventListener('popstate', changed);
    return () => {
      removeEventListener('hashchange', changed);
      removeEventListener('popstate', changed);
    };
  }, []);
  return hash;
}

const queryNow = (): URLSearchParams => new URLSearchParams(location.search);

/** The part of the address behind the ?, and a way to change it that the back button does not have to undo. */
export function useQuery(): readonly [URLSearchParams, (changes: Readonly<Record<string, string>>) => void] {
  const [query, setQuery] = useState(queryNow);
  useEffect(() => {
    const changed = () => setQuery(queryNow());
    addEventListener('popstate', changed);
    return () => removeEventListener('popstate', changed);
  }, []);
  const change = (changes: Readonly<Record<string, string>>): void => {
    const next = queryNow();
    for (const [name, value] of Object.entries(changes)) {
      if (value === '') next.delete(name);
      else next.set(name, value);
    }
    const search = next.toString();
    history.replaceState(
      null,
      '',
      `${location.pathname}${search === '' ? '' : `?${search}`}${location.hash}`,
    );
    setQuery(next);
  };
  return [query, change];
}

/** Goes to a place of a page, also when the page is there already. */
export function goTo(address: string): void {
  go(address);
  if (address.includes('#')) dispatchEvent(new HashChangeEvent('hashchange'));
}
