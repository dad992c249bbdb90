import {
  type CalledWagers,
  type Cents,
  type Exchanged,
  findPlayer,
  type Game,
  makeDollars,
  nameOf,
  type Placed,
  type Played,
  type Player,
  type Refusal,
  type Taken,
  type TokenHolding,
  USUAL_TERMS,
  type WagerId,
  wagerAt,
} from '@boxperson/rules';
import type { Memory } from './memory.js';
import { type Colours, cite, passage, type Style, styled, unstyled } from './page.js';
import { nameFor } from './standing.js';
import { columnsOf, fit, left, listed, PAGE_WIDTH, plain, wrap } from './text.js';

/** The fields of a line as they were asked for; none when it cannot be read. */
export type Asked = Readonly<Record<string, unknown>>;

const MARGIN = 3;

const nameColumn = ({ crew }: Memory, game: Game | null): number =>
  Math.max(
    7,
    ...(game?.players ?? []).map(({ name }) => columnsOf(nameFor(name))),
    ...crew.map((person) => columnsOf(nameFor(person))),
  );

const textMargin = (memory: Memory, game: Game | null): number => MARGIN + nameColumn(memory, game) + 2;

/** A sentence with its speaker in a column of its own, named only when it is another's turn. */
function say(
  memory: Memory,
  game: Game | null,
  speaker: string,
  sentence: string,
  styles: [who: Style, what: Style],
): string {
  const column = nameColumn(memory, game);
  const margin = MARGIN + column + 2;
  const shown = memory.speaker === speaker ? '' : fit(nameFor(speaker), column);
  const opening = memory.speaker === null ? '\n' : '';
  memory.speaker = speaker;
  const [who, what] = styles;
  const lines = wrap(sentence, PAGE_WIDTH - margin).map((line, index) => {
    const before =
      index === 0 ? left(`${' '.repeat(MARGIN)}${styled(shown, who)}`, margin) : ' '.repeat(margin);
    return `${before}${what(line)}\n`;
  });
  return opening + lines.join('');
}

export const sayPlayer = (
  memory: Memory,
  game: Game,
  name: string,
  sentence: string,
  { cyan }: Colours,
): string => say(memory, game, name, sentence, [cyan, unstyled]);

/** The crew, the clock and the table itself. */
export const sayStaff = (
  memory: Memory,
  game: Game,
  name: string,
  sentence: string,
  { bold }: Colours,
): string => say(memory, game, name, sentence, [bold, unstyled]);

export function tellSit(memory: Memory, game: Game, name: string, colours: Colours): string {
  const player = findPlayer(game, name) as Player;
  memory.brought.set(name, player.balance);
  return sayPlayer(
    memory,
    game,
    name,
    `sits in seat ${player.seat} with ${makeDollars(player.balance)}`,
    colours,
  );
}

export function tellBet(
  memory: Memory,
  before: Game,
  placed: Placed,
  asked: Asked,
  colours: Colours,
): string {
  memory.commission += placed.commission;
  return sayPlayer(memory, placed.game, placed.player, betWords(before, placed, asked), colours);
}

type Put = Pick<Placed, 'spot' | 'amount' | 'commission' | 'player' | 'tokens'>;

export function betWords(
  before: Game,
  { spot, amount, commission, player, tokens }: Put,
  asked: Asked,
): string {
  const stood = wagerAt(findPlayer(before, player) as Player, spot)?.amount ?? 0;
  const put = makeDollars(amount - stood);
  const name = nameOf(before.rulebook, spot);
  const what = stood === 0 ? `${put} on ${name}` : `${put} more on ${name}, ${makeDollars(amount)} in all`;
  const found = asked['found'] === true ? ', found after the throw' : '';
  const stay = asked['stay'] === true ? ', to stay up' : '';
  const paid = tokens?.commission ? `, ${makeDollars(tokens.commission)} commission in tokens` : '';
  return `bets ${what}${tokensWords(tokens?.amount)}${found}${stay}${paid}${commissionWords(before, spot.wager, commission)}`;
}

/** What of it is promotional tokens; nothing where none is. */
const tokensWords = (amount: Cents | undefined): string =>
  amount === undefined ? '' : `, ${makeDollars(amount)} of it in tokens`;

export function tellExchange(memory: Memory, { game, player, holding }: Exchanged, colours: Colours): string {
  return sayPlayer(memory, game, player, exchangeWords(holding), colours);
}

/** What a voucher became, and on which conditions that are not the usual ones (R91). */
export function exchangeWords({ voucher, amount, terms }: TokenHolding): string {
  const areas = terms.wagers === null ? [] : [`for ${terms.wagers.join(', ')}`];
  const odds = terms.odds ? ['for odds too'] : [];
  const commission = terms.commission ? ['may pay commission'] : [];
  const fates = (['win', 'loss', 'push'] as const).flatMap((when) =>
    terms[when] === USUAL_TERMS[when] ? [] : [`on a ${when} ${terms[when]}`],
  );
  const conditions = [...areas, ...odds, ...commission, ...fates];
  const on = conditions.length === 0 ? '' : ` (${conditions.join('; ')})`;
  return `changes voucher ${voucher} for ${makeDollars(amount)} in tokens${on}`;
}

function commissionWords({ rulebook }: Game, wager: WagerId, commission: Cents): string {
  if (commission === 0) return '';
  return cite(
    `, ${makeDollars(commission)} commission`,
    rulebook.commission[wager === 'lay' ? 'lay' : 'buy'],
  );
}

export function tellTake(memory: Memory, taken: Taken, colours: Colours): string {
  memory.commission -= taken.commissionReturned;
  return sayPlayer(memory, taken.game, taken.player, takeWords(taken), colours);
}

export function takeWords(down: Taken): string {
  const { game, player, spot, taken, commissionReturned, tokens, alsoReturned } = down;
  const { rulebook } = game;
  const rest = wagerAt(findPlayer(game, player) as Player, spot)?.amount ?? 0;
  const name = nameOf(rulebook, spot);
  const what =
    rest === 0
      ? `takes down ${name}, ${makeDollars(taken)} back`
      : `takes ${makeDollars(taken)} from ${name}, ${makeDollars(rest)} stays`;
  const inTokens = tokensWords(tokens);
  const back = `, ${makeDollars(commissionReturned)} commission back`;
  const also = alsoReturned.map(
    (odds) => `; ${makeDollars(odds.amount)} of ${nameOf(rulebook, odds.spot)} comes down with it (R8)`,
  );
  return [
    what,
    inTokens,
    commissionReturned > 0 ? cite(back, rulebook.commission.returned) : '',
    ...also,
  ].join('');
}

export function tellCall(
  memory: Memory,
  { game, player, called }: CalledWagers,
  to: string,
  colours: Colours,
): string {
  const names = called.map((spot) => nameOf(game.rulebook, spot));
  return sayPlayer(memory, game, player, `calls ${to}: ${listed(names)}`, colours);
}

/** Whoever of the staff asked, if they are at the table. */
function staffIn({ crew }: Memory, { by }: Asked): string | null {
  const id = typeof by === 'object' && by !== null && 'id' in by ? by.id : null;
  return crew.find((person) => person === id) ?? null;
}

/** Who asked, what stands in the way, by which clause, and what would be accepted. */
export function tellRefusal(
  memory: Memory,
  { line, refused, game }: Played,
  asked: Asked,
  colours: Colours,
): string {
  const refusal = refused as Refusal;
  const name = asked['player'];
  const isKnown = game !== null && typeof name === 'string' && findPlayer(game, name) !== undefined;
  const speaker = isKnown ? name : (staffIn(memory, asked) ?? `line ${line}`);
  const sentence = `refused: ${plain(withoutNearest(refusal))}`;
  const said = say(memory, game, speaker, sentence, [colours.cyan, colours.yellow]);
  return said + passage(textMargin(memory, game) + 2, refusalFacts(refusal, line), colours.dim);
}

/** The nearest amount is told apart: the message need not say it too. */
const withoutNearest = ({ message, nearest }: Refusal): string =>
  nearest === undefined ? message : message.replace(` Nearest: ${makeDollars(nearest)}.`, '');

const refusalFacts = ({ code, clause, ruling, nearest }: Refusal, line: number): string =>
  [
    code,
    ...(clause === null ? [] : [`§ ${clause}`]),
    ...(ruling === undefined ? [] : [ruling]),
    ...(nearest === undefined ? [] : [`nearest ${makeDollars(nearest)}`]),
    `line ${line}`,
  ].join(' · ');
