import {
  type EventOf,
  findSpot,
  type Game,
  type Happening,
  inWords,
  makeDollars,
  type PersonOptions,
  type Rolled,
  type RollOutcome,
  type Spot,
  type TableEvent,
  tableOptions,
} from '@boxperson/rules';
import type { Memory } from './memory.js';
import { type Colours, passage, rule } from './page.js';
import { tellRoll } from './roll.js';
import {
  chipsWords,
  groundWords,
  makeTime,
  SAYINGS,
  type Saying,
  type Setting,
  selectionOf,
  sourceOf,
} from './sayings.js';
import { tellOpen } from './sign.js';
import { nameFor, pointWords, tellLayout } from './standing.js';
import { type Asked, sayPlayer, sayStaff } from './talk.js';
import { listed, plain } from './text.js';

type Conducted = Extract<Happening, { did: 'conduct' }>;

/** One line of the table layer, told event by event. */
interface Telling extends Setting {
  readonly memory: Memory;
  readonly line: number;
  readonly colours: Colours;
}

/** What happened at a table whose people and dice are run too. */
export function tellConduct(
  memory: Memory,
  { table, events }: Conducted,
  line: number,
  asked: Asked,
  colours: Colours,
): string {
  const [opening] = events;
  if (opening?.event === 'opened') memory.openedAt = opening.at;
  memory.crew = table.staff.map(({ person }) => person);
  const telling: Telling = {
    memory,
    line,
    colours,
    table,
    before: memory.game ?? table.game,
    openedAt: memory.openedAt,
  };
  const question = QUESTIONS.get(String(asked['do']));
  const told = events.map((event) => {
    remember(memory, event);
    return tellEvent(telling, event);
  });
  return question && events.length === 0 ? question(telling, asked) : told.join('');
}

function tellEvent(telling: Telling, event: TableEvent): string {
  switch (event.event) {
    case 'opened':
      return tellOpened(telling);
    case 'rolled':
      return tellRolled(telling, telling.before, event, event);
    case 'face-decided':
    case 'call-corrected':
      return tellRolled(telling, telling.table.last?.before ?? telling.before, event.outcome, event);
    case 'no-roll':
      return tellNoRollCalled(telling, event);
    case 'outcome-invalidated':
      return tellInvalidated(telling, event);
    default:
      return tellSaying(telling, sayingOf(telling, event));
  }
}

// The map pairs every event with its own words; the compiler cannot follow that through a union of events.
const sayingOf = (telling: Telling, event: Exclude<TableEvent, { event: 'opened' }>): Saying =>
  (SAYINGS as Readonly<Record<string, (event: TableEvent, setting: Setting) => Saying>>)[event.event]?.(
    event,
    telling,
  ) ?? { who: 'table', says: event.event };

function tellSaying({ memory, table, colours }: Telling, { who, says }: Saying): string {
  const isPlayer = table.game.players.some(({ name }) => name === who) || memory.brought.has(who);
  const isStaff = memory.crew.includes(who) && !isPlayer;
  return (isPlayer && !isStaff ? sayPlayer : sayStaff)(memory, table.game, who, says, colours);
}

/** The sign of the game, and what only a table has. */
function tellOpened({ table, colours, memory }: Telling): string {
  const { seats, wageringMs, shootingValue, perPlayer, perArea } = table.settings;
  const electronic = table.game.rulebook.conduct.run.value === 'electronic';
  const least = perPlayer?.min === undefined ? '' : `at least ${makeDollars(perPlayer.min)}, `;
  const seconds = `${wageringMs / 1000} seconds of wagering`;
  const lines = [
    `seats    ${seats}`,
    ...(perPlayer ? [`player   ${least}at most ${makeDollars(perPlayer.max)} in all`] : []),
    ...(perArea ? [`area     at most ${makeDollars(perArea.max)} on one spot`] : []),
    ...(electronic
      ? [`rounds   ${seconds}, the dice for line wagers from ${makeDollars(shootingValue)}`]
      : []),
  ];
  memory.speaker = null;
  return tellOpen(table.game, colours) + lines.map((text) => passage(3, text, colours.dim)).join('');
}

const spotOf = (selection: Omit<Spot, 'index'>): Spot => findSpot(selectionOf(selection)) as Spot;

/** The roll as the game layer tells it, from what the record says. */
const rolledFrom = (outcome: RollOutcome, game: Game): Rolled => ({
  game,
  dice: outcome.dice,
  total: outcome.total,
  hard: outcome.hard,
  call: outcome.call,
  settled: outcome.settled.map((settled) => ({ ...settled, spot: spotOf(settled) })),
  travelled: outcome.travelled.map((moved) => ({ ...moved, spot: spotOf(moved) })),
  replaced: outcome.replaced.map((again) => ({ ...again, spot: spotOf(again) })),
  warned: outcome.warned,
});

function tellRolled(
  { memory, table, line, colours }: Telling,
  before: Game,
  outcome: RollOutcome,
  event: EventOf<'rolled'> | EventOf<'face-decided'> | EventOf<'call-corrected'>,
): string {
  if (event.event === 'rolled') memory.rolls++;
  memory.speaker = null;
  const rolled = rolledFrom(outcome, table.game);
  const told = tellRoll(before, rolled, memory.rolls, line, colours);
  return told + passage(3, callWords(event), colours.dim);
}

/** Who said what the dice show. */
function callWords(event: EventOf<'rolled'> | EventOf<'face-decided'> | EventOf<'call-corrected'>): string {
  const who = event.by === undefined ? null : nameFor(event.by.id);
  if (event.event === 'face-decided') {
    return `${who} decides the faces, called ${event.was[0]} and ${event.was[1]} before${sourceOf(event)}`;
  }
  if (event.event === 'call-corrected') {
    return `${who} corrects the call from ${event.was[0]} and ${event.was[1]}: ${plain(event.reason)}${sourceOf(event)}`;
  }
  if (who === null) return `read by the sensors${sourceOf(event)}`;
  return event.faceDecided ? `${who} decides the faces${sourceOf(event)}` : `called by ${who}`;
}

function tellNoRollCalled({ memory, line, colours }: Telling, event: EventOf<'no-roll'>): string {
  memory.speaker = null;
  const off = event.diceOff.length === 0 ? '' : `; off the table: ${listed(event.diceOff.map(plain))}`;
  const who = event.by === undefined ? '' : `, called by ${nameFor(event.by.id)}`;
  return rule('No roll', `line ${line}`, colours) + passage(3, `${event.text}${sourceOf(event)}${off}${who}`);
}

function tellInvalidated(telling: Telling, event: EventOf<'outcome-invalidated'>): string {
  const { memory, table, line, colours } = telling;
  memory.speaker = null;
  const point =
    event.how === 'refunded'
      ? 'its money is put right'
      : event.point === null
        ? 'a come out roll is next'
        : `the point is ${inWords(event.point)} again`;
  const since = event.returned ?? [];
  const back = event.refunded.map(({ stake, ...wager }) => ({ ...wager, amount: stake }));
  const lost = event.forfeited.map(({ stake, ...wager }) => ({ ...wager, amount: stake }));
  const lines = [
    `${nameFor(event.by?.id ?? 'table')}: ${groundWords(telling, event.ground)}${sourceOf(event)}; ${point}`,
    ...(event.money === 'stands' ? ['the money stays as it fell'] : []),
    ...(back.length > 0 ? [`back go ${chipsWords(table.game, back)}`] : []),
    ...(lost.length > 0 ? [`forfeited are ${chipsWords(table.game, lost)}`] : []),
    ...(since.length > 0 ? [`placed since and returned are ${chipsWords(table.game, since)}`] : []),
    ...(event.claims ?? []).map(
      ({ person, amount }) => `${nameFor(person)} owes ${makeDollars(amount)} more`,
    ),
    ...(event.owed ?? []).map(({ person, amount }) => `${nameFor(person)} is owed ${makeDollars(amount)}`),
  ];
  return (
    rule(
      event.how === 'refunded' ? 'A roll is put right' : 'The last roll is undone',
      `line ${line}`,
      colours,
    ) + lines.map((text) => passage(3, text)).join('')
  );
}

const tellTick = ({ table, memory, colours }: Telling): string =>
  sayStaff(memory, table.game, 'clock', makeTime(table.at, memory), colours);

function tellTable({ table, line, colours, memory }: Telling): string {
  memory.speaker = null;
  const { shooter, dice } = table;
  const who = shooter.stick
    ? 'the stick throws'
    : shooter.shooter && `${nameFor(shooter.shooter)} has the dice`;
  const offered = shooter.offeredTo && `the dice are offered to ${nameFor(shooter.offeredTo)}`;
  const places = (['hand', 'bowl', 'off', 'found', 'lost', 'old'] as const)
    .filter((place) => dice[place].length > 0)
    .map((place) => `${place} ${dice[place].join(' ')}`);
  const lines = [
    `${table.phase}: ${who ?? offered ?? 'nobody has the dice'}`,
    ...(table.game.rulebook.conduct.run.value === 'electronic' ? [] : [`dice: ${places.join('; ')}`]),
  ];
  return tellLayout(table.game, line, colours) + lines.map((text) => passage(3, text, colours.dim)).join('');
}

function tellOptions({ table, line, colours, memory }: Telling, { player, by }: Asked): string {
  memory.speaker = null;
  const isPlayer = typeof player === 'string';
  const staff = by as { readonly role: string; readonly id: string };
  const who = isPlayer ? player : staff.id;
  const { acts, spots } = tableOptions(table, isPlayer ? { player } : { staff });
  const title = `What ${nameFor(who)} may do, ${pointWords(table.game)}`;
  const body = [`acts: ${listed(verbsIn(acts)) || 'none'}`, ...(spots ? [`bets: ${betsIn(spots)}`] : [])];
  return rule(title, `line ${line}`, colours) + body.map((text) => passage(3, text)).join('');
}

const verbsIn = (acts: PersonOptions['acts']): readonly string[] => [
  ...new Set(acts.flatMap(({ may, command }) => (may ? [String(command['do'])] : []))),
];

function betsIn(spots: NonNullable<PersonOptions['spots']>): string {
  const open = new Set(spots.flatMap(({ spot, bet }) => (bet.may ? [spot.wager] : [])));
  return open.size === 0 ? 'none' : listed([...open]);
}

/** What everybody brought and carried away, and the commission, for the account at the end. */
function remember(memory: Memory, event: TableEvent): void {
  rememberCommission(memory, event);
  if (event.event === 'sat') add(memory.brought, event.player, event.bankroll);
  if (event.event === 'chips-bought') add(memory.brought, event.player, event.amount);
  // A penalty (R112) is not lost to the house at the felt: it leaves less to have played with.
  if (event.event === 'chips-taken') add(memory.brought, event.player, -event.amount);
  if (event.event === 'left' || event.event === 'released') add(memory.carried, event.player, event.paid);
  if (event.event === 'credits-collected') add(memory.carried, event.player, event.amount);
}

const add = (sums: Map<string, number>, name: string, amount: number): void => {
  sums.set(name, (sums.get(name) ?? 0) + amount);
};

function rememberCommission(memory: Memory, event: TableEvent): void {
  if (UNDONE.includes(event.event)) {
    memory.commission -= memory.rollCommission;
    memory.rollCommission = 0;
  }
  memory.commission += commissionIn(event);
  const outcome = outcomeIn(event);
  if (outcome === null) return;
  memory.rollCommission = commissionOfRoll(outcome);
  memory.commission += memory.rollCommission;
}

/** What takes back the commission of wagers that the last roll placed again. */
const UNDONE: readonly TableEvent['event'][] = [
  'face-decided',
  'call-corrected',
  'throw-voided',
  'outcome-invalidated',
];

function outcomeIn(event: TableEvent): RollOutcome | null {
  if (event.event === 'rolled') return event;
  return event.event === 'face-decided' ? event.outcome : null;
}

const sumOf = (list: readonly { readonly commission: number }[]): number =>
  list.reduce((sum, { commission }) => sum + commission, 0);

/** Commission paid by an event that is no roll, less what came back. */
function commissionIn(event: TableEvent): number {
  if (event.event === 'wagered') return event.commission;
  if (event.event === 'took') return -event.commissionReturned - sumOf(event.alsoReturned);
  if (event.event === 'outcome-invalidated') return -sumOf(event.refunded) - sumOf(event.returned ?? []);
  return 'returned' in event ? -sumOf(event.returned) : 0;
}

const commissionOfRoll = ({ replaced, settled }: RollOutcome): number =>
  sumOf(replaced) - settled.reduce((sum, { commissionReturned = 0 }) => sum + commissionReturned, 0);

/** What only scripts ask. */
const QUESTIONS: ReadonlyMap<string, (telling: Telling, asked: Asked) => string> = new Map([
  ['layout', tellTable],
  ['options', tellOptions],
  ['tick', tellTick],
]);
