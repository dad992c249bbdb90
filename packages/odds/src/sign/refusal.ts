import { type Cited, makeSource, type Rulebook } from '@boxperson/rules';

/** Where the rulebook says what a sign may say, for the parts of it that `openGame` finds fault with. */
export function signSource(book: Rulebook, message: string): string {
  const sources: readonly (readonly [RegExp, Cited<unknown>])[] = [
    [/\.unit\b/, book.limits.unit],
    [/^oddsMultiple/, book.oddsMultiple],
    [/^big68/, book.big68],
    [/cannot be made in chips/, book.money.counts],
    [/^limits/, book.limits.sign],
  ];
  const found = sources.find(([about]) => about.test(message));
  return found ? makeSource(found[1]) : '';
}
