import {
  NUMBERS,
  openGame,
  type RulebookId,
  rulebook,
  type TableSign,
  WAGER_IDS,
  wagerName,
} from '@boxperson/rules';
import { dollars } from './money.js';

/** The house sign, ready to read. */
export interface SignWords {
  readonly min: string;
  readonly max: string;
  /** `2×`, or number by number where they differ: `3–4–5×`. */
  readonly odds: string | null;
  /** Wagers with limits of their own. */
  readonly others: readonly { readonly name: string; readonly min: string; readonly max: string }[];
}

export function saySign(id: RulebookId, sign: TableSign): SignWords {
  const book = rulebook(id);
  const { default: all, ...own } = sign.limits;
  const others = WAGER_IDS.flatMap((wager) => {
    const limit = own[wager];
    if (!limit || !book.wagers[wager]) return [];
    return [{ name: ofAll(wagerName(book, wager)), min: dollars(limit.min), max: dollars(limit.max) }];
  });
  return { min: dollars(all.min), max: dollars(all.max), odds: sayMultiple(id, sign), others };
}

/** A name that lists its numbers (adelaide: Four/Six/Eight/Ten the Hardway), for all of them. */
const ofAll = (name: string): string => name.replace(/^\S+\/\S+ the (\w+)$/, '$1s');

/** What the odds may be, by the rules' own reading of the sign. */
function sayMultiple(id: RulebookId, { limits, chips, oddsMultiple }: TableSign): string | null {
  const game = openGame({
    rulebook: id,
    limits,
    ...(chips ? { chips } : {}),
    ...(oddsMultiple === undefined ? {} : { oddsMultiple }),
  });
  if (!game.ok) return null;
  const each = NUMBERS.map((number) => game.value.sign.oddsMultiple[number]);
  // 4 and 10, 5 and 9, 6 and 8 go together: said once when they agree.
  const half = each.slice(0, 3);
  const mirrored = each.slice(3).every((multiple, place) => multiple === half[2 - place]);
  const said = new Set(each).size === 1 ? [each[0]] : mirrored ? half : each;
  return `${said.join('–')}×`;
}

/** What a new sign will change, in a few words. */
export function sayChange(id: RulebookId, now: TableSign, then: TableSign): string {
  const [old, next] = [saySign(id, now), saySign(id, then)];
  const changes = [
    ...(old.min === next.min ? [] : [`minimum ${next.min}`]),
    ...(old.max === next.max ? [] : [`maximum ${next.max}`]),
    ...(old.odds === next.odds || next.odds === null ? [] : [`odds ${next.odds}`]),
  ];
  const [first = 'new limits', ...rest] = changes;
  return [first.charAt(0).toUpperCase() + first.slice(1), ...rest].join(', ');
}
