import type { NoRollGround } from '../conduct.js';
import type { Dice } from '../dice.js';
import { applyRolled, impossible } from '../game/apply.js';
import { type Rolled, roll, settle } from '../game/index.js';
import { isDice, isWord, show } from '../game/input.js';
import { makeSelection, type Selection, spotFrom } from '../game/save.js';
import { findPlayer, type Game, type Player, wagerAt } from '../game/state.js';
import type { Cents } from '../money.js';
import { type Result, refuse } from '../result.js';
import { findSpot, SPOTS, type Spot } from '../wager.js';
import { diceBack, pairOf } from './dice.js';
import type { By, Happened, MovedWager, ReplacedWager, RollOutcome, SettledWager } from './event.js';
import { CALLED_ONCE, sheetFor, whyNotDealt } from './open-lines.js';
import { forget, lastRoll, remember, rollOf } from './past.js';
import { wageringOpened } from './round.js';
import {
  exclusion,
  givesUpDice,
  isExcluded,
  lacksLine,
  throwerOf,
  throwRule,
  whyNoCard,
  whyNotShoot,
} from './shooter.js';
import { type DiceState, guestOf, isGone, type LastRoll, type Table, withGuest } from './state.js';
import { areTurnsToCome, whyDiceWait } from './turns.js';
import { isUndoable, undoneUnder } from './undoing.js';
import { bad, type Evolvers, happened, isSum, need, refused, under, verb, whyNotAllowed } from './verb.js';

const announcesNoMoreBets = verb({
  fields: {},
  power: 'call-total',
  act: 'announce no more bets',
  phases: ['betting', 'thrown'],
  run: (table) => {
    const { noMoreBets } = table.game.rulebook.conduct.wagers;
    if (noMoreBets.value === 'no')
      return refused('not-allowed', noMoreBets, 'This game has no such announcement.');
    if (table.noMoreBets) return refused('nothing-to-do', noMoreBets, 'It has been announced.');
    const waits = whyDiceWait(table);
    if (waits) return { ok: false, refused: waits };
    // Announced too soon it would keep the shooter from the very wager that a throw needs. Dice that are out need none.
    if (table.phase === 'betting' && lacksLine(table))
      return refused(
        'out-of-phase',
        thrownUnder(table),
        'It is announced once the shooter has a line wager, or is relieved.',
      );
    return happened({ event: 'no-more-bets', ...under(noMoreBets) });
  },
});

/** For want of a shooter it is the stickperson's throw, whatever stands on the line (star 3.9). */
const thrownUnder = (table: Table) =>
  table.shooter.stick ? table.game.rulebook.conduct.shooter.nobodyTakes : throwRule(table);

const throws = verb({
  fields: { player: 'player?' },
  phases: ['betting'],
  run: (table, asked) => {
    const why = whyNotThrow(table, asked.fields.player, asked.by);
    if (why) return why;
    const { shooter } = table.shooter;
    const thrower = asked.fields.player ?? null;
    return happened({ event: 'dice-thrown', thrower, shooter, ...under(thrownUnder(table)) });
  },
});

export function whyNotThrow(table: Table, player: string | undefined, by: By | null): Result<never> | null {
  const waits = whyDiceWait(table);
  if (waits) return { ok: false, refused: waits };
  const rule = thrownUnder(table);
  const { choice, sameDiceBack } = table.game.rulebook.conduct.dice;
  if (table.dice.hand.length !== 2) {
    const missing = table.dice.hand.length === 1 ? sameDiceBack : choice;
    return refused('out-of-phase', missing, 'The shooter chooses two dice first.');
  }
  if (table.shooter.stick) return whyNotStick(table, player, by);
  const thrower = throwerOf(table);
  const { mayAuthorise } = table.game.rulebook.conduct.shooter;
  if (player !== thrower)
    return refused('not-eligible', mayAuthorise, `${thrower ?? 'Nobody'} is the one to throw.`);
  const barred = whyNotShoot(table, table.shooter.shooter) ?? whyNoCard(table, player as string);
  if (barred) return barred;
  if (!lacksLine(table)) return null;
  const { withoutLine } = table.game.rulebook.conduct.shooter;
  const isRescuable = table.game.point !== null && withoutLine.value === 'rescue-wager';
  return refused(
    'not-eligible',
    isRescuable ? withoutLine : rule,
    'The shooter needs a wager on either line to throw.',
  );
}

function whyNotStick(table: Table, player: string | undefined, by: By | null): Result<never> | null {
  const rule = table.game.rulebook.conduct.shooter.nobodyTakes;
  if (player !== undefined)
    return refused('not-eligible', rule, 'The stickperson throws for want of a shooter.');
  const why = whyNotAllowed(table, 'throw-for-nobody', by, 'throw the dice when nobody takes them');
  return why ? { ok: false, refused: why } : null;
}

const rolls = verb({
  fields: { dice: 'dice' },
  phases: ['thrown', 'rolling'],
  run: (table, asked) => {
    const electronic = table.phase === 'rolling';
    const why = electronic ? null : whyNotAllowed(table, 'call-total', asked.by, 'call the total');
    if (why) return { ok: false, refused: why };
    const { conduct, powers } = table.game.rulebook;
    const { dice } = asked.fields;
    const game = withoutStays(table, table.game);
    const uncounted = whyNotCounted(game, dice);
    if (uncounted) return uncounted;
    const rolled: Happened = {
      event: 'rolled',
      ...outcomeOf(game, dice),
      throw: table.throws,
      ...under(electronic ? conduct.face : powers['call-total']),
    };
    return electronic ? happened(rolled, ...afterElectronicRoll(table, rolled, asked.at)) : happened(rolled);
  },
});

const makeMoved = ({ player, spot, amount }: Rolled['travelled'][number]): MovedWager => ({
  player,
  ...makeSelection(spot),
  amount,
});

const makeReplaced = (again: Rolled['replaced'][number]): ReplacedWager => ({
  ...makeMoved(again),
  ...(again.tokens === undefined ? {} : { tokens: again.tokens }),
  commission: again.commission,
});

const makeSettled = ({ spot, ...rest }: Rolled['settled'][number]): SettledWager => ({
  ...makeSelection(spot),
  ...rest,
});

/** Winnings that could not be counted to the cent any more are not paid: the game layer refuses such a roll. */
function whyNotCounted(game: Game, dice: Dice): Result<never> | null {
  const rolled = roll(game, { dice });
  return rolled.ok ? null : rolled;
}

/** Nothing is placed again for somebody who may not play, or has gone: that would be further participation (R39, R59). */
export function withoutStays(table: Table, game: Game): Game {
  const may = ({ name }: Player) =>
    !isExcluded(table, name) && guestOf(table, name)?.barred === undefined && !isGone(table, name);
  if (game.players.every(may)) return game;
  const down = (player: Player): Player => ({
    ...player,
    wagers: player.wagers.map((wager) => (wager.stay ? { ...wager, stay: false } : wager)),
  });
  return { ...game, players: game.players.map((player) => (may(player) ? player : down(player))) };
}

/** The game layer decides; the event carries all of it. */
export function outcomeOf(game: Game, dice: Dice): RollOutcome {
  const rolled = settle(game, dice);
  return {
    dice,
    total: rolled.total,
    hard: rolled.hard,
    call: rolled.call,
    point: rolled.game.point,
    settled: rolled.settled.map(makeSettled),
    travelled: rolled.travelled.map(makeMoved),
    replaced: rolled.replaced.map(makeReplaced),
    warned: rolled.warned,
  };
}

/** R16: a terminal settles at once; the dice move on when the shooter's line wager is lost, and a new round opens. */
function afterElectronicRoll(table: Table, rolled: RollOutcome, at: number): readonly Happened[] {
  const { shooter } = table.shooter;
  const { givesUpOn } = table.game.rulebook.conduct.shooter;
  const moves = shooter !== null && movesOn(table, { ...rolled, before: table.game }, shooter);
  const passed: readonly Happened[] = moves ? givesUpDice(table, shooter, givesUpOn.value, givesUpOn) : [];
  return [...passed, wageringOpened(table, at)];
}

/** What of a roll moves the dice on. */
interface Fallen {
  readonly before: Game;
  readonly dice: readonly [number, number];
  readonly settled: readonly { readonly player: string; readonly wager: string; readonly outcome: string }[];
}

const isSevenOut = ({ before, dice }: Pick<Fallen, 'before' | 'dice'>): boolean =>
  before.point !== null && dice[0] + dice[1] === 7;

/** star 3.7.1: on a 7 out; R16: when the shooter's line wager is lost. */
const movesOn = (table: Table, fallen: Fallen, shooter: string): boolean =>
  table.game.rulebook.conduct.shooter.givesUpOn.value === 'seven-out'
    ? isSevenOut(fallen)
    : lostLine(fallen, shooter);

function lostLine({ settled }: Fallen, shooter: string): boolean {
  const line = (id: string) => settled.find(({ player, wager }) => player === shooter && wager === id);
  const pass = line('pass');
  return pass ? pass.outcome === 'lost' : line('dont-pass')?.outcome === 'won';
}

const callsNoRoll = verb({
  fields: { ground: 'name', dice: 'names?' },
  power: 'no-roll',
  act: 'call no roll',
  phases: ['thrown', 'settling', 'betting', 'offering'],
  run: (table, asked) => {
    const { shall, may } = table.game.rulebook.conduct.noRoll;
    const ground = [...shall, ...may].find(({ id }) => id === asked.fields.ground);
    if (!ground) return bad(`ground must be one of ${[...shall, ...may].map(({ id }) => id).join(', ')}`);
    if (table.phase !== 'thrown') return noRollAfterCall(table, ground);
    const diceOff = asked.fields.dice ?? [];
    const fault = faultInDiceOff(table, ground.diceOff === true, diceOff);
    if (fault !== null) return bad(fault);
    return happened({
      event: 'no-roll',
      ground: ground.id,
      must: shall.includes(ground),
      text: ground.text,
      diceOff,
      clause: ground.clause,
    });
  },
});

/** R42: a roll with wrong or doctored dice is invalid though its total was called; nothing else is, any more. */
function noRollAfterCall(table: Table, ground: NoRollGround): Result<readonly Happened[]> {
  const { last } = table;
  if (!ground.afterCall)
    return refused(
      'out-of-phase',
      ground,
      'On this ground no roll is called once the dice are thrown, and before the total is.',
    );
  if (table.phase === 'settling' && last && !last.touched && !last.faceDecided)
    return happened({
      event: 'throw-voided',
      was: last.dice as Dice,
      ground: ground.id,
      ...commissionBy(-(last.commission ?? 0)),
      clause: ground.clause,
      ruling: 'R42',
    });
  const roll = lastRoll(table);
  if (!roll || roll.invalidated || !isUndoable(table, roll))
    return refused('nothing-to-do', ground, 'There is no roll that could still be called off.');
  return happened(...undoneUnder(table, roll, ground));
}

function faultInDiceOff(table: Table, asks: boolean, dice: readonly string[]): string | null {
  if (!asks) return dice.length === 0 ? null : 'dice goes with dice off the table only';
  if (dice.length === 0) return `dice must name which went off the table: ${table.dice.hand.join(', ')}`;
  const stranger = dice.find((die, index) => !table.dice.hand.includes(die) || dice.indexOf(die) !== index);
  return stranger === undefined
    ? null
    : `dice ${show(stranger)} was not thrown: ${table.dice.hand.join(', ')}`;
}

const decidesFace = verb({
  fields: { dice: 'dice?', rethrow: 'flag?' },
  power: 'decide-face',
  act: 'decide the faces',
  phases: ['thrown', 'settling'],
  run: (table, asked) => {
    const { face } = table.game.rulebook.conduct;
    const { dice, rethrow } = asked.fields;
    if ((dice === undefined) === (rethrow !== true)) return bad('decide-face takes either dice or rethrow');
    if (rethrow && face.value !== 'box-decides-or-rethrow')
      return refused('not-allowed', face, 'The faces are to be decided; the throw stands.');
    if (table.phase === 'thrown') return faceBeforeCall(table, dice);
    const last = table.last ?? impossible('settling without a roll');
    if (last.faceDecided)
      return refused('not-allowed', face, 'The faces have been decided, and that is final.');
    if (last.touched)
      return refused('out-of-phase', face, 'Wagers were declared void since: the faces stand as called.');
    if (dice === undefined)
      return happened({
        event: 'throw-voided',
        was: last.dice as Dice,
        ...commissionBy(-(last.commission ?? 0)),
        ...under(face),
      });
    const outcome = outcomeOf(withoutStays(table, last.before), dice);
    return (
      whyNotCounted(last.before, dice) ??
      happened({
        event: 'face-decided',
        was: last.dice as Dice,
        outcome,
        ...commissionBy(commissionOf(outcome) - (last.commission ?? 0)),
        ...under(face),
      })
    );
  },
});

function faceBeforeCall(table: Table, dice: Dice | undefined): Result<readonly Happened[]> {
  const { face } = table.game.rulebook.conduct;
  if (dice)
    return (
      whyNotCounted(table.game, dice) ??
      happened({
        event: 'rolled',
        ...outcomeOf(withoutStays(table, table.game), dice),
        throw: table.throws,
        faceDecided: true,
        ...under(face),
      })
    );
  return happened({
    event: 'no-roll',
    ground: 'face-in-dispute',
    must: false,
    text: 'The faces are in dispute: thrown again',
    diceOff: [],
    ...under(face),
  });
}

/** R55: what was called wrong is called right, until somebody has dealt by it; then it is the box's. */
const correctsCall = verb({
  fields: { dice: 'dice', reason: 'text' },
  phases: ['settling'],
  run: (table, asked) => {
    const { dice, reason } = asked.fields;
    const last = table.last ?? impossible('settling without a roll');
    const why = whyNotCorrect(table, asked.by, last, dice);
    if (why) return why;
    const outcome = outcomeOf(withoutStays(table, last.before), dice);
    return (
      whyNotCounted(last.before, dice) ??
      happened({
        event: 'call-corrected',
        was: last.dice as Dice,
        outcome,
        reason,
        ...commissionBy(commissionOf(outcome) - (last.commission ?? 0)),
        ...under(table.game.rulebook.powers['call-total']),
        ruling: 'R55',
      })
    );
  },
});

function whyNotCorrect(table: Table, by: By | null, last: LastRoll, dice: Dice): Result<never> | null {
  const rule = table.game.rulebook.powers['call-total'] ?? { clause: null };
  const barred = table.sheet?.begun
    ? whyNotAllowed(table, 'decide-face', by, 'correct a call by which lines were dealt')
    : whyNotAllowed(table, 'call-total', by, 'correct a call');
  if (barred) return refuse(barred);
  if (last.faceDecided)
    return refused('not-allowed', rule, 'The faces have been decided, and that is final.');
  if (last.touched)
    return refused('out-of-phase', rule, 'Wagers were declared void since: the call stands as it is.');
  return last.dice[0] === dice[0] && last.dice[1] === dice[1]
    ? refused('nothing-to-do', rule, `${dice[0]} and ${dice[1]} is what was called.`)
    : null;
}

const settles = verb({
  fields: {},
  power: 'settle-wagers',
  act: 'settle a roll',
  phases: ['settling'],
  run: (table) => {
    const open = whyNotDealt(table);
    return open ? refuse(open) : happened(...settledNow(table));
  },
});

/** The roll is settled, and the dice go where they belong. */
export function settledNow(table: Table): readonly Happened[] {
  const last = table.last ?? impossible('settling without a roll');
  const { settleFirst } = table.game.rulebook.conduct.wagers;
  const settled: Happened = { event: 'settled', idle: idleIn(table, last), ...under(settleFirst) };
  return [settled, ...afterSettling(table, last)];
}

/** Who sat the round out; star 9.9 counts only rounds in which all other places are in use. */
function idleIn(table: Table, last: LastRoll): readonly string[] {
  const { idleRounds } = table.game.rulebook.conduct.people;
  const isFull = table.guests.length >= table.settings.seats;
  if (idleRounds.value?.whenFull && !isFull) return [];
  return last.before.players.filter((player) => player.wagers.length === 0).map((player) => player.name);
}

const fallenIn = (last: LastRoll): Fallen => ({
  ...last,
  settled: last.settled.map((settled) => ({ ...settled, wager: (SPOTS[settled.spot] as Spot).wager })),
});

/** star 3.7.1, 3.9: a 7 out moves the dice on; a stickperson's throws end with a determination. */
function afterSettling(table: Table, last: LastRoll): readonly Happened[] {
  const sevenOut = isSevenOut(last);
  const { shooter, stick } = table.shooter;
  const { givesUpOn, nobodyTakes } = table.game.rulebook.conduct.shooter;
  if (shooter !== null && movesOn(table, fallenIn(last), shooter))
    return [{ event: 'dice-passed', player: shooter, how: givesUpOn.value, ...under(givesUpOn) }];
  if (shooter !== null && isExcluded(table, shooter))
    return givesUpDice(table, shooter, 'excluded', exclusion(table));
  if (stick && (sevenOut || last.settled.length > 0)) {
    return [{ event: 'dice-passed', player: null, how: 'determined', ...under(nobodyTakes) }];
  }
  return [];
}

export const throwingVerbs = {
  'no-more-bets': announcesNoMoreBets,
  throw: throws,
  roll: rolls,
  'no-roll': callsNoRoll,
  'decide-face': decidesFace,
  'correct-call': correctsCall,
  settle: settles,
} as const;

const spotIn = (moved: Selection): Spot => findSpot(moved) ?? spotFrom(makeSelection({ index: 0, ...moved }));
const withSpot = <T extends Selection>(moved: T) => ({ ...moved, spot: spotIn(moved) });

/** The amounts are the record's; what cannot be is refused. */
function applyOutcome(game: Game, outcome: RollOutcome): Game {
  needDiceToSay(game, outcome);
  for (const settled of outcome.settled) needSound(game, settled);
  for (const again of outcome.replaced) needDecidedBefore(outcome, again);
  need(
    outcome.travelled.every(({ number }) => number === outcome.total),
    'a wager that travelled elsewhere',
  );
  need(
    outcome.warned.every((name) => findPlayer(game, name)),
    'somebody warned who is not there',
  );
  return applyRolled(game, {
    call: outcome.call,
    point: outcome.point,
    settled: outcome.settled.map(withSpot),
    travelled: outcome.travelled.map(withSpot),
    replaced: outcome.replaced.map(withSpot),
    warned: outcome.warned,
  });
}

/** Total, call and point follow from the dice and the point as it stood. */
function needDiceToSay(game: Game, outcome: RollOutcome): void {
  need(isDice(outcome.dice), 'dice that are no dice');
  const said = settle({ ...game, players: [] }, outcome.dice);
  need(said.total === outcome.total && said.hard === outcome.hard, 'another total than the dice show');
  need(said.call === outcome.call && said.game.point === outcome.point, 'another point than the dice make');
}

function needSound(game: Game, settled: SettledWager): void {
  const { outcome, winnings, returned, collected, commissionReturned: back = 0 } = settled;
  const { returned: tokens, taken } = settled.tokens ?? { returned: 0, taken: 0 };
  need([winnings, returned, collected, back, tokens, taken].every(isSum), 'a settlement in no money');
  need(outcome !== 'returned' || taken === 0, 'tokens taken of a wager that was not decided');
  need(outcome === 'won' || winnings === 0, 'winnings on a wager that did not win');
  need(outcome === 'won' || outcome === 'lost' || collected === 0, 'a wager collected that came back');
  const player = findPlayer(game, settled.player);
  const paid = player && wagerAt(player, spotIn(settled))?.commission;
  need(back <= (paid ?? 0), 'more commission went back than was paid');
}

/** R1: only what won stays up, and as it was. */
function needDecidedBefore({ settled }: RollOutcome, again: ReplacedWager): void {
  const spot = spotIn(again);
  const won = settled.find((wager) => wager.player === again.player && spotIn(wager) === spot);
  need(won?.outcome === 'won' && won.stake === again.amount, 'a wager placed again that did not win');
  need(
    (again.tokens ?? 0) === (won.tokens?.returned ?? 0) && !won.tokens?.taken,
    'placed again in other tokens',
  );
  need(isSum(again.commission), 'a commission in no money');
}

/** Commission that a roll takes for wagers placed again, less what it gives back (R9). */
const commissionOf = ({ replaced, settled }: RollOutcome): Cents =>
  replaced.reduce((sum, { commission }) => sum + commission, 0) -
  settled.reduce((sum, { commissionReturned = 0 }) => sum + commissionReturned, 0);

/** Said only where there is something to say. */
const commissionBy = (commission: Cents): { readonly commission?: Cents } =>
  commission === 0 ? {} : { commission };

const rememberRoll = (before: Game, table: Table, outcome: RollOutcome): LastRoll => ({
  before,
  shooter: table.shooter,
  dice: outcome.dice,
  settled: outcome.settled.map((settled) => ({
    player: settled.player,
    spot: withSpot(settled).spot.index,
    stake: settled.stake,
    outcome: settled.outcome,
    winnings: settled.winnings,
  })),
  touched: false,
  ...commissionBy(commissionOf(outcome)),
});

/** How often the call of this roll was corrected, so many times more. */
const corrected = ({ corrections = 0 }: LastRoll, more: 0 | 1): { readonly corrections?: number } =>
  corrections + more === 0 ? {} : { corrections: corrections + more };

/** Dice that went off are looked for; a stickperson without a shooter takes others from the bowl. */
function diceAfterNoRoll(dice: DiceState, diceOff: readonly string[], stick: boolean): DiceState {
  const hand = dice.hand.filter((die) => !diceOff.includes(die));
  const off = [...dice.off, ...diceOff];
  if (!stick) return { ...dice, hand, off };
  const refilled = pairOf({ ...dice, hand });
  const isLeft = (die: string) => !refilled.includes(die);
  return {
    ...dice,
    off,
    hand: refilled,
    bowl: diceBack({ ...dice, bowl: dice.bowl.filter(isLeft) }, hand.filter(isLeft)),
    old: dice.old.filter(isLeft),
  };
}

/** Is the last throw among the rolls that the table remembers? */
const isRemembered = (table: Table): boolean => rollOf(table, table.throws) !== undefined;

/** The roll whose faces are read anew, as it was called. */
function undoable({ last }: Table, was: readonly number[]): LastRoll {
  need(last !== null && !last.touched && !last.faceDecided, 'no roll whose faces could be read anew');
  need(last.dice[0] === was[0] && last.dice[1] === was[1], 'faces that were never called');
  return last;
}

/** What older records do not say is not asked of them. */
const needCommission = (said: Cents | undefined, is: Cents): void =>
  need(said === undefined || said === is, 'commission that a roll did not move');

export const throwingEvents: Evolvers<
  | 'no-more-bets'
  | 'dice-thrown'
  | 'rolled'
  | 'no-roll'
  | 'face-decided'
  | 'call-corrected'
  | 'throw-voided'
  | 'settled'
> = {
  'no-more-bets': (table) => {
    need(!table.noMoreBets, 'no more bets, announced twice');
    return { ...table, noMoreBets: true };
  },
  'dice-thrown': (table, { shooter, thrower }) => {
    need(table.dice.hand.length === 2, 'a throw of other than two dice');
    need(!areTurnsToCome(table), 'a throw before the turns to bet');
    need(shooter === table.shooter.shooter, 'another shooter than the one with the dice');
    const throwers = [table.shooter.thrower ?? shooter, throwerOf(table)];
    need(throwers.includes(thrower), 'thrown by another than the one to throw');
    // Somebody let throw and excluded since throws no more: the shooter's own throw ends it.
    const still = thrower === shooter ? null : table.shooter.thrower;
    return {
      ...table,
      phase: 'thrown',
      throws: table.throws + 1,
      game: { ...table.game, freed: false },
      shooter: { ...table.shooter, thrower: still },
    };
  },
  rolled: (table, event) => ({
    ...table,
    phase: 'settling',
    noMoreBets: false,
    game: applyOutcome(table.game, event),
    last: { ...rememberRoll(table.game, table, event), ...(event.faceDecided ? { faceDecided: true } : {}) },
    ...(event.throw === undefined ? {} : { past: remember(table, table.game, event.throw, event) }),
    ...sheetFor(table, event.throw ?? table.throws, event, CALLED_ONCE),
  }),
  'no-roll': (table, { diceOff }) => {
    need(faultInDiceOff(table, diceOff.length > 0, diceOff) === null, 'dice off that were not thrown');
    return {
      ...table,
      phase: 'betting',
      dice: diceAfterNoRoll(table.dice, diceOff, table.shooter.stick),
    };
  },
  'face-decided': (table, { outcome, was, commission }) => {
    const last = undoable(table, was);
    needCommission(commission, commissionOf(outcome) - (last.commission ?? 0));
    return {
      ...table,
      game: applyOutcome(last.before, outcome),
      last: { ...rememberRoll(last.before, table, outcome), ...corrected(last, 0), faceDecided: true },
      ...(isRemembered(table) ? { past: remember(table, last.before, table.throws, outcome) } : {}),
      ...sheetFor(table, table.throws, outcome, { corrections: last.corrections ?? 0, isAnew: true }),
    };
  },
  'call-corrected': (table, { outcome, was, reason, commission }) => {
    const last = undoable(table, was);
    need(isWord(reason), 'a call corrected for no reason');
    needCommission(commission, commissionOf(outcome) - (last.commission ?? 0));
    const again = corrected(last, 1);
    return {
      ...table,
      game: applyOutcome(last.before, outcome),
      last: { ...rememberRoll(last.before, table, outcome), ...again },
      ...(isRemembered(table) ? { past: remember(table, last.before, table.throws, outcome) } : {}),
      ...sheetFor(table, table.throws, outcome, { corrections: again.corrections ?? 0, isAnew: false }),
    };
  },
  'throw-voided': (table, { was, commission }) => {
    const last = undoable(table, was);
    needCommission(commission, -(last.commission ?? 0));
    return {
      ...table,
      phase: 'betting',
      game: last.before,
      shooter: last.shooter,
      last: null,
      ...(isRemembered(table) ? { past: forget(table.past ?? [], table.throws) } : {}),
    };
  },
  settled: (table, { idle }) => {
    need(
      idle.every((name) => findPlayer(table.game, name)),
      'somebody idle who is not there',
    );
    need(whyNotDealt(table) === null, 'settled with lines of the sheet open');
    const counted = table.guests.reduce(
      (before, guest) =>
        withGuest(before, guest.player, {
          idleRounds: idle.includes(guest.player) ? guest.idleRounds + 1 : 0,
        }),
      table,
    );
    return { ...counted, phase: 'betting' };
  },
};
