import { nameOf } from '../game/index.js';
import { isObject } from '../game/input.js';
import { idsOf } from '../ids.js';
import { makeDollars } from '../money.js';
import type { Rulebook } from '../rulebook.js';
import { RULEBOOKS } from '../rulebooks/index.js';
import type { Command, Table, TableEvent } from '../table/index.js';
import { findSpot, type Spot } from '../wager.js';

// What people at a table ask for, in words: a situation is told as it was played.

const text = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value ?? null));
const money = (value: unknown): string =>
  typeof value === 'number' ? makeDollars(value) : 'an unknown amount';
const dice = (value: unknown): string => (Array.isArray(value) ? value.join(' and ') : 'two dice');

function spotName(book: Rulebook, { wager, number, high, dice: pair }: Command): string {
  const spot = findSpot({
    wager,
    ...(number === undefined ? {} : { number }),
    ...(high === undefined ? {} : { high }),
    ...(pair === undefined ? {} : { dice: pair }),
  } as Omit<Spot, 'index'>);
  return spot ? nameOf(book, spot) : text(wager);
}

/** A ground in the words of the book, else of another book that has it, else its id. */
export function groundText(book: Rulebook, ground: unknown): string {
  const books = [book, ...Object.values(RULEBOOKS)];
  for (const one of books)
    for (const { field, ids } of idsOf(one)) {
      const known = field === 'ground' ? ids.find(({ id }) => id === ground) : undefined;
      if (known) return known.text;
    }
  return text(ground).replaceAll('-', ' ');
}

const roleTitle = (book: Rulebook, by: unknown): string | null => {
  const role = isObject(by) ? by['role'] : null;
  return role === null ? null : (book.roles.find(({ id }) => id === role)?.title ?? text(role));
};

function limitsText({ limits }: Command): string {
  const table = isObject(limits) && isObject(limits['default']) ? limits['default'] : {};
  return `${money(table['min'])} to ${money(table['max'])}`;
}

type Phrase = (command: Command, book: Rulebook) => string;

const betText: Phrase = (command, book) => {
  const where = `${money(command['amount'])} on ${spotName(book, command)}`;
  if (command['found'] === true) return `${text(command['player'])}’s ${where} is found after the throw`;
  if (command['oral'] === true) {
    const second = isObject(command['confirmed']) ? ', and a second voice confirms it' : '';
    return `${text(command['player'])} calls out ${where}${second}`;
  }
  return `${text(command['player'])} puts ${where}`;
};

/** What somebody wants. Verbs that are not here are told as history but never asked about. */
const PHRASES: Readonly<Record<string, Phrase>> = {
  accept: ({ player }) => `${text(player)} takes the dice`,
  decline: ({ player }) => `${text(player)} declines the dice`,
  offer: () => 'offers the dice',
  choose: ({ player, dice: two }) => `${text(player)} chooses the dice ${dice(two)}`,
  pass: ({ player }) => `${text(player)} passes the dice`,
  throw: ({ player }) => (player === undefined ? 'throws the dice' : `${text(player)} throws the dice`),
  shoot: ({ player }) => (player === undefined ? 'the clock shoots' : `${text(player)} presses SHOOT`),
  roll: ({ dice: two }) => `calls the dice: ${dice(two)}`,
  settle: () => 'declares the roll settled',
  'no-roll': ({ ground }, book) =>
    ground === undefined ? 'calls “no roll”' : `calls “no roll”: ${groundText(book, ground)}`,
  'no-more-bets': () => 'calls “no more bets”',
  'decide-face': ({ dice: two, rethrow }) =>
    rethrow === true ? 'decides that the dice are thrown again' : `decides the faces: ${dice(two)}`,
  bet: betText,
  take: (command, book) =>
    `${text(command['player'])} wants ${command['amount'] === undefined ? 'all of' : `${money(command['amount'])} of`} ${spotName(book, command)} down`,
  call: (command, book) =>
    `${text(command['player'])} calls ${spotName(book, command)} ${text(command['to'])}`,
  sit: ({ player, seat }) => `${text(player)} takes seat ${text(seat)}`,
  leave: ({ player }) => `${text(player)} leaves the table`,
  card: ({ player, holder }) =>
    player === holder
      ? `${text(player)} presents a player card`
      : `${text(player)} presents the player card of ${text(holder)}`,
  chips: ({ player, amount }) => `${text(player)} buys ${money(amount)} in chips`,
  collect: ({ player }) => `${text(player)} presses COLLECT`,
  'ask-line': () => 'asks the shooter to place a line wager',
  'refuse-line': ({ player }) => `${text(player)} will not place the line wager`,
  relieve: () => 'takes the dice from the shooter',
  'order-pass': ({ ground }, book) => `orders the shooter to pass the dice: ${groundText(book, ground)}`,
  authorise: ({ player, thrower }) => `lets ${text(thrower)} throw for ${text(player)}`,
  'find-die': ({ die }) => `finds the die ${text(die)} that went off the table`,
  'check-die': ({ die, sound, toShooter }) =>
    `checks the die ${text(die)}: ${sound === true ? 'sound' : 'not sound'}${toShooter === true ? ', back to the shooter' : ''}`,
  'lose-die': ({ die }) => `gives up looking for the die ${text(die)}`,
  'change-limits': (command) => `changes the limits to ${limitsText(command)}`,
  'post-sign': (command) => `puts up a sign: ${limitsText(command)} from ${clockText(command['from'])}`,
  'take-down': ({ notice }) => `takes down the notice of ${text(notice)}`,
  'personal-limits': ({ player, min, max }) =>
    min === undefined && max === undefined
      ? `holds ${text(player)} to the table’s limits again`
      : `agrees limits of ${min === undefined ? 'the table’s minimum' : money(min)} to ${money(max)} with ${text(player)}`,
  'limit-players': ({ most }) =>
    most === undefined ? 'limits how many may play' : `lets at most ${text(most)} play`,
  'announce-closing': () => 'announces that the table will close',
  close: () => 'closes the table',
  exclude: ({ player, ground }, book) => `excludes ${text(player)}: ${groundText(book, ground)}`,
  readmit: ({ person }) => `lets ${text(person)} play again`,
  'void-wagers': ({ player, ground }, book) =>
    `declares ${text(player)}’s wagers void: ${groundText(book, ground)}`,
  'bar-wagers': ({ player, ground }, book) =>
    `refuses ${text(player)}’s further wagers: ${groundText(book, ground)}`,
  'refuse-wager': (command, book) => `refuses ${text(command['player'])}’s ${spotName(book, command)}`,
  'find-invalid': ({ player }) => `finds ${text(player)}’s wagers invalid: a card that is not theirs`,
  invalidate: ({ ground, forfeit }, book) =>
    `invalidates the last roll: ${groundText(book, ground)}${Array.isArray(forfeit) ? `; ${forfeit.join(' and ')} forfeits` : ''}`,
  vacate: ({ player }) => `asks ${text(player)} to vacate the place`,
  'clear-area': ({ person }) => `tells ${text(person)} to make room at the terminal`,
  'record-measure': ({ player, measure }) =>
    `takes a measure against ${text(player)}: ${text(measure).replaceAll('-', ' ')}`,
  'void-round': ({ ground }, book) => `declares the round void: ${groundText(book, ground)}`,
  malfunction: ({ player, ground }, book) => `stops ${text(player)}’s terminal: ${groundText(book, ground)}`,
  'system-malfunction': ({ ground }, book) => `stops the game: ${groundText(book, ground)}`,
  'restore-system': () => 'opens the game again',
  'resolve-malfunction': ({ player, how }) => `resolves ${text(player)}’s malfunction: ${text(how)}`,
  'wave-through': () => 'lets the dice go on with lines still open',
};

/** Time since the table opened. */
export function clockText(at: unknown): string {
  if (typeof at !== 'number') return 'now';
  const seconds = Math.floor(at / 1_000);
  const clock = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  return at % 1_000 === 0 ? clock : `${clock}.${String(at % 1_000).padStart(3, '0')}`;
}

export const isSayable = (command: Command): boolean => Object.hasOwn(PHRASES, text(command['do']));

/** `The Stickperson calls “no roll”: a die off the table`. */
export function sayCommand(book: Rulebook, command: Command): string {
  const phrase = PHRASES[text(command['do'])];
  const said = phrase ? phrase(command, book) : text(command['do']).replaceAll('-', ' ');
  const role = roleTitle(book, command['by']);
  const isPersons = command['player'] !== undefined && PERSONS.includes(text(command['do']));
  const title = role?.replace(/^The /, '') ?? null;
  const who = title === null ? (isPersons ? '' : 'Somebody ') : isPersons ? '' : `The ${title} `;
  const by = title !== null && isPersons ? `; the ${title} confirms it` : '';
  const when = typeof command['at'] === 'number' ? ` (at ${clockText(command['at'])})` : '';
  return `${who}${said}${by}${when}`;
}

/** Their phrase begins with the player. */
const PERSONS: readonly string[] = [
  'accept',
  'decline',
  'choose',
  'pass',
  'throw',
  'shoot',
  'bet',
  'take',
  'call',
  'sit',
  'leave',
  'card',
  'chips',
  'collect',
  'refuse-line',
];

const PHASES: Readonly<Record<Table['phase'], string>> = {
  offering: 'The dice are being offered',
  betting: 'Bets are open',
  thrown: 'The dice are out and not called yet',
  settling: 'The last roll is called and being dealt',
  wagering: 'Bets are open',
  shooting: 'Bets are closed; the shooter may shoot',
  rolling: 'The dice are moving',
  stopped: 'The game is stopped',
  closed: 'The table is closed',
};

/** How the table stands. */
export function sayTable({ game, phase, shooter }: Table): readonly string[] {
  const { default: limit } = { default: game.sign.limits.field ?? game.sign.limits.pass };
  const wagers = game.players.flatMap(({ name, wagers: own }) =>
    own.length === 0
      ? []
      : [
          `${name}: ${own.map(({ spot, amount }) => `${nameOf(game.rulebook, spot)} ${makeDollars(amount)}`).join(', ')}`,
        ],
  );
  return [
    game.point === null ? 'Come out roll.' : `The point is ${game.point}.`,
    `${PHASES[phase]}.`,
    ...(shooter.shooter === null ? [] : [`${shooter.shooter} has the dice.`]),
    ...(limit ? [`The sign says ${makeDollars(limit.min)} to ${makeDollars(limit.max)}.`] : []),
    ...(wagers.length === 0 ? ['Nothing lies on the layout.'] : wagers),
  ];
}

/** What an event did, in a word or two. */
export function sayEvent(event: TableEvent): string {
  const { player, clause } = event as { readonly player?: string; readonly clause?: string | null };
  const whose = player === undefined ? '' : `: ${player}`;
  return `${event.event.replaceAll('-', ' ')}${whose}${clause ? ` (${clause})` : ''}`;
}
