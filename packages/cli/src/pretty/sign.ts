import { type Game, type Limit, makeDollars, NUMBERS, WAGER_IDS, type WagerId } from '@boxperson/rules';
import { type Colours, passage } from './page.js';
import { listed } from './text.js';

const makeLimit = ({ min, max, unit }: Limit): string =>
  `${makeDollars(min)} to ${makeDollars(max)}${unit === undefined ? '' : ` in steps of ${makeDollars(unit)}`}`;

/** Wager names by the limit that holds for them; the limit that most share comes first. */
function namesByLimit({
  rulebook,
  sign,
}: Game): readonly (readonly [limit: string, names: readonly string[]])[] {
  const groups = new Map<string, string[]>();
  for (const id of WAGER_IDS) {
    const limit = sign.limits[id];
    const name = nameIfOffered({ rulebook, sign }, id);
    if (limit === null || name === null) continue;
    const text = makeLimit(limit);
    groups.set(text, [...(groups.get(text) ?? []), name]);
  }
  return [...groups].sort(([, a], [, b]) => b.length - a.length);
}

function nameIfOffered({ rulebook, sign }: Pick<Game, 'rulebook' | 'sign'>, id: WagerId): string | null {
  const isBig = id === 'big-6' || id === 'big-8';
  return isBig && !sign.big68 ? null : (rulebook.wagers[id]?.name ?? null);
}

function makeLimits(game: Game): string {
  const [most, ...others] = namesByLimit(game);
  const multiples = game.sign.multiplesOfMinimum ? ' in multiples of the minimum' : '';
  const named = others.map(([limit, names]) => `${listed(names)} ${limit}`);
  return [`${most?.[0] ?? ''}${multiples}`, ...named].join('; ');
}

function makeMultiples({ sign }: Game): string {
  const numbersBy = new Map<number, number[]>();
  for (const number of NUMBERS) {
    const times = sign.oddsMultiple[number];
    numbersBy.set(times, [...(numbersBy.get(times) ?? []), number]);
  }
  const parts = [...numbersBy].map(([times, numbers], index) => {
    const of = index === 0 ? ' the flat wager' : '';
    const on = numbersBy.size === 1 ? '' : ` on ${listed(numbers.map(String))}`;
    return `${times} ${times === 1 ? 'time' : 'times'}${of}${on}`;
  });
  return `up to ${parts.join(', ')}`;
}

const makeChips = ({ rulebook, sign }: Game): string =>
  rulebook.money.counts.value === 'cents'
    ? 'a meter that counts cents'
    : sign.chips.chips.map(makeDollars).join('  ');

/** The table as it opens: its rulebook and its sign. */
export const tellOpen = (game: Game, { bold, dim }: Colours): string =>
  [
    passage(0, game.rulebook.title, bold),
    passage(3, `chips    ${makeChips(game)}`, dim),
    passage(3, `limits   ${makeLimits(game)}`, dim),
    passage(3, `odds     ${makeMultiples(game)}`, dim),
  ].join('');
