import { citation } from '../clause.js';
import { type Cents, isStake, makeDollars } from '../money.js';
import { isName } from '../plain.js';
import { accept, badInput, type Refusal, type Result, refuse } from '../result.js';
import { FLAT_OF, isOddsId, type OddsId, type Spot, WAGER_IDS, type WagerId } from '../wager.js';
import { cut, type Fields, isObject, isWagerId, isWord, notAWager, show, unknownField } from './input.js';
import { partsOf } from './limits.js';
import { nameOf } from './names.js';
import { findPlayer, type Game, type Player, type Wager, wagerAt, withPlayer } from './state.js';

// Promotional tokens (star 1.1, 6.2; star-2024 1.1, 6.3): wagered like chips, and never money. A player holds them by
// the voucher they were exchanged for, because its conditions go with them.

/** What becomes of a token when its wager is decided. */
export const TOKEN_FATES = ['taken', 'returned'] as const;
export type TokenFate = (typeof TOKEN_FATES)[number];

/** The conditions on a voucher. */
export interface TokenTerms {
  /** The wagers that its tokens may be put on; null: every one, odds apart. */
  readonly wagers: readonly WagerId[] | null;
  readonly odds: boolean;
  /** May they pay the commission of a wager that they are on? */
  readonly commission: boolean;
  readonly win: TokenFate;
  readonly loss: TokenFate;
  readonly push: TokenFate;
}

/** Tokens that a player has and that are not on the layout. */
export interface TokenHolding {
  readonly voucher: string;
  readonly amount: Cents;
  readonly terms: TokenTerms;
}

/** The part of a wager that is tokens, all of one voucher (R92). */
export interface WagerTokens {
  readonly voucher: string;
  readonly amount: Cents;
  /** Commission that was paid in tokens, and is used up (R92). */
  readonly commission?: Cents;
}

/** What became of the tokens of a wager. */
export interface SettledTokens {
  readonly voucher: string;
  readonly returned: Cents;
  readonly taken: Cents;
}

/** The chips of a stake that was settled: what figures of money are about. */
export const chipsStaked = ({
  stake,
  tokens,
}: {
  readonly stake: Cents;
  readonly tokens?: SettledTokens;
}): Cents => (tokens === undefined ? stake : stake - tokens.returned - tokens.taken);

/** R91: where a voucher says nothing else, a token is good for one decision. */
export const USUAL_TERMS: TokenTerms = {
  wagers: null,
  odds: false,
  commission: false,
  win: 'taken',
  loss: 'taken',
  push: 'returned',
};

export const TERMS_FIELDS = ['wagers', 'odds', 'commission', 'win', 'loss', 'push'] as const;

export const tokensOn = (wager: Pick<Wager, 'tokens'> | undefined): Cents => wager?.tokens?.amount ?? 0;

export const holdingOf = ({ tokens }: Player, voucher: string): TokenHolding | undefined =>
  tokens?.find((holding) => holding.voucher === voucher);

/**
 * The player with so many more, or fewer, tokens of a voucher in hand. One that is used up stays known while the player
 * is here: a roll that is undone brings its tokens back on the same conditions (R95).
 */
export const withTokens = (player: Player, voucher: string, more: Cents): Player => ({
  ...player,
  tokens: (player.tokens ?? []).map((one) =>
    one.voucher === voucher ? { ...one, amount: one.amount + more } : one,
  ),
});

/** The player with no tokens in hand; what lies on the layout keeps its conditions. */
export const withoutTokens = (player: Player): Player =>
  player.tokens === undefined
    ? player
    : { ...player, tokens: player.tokens.map((one) => ({ ...one, amount: 0 })) };

export const tokensInHand = ({ tokens }: Player): Cents =>
  tokens?.reduce((sum, { amount }) => sum + amount, 0) ?? 0;

export const tokensOnLayout = ({ wagers }: Player): Cents =>
  wagers.reduce((sum, wager) => sum + tokensOn(wager), 0);

/** Some of a stake comes back: chips first, unless it is said how much of it is tokens (R92). */
export const tokensIn = (wager: Wager, amount: Cents): Cents =>
  wager.tokens === undefined ? 0 : Math.max(0, amount - (wager.amount - wager.tokens.amount));

/** A wager with so many of its tokens gone. */
export function withTokensLeft({ tokens, ...wager }: Wager, gone: Cents): Wager {
  if (tokens === undefined || tokens.amount === gone) return wager;
  return { ...wager, tokens: { ...tokens, amount: tokens.amount - gone } };
}

/** Conditions as somebody writes them; what is left out is as usual (R91). */
export function readTerms(asked: Fields): Result<TokenTerms> {
  const { wagers = null, odds = false, commission = false } = asked;
  const stranger = Array.isArray(wagers) ? wagers.find((wager) => !isWagerId(wager)) : undefined;
  if (wagers !== null && (!Array.isArray(wagers) || wagers.length === 0))
    return refuse(badInput('wagers must be a list of wager ids'));
  if (stranger !== undefined) return refuse(badInput(`wagers: ${notAWager(stranger)}`));
  for (const [name, value] of Object.entries({ odds, commission }))
    if (typeof value !== 'boolean') return refuse(badInput(`${name} must be true or false`));
  const { win, loss, push } = { ...USUAL_TERMS, ...definedIn(asked) };
  for (const [name, fate] of Object.entries({ win, loss, push }))
    if (!(TOKEN_FATES as readonly unknown[]).includes(fate))
      return refuse(badInput(`${name} must be one of ${TOKEN_FATES.join(', ')}`));
  const named = (wagers as readonly WagerId[] | null)?.find(isOddsId);
  if (named !== undefined && odds !== true)
    return refuse(badInput(`wagers: ${named} are odds, and odds is not true`));
  return accept({ wagers, odds, commission, win, loss, push } as TokenTerms);
}

export const isSameTerms = (one: TokenTerms, other: TokenTerms): boolean =>
  TERMS_FIELDS.every((field) => JSON.stringify(one[field]) === JSON.stringify(other[field]));

const definedIn = (asked: Fields): Partial<TokenTerms> =>
  Object.fromEntries(
    ['win', 'loss', 'push'].flatMap((name) => (asked[name] === undefined ? [] : [[name, asked[name]]])),
  );

/** A voucher changed for tokens. */
export interface Exchange extends Partial<TokenTerms> {
  readonly player: string;
  readonly voucher: string;
  readonly amount: Cents;
}

export interface Exchanged {
  readonly game: Game;
  readonly player: string;
  readonly holding: TokenHolding;
}

/** star 1.1: a voucher becomes tokens of the same value, on its conditions. */
export function exchange(game: Game, asked: Exchange | Fields): Result<Exchanged> {
  if (!isObject(asked)) return refuse(badInput('an exchange must be an object'));
  const stranger = unknownField(asked, ['player', 'voucher', 'amount', ...TERMS_FIELDS]);
  if (stranger !== null) return refuse(badInput(`unknown field ${show(stranger)} in exchange`));
  const { player: name, voucher, amount } = asked as Fields;
  const player = typeof name === 'string' ? findPlayer(game, name) : undefined;
  if (!player) return refuse(badInput(`player ${show(name)} is not at the table`));
  if (!isName(voucher)) return refuse(badInput('voucher must be the number of a voucher'));
  if (!isStake(amount))
    return refuse(badInput('amount must be a positive whole number of cents, at most 10^12'));
  const terms = readTerms(asked as Fields);
  if (!terms.ok) return terms;
  const holding: TokenHolding = { voucher, amount, terms: terms.value };
  const no = whyNoTokens(game) ?? whyTwice(game, voucher) ?? whyNotTheseTokens(game, holding);
  return no
    ? refuse(no)
    : accept({ game: exchanged(game, player.name, holding), player: player.name, holding });
}

/** A voucher is good once. */
export function whyTwice(game: Game, voucher: string): Refusal | null {
  if (!game.vouchers?.includes(voucher)) return null;
  const { clause } = rule(game);
  const message = `Voucher ${voucher} has been exchanged: it is good once.`;
  return { code: 'nothing-to-do', clause, ruling: 'R94', message };
}

/** The game with a voucher exchanged. */
export const exchanged = (game: Game, name: string, holding: TokenHolding): Game => ({
  ...holdingAdded(game, name, holding),
  vouchers: [...(game.vouchers ?? []), holding.voucher],
});

/** Tokens that came to a player, with their conditions. */
export function holdingAdded(game: Game, name: string, holding: TokenHolding): Game {
  const player = findPlayer(game, name) as Player;
  const next = holdingOf(player, holding.voucher)
    ? withTokens(player, holding.voucher, holding.amount)
    : { ...player, tokens: [...(player.tokens ?? []), holding] };
  return { ...game, players: withPlayer(game, next) };
}

/** Only two of the books know tokens on the layout; elsewhere they become chips or credits first. */
export function whyNoTokens({ rulebook }: Game): Refusal | null {
  const { tokens } = rulebook.conduct.wagers;
  if (tokens.value === 'as-chips') return null;
  const message = {
    converted:
      'Tokens and vouchers are changed into chips at once: buy chips with the voucher, and wager those.',
    'chips-only': 'Wagers are made in chips alone: there are no tokens here.',
    credits: 'A terminal takes credits: there are no tokens here.',
  }[tokens.value];
  return { code: 'not-allowed', ...citation(tokens), message };
}

const rule = ({ rulebook }: Game) => ({
  ...citation(rulebook.conduct.wagers.tokens),
  ruling: 'R92' as const,
});

export function whyNotTheseTokens(game: Game, { voucher, amount, terms }: TokenHolding): Refusal | null {
  const absent = terms.wagers?.find((wager) => !game.rulebook.wagers[wager]);
  if (absent !== undefined) {
    const has = WAGER_IDS.filter((wager) => game.rulebook.wagers[wager]).join(', ');
    return badInput(`wagers: ${absent} is not among the wagers of ${game.rulebook.title}: ${has}`);
  }
  if (game.sign.chips.canMake(amount)) return null;
  const nearest = game.sign.chips.atMost(amount);
  const message = `Voucher ${voucher} of ${makeDollars(amount)} cannot be made in this table's tokens, which are of the value of its chips.`;
  return { code: 'not-in-chips', ...rule(game), message, ...(nearest > 0 ? { nearest } : {}) };
}

/** What a bet says about tokens. */
export interface TokenPut {
  readonly amount: Cents;
  readonly holding: TokenHolding;
}

export function faultInTokens({ amount, tokens, voucher }: Fields): string | null {
  if (tokens === undefined) return voucher === undefined ? null : 'voucher goes with tokens';
  if (!isStake(tokens)) return 'tokens must be a positive whole number of cents';
  if (tokens > (amount as Cents)) return 'tokens are a part of amount: they cannot be more';
  return voucher === undefined || isWord(voucher) ? null : 'voucher must be the number of a voucher';
}

/** Which tokens are meant: of the voucher named, of the one that lies there, or of the only one that would do. */
export function tokensFor(
  game: Game,
  player: Player,
  spot: Spot,
  amount: Cents,
  named: string | undefined,
): Result<TokenPut> {
  const no = whyNoTokens(game);
  if (no) return refuse(no);
  const held = (player.tokens ?? []).filter((one) => one.amount > 0);
  const lying = wagerAt(player, spot)?.tokens?.voucher;
  const fitting = held.filter(({ terms }) => isAllowed(terms, spot));
  const voucher = named ?? lying ?? (fitting.length === 1 ? fitting[0] : held[0])?.voucher;
  const holding = held.find((one) => one.voucher === voucher);
  if (!holding) return refuse(noneOf(game, player, named));
  if (named === undefined && lying === undefined && fitting.length > 1)
    return refuse(badInput(`voucher must say which tokens: ${fitting.map((one) => one.voucher).join(', ')}`));
  return accept({ amount, holding });
}

const noneOf = (game: Game, { name }: Player, voucher: string | undefined): Refusal => ({
  code: 'insufficient',
  ...rule(game),
  message: `${name} holds no tokens${voucher === undefined ? '' : ` of voucher ${cut(voucher, 80)}`}: a voucher is exchanged first.`,
});

/** May tokens on these conditions lie there? */
export const isAllowed = ({ wagers, odds }: TokenTerms, { wager }: Spot): boolean =>
  isOddsId(wager)
    ? odds && (wagers === null || wagers.includes(wager) || wagers.includes(FLAT_OF[wager as OddsId]))
    : wagers === null || wagers.includes(wager);

/** Why these tokens may not be put there; null when they may. */
export function whyNotPutTokens(game: Game, player: Player, spot: Spot, put: TokenPut): Refusal | null {
  return (
    whyWrongArea(game, spot, put.holding) ??
    whyMixed(game, player, spot, put.holding) ??
    whyTooFew(game, put) ??
    whyNotInTokens(game, player, spot, put)
  );
}

function whyWrongArea(game: Game, spot: Spot, { voucher, terms }: TokenHolding): Refusal | null {
  if (isAllowed(terms, spot)) return null;
  const name = nameOf(game.rulebook, spot);
  const message =
    isOddsId(spot.wager) && !terms.odds
      ? `${name}: the tokens of voucher ${voucher} are not for odds; put chips there.`
      : `${name}: the tokens of voucher ${voucher} are for ${sayAreas(game, terms)} only.`;
  return { code: 'not-eligible', ...rule(game), message };
}

/** The areas that a voucher names, in the words of the book. */
export const sayAreas = ({ rulebook }: Game, { wagers }: TokenTerms): string =>
  (wagers ?? []).map((wager) => rulebook.wagers[wager]?.name ?? wager).join(', ');

/** One set of conditions decides what becomes of the tokens of a wager. */
function whyMixed(game: Game, player: Player, spot: Spot, { voucher }: TokenHolding): Refusal | null {
  const lying = wagerAt(player, spot)?.tokens?.voucher;
  if (lying === undefined || lying === voucher) return null;
  const message = `${nameOf(game.rulebook, spot)}: tokens of voucher ${lying} lie there; add those, or chips.`;
  return { code: 'not-eligible', ...rule(game), message };
}

function whyTooFew(game: Game, { amount, holding }: TokenPut): Refusal | null {
  if (amount <= holding.amount) return null;
  const message = `${makeDollars(amount)} in tokens is more than the ${makeDollars(holding.amount)} held of voucher ${holding.voucher}.`;
  return { code: 'insufficient', ...rule(game), message };
}

/** Tokens are of the value of chips, and each part of a wager of several has the same share of them. */
function whyNotInTokens(game: Game, player: Player, spot: Spot, { amount }: TokenPut): Refusal | null {
  const parts = partsOf(game, spot);
  const whole = tokensOn(wagerAt(player, spot)) + amount;
  const isMade = game.sign.chips.canMake(whole / parts);
  if (isMade && game.sign.chips.canMake(amount)) return null;
  const shares = parts === 1 ? '' : ` in ${parts} equal shares`;
  const message = `${nameOf(game.rulebook, spot)}: ${makeDollars(whole)} in tokens cannot be made${shares}.`;
  return { code: parts === 1 ? 'not-in-chips' : 'indivisible', ...rule(game), message };
}

/** Commission that tokens pay, where their voucher lets them: what of it is left in hand after the stake. */
export const commissionInTokens = ({ amount, holding }: TokenPut, commission: Cents): Cents =>
  holding.terms.commission ? Math.min(commission, holding.amount - amount) : 0;

/** R91: what a roll does with the tokens of a wager: those that it takes, of those on winning and on losing parts. */
export function fateOf(
  player: Player,
  { voucher, amount }: WagerTokens,
  outcome: 'won' | 'lost' | 'void' | 'returned',
  counted: Cents,
  lost: Cents,
): SettledTokens {
  const terms = holdingOf(player, voucher)?.terms ?? USUAL_TERMS;
  const won = outcome === 'won' ? counted - lost : 0;
  const pushed = outcome === 'void' ? counted : 0;
  const taken =
    (terms.win === 'taken' ? won : 0) +
    (terms.loss === 'taken' ? lost : 0) +
    (terms.push === 'taken' ? pushed : 0);
  return { voucher, returned: amount - taken, taken };
}
