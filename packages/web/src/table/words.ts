import type { Refused } from '@boxperson/offices';
import {
  type Command,
  type EventOf,
  findSpot,
  nameOf,
  type Rulebook,
  type SettledTokens,
  type Spot,
  type Table,
} from '@boxperson/rules';
import { plain, selectionOf } from '../felt/actions.js';
import { sayRoll } from '../ui/call.js';
import { dollars } from '../ui/money.js';
import { sayOffering, sayTurn } from './waits.js';

export { isRolled } from '../model.js';
export { sayRoll };

export interface Line {
  readonly key: string;
  readonly kind: 'won' | 'lost' | 'back' | 'moved' | 'again';
  readonly spot: Spot | null;
  readonly text: string;
  readonly result: string;
  /** The same as a figure where it is one: `+$14`, `−$5`. */
  readonly amount: string;
  /** What it did to what the player has, on the table and off it. */
  readonly net: number;
  readonly clause: string | null;
}

export interface Settled {
  readonly lines: readonly Line[];
  /** Won less lost: the sum of the lines. */
  readonly net: number;
  /** What came to the credit: winnings and stakes that came back, less what was placed again. */
  readonly credit: number;
  readonly won: number;
}

export const MARKS: Readonly<Record<Line['kind'], string>> = {
  won: '▲',
  lost: '▼',
  back: '=',
  moved: '→',
  again: '↻',
};

/** What became of promotional tokens in a stake; they are no part of any sum (R91). */
function sayTokens(tokens: SettledTokens | undefined): string {
  if (tokens === undefined) return '';
  const taken = tokens.taken > 0 ? [`${dollars(tokens.taken)} in tokens taken`] : [];
  const back = tokens.returned > 0 ? [`${dollars(tokens.returned)} in tokens back`] : [];
  return ` (${[...taken, ...back].join(', ')})`;
}

/** What a roll did to somebody's wagers, line by line. The lines add up to the change of their money. */
export function settledFor(book: Rulebook, event: EventOf<'rolled'>, player: string): Settled {
  const settled = event.settled.filter((wager) => wager.player === player);
  const again = event.replaced.filter((wager) => wager.player === player);
  const moved = event.travelled.filter((wager) => wager.player === player);
  const lines: readonly Line[] = [
    ...settled.map((wager, index): Line => {
      const spot = findSpot(selectionOf(wager)) ?? null;
      const name = spot ? nameOf(book, spot) : wager.wager;
      const net = wager.winnings - wager.collected + (wager.commissionReturned ?? 0);
      const kind = wager.outcome === 'won' ? 'won' : wager.outcome === 'lost' ? 'lost' : 'back';
      const results = {
        won: `→ ${dollars(wager.winnings)}${wager.collected > 0 ? ` less ${dollars(wager.collected)}` : ''}`,
        lost: 'lost',
        back: 'comes back',
      };
      return {
        key: `${index}-${wager.wager}`,
        kind,
        spot,
        text: `${name} ${dollars(wager.stake)}${sayTokens(wager.tokens)}`,
        result: results[kind],
        amount: kind === 'back' ? results.back : signed(net),
        net,
        clause: wager.clause,
      };
    }),
    ...again.map((wager, index): Line => {
      const spot = findSpot(selectionOf(wager)) ?? null;
      const paid = wager.commission > 0 ? `, ${dollars(wager.commission)} commission` : '';
      return {
        key: `again-${index}`,
        kind: 'again',
        spot,
        text: `${spot ? nameOf(book, spot) : wager.wager} ${dollars(wager.amount)}`,
        result: `stays up${paid}`,
        amount: `stays up${paid}`,
        net: -wager.commission,
        clause: null,
      };
    }),
    ...moved.map((wager, index): Line => {
      const spot = findSpot(selectionOf(wager)) ?? null;
      return {
        key: `moved-${index}`,
        kind: 'moved',
        spot,
        text: `${book.wagers[wager.wager]?.name} ${dollars(wager.amount)}`,
        result: `moves to the ${wager.number}`,
        amount: `moves to the ${wager.number}`,
        net: 0,
        clause: null,
      };
    }),
  ];
  const back = settled.reduce(
    (sum, one) => sum + one.winnings + one.returned + (one.commissionReturned ?? 0),
    0,
  );
  const placed = again.reduce((sum, one) => sum + one.amount - (one.tokens ?? 0) + one.commission, 0);
  return {
    lines,
    net: lines.reduce((sum, { net }) => sum + net, 0),
    credit: back - placed,
    won: settled.reduce((sum, one) => sum + one.winnings, 0),
  };
}

/** The lines alone. */
export const sayOwn = (book: Rulebook, event: EventOf<'rolled'>, player: string): readonly Line[] =>
  settledFor(book, event, player).lines;

export const signed = (amount: number): string =>
  amount === 0 ? dollars(0) : `${amount > 0 ? '+' : '−'}${dollars(Math.abs(amount))}`;

/** A roll and what it did, in one breath: for a screen reader. */
export function sayResult(event: EventOf<'rolled'>, settled: Settled | null): string {
  const parts = [`${sayRoll(event)}.`];
  for (const { kind, text, result, net } of settled?.lines ?? []) {
    if (kind === 'won') parts.push(`You win ${dollars(Math.abs(net))} on ${text}.`);
    else if (kind === 'lost') parts.push(`You lose ${text}.`);
    else parts.push(`${text} ${result}.`);
  }
  return parts.join(' ');
}

const whose = (name: string | null, player: string | null): string =>
  name === player ? 'you' : (name ?? 'nobody');

/** The stage of the game in the fewest words. */
export const sayStage = ({ game }: Table): string =>
  game.point === null ? 'Come out roll' : `The point is ${game.point}`;

/** What the table is waiting for, for this player. */
export function sayPhase(table: Table, player: string | null): string {
  const { shooter, offeredTo, stick } = table.shooter;
  const turn = sayTurn(table, player);
  if (turn !== null) return turn;
  switch (table.phase) {
    case 'offering':
      if (offeredTo !== null) return `The dice are offered to ${whose(offeredTo, player)}`;
      return sayOffering(table, player);
    case 'betting':
      if (table.noMoreBets) return 'No more bets';
      if (stick) return 'Place your bets · the stickperson throws';
      return shooter === player
        ? 'Place your bets · you have the dice'
        : `Place your bets · ${shooter} has the dice`;
    case 'wagering':
      return 'Place your bets';
    case 'shooting':
      return shooter === player ? 'Bets are closed · it is your shot' : `Bets are closed · ${shooter} shoots`;
    case 'thrown':
    case 'rolling':
      return 'The dice are out';
    case 'settling':
      return 'The crew pays and takes';
    case 'stopped':
      return 'The game is stopped';
    case 'closed':
      return 'This table is closed';
  }
}

const WHEN: Readonly<Record<Table['phase'], string>> = {
  offering: 'nobody has the dice yet',
  betting: 'the shooter has the dice and bets are open',
  thrown: 'the dice are in the air',
  settling: 'the last roll is being paid',
  wagering: 'bets are still open',
  shooting: 'bets are closed and the shooter is about to shoot',
  rolling: 'the dice are rolling',
  stopped: 'the game is stopped',
  closed: 'the table is closed',
};

const CANNOT: Readonly<Record<string, string>> = {
  throw: 'The dice cannot be thrown now',
  shoot: 'SHOOT waits until bets are closed',
  accept: 'The dice are not offered now',
  decline: 'The dice are not offered now',
  pass: 'The dice can be passed only between rolls',
  leave: 'You can leave between rolls',
  collect: 'Credits are paid out while bets are open',
  bet: 'Bets are closed',
  take: 'Nothing can be taken now',
  call: 'Nothing can be called now',
  sit: 'Nobody can sit down now',
  chips: 'Money cannot be added now',
};

/** A refusal in plain words: what the rules' sentence says where it is one, ours where it speaks to a developer. */
export function sayRefusal(table: Table, refused: Refused, command: Command, player: string | null): string {
  const verb = String(command['do']);
  const message = plain(refused);
  if (/ does not fit now: /.test(message))
    return `${CANNOT[verb] ?? 'That cannot be done now'}: ${WHEN[table.phase]}.`;
  if (/say by whom/.test(message)) return 'A dealer has to confirm this. Ask the dealer.';
  if (refused.code === 'not-eligible' && verb === 'shoot') return sayNotShooter(table, player);
  if (player !== null && message.startsWith(`${player} `))
    return message
      .replace(`${player} does`, 'You do')
      .replace(`${player} is`, 'You are')
      .replace(`${player} was`, 'You were')
      .replace(`${player} may`, 'You may');
  return player === null ? message : message.replace(`to ${player}.`, 'to you.');
}

function sayNotShooter(table: Table, player: string | null): string {
  const { shooter } = table.shooter;
  return shooter === null || shooter === player
    ? 'It is not your turn to shoot.'
    : `${shooter} is the shooter.`;
}

/** Why the button that moves the dice cannot be pressed, or what it waits for. */
export function sayWhyNoShot(table: Table, player: string): string {
  const { shooter, offeredTo, stick } = table.shooter;
  const isElectronic = table.game.rulebook.conduct.run.value === 'electronic';
  if (isElectronic) {
    if (table.phase === 'rolling') return 'The dice are moving';
    if (table.phase === 'stopped') return 'The game is stopped';
    if (table.phase === 'shooting') return shooter === player ? '' : `${shooter ?? 'The machine'} shoots`;
    return mayShoot(table, player)
      ? 'Opens when bets close'
      : `A line wager of ${dollars(table.settings.shootingValue)} or more makes you a shooter`;
  }
  if (table.phase === 'thrown') return 'The dice are out';
  if (table.phase === 'settling') return 'The crew pays and takes';
  if (table.phase === 'offering')
    return offeredTo === null ? 'The dice wait for a bet on either line' : `Offered to ${offeredTo}`;
  if (stick) return 'The stickperson throws';
  if (shooter === player) return sayOwnThrow(table, player);
  return `${shooter ?? 'Nobody'} has the dice`;
}

/** R57: a throw that was asked for is made when the time to bet is over. */
function sayOwnThrow(table: Table, player: string): string {
  if (table.dice.hand.length < 2) return 'The stick gives you two dice';
  const isAsked = table.guests.some((guest) => guest.player === player && guest.ready === true);
  return isAsked ? 'Thrown when the time to bet is over' : '';
}

/** aruze 3.11.2: what the player has on either line, against what the table asks of a shooter. */
function mayShoot(table: Table, player: string): boolean {
  const wagers = table.game.players.find(({ name }) => name === player)?.wagers ?? [];
  const line = wagers.filter(({ spot }) => spot.wager === 'pass' || spot.wager === 'dont-pass');
  return line.some(({ amount }) => amount > 0 && amount >= table.settings.shootingValue);
}
