import type { Conduct } from '../conduct.js';
import type { Amounts } from '../game/amounts.js';
import { options as gameOptions, type Put, type SpotOptions, type SpotTokens } from '../game/index.js';
import { findPlayer, type Player, stakesOf } from '../game/state.js';
import { type Cents, inChips } from '../money.js';
import type { Refusal } from '../result.js';
import type { Spot } from '../wager.js';
import { pairOffered } from './choosing.js';
import { decide, type TableCommand, whyNotEntered } from './decide.js';
import type { By } from './event.js';
import { type Measure, NOTICE_KINDS } from './fields.js';
import { measuresOf } from './powers.js';
import type { Table, TableSign } from './state.js';
import {
  isRescueFor,
  rescueGame,
  roomFor,
  whyAboveTable,
  whyNoOdds,
  whyNotBetNow,
  whyNotPlay,
  whyNotTouch,
  withRail,
} from './wagering.js';

/** Somebody at the table: a player, with whoever of the crew enters it for them (R53), or one of the staff in a role. */
export type Who = { readonly player: string; readonly by?: By } | { readonly staff: By };

/** A command that this person could give now, and whether it would be accepted. */
export interface ActOption {
  readonly command: TableCommand;
  readonly may: boolean;
  readonly why: Refusal | null;
}

export interface PersonOptions {
  readonly acts: readonly ActOption[];
  /** For a player: what may be done on every spot of the felt. */
  readonly spots: readonly SpotOptions[] | null;
}

/** What somebody at the table may do now. Every act is put to `decide` itself, so the two cannot differ. */
export function tableOptions(table: Table, who: Who): PersonOptions {
  const acts = candidates(table, who).map((command) => tried(table, command));
  const spots = 'player' in who ? spotsOf(table, who.player, who.by ?? null) : null;
  return { acts, spots: table.settings.tournament ? (spots?.map(spotInChips) ?? null) : spots };
}

/** As `decide` would say it: chips of a tournament are not written like money. */
const spotInChips = (option: SpotOptions): SpotOptions => {
  const told = <Act extends { readonly may: boolean }>(act: Act): Act =>
    'why' in act ? { ...act, why: whyInChips(act.why as Refusal) } : act;
  return { ...option, bet: told(option.bet), take: told(option.take), call: told(option.call) };
};
const whyInChips = (why: Refusal): Refusal => ({ ...why, message: inChips(why.message) });

function tried(table: Table, command: TableCommand): ActOption {
  const decided = decide(table, command);
  return decided.ok ? { command, may: true, why: null } : { command, may: false, why: decided.refused };
}

const candidates = (table: Table, who: Who): readonly TableCommand[] =>
  'player' in who
    ? playersCommands(table, who.player).map((command) => (who.by ? { ...command, by: who.by } : command))
    : staffsCommands(table).map((command) => ({ ...command, by: who.staff }));

function playersCommands(table: Table, player: string): readonly TableCommand[] {
  const others = table.game.players.filter(({ name }) => name !== player);
  return [
    { do: 'accept', player },
    { do: 'decline', player },
    { do: 'choose', player, dice: pairOffered(table) },
    ...others.map(({ name }): TableCommand => ({ do: 'authorise', player, thrower: name })),
    { do: 'throw', player },
    { do: 'pass', player },
    { do: 'refuse-line', player },
    { do: 'shoot', player },
    { do: 'collect', player },
    { do: 'report-fault', player, note: 'the player asks for an attendant' },
    { do: 'leave', player },
    { do: 'leave', player, standing: true },
    { do: 'ready', player },
  ];
}

function staffsCommands(table: Table): readonly TableCommand[] {
  const { conduct } = table.game.rulebook;
  const players = table.game.players.map(({ name }) => name);
  const grounds = (verb: 'order-pass' | 'invalidate', list: readonly { readonly id: string }[]) =>
    list.map(({ id }): TableCommand => ({ do: verb, ground: id }));
  const forPlayers = (make: (player: string) => TableCommand) => players.map(make);
  const noRolls = [...conduct.noRoll.shall, ...conduct.noRoll.may].map(
    (ground): TableCommand => ({
      do: 'no-roll',
      ground: ground.id,
      ...(ground.diceOff ? { dice: table.dice.hand.slice(0, 1) } : {}),
    }),
  );
  return [
    { do: 'offer' },
    { do: 'throw' },
    { do: 'no-more-bets' },
    { do: 'roll', dice: [1, 2] },
    ...noRolls,
    { do: 'decide-face', dice: [1, 2] },
    { do: 'decide-face', rethrow: true },
    { do: 'correct-call', dice: [1, 2], reason: 'a wrong key' },
    { do: 'settle' },
    ...sheetCommands(table),
    ...callsOf(table),
    { do: 'ask-line' },
    { do: 'relieve' },
    { do: 'relieve', late: true },
    ...forPlayers((player) => ({ do: 'no-answer', player })),
    ...forPlayers((player) => ({ do: 'release', player })),
    ...grounds('order-pass', conduct.shooter.orderGrounds),
    ...table.dice.off.flatMap((die): readonly TableCommand[] => [
      { do: 'find-die', die },
      { do: 'lose-die', die },
    ]),
    ...table.dice.found.map((die): TableCommand => ({ do: 'check-die', die, sound: true })),
    { do: 'change-limits', ...otherSign(table.sign) },
    {
      do: 'announce-closing',
      ...(conduct.notices.closing.value === 'sign'
        ? { from: table.at + conduct.notices.closingMinutes.value.minutes * 60_000 }
        : {}),
    },
    { do: 'close' },
    ...forPlayers((player) => ({ do: 'vacate', player })),
    ...forPlayers((player) => ({ do: 'find-invalid', player })),
    ...conduct.people.breaches.flatMap(({ id }) => [
      ...forPlayers((player) => ({ do: 'void-wagers', player, ground: id })),
      ...forPlayers((player) => ({ do: 'exclude', player, ground: id })),
    ]),
    ...measuresOf(table).flatMap((measure) => measuresAgainst(table, measure)),
    ...NOTICE_KINDS.map((notice): TableCommand => ({ do: 'take-down', notice })),
    ...grounds('invalidate', [...conduct.invalidation.disruption, ...conduct.invalidation.fraud]),
    ...(conduct.round ? electronicCommands(conduct.round, players) : []),
  ];
}

/** What can be done with a sheet: each line by itself, all at once, and none of them. */
function sheetCommands({ sheet }: Table): readonly TableCommand[] {
  const lines = sheet?.open.map(({ id }) => id) ?? [];
  if (lines.length === 0) return [];
  return [
    { do: 'deal-lines', lines },
    ...lines.map((line): TableCommand => ({ do: 'deal-lines', lines: [line] })),
    { do: 'wave-through', reason: 'the box answers for it' },
  ];
}

/** Other limits than those on the sign, and no higher minimum, for which notice would be due. */
function otherSign(sign: TableSign): TableSign {
  const { min, max } = sign.limits.default;
  return {
    ...sign,
    limits: { ...sign.limits, default: { ...sign.limits.default, max: max > min ? min : 2 * max } },
  };
}

/** Winnings are seized to a sum: all that is there, for whoever decides to name less. */
const measuresAgainst = (table: Table, measure: Measure): readonly TableCommand[] =>
  table.game.players.map(({ name, balance }) => ({
    do: 'record-measure',
    player: name,
    measure,
    note: measure,
    ...(measure === 'seize-winnings' ? { amount: Math.max(1, balance) } : {}),
  }));

/** The calls that a player could ask for now, for whoever of the crew confirms them. */
const callsOf = (table: Table): readonly TableCommand[] =>
  table.game.players.flatMap((player) => {
    const wagers = table.game.rulebook.calls.inactiveOnComeOut.value.filter((id) =>
      player.wagers.some(({ spot }) => spot.wager === id),
    );
    return wagers.flatMap((wager) =>
      (['on', 'off'] as const).map((to): TableCommand => ({ do: 'call', player: player.name, wager, to })),
    );
  });

function electronicCommands(
  round: NonNullable<Conduct['round']>,
  players: readonly string[],
): readonly TableCommand[] {
  const ids = (list: readonly { readonly id: string }[]) => list.map(({ id }) => id);
  return [
    ...ids(round.voids).map((ground): TableCommand => ({ do: 'void-round', ground })),
    ...players.flatMap((player) =>
      ids(round.malfunctions).map((ground): TableCommand => ({ do: 'malfunction', player, ground })),
    ),
    ...players.map(
      (player): TableCommand => ({
        do: 'resolve-malfunction',
        player,
        how: 'confirmed',
        reason: 'checked against the record',
      }),
    ),
    ...ids(round.systemMalfunctions).map((ground): TableCommand => ({ do: 'system-malfunction', ground })),
    { do: 'restore-system' },
    ...players.map(
      (player): TableCommand => ({ do: 'answer-report', player, note: 'looked at and in order' }),
    ),
  ];
}

/** The felt for one player: what the game allows, within what the table allows at this moment. */
function spotsOf(counted: Table, name: string, by: By | null): readonly SpotOptions[] | null {
  const table = withRail(counted, name);
  const player = findPlayer(table.game, name);
  const spots = gameOptions(table.game, name);
  if (!player || !spots) return null;
  const plain = { found: false, oral: false, unfair: null, by, second: null };
  const unentered = whyNotEntered(table, { player: name }, { by });
  const noBet = unentered ?? whyNotPlay(table, name) ?? whyNotBetNow(table, plain);
  const noTouch = unentered ?? whyNotTouch(table, name, null, by);
  const barred = (why: Refusal) => ({ may: false as const, why });
  return spots.map((option) => ({
    ...option,
    bet: noBet ? barred(noBet) : betWithin(table, player, option),
    take: noTouch ? barred(noTouch) : option.take,
    call: noTouch ? barred(noTouch) : option.call,
    ...(option.tokens ? { tokens: tokensWithin(table, player, option.spot, option.tokens, noBet) } : {}),
  }));
}

/** Tokens within what the table allows at this moment. */
const tokensWithin = (
  table: Table,
  player: Player,
  spot: Spot,
  { stands, offers }: SpotTokens,
  noBet: Refusal | null,
): SpotTokens => ({
  stands,
  offers: offers.map((offer) => {
    const put = noBet ? { may: false as const, why: noBet } : putWithin(table, player, spot, offer);
    return { voucher: offer.voucher, ...put };
  }),
});

function betWithin(table: Table, player: Player, option: SpotOptions): Put {
  if (isRescueFor(table, player, option.spot)) return rescuePut(table, player, option);
  return putWithin(table, player, option.spot, option.bet);
}

function putWithin(table: Table, player: Player, spot: Spot, offered: Put): Put {
  if (!offered.may) return { may: false, why: whyNoOdds(table, player, spot, offered.why) };
  const { amounts } = offered;
  const clipped = clip(amounts, leastFor(table, player), roomFor(table, player, spot));
  if (clipped) return { may: true, amounts: clipped };
  const why = whyAboveTable(table, player, spot, amounts.least);
  return why ? { may: false, why } : { may: true, amounts };
}

/** crown 5.1.1(c): the table minimum and nothing else. */
function rescuePut(table: Table, player: Player, option: SpotOptions): Put {
  const open = gameOptions(rescueGame(table, player), player.name)?.[option.spot.index]?.bet;
  if (!open?.may) return open ?? option.bet;
  const min = table.game.sign.limits[option.spot.wager]?.min ?? open.amounts.least;
  const clipped = clip(open.amounts, 0, min);
  return clipped ? { may: true, amounts: clipped } : option.bet;
}

const leastFor = (table: Table, player: Player): Cents => (table.sign.perPlayer?.min ?? 0) - stakesOf(player);

/** The same amounts between two bounds; null when none is left. */
function clip({ least, most, step, gaps }: Amounts, from: Cents, to: Cents): Amounts | null {
  const first = from <= least ? least : least + Math.ceil((from - least) / step) * step;
  const last = to >= most ? most : least + Math.floor((to - least) / step) * step;
  return first <= last ? { least: first, most: last, step, gaps } : null;
}
