import fc from 'fast-check';
import {
  type AboutVerb,
  aboutVerb,
  BOUGHT_WITH,
  due,
  onLayout,
  type RulebookId,
  SPOTS,
  type Table,
  tableOptions,
  tokensInHand,
  tokensOnLayout,
  VERB_NAMES,
} from '../../src/index.js';
import { INVALID_REASONS, MEASURES, NOTICE_KINDS } from '../../src/table/fields.js';
import { type Command, decide, evolve, type TableEvent } from '../../src/table/index.js';
import { asPlayer, crewOf, sitDown, staffedTable, type Told } from './people.js';

/** Random people who may try anything: a list of numbers, each the seed of the next thing somebody asks for. */
export const seeds = (most = 120) =>
  fc.array(fc.nat({ max: 0x7fff_fffe }), { minLength: Math.min(40, most), maxLength: most });

type Next = <T>(from: readonly T[]) => T;

/** A little chance of its own for every seed: the same seed always asks for the same. */
export function chance(seed: number): Next {
  let state = (seed ^ 0x9e37_79b9) | 1;
  return (from) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return from[(state >>> 0) % from.length] as (typeof from)[number];
  };
}

const FACES = [1, 2, 3, 4, 5, 6];
const MINUTE = 60_000;

/** Every die the table has ever had a name for, and one it has not. */
const dieNames = ({ dice }: Table): readonly string[] => [
  ...dice.bowl,
  ...dice.hand,
  ...dice.off,
  ...dice.found,
  ...dice.lost,
  ...dice.old,
  '9z',
];

/** Every ground on which this book lets anything be done. */
export const groundsOf = ({ game }: Table): readonly string[] => {
  const { noRoll, shooter, people, invalidation, round } = game.rulebook.conduct;
  return [
    ...noRoll.shall,
    ...noRoll.may,
    ...shooter.orderGrounds,
    ...people.breaches,
    ...invalidation.disruption,
    ...invalidation.fraud,
    ...(round ? [...round.malfunctions, ...round.systemMalfunctions, ...round.voids] : []),
  ].map(({ id }) => id);
};

/** Lines of the sheet that are open, one that was paid otherwise, and one there is not. */
const anyLine = ({ sheet }: Table): readonly string[] => [
  ...(sheet ? [...sheet.open, ...sheet.differs] : []).map(({ id }) => id),
  '9/field/p9',
];

const lineIds = ({ sheet }: Table): readonly string[] => sheet?.open.map(({ id }) => id) ?? [];

/** A value that may well fit a field, by its name and kind. */
function valueFor(table: Table, verb: string, field: string, kind: string, next: Next): unknown {
  const names = [...table.game.players.map(({ name }) => name), 'p9'];
  const two = () => [next(dieNames(table)), next(dieNames(table))];
  switch (field) {
    case 'player':
    case 'thrower':
    case 'holder':
      return next(names);
    case 'person':
      return next([...names, ...table.staff.map(({ person }) => person), 'q1', 'q2']);
    case 'role':
      return next(table.game.rulebook.roles).id;
    case 'seat':
      return next([1, 2, 3, 4, 5]);
    case 'bankroll':
      return next([0, 1_000, 40_000]);
    case 'lines':
      return [next(anyLine(table))];
    case 'line':
      return next(anyLine(table));
    case 'paid':
      return next([0, 500, 1_000, 1_200, 5_000]);
    case 'with':
      return next(BOUGHT_WITH);
    case 'voucher':
      return next(['V-1', 'V-2', 'V-3']);
    case 'tokens':
      return next([500, 500, 1_000]);
    case 'wagers':
      return next([['pass', 'field'], ['place', 'come', 'pass'], ['yonder']]);
    case 'win':
    case 'loss':
    case 'push':
      return next(['taken', 'returned']);
    case 'amount':
      return next([500, 500, 1_000, 1_200, 2_500]);
    case 'min':
    case 'max':
      return next([500, 1_000, 200_000]);
    case 'most':
      return next([1, 2, 3]);
    case 'ground':
      return next(groundsOf(table));
    case 'die':
      return next(dieNames(table));
    case 'dice':
      if (verb === 'accept' || verb === 'choose') return two();
      return verb === 'no-roll' ? table.dice.hand.slice(0, next([1, 2])) : [next(FACES), next(FACES)];
    case 'limits':
      return { default: { min: next([500, 1_000]), max: next([1_500, 50_000, 100_000]) } };
    case 'from':
      return table.at + next([0, 20 * MINUTE - 1, 20 * MINUTE, 30 * MINUTE]);
    case 'money':
      return next(['refunded', 'stands']);
    case 'forfeit':
      return [next(names)];
    case 'how':
      return next(['confirmed', 'voided']);
    case 'adjustment':
      return next([0, 100, -100]);
    case 'to': {
      const { index: _index, ...spot } = next(SPOTS);
      return verb === 'move' ? spot : next(['on', 'off']);
    }
    case 'measure':
      return next(MEASURES);
    case 'notice':
      return next(NOTICE_KINDS);
    case 'why':
      return next(INVALID_REASONS);
    case 'for':
      return next(names);
    case 'instead':
      return next(dieNames(table));
    case 'throw':
      return next([table.throws, table.throws, 1, 2, 3]);
    case 'confirmed':
      return next(crewOf(table.game.rulebook));
    default:
      return kind === 'flag' ? next([true, false]) : next(['some reason', 'x']);
  }
}

const SELECTION = ['wager', 'number', 'high', 'dice'];

/** Left to the game layer and never needed. */
const LEFT_OUT = ['stay?', 'chips?', 'multiple?', 'shown?', 'perPlayer?', 'perArea?'];

/** Promotional tokens of a player who has some, on a spot that they are for. */
function inTokens(table: Table, command: Command, next: Next): Command {
  const player = table.game.players.find(({ name }) => name === command['player']);
  const held = (player?.tokens ?? []).filter(({ amount }) => amount > 0);
  if (held.length === 0 || next([true, false])) return command;
  const { voucher, amount } = next(held);
  const tokens = Math.min(amount, Number(command['amount']));
  return { ...command, tokens, voucher };
}

/** Any verb at all, with fields that may well fit it. */
/** What is asked of any table. Tables of tournaments have tests of their own (turns.test.ts). */
const TOURNAMENTS: readonly string[] = [
  'order-betting',
  'put-sealed',
  'open-turns',
  'pass-turn',
  'take-chips',
];
export const WALKED = VERB_NAMES.filter((verb) => !TOURNAMENTS.includes(verb));

export function anyCommand(table: Table, next: Next, verb: string = next(WALKED)): Command {
  const { fields: spec } = aboutVerb(verb) as AboutVerb;
  const command: Record<string, unknown> = { do: verb };
  const { index: _index, ...spot } = next(SPOTS);
  for (const [field, kind] of Object.entries(spec)) {
    if ('wager' in spec && SELECTION.includes(field)) continue;
    if (LEFT_OUT.includes(kind)) continue;
    if (kind.endsWith('?') && next([true, false, false])) continue;
    command[field] = valueFor(table, verb, field, kind.replace('?', ''), next);
  }
  const isFelt = 'wager' in spec;
  return {
    ...command,
    ...(isFelt ? spot : {}),
    ...(next([true, true, false]) ? { by: anybody(table, next) } : {}),
  };
}

const anybody = (table: Table, next: Next) => {
  const crew = crewOf(table.game.rulebook);
  return next([crew.at(-1), crew.at(-1), next(crew)]);
};

const ENDS = ['close', 'exclude', 'system-malfunction', 'leave', 'vacate', 'void-wagers'];

/** Something that somebody may do now, mostly what keeps the game going. */
function possible(table: Table, next: Next): Command | null {
  const people = [
    ...table.game.players.map(({ name }) => ({ player: name })),
    ...crewOf(table.game.rulebook).map((staff) => ({ staff })),
  ];
  const may = tableOptions(table, next(people)).acts.filter(
    ({ may, command }) =>
      may && (next([0, 0, 0, 0, 0, 0, 0, 1]) === 1 || !ENDS.includes(String(command['do']))),
  );
  return may.length === 0 ? null : next(may).command;
}

/** A bet on a line, or on any spot where the player may bet. */
function possibleBet(table: Table, next: Next): Command | null {
  if (table.game.players.length === 0) return null;
  const player = next(table.game.players).name;
  const open = (tableOptions(table, { player }).spots ?? []).filter(({ bet }) => bet.may);
  if (open.length === 0) return null;
  const lines = open.filter(({ spot }) => spot.wager === 'pass' || spot.wager === 'dont-pass');
  const { spot, bet } = next(lines.length > 0 && next([true, false]) ? lines : open);
  const { index: _index, ...selection } = spot;
  const amount = bet.may
    ? Math.min(bet.amounts.most, bet.amounts.least + bet.amounts.step * next([0, 1, 4]))
    : 0;
  const stays = ['place', 'buy', 'lay', 'hardway'].includes(spot.wager) && next([true, false]);
  return inTokens(table, { do: 'bet', player, ...selection, amount, ...(stays ? { stay: true } : {}) }, next);
}

/** Takes or calls something that stands on the layout. */
export function possibleTouch(table: Table, next: Next): Command | null {
  const standing = table.game.players.flatMap(({ name, wagers }) =>
    wagers.map(({ spot }) => ({ name, spot })),
  );
  if (standing.length === 0) return null;
  const { name, spot } = next(standing);
  const { index: _index, ...selection } = spot;
  const by = crewOf(table.game.rulebook).at(-1);
  return next<Command>([
    { do: 'take', player: name, ...selection },
    { do: 'take', player: name, ...selection, amount: 500 },
    { do: 'call', player: name, wager: spot.wager, to: next(['on', 'off']), by },
    { do: 'refuse-wager', player: name, ...selection, reason: 'some reason', by },
  ]);
}

const lost = (grounds: readonly { readonly id: string; readonly diceOff?: true }[]) =>
  grounds.filter(({ diceOff }) => diceOff).map(({ id }) => id);

/** What the phase waits for, so that games go on whatever else people try. */
export function onward(table: Table, next: Next): Command | null {
  const by = crewOf(table.game.rulebook).at(-1);
  const { shooter, dice, phase, game } = table;
  const roll = { do: 'roll', dice: [next(FACES), next(FACES)], by };
  switch (phase) {
    case 'offering':
      return shooter.offeredTo === null ? { do: 'offer', by } : { do: 'accept', player: shooter.offeredTo };
    case 'betting': {
      const player = shooter.shooter;
      if (player === null) return { do: 'throw', by };
      if (dice.hand.length < 2)
        return { do: 'choose', player, dice: [...dice.hand, ...dice.bowl, ...dice.old].slice(-2) };
      const line = game.players.find(({ name }) => name === player)?.wagers[0]?.spot.index ?? 9;
      return line <= 1
        ? { do: 'throw', player: shooter.thrower ?? player }
        : { do: next(['bet', 'relieve']), player, wager: 'pass', amount: 500, by };
    }
    case 'thrown': {
      const off = {
        ground: next(lost(game.rulebook.conduct.noRoll.shall)),
        dice: dice.hand.slice(next([0, 1])),
      };
      return next([roll, roll, roll, { do: 'no-roll', ...off, by }]);
    }
    case 'settling': {
      const lines = lineIds(table);
      if (lines.length > 0) return { do: 'deal-lines', lines: next([lines, lines.slice(0, 1)]), by };
      return next([
        { do: 'settle', by },
        { do: 'settle', by },
        { ...roll, do: 'decide-face' },
      ]);
    }
    case 'rolling':
      return roll;
    default:
      return null;
  }
}

const WAYS = [
  'onward',
  'onward',
  'onward',
  'onward',
  'onward',
  'bet',
  'bet',
  'bet',
  'touch',
  'act',
  'act',
  'any',
  'any',
  'clock',
] as const;

/** What somebody with chips on the felt does is entered by the crew, mostly. */
function entered(table: Table, command: Command, next: Next): Command {
  const { player, by } = command;
  if (typeof player !== 'string' || by !== undefined || next([true, false, false, false])) return command;
  return { ...command, ...asPlayer(table, player) };
}

export function commandFrom(table: Table, seed: number): Command {
  const next = chance(seed);
  const at = table.at + next([0, 0, 1, 250, 7_000]);
  const clock = due(table, at);
  const tried = {
    bet: () => possibleBet(table, next),
    touch: () => possibleTouch(table, next),
    act: () => possible(table, next),
    onward: () => onward(table, next),
    any: () => anyCommand(table, next),
    clock: () => (clock?.needs === 'clock' ? { ...clock.command, at: clock.at } : null),
  };
  const way = next(WAYS);
  const command = entered(table, tried[way]() ?? anyCommand(table, next), next);
  return 'at' in command ? command : { ...command, at };
}

/** Everything that happens at a table of that book, step by step. */
export function playCrowd(
  id: RulebookId,
  list: readonly number[],
  each: (step: {
    readonly before: Table;
    readonly after: Table;
    readonly events: readonly TableEvent[];
    readonly command: Command;
  }) => void = () => {},
  start: Told = threeAtTable(id),
): Told {
  let told = start;
  for (const seed of list) {
    const command = commandFrom(told.table, seed);
    const decided = decide(told.table, command);
    const events = decided.ok ? decided.value : [];
    const after = events.reduce<Table>(evolve, told.table);
    each({ before: told.table, after, events, command });
    told = { table: after, events: [...told.events, ...events] };
  }
  return told;
}

export const threeAtTable = (id: RulebookId, settings: Command = {}): Told =>
  ['p1', 'p2', 'p3'].reduce(
    (told, player, index) => sitDown(told, player, index + 1),
    staffedTable(id, { seats: 4, ...settings }),
  );

/** All promotional tokens at the table, in hand and on the layout. */
export const tokensAt = ({ game }: Table): number =>
  game.players.reduce((sum, player) => sum + tokensInHand(player) + tokensOnLayout(player), 0);

export const moneyAt = ({ game }: Table): number =>
  game.house + game.players.reduce((sum, player) => sum + player.balance + onLayout(player), 0);
