import {
  type By,
  type Clause,
  type EventName,
  type EventOf,
  findSpot,
  type Game,
  inWords,
  type Limit,
  makeChips,
  makeDollars,
  makeList,
  nameOf,
  type PointNumber,
  type ReturnedWager,
  type Rulebook,
  type RulingId,
  type Spot,
  type Table,
  WAGER_IDS,
} from '@boxperson/rules';
import { makeCitation } from './page.js';
import { nameFor } from './standing.js';
import { betWords, exchangeWords, takeWords } from './talk.js';
import { fit, listed, plain } from './text.js';

/** The table while an event is told: as it is after the line, the game as it was before it. */
export interface Setting {
  readonly table: Table;
  readonly before: Game;
  /** When the table opened: times are told from there. */
  readonly openedAt: number;
}

/** A sentence and whose it is. */
export interface Saying {
  readonly who: string;
  readonly says: string;
}

/** Told in a block of their own. */
type Blocks = 'opened' | 'rolled' | 'face-decided' | 'call-corrected' | 'no-roll' | 'outcome-invalidated';
type Sayings = {
  readonly [Name in Exclude<EventName, Blocks>]: (event: EventOf<Name>, setting: Setting) => Saying;
};

/** `05:00`, `19:59.999`: minutes and seconds since the table opened. */
export function makeTime(at: number, { openedAt }: Pick<Setting, 'openedAt'>): string {
  const ms = at - openedAt;
  const two = (count: number) => String(Math.floor(count)).padStart(2, '0');
  const rest = ms % 1000 === 0 ? '' : `.${String(ms % 1000).padStart(3, '0')}`;
  return `${two(ms / 60_000)}:${two((ms / 1000) % 60)}${rest}`;
}

interface Cites {
  readonly by?: By;
  readonly clause?: Clause | null;
  readonly ruling?: RulingId;
}

/** ` (§ 9.8)`, or nothing where no rule stands behind it. */
export function sourceOf({ clause = null, ruling }: Cites): string {
  const source = makeCitation(ruling === undefined ? { clause } : { clause, ruling });
  return source === '' ? '' : ` (${source})`;
}

/** Words of a person, short and harmless. */
const quoted = (text: string): string => `“${fit(plain(text), 60)}”`;

/** Whoever of the staff did it; the table itself where nobody did. */
const staff = ({ by }: Cites): string => by?.id ?? 'table';
const clock = ({ by }: Cites): string => by?.id ?? 'clock';

const spotIn = (selection: Omit<Spot, 'index'>): Spot => findSpot(selection) as Spot;

type Chips = Omit<Spot, 'index'> & { readonly player: string };
const onSpot = (rulebook: Rulebook, { wager, number, high, dice }: Chips): string =>
  nameOf(
    rulebook,
    spotIn({
      wager,
      ...(number === undefined ? {} : { number }),
      ...(high === undefined ? {} : { high }),
      ...(dice === undefined ? {} : { dice }),
    }),
  );

/** `ann $10 from Win Line and bob $5 from Field`. */
export const chipsWords = (
  { rulebook }: Game,
  chips: readonly (Chips & { readonly amount: number; readonly commission?: number })[],
): string =>
  listed(
    chips.map(({ amount, commission = 0, ...chip }) => {
      const paid = commission > 0 ? ` with ${makeDollars(commission)} commission` : '';
      return `${nameFor(chip.player)} ${makeDollars(amount)} from ${onSpot(rulebook, chip)}${paid}`;
    }),
  );

/** Promotional tokens that go with somebody, beside the money. */
const tokensAlong = ({ tokens = [] }: EventOf<'left'>): string =>
  tokens.map(({ voucher, amount }) => ` and ${makeDollars(amount)} in tokens of voucher ${voucher}`).join('');

/** What went back, after a sentence; nothing where nothing did. */
const otherEndWords = (others: readonly string[] | undefined): string =>
  others === undefined ? '' : `; at the other end ${makeList(others)}`;

const goesBack = ({ table }: Setting, returned: readonly ReturnedWager[]): string =>
  returned.length === 0 ? '' : `; back go ${chipsWords(table.game, returned)}`;

/** What a ground means: our words for it, wherever the book has it. */
export function groundWords({ table }: Setting, id: string): string {
  const { people, invalidation, shooter, round } = table.game.rulebook.conduct;
  const grounds = [
    ...people.breaches,
    ...invalidation.disruption,
    ...invalidation.fraud,
    ...shooter.orderGrounds,
    ...(round ? [...round.malfunctions, ...round.systemMalfunctions, ...round.voids] : []),
  ];
  const text = grounds.find((ground) => ground.id === id)?.text ?? plain(id);
  return text.charAt(0).toLowerCase() + text.slice(1);
}

const makeLimit = ({ min, max, unit }: Limit): string =>
  `${makeDollars(min)} to ${makeDollars(max)}${unit === undefined ? '' : ` in steps of ${makeDollars(unit)}`}`;

/** What a sign says: the limit for all wagers, then those that have their own. */
export function signWords(rulebook: Rulebook, sign: Table['sign']): string {
  const named = WAGER_IDS.flatMap((id) => {
    const limit = sign.limits[id];
    return limit === undefined ? [] : [`${rulebook.wagers[id]?.name ?? id} ${makeLimit(limit)}`];
  });
  const { perPlayer, perArea } = sign;
  const least = perPlayer?.min === undefined ? '' : `at least ${makeDollars(perPlayer.min)} and `;
  return [
    makeLimit(sign.limits.default),
    ...named,
    ...(perPlayer ? [`${least}at most ${makeDollars(perPlayer.max)} a player`] : []),
    ...(perArea ? [`at most ${makeDollars(perArea.max)} on one spot`] : []),
  ].join('; ');
}

const BOUGHT = {
  cash: ' in cash',
  voucher: ' with a voucher',
  cashless: ' at the cashless terminal',
} as const;

const PASSES: Readonly<Record<EventOf<'dice-passed'>['how'], string>> = {
  'by-choice': 'passes the dice',
  ordered: 'is told to pass the dice',
  'seven-out': 'gives up the dice: seven out',
  'line-wager-lost': 'gives up the dice: the line wager is decided against the shooter',
  'no-line-wager': 'gives up the dice: no wager on either line',
  left: 'gives up the dice to leave',
  excluded: 'gives up the dice: excluded from the game',
  late: 'does not throw in time, and gives up the dice',
  determined: 'puts the dice back: a wager is decided',
};

const CLOSINGS: Readonly<Record<EventOf<'closing-announced'>['kind'], string>> = {
  sign: 'puts up a sign that the table closes',
  'last-shooter': 'calls the last shooter',
  'inspector-told': 'tells the inspector that the table will close',
  'close-of-play': 'shows the close of play warning',
};

const MEASURES: Readonly<Record<EventOf<'measure-recorded'>['measure'], string>> = {
  'seize-winnings': 'winnings seized',
  'confiscate-device': 'a device confiscated',
  detain: 'detained',
  'recommend-exclusion': 'exclusion recommended',
};

const SHOTS: Readonly<Record<EventOf<'shot'>['how'], string>> = {
  shooter: 'presses the button: the dice roll',
  automatic: 'the time is up: the dice roll by themselves',
  machine: 'nobody has a line wager of the shooting value: the machine rolls',
};

const isElectronic = ({ table }: Setting): boolean => table.game.rulebook.conduct.run.value === 'electronic';

const pointName = (point: PointNumber | null): string => (point === null ? 'none' : inWords(point));

/** Late, spoken, found, allowed in fairness, and by whose word. */
function mannerWords({ for: owner, late, oral, rescue, unfair, confirmed = [] }: EventOf<'wagered'>): string {
  return [
    ...(owner === undefined ? [] : [`, for ${nameFor(owner)}`]),
    ...(rescue ? [', to go on throwing'] : []),
    ...(late ? [', late'] : []),
    ...(oral ? [', by word of mouth'] : []),
    ...(unfair === undefined ? [] : [`, allowed because it would be unfair not to: ${quoted(unfair)}`]),
    ...(confirmed.length > 0 ? [`, confirmed by ${listed(confirmed.map(({ id }) => nameFor(id)))}`] : []),
  ].join('');
}

function playersWords({ most, onePerArea }: EventOf<'players-limited'>): string {
  const area = 'keeps each dedicated area to one player';
  if (most === null) return onePerArea ? area : 'lifts the limit on players';
  return `limits the table to ${most} players${onePerArea ? ` and ${area}` : ''}`;
}

const seizedWords = ({ seized }: EventOf<'measure-recorded'>): string =>
  seized === undefined ? '' : ` of ${makeDollars(seized)}`;

export const SAYINGS: Sayings = {
  'staff-came': ({ person, role }, { table }) => ({
    who: person,
    says: `comes as ${table.game.rulebook.roles.find(({ id }) => id === role)?.title ?? role}`,
  }),
  'staff-left': ({ person }) => ({ who: person, says: 'leaves the table' }),
  sat: ({ player, person, seat, bankroll, chips }, setting) => {
    const place = isElectronic(setting) ? 'terminal' : 'seat';
    const as = person === player ? '' : `: ${nameFor(person)}`;
    const what = chips ? `${makeDollars(bankroll)} in chips of their own` : makeDollars(bankroll);
    return { who: player, says: `sits at ${place} ${seat} with ${what}${as}` };
  },
  left: (event) =>
    event.why !== 'vacated'
      ? { who: event.player, says: `leaves with ${makeDollars(event.paid)}${tokensAlong(event)}` }
      : {
          who: event.player,
          says: `is asked by ${nameFor(staff(event))} to make room, and leaves with ${makeDollars(event.paid)}${sourceOf(event)}`,
        },
  'went-away': (event) => ({ who: event.player, says: `is away${sourceOf(event)}` }),
  'came-back': (event) => ({ who: event.player, says: `is back${sourceOf(event)}` }),
  'said-ready': (event) => ({ who: event.player, says: `needs no more time${sourceOf(event)}` }),
  'betting-ordered': (event) => ({
    who: 'the house',
    says: `has players bet ${event.how === 'in-turn' ? 'in turn before every roll' : 'all at once'}${sourceOf(event)}`,
  }),
  'turns-opened': (event) => ({
    who: event.order[0] ?? '',
    says: `bets first; then ${makeList(event.order.slice(1)) || 'nobody'}${otherEndWords(event.otherEnd)}${sourceOf(event)}`,
  }),
  'turn-passed': (event) => ({
    who: event.player,
    says: `${event.silent ? 'has let the turn to bet go by' : 'has bet'}${sourceOf(event)}`,
  }),
  'chips-taken': (event) => ({
    who: event.player,
    says: `loses ${makeChips(event.amount)} as a penalty${sourceOf(event)}`,
  }),
  released: (event) => ({
    who: event.player,
    says: `gives up the place with ${makeDollars(event.paid)}, and what stands plays out${sourceOf(event)}`,
  }),
  'chips-bought': ({ player, amount, with: how }, setting) => ({
    who: player,
    says: isElectronic(setting)
      ? `puts ${makeDollars(amount)} on the meter`
      : how === 'brought'
        ? `puts down ${makeDollars(amount)} in chips that were brought`
        : `buys chips for ${makeDollars(amount)}${how === undefined ? '' : BOUGHT[how]}`,
  }),
  'tokens-exchanged': (event) => ({
    who: event.player,
    says: `${event.brought ? `brings ${makeDollars(event.amount)} in tokens of voucher ${event.voucher}` : exchangeWords(event)}${sourceOf(event)}`,
  }),
  'coloured-up': ({ player, amount }) => ({
    who: player,
    says: `has ${makeDollars(amount)} changed for other chips`,
  }),
  'credits-collected': ({ player, amount }) => ({ who: player, says: `collects ${makeDollars(amount)}` }),
  'card-presented': (event) => ({
    who: event.player,
    says: `presents player card ${quoted(event.card)} of ${nameFor(event.holder)}${sourceOf(event)}`,
  }),
  'players-limited': (event) => ({
    who: staff(event),
    says: `${playersWords(event)}${sourceOf(event)}`,
  }),
  'terminals-limited': (event) => ({
    who: staff(event),
    says: `holds ${nameFor(event.person)} to ${event.most} ${event.most === 1 ? 'terminal' : 'terminals'}${sourceOf(event)}`,
  }),
  'player-excluded': (event, setting) => ({
    who: staff(event),
    says: `excludes ${nameFor(event.person)} from the game: ${groundWords(setting, event.ground)}${sourceOf(event)}`,
  }),
  'wagers-barred': (event, setting) => ({
    who: staff(event),
    says: `refuses further wagers of ${nameFor(event.player)}: ${groundWords(setting, event.ground)}${sourceOf(event)}`,
  }),
  'person-readmitted': (event) => ({
    who: staff(event),
    says: `lets ${nameFor(event.person)} play again: ${quoted(event.reason)}${sourceOf(event)}`,
  }),
  'person-kept-out': (event) => ({
    who: 'house',
    says: `keeps ${nameFor(event.person)} from playing: ${quoted(event.reason)}${sourceOf(event)}`,
  }),
  'person-let-in': (event) => ({
    who: 'house',
    says: `lets ${nameFor(event.person)} play again: ${quoted(event.reason)}${sourceOf(event)}`,
  }),
  'measure-recorded': (event) => ({
    who: staff(event),
    says: `records of ${nameFor(event.person)}: ${MEASURES[event.measure]}${seizedWords(event)}, ${quoted(event.note)}${sourceOf(event)}`,
  }),
  'dice-offered': (event) => ({ who: staff(event), says: `offers the dice to ${nameFor(event.player)}` }),
  'dice-declined': ({ player }) => ({ who: player, says: 'declines the dice' }),
  'dice-accepted': ({ player }) => ({ who: player, says: 'takes the dice' }),
  'dice-chosen': ({ player, dice }) => ({ who: player, says: `chooses dice ${listed(dice)}` }),
  'thrower-authorised': (event) => ({
    who: event.player,
    says: `lets ${nameFor(event.thrower)} throw${sourceOf(event)}`,
  }),
  'nobody-took-dice': (event) => ({
    who: staff(event),
    says:
      event.throws === 'nobody'
        ? `nobody takes the dice: they are offered anew${sourceOf(event)}`
        : `nobody takes the dice: the stick throws while wagers are undecided${sourceOf(event)}`,
  }),
  'point-lapsed': (event) => ({
    who: staff(event),
    says: `nothing depends on the point of ${inWords(event.point)}: it lapses${sourceOf(event)}`,
  }),
  'dice-passed': (event, setting) => {
    const ground = event.ground === undefined ? '' : `: ${groundWords(setting, event.ground)}`;
    const order = event.how === 'ordered' ? ` by ${nameFor(staff(event))}` : '';
    return {
      who: event.player ?? staff(event),
      says: `${PASSES[event.how]}${order}${ground}${sourceOf(event)}`,
    };
  },
  'line-wager-asked': (event) => ({
    who: staff(event),
    says: `asks ${nameFor(event.player)} for a line wager of the table minimum${sourceOf(event)}`,
  }),
  'game-voided': (event, setting) => ({
    who: staff(event),
    says: `the game is void: the point of ${pointName(event.point)} is off, and until the next throw every wager may come down${sourceOf(event)}${goesBack(setting, event.returned)}`,
  }),
  'no-more-bets': (event) => ({
    who: staff(event),
    says: `announces no more bets: nothing is touched until the result${sourceOf(event)}`,
  }),
  'dice-thrown': (event) => {
    const { thrower, shooter } = event;
    if (thrower === null) return { who: staff(event), says: 'throws for want of a shooter' };
    const whose = shooter === thrower || shooter === null ? '' : ` for ${nameFor(shooter)}`;
    return { who: thrower, says: `throws${whose}` };
  },
  wagered: (event, { before }) => {
    const { player, whole, commission, tokens, stay, found } = event;
    const spot = spotIn(selectionOf(event));
    const put = { player, spot, amount: whole, commission, ...(tokens && { tokens }) };
    const words = betWords(before, put, { stay, found });
    return { who: player, says: words + mannerWords(event) };
  },
  took: (event, { table }) => {
    const { player, amount, tokens, commissionReturned, alsoReturned, unfair } = event;
    const words = takeWords({
      game: table.game,
      player,
      spot: spotIn(selectionOf(event)),
      taken: amount,
      ...(tokens === undefined ? {} : { tokens }),
      commissionReturned,
      alsoReturned: alsoReturned.map((odds) => ({ spot: spotIn(selectionOf(odds)), amount: odds.amount })),
    });
    const why = unfair === undefined ? '' : `, allowed because it would be unfair not to: ${quoted(unfair)}`;
    return { who: player, says: words + why };
  },
  called: ({ player, to, wagers }, { table }) => {
    const names = wagers.map((wager) => onSpot(table.game.rulebook, { player, ...wager }));
    return { who: player, says: `calls ${to}: ${listed(names)}` };
  },
  'throw-voided': (event) => ({
    who: staff(event),
    says: `voids the throw: the faces ${event.was[0]} and ${event.was[1]} are in dispute${sourceOf(event)}`,
  }),
  settled: (event) => ({ who: staff(event), says: 'settles: the roll is paid and taken' }),
  'lines-dealt': (event) => ({
    who: staff(event),
    says: `deals ${event.lines.length === 1 ? 'a line' : `${event.lines.length} lines`} of the sheet`,
  }),
  'line-differs': (event) => ({
    who: staff(event),
    says: `pays ${nameFor(event.player)} ${makeDollars(event.paid)} where ${makeDollars(event.owed)} is owed: ${plain(event.note)}${sourceOf(event)}`,
  }),
  'sheet-waved': (event) => ({
    who: staff(event),
    says: `waves the roll through with ${event.open.length} open ${event.open.length === 1 ? 'line' : 'lines'}: ${plain(event.reason)}${sourceOf(event)}`,
  }),
  'die-found': (event) => ({ who: staff(event), says: `die ${plain(event.die)} is found` }),
  'die-checked': (event) => ({
    who: staff(event),
    says: event.sound
      ? `checks die ${plain(event.die)}: sound, back to the ${event.to}${sourceOf(event)}`
      : `checks die ${plain(event.die)}: not sound, out of the game${sourceOf(event)}`,
  }),
  'die-lost': (event) => ({ who: staff(event), says: `gives up die ${plain(event.die)} for lost` }),
  'set-replaced': (event) => ({
    who: staff(event),
    says: `brings a new set of dice: ${listed(event.dice)}${sourceOf(event)}`,
  }),
  'sign-posted': (event, setting) => ({
    who: staff(event),
    says: `${makeTime(event.at, setting)} puts up a sign: from ${makeTime(event.from, setting)} ${signWords(setting.table.game.rulebook, event.sign)}${sourceOf(event)}`,
  }),
  'limits-changed': (event, setting) => ({
    who: staff(event),
    says: `${makeTime(event.at, setting)} changes the limits: ${signWords(setting.table.game.rulebook, event.sign)}${sourceOf(event)}`,
  }),
  'personal-limits-set': (event) => ({
    who: staff(event),
    says:
      event.limit === null
        ? `ends the limits of ${nameFor(event.player)}'s own${sourceOf(event)}`
        : `gives ${nameFor(event.player)} limits of their own: ${makeLimit(event.limit)}${sourceOf(event)}`,
  }),
  'closing-announced': (event, setting) => ({
    who: staff(event),
    says: `${makeTime(event.at, setting)} ${CLOSINGS[event.kind]}${event.closesAt === null ? '' : ` at ${makeTime(event.closesAt, setting)}`}${sourceOf(event)}`,
  }),
  closed: (event, setting) => ({
    who: staff(event),
    says: `${makeTime(event.at, setting)} closes the table${sourceOf(event)}${goesBack(setting, event.returned)}`,
  }),
  'wager-refused': (event, setting) => ({
    who: staff(event),
    says: `refuses ${nameFor(event.player)} a wager, ${quoted(event.reason)}${sourceOf(event)}${goesBack(setting, event.returned)}`,
  }),
  'wagers-voided': (event, setting) => ({
    who: staff(event),
    says: `declares the wagers of ${nameFor(event.player)} void: ${groundWords(setting, event.ground)}${sourceOf(event)}${goesBack(setting, event.returned)}`,
  }),
  'wagers-found-invalid': (event, setting) => {
    const taken =
      event.winningsTaken > 0 ? `; ${makeDollars(event.winningsTaken)} winnings are not paid` : '';
    return {
      who: staff(event),
      says: `finds the wagers of ${nameFor(event.player)} invalid${sourceOf(event)}${goesBack(setting, event.returned)}${taken}`,
    };
  },
  'wagering-opened': (event, setting) => ({
    who: 'clock',
    says: `${makeTime(event.at, setting)} wagering is open until ${makeTime(event.until, setting)}`,
  }),
  'wagering-closed': (event, setting) => ({
    who: clock(event),
    says:
      event.shooter === null || event.shootBy === null
        ? `${makeTime(event.at, setting)} wagering is closed`
        : `${makeTime(event.at, setting)} wagering is closed; ${nameFor(event.shooter)} has until ${makeTime(event.shootBy, setting)} to shoot`,
  }),
  shot: (event, setting) => ({
    who: event.how === 'shooter' ? (event.player as string) : clock(event),
    says: `${makeTime(event.at, setting)} ${SHOTS[event.how]}${sourceOf(event)}`,
  }),
  'round-voided': (event, setting) => ({
    who: staff(event),
    says: `voids the round: ${groundWords(setting, event.ground)}${sourceOf(event)}${goesBack(setting, event.returned)}`,
  }),
  'malfunction-declared': (event, setting) => ({
    who: staff(event),
    says: `holds terminal ${nameFor(event.player)}: ${groundWords(setting, event.ground)}${sourceOf(event)}`,
  }),
  'malfunction-resolved': (event, setting) => {
    const moved =
      event.adjustment === 0
        ? ''
        : `, the meter ${event.adjustment > 0 ? 'up' : 'down'} ${makeDollars(Math.abs(event.adjustment))}`;
    const how = event.how === 'voided' ? 'the play is void' : `the play stands as recorded${moved}`;
    return {
      who: staff(event),
      says: `frees terminal ${nameFor(event.player)}: ${how}, ${quoted(event.reason)}${sourceOf(event)}${goesBack(setting, event.returned)}`,
    };
  },
  'system-malfunctioned': (event, setting) => ({
    who: staff(event),
    says: `stops the game: ${groundWords(setting, event.ground)}${sourceOf(event)}${goesBack(setting, event.returned)}`,
  }),
  'system-restored': (event) => ({ who: staff(event), says: 'starts the game again, with a come out roll' }),
  'fault-reported': (event) => ({
    who: event.player,
    says: `reports a fault: ${quoted(event.note)}${sourceOf(event)}`,
  }),
  'report-answered': (event) => ({
    who: staff(event),
    says: `looks at terminal ${nameFor(event.player)}: ${quoted(event.note)}${sourceOf(event)}`,
  }),
  'area-cleared': (event) => ({
    who: staff(event),
    says: `tells ${nameFor(event.person)} to make room beside a terminal${sourceOf(event)}`,
  }),
  'vacate-refused': (event) => ({
    who: event.player ?? event.person,
    says: `is told by ${nameFor(staff(event))} to make room, and stays${sourceOf(event)}`,
  }),
  'pays-posted': (event, setting) => ({
    who: 'The house',
    says: `${makeTime(event.at, setting)} will pay higher odds from ${makeTime(event.from, setting)} on${sourceOf(event)}`,
  }),
  'pays-raised': (event, setting) => ({
    who: 'The house',
    says: `${makeTime(event.at, setting)} pays higher odds from now on${sourceOf(event)}`,
  }),
  'cashless-set': (event) => ({
    who: 'The house',
    says: `${event.on ? 'runs the table cashless, without a drop box' : 'puts the drop box back'}${sourceOf(event)}`,
  }),
  'notice-taken-down': (event, setting) => ({
    who: staff(event),
    says: `${makeTime(event.at, setting)} takes down ${NOTICES[event.notice]}${sourceOf(event)}`,
  }),
};

const NOTICES: Readonly<Record<EventOf<'notice-taken-down'>['notice'], string>> = {
  sign: 'the sign with new limits',
  closing: 'the notice of closing',
};

/** The fields of a record that name a spot. */
export const selectionOf = ({ wager, number, dice, high }: Omit<Spot, 'index'>): Omit<Spot, 'index'> => ({
  wager,
  ...(number === undefined ? {} : { number }),
  ...(dice === undefined ? {} : { dice }),
  ...(high === undefined ? {} : { high }),
});
