import { type Dice, makePay, type Pay, type Rulebook, type Spot, type WagerId } from '@boxperson/rules';

type Pays = Pay | Readonly<Record<string, Pay>> | undefined;
const isPay = (pays: NonNullable<Pays>): pays is Pay => Array.isArray(pays);

/** adelaide 6(a): odds with "to", as the book gives them for this spot. */
export function paysOn(book: Rulebook, spot: Spot): string {
  const pays = book.wagers[spot.wager]?.pays.value as Pays;
  if (!pays) return '';
  if (isPay(pays)) return makePay(pays);
  if (spot.number !== undefined && pays[spot.number]) return makePay(pays[spot.number] as Pay);
  if (spot.dice) return makePay((spot.dice[0] === spot.dice[1] ? pays['hard'] : pays['easy']) as Pay);
  return sayTogether(Object.values(pays));
}

/** `33 or 16 to 1` where only the winnings differ, else one after the other. */
function sayTogether(pays: readonly Pay[]): string {
  const all = [...new Set(pays.map(makePay))];
  const stakes = new Set(pays.map(([, on]) => on));
  if (all.length === 1 || stakes.size > 1) return all.join(' · ');
  const wins = [...new Set(pays.map(([win]) => String(win)))];
  return `${wins.slice(0, -1).join(', ')} or ${wins.at(-1)} to ${[...stakes][0]}`;
}

/** What odds behind the line pay on this point. */
export function oddsPay(book: Rulebook, wager: WagerId, point: number | null): string | null {
  if (point === null || (wager !== 'pass-odds' && wager !== 'dont-pass-odds')) return null;
  const pay = (book.wagers[wager]?.pays.value as Readonly<Record<string, Pay>> | undefined)?.[point];
  return pay ? makePay(pay) : null;
}

/** The totals that pay more than the rest of a wager, for the circles of the field. */
export function betterTotals(book: Rulebook, wager: WagerId): Readonly<Record<string, string>> {
  const pays = book.wagers[wager]?.pays.value as Pays;
  if (!pays || isPay(pays)) return {};
  const most = Object.entries(pays).filter(([, [win, on]]) => win > on);
  return Object.fromEntries(most.map(([total, pay]) => [total, makePay(pay)]));
}

/** `1 to 1 · (2) (12) 2 to 1`: what most totals of the field pay, then those that pay more. */
export function fieldPays(book: Rulebook): string {
  const pays = (book.wagers.field?.pays.value ?? {}) as Readonly<Record<string, Pay>>;
  const better = betterTotals(book, 'field');
  const usual = new Set(
    Object.keys(pays)
      .filter((total) => !better[total])
      .map((total) => makePay(pays[total] as Pay)),
  );
  const more = Object.keys(better).map((total) => `(${total}) ${better[total]}`);
  const same = new Set(Object.values(better)).size === 1;
  const told = same ? [`(${Object.keys(better).join(') (')}) ${Object.values(better)[0]}`] : more;
  return [...usual, ...told].join(' · ');
}

export const totalsOf = (book: Rulebook, wager: WagerId): readonly string[] =>
  Object.keys((book.wagers[wager]?.pays.value as object | undefined) ?? {});

/** The pair that bars don't wagers. */
export const barredDice = (book: Rulebook): Dice => (book.bar.total.value === 2 ? [1, 1] : [6, 6]);

const SPELT: Readonly<Record<number, string>> = { 6: 'SIX', 9: 'NINE' };
/** Six and nine are spelt, to be read from both sides of a table. */
export const numberText = (number: number): string => SPELT[number] ?? String(number);

/** How a felt puts a wager where there is room, and shorter where there is less. */
const SHORTER: Partial<Record<WagerId, readonly string[]>> = {
  'pass-odds': ['Odds'],
  'dont-pass-odds': ['Behind Don’t', 'Lay Odds'],
  'place-lose': ['Don’t Pl', 'Don’t'],
  buy: ['Buy'],
  lay: ['Buy Lose', 'Buy L'],
  'craps-2': ['Two'],
  'craps-3': ['Three'],
  'craps-12': ['Twelve'],
  eleven: ['Eleven'],
  'craps-eleven': ['Crap 11', 'C & E'],
  'any-seven': ['Seven'],
  'any-craps': ['Craps'],
  'big-6': ['6'],
  'big-8': ['8'],
};

/** The book's own name, as short as a felt has it. */
export function feltName(book: Rulebook, id: WagerId): string {
  const name = (book.wagers[id]?.name ?? id).replace(/ Bets?\b/, '').replace(/ \(.*\)/, '');
  const laid = /^(Lay Odds|Laying Odds|Taking Odds)/.exec(name)?.[0];
  const short: Partial<Record<WagerId, string>> = {
    place: 'Place',
    'pass-odds': laid ?? name,
    'place-lose': name.startsWith("Don't") ? "Don't place" : 'Lose',
    'dont-pass-odds': laid ?? name,
    'craps-eleven': name.startsWith('C&E') ? 'C & E' : name.replace('-', ' '),
  };
  return print(short[id] ?? name);
}

const print = (name: string): string => name.toUpperCase().replaceAll("'", '’');

/** The same from the full name to the shortest. */
export function feltNames(book: Rulebook, id: WagerId): readonly string[] {
  const name = feltName(book, id);
  const shorter = id === 'dont-pass' ? [name.replace(/ LINE$/, '')] : (SHORTER[id] ?? []).map(print);
  return [name, ...shorter.filter((one) => one.length < name.length)];
}

/** A spot as shortly as a felt has it: `PLACE 6`, `HARD 8`. */
export function feltSpot(book: Rulebook, { wager, number, high }: Spot): string {
  if (wager === 'hardway') return `HARD ${number}`;
  if (high !== undefined) return `HIGH ${high}`;
  return number === undefined ? feltName(book, wager) : `${feltName(book, wager)} ${number}`;
}

/** What may be printed for a spot of the centre, the longest first. */
export const centreNames = (book: Rulebook, spot: Spot): readonly string[] =>
  spot.number === undefined && spot.high === undefined ? feltNames(book, spot.wager) : [feltSpot(book, spot)];
