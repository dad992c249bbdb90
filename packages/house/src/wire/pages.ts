/** What is asked for, as far as it says whether a person looks at a page. */
export interface Asked {
  readonly method: string;
  readonly url: string;
  readonly headers: { readonly accept?: string | undefined };
}

/** Addresses under which the web app has screens. */
const SCREENS =
  /^\/(?:(?:table|display)\/|(?:rules|lab|staff|tournaments|promotions|cases|crew|be-the-crew|first-hand|school)(?:[/?]|$))/;
/** What is no page, whoever asks: the interface and its own page, the wire, files, and what watches over the house. */
const NO_PAGE = /^\/(?:api|docs|wire|assets|health|metrics)(?:[/?]|$)/;

/**
 * With which status the page of the web app is the answer; null when it is none. An address that leads nowhere gets it
 * too where a browser shows it to somebody: the app says so in its own words, and the status says it to machines.
 */
export function pageStatus({ method, url, headers }: Asked): 200 | 404 | null {
  if (method !== 'GET' || NO_PAGE.test(url)) return null;
  if (SCREENS.test(url)) return 200;
  return headers.accept?.includes('text/html') ? 404 : null;
}
