import { isWord } from '../game/input.js';
import { findPlayer, type Game } from '../game/state.js';
import {
  exchanged,
  holdingAdded,
  holdingOf,
  isSameTerms,
  readTerms,
  type TokenHolding,
  type TokenTerms,
  whyNoTokens,
  whyNotTheseTokens,
  whyTwice,
} from '../game/tokens.js';
import { isStake } from '../money.js';
import { refuse } from '../result.js';
import type { EventOf } from './event.js';
import { withMoney } from './people.js';
import type { Table } from './state.js';
import { bad, type Evolvers, happened, need, refused, under, verb } from './verb.js';

// Vouchers and promotional tokens at a table (star 1.1, 6.2; star-2024 1.1, 6.3). What a wager in tokens does is the
// game's; here is how tokens come to a player. Whether a voucher is good the house knows: it says so, or a dealer does.

const TERMS = {
  wagers: 'wagers?',
  odds: 'flag?',
  commission: 'flag?',
  win: 'fate?',
  loss: 'fate?',
  push: 'fate?',
} as const;

const exchanges = verb({
  fields: { player: 'player', voucher: 'name', amount: 'stake', ...TERMS, brought: 'flag?' },
  run: (table, asked) => {
    const { player, voucher, amount, brought, ...conditions } = asked.fields;
    const terms = readTerms(conditions);
    if (!terms.ok) return terms;
    const { tokens } = table.game.rulebook.conduct.wagers;
    const holding = { voucher, amount, terms: terms.value };
    const none = whyNoTokens(table.game);
    if (none) return refuse(none);
    if (!asked.by) return refused('not-allowed', tokens, 'A dealer exchanges a voucher: say by whom.');
    const no =
      (brought === true ? null : whyTwice(table.game, voucher)) ?? whyNotTheseTokens(table.game, holding);
    if (no) return refuse(no);
    const fault = faultInHolding(table.game, player, holding);
    if (fault !== null) return bad(fault);
    const event = { event: 'tokens-exchanged', player, ...holding } as const;
    return happened({
      ...event,
      ...(brought === true ? { brought } : {}),
      ...under(tokens),
      ruling: brought === true ? 'R94' : 'R91',
    });
  },
});

/** A voucher has one set of conditions, whoever tells of it, and more of it than can be counted is none. */
function faultInHolding(game: Game, name: string, { voucher, amount, terms }: TokenHolding): string | null {
  const player = findPlayer(game, name);
  const held = player && holdingOf(player, voucher);
  if (!held) return null;
  if (!isSameTerms(held.terms, terms)) return `voucher ${voucher} has other conditions than these`;
  return Number.isSafeInteger(held.amount + amount) ? null : 'amount is more than can be counted to the cent';
}

export const tokenVerbs = { exchange: exchanges } as const;

function needTerms(terms: TokenTerms): void {
  const read = readTerms({ ...terms });
  need(read.ok && isSameTerms(read.value, terms), 'tokens on no known conditions');
}

function evolveExchanged(table: Table, event: EventOf<'tokens-exchanged'>): Table {
  const { player, voucher, amount, terms, brought } = event;
  need(isWord(voucher) && isStake(amount), 'tokens of no voucher, or none');
  need(whyNoTokens(table.game) === null, 'tokens where there are none');
  need(findPlayer(table.game, player) !== undefined, `${player} is not at the table`);
  needTerms(terms);
  const holding = { voucher, amount, terms };
  need(faultInHolding(table.game, player, holding) === null, 'tokens on other conditions than their voucher');
  if (brought) return withMoney(table, (game) => holdingAdded(game, player, holding));
  need(whyTwice(table.game, voucher) === null, `voucher ${voucher} exchanged twice`);
  return withMoney(table, (game) => exchanged(game, player, holding));
}

export const tokenEvents: Evolvers<'tokens-exchanged'> = { 'tokens-exchanged': evolveExchanged };
