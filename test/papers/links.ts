// Links between our pages: a page that moved takes its readers along.
import { posix } from 'node:path';

export interface Page {
  readonly path: string;
  readonly text: string;
}

const FENCED = /^```.*?^```$/gms;
const LINK = /\]\(([^)\s]+)\)/g;

/** How a heading is addressed: small letters, hyphens for spaces, no other signs. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');

const anchorsIn = (text: string): Set<string> =>
  new Set(
    [...text.replaceAll(FENCED, '').matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
      anchorOf(heading as string),
    ),
  );

const linksIn = (text: string): string[] =>
  [...text.replaceAll(FENCED, '').matchAll(LINK)]
    .map(([, target]) => target as string)
    .filter((target) => !/^[a-z]+:/.test(target));

/** Links of a page that lead nowhere. `there` are all files; folders that hold one are there too. */
export function linkFaults(
  { path, text }: Page,
  there: readonly string[],
  read: (path: string) => string,
): string[] {
  return linksIn(text).flatMap((target) => {
    const [file = '', anchor] = target.split('#');
    const found = file === '' ? path : posix.join(posix.dirname(path), file).replace(/\/$/, '');
    if (!there.some((each) => each === found || each.startsWith(`${found}/`)))
      return [`${path}: ${target} is not there`];
    if (anchor === undefined || !found.endsWith('.md') || anchorsIn(read(found)).has(anchor)) return [];
    return [`${path}: ${target} is no heading of ${found}`];
  });
}
