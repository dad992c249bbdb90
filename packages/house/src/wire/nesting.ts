/** Nothing that the house is told goes deeper than a few levels. */
export const LEVELS_MOST = 32;
export const TOO_DEEP = `message: nested more than ${LEVELS_MOST} levels deep`;

const QUOTE = 34;
const BACKSLASH = 92;
const OPENS: ReadonlySet<number> = new Set([91, 123]);
const CLOSES: ReadonlySet<number> = new Set([93, 125]);

/** Is a JSON text nested deeper than anything we would read? Looked at before it is parsed. */
export function isTooDeep(text: string): boolean {
  let depth = 0;
  let isText = false;
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at);
    if (isText && char === BACKSLASH) at++;
    else if (char === QUOTE) isText = !isText;
    else if (isText) continue;
    else if (OPENS.has(char) && ++depth > LEVELS_MOST) return true;
    else if (CLOSES.has(char)) depth--;
  }
  return false;
}
