import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { decode } from './address.js';

// One way from an address to a screen. A pattern is an address whose parts may be `:name`, which takes any one
// part, and whose end may be `*`, which takes whatever follows: `/staff/:post/*`.

export type Params = Readonly<Record<string, string>>;

export interface Route {
  readonly at: string;
  readonly show: (params: Params, path: string) => ReactNode;
}

/** The parts of an address, readable: `/table/star/` is `['table', 'star']`. */
export const partsOf = (path: string): readonly string[] => path.split('/').filter(Boolean).map(decode);

/** What the named parts of a pattern are in an address; null when the address is another. */
export function matchAddress(pattern: string, path: string): Params | null {
  const wanted = partsOf(pattern);
  const open = wanted.at(-1) === '*';
  const fixed = open ? wanted.slice(0, -1) : wanted;
  const parts = partsOf(path);
  if (open ? parts.length < fixed.length : parts.length !== fixed.length) return null;
  const params: Record<string, string> = {};
  for (const [index, want] of fixed.entries()) {
    const part = parts[index] as string;
    if (want.startsWith(':')) params[want.slice(1)] = part;
    else if (want !== part) return null;
  }
  return params;
}

/** The first route that an address fits, with what its named parts are. */
export function routeFor(routes: readonly Route[], path: string): readonly [Route, Params] | null {
  for (const route of routes) {
    const params = matchAddress(route.at, path);
    if (params) return [route, params];
  }
  return null;
}

/** Where we are, now and after every move. */
export function usePath(): string {
  const [path, setPath] = useState(location.pathname);
  useEffect(() => {
    const changed = () => setPath(location.pathname);
    addEventListener('popstate', changed);
    return () => removeEventListener('popstate', changed);
  }, []);
  return path;
}

interface RoutesProps {
  readonly routes: readonly Route[];
  readonly path: string;
  /** What is shown where no route fits: every address has a page, if only one that says there is none. */
  readonly lost: (path: string) => ReactNode;
}

/** The screen of an address; a screen that is still on its way says so. */
export function Routes({ routes, path, lost }: RoutesProps) {
  const found = routeFor(routes, path);
  return (
    <Suspense fallback={<p className="loading">One moment…</p>}>
      {found ? found[0].show(found[1], path) : lost(path)}
    </Suspense>
  );
}
