import {
  type Cents,
  type Decision,
  decideWager,
  type Game,
  inWords,
  isOddsId,
  type Limit,
  makeDollars,
  type Player,
  type Rolled,
  type Settlement,
  type Spot,
  type Total,
  type Wager,
} from '@boxperson/rules';
import { cite } from './page.js';

/** The roll as one player's wagers met it. */
export interface Scene {
  readonly before: Game;
  readonly player: Player;
  readonly rolled: Rolled;
}

type Won = Decision & { verdict: 'wins' };

export const decisionOn = ({ before, rolled }: Scene, spot: Spot): Decision =>
  decideWager(before.rulebook, spot, rolled.dice, before.point) as Decision;

/** What the figures alone do not say: why it is that much, and what came of it. */
export function notesOn(scene: Scene, wager: Wager, settlement: Settlement): readonly string[] {
  const decision = decisionOn(scene, wager.spot);
  const back = settlement.commissionReturned ?? 0;
  return [
    ...overMaximum(scene, settlement, decision),
    ...(settlement.outcome === 'won' ? wonNotes(scene, settlement, decision as Won) : []),
    ...(back > 0 ? [`commission of ${makeDollars(back)} back`] : []),
    ...tokensNote(scene, settlement),
    ...stayNotes(scene, wager, settlement),
  ];
}

/** R91: what became of promotional tokens in the stake. */
function tokensNote({ before }: Scene, { tokens }: Settlement): readonly string[] {
  if (tokens === undefined) return [];
  const taken = tokens.taken > 0 ? [`${makeDollars(tokens.taken)} in tokens taken`] : [];
  const back = tokens.returned > 0 ? [`${makeDollars(tokens.returned)} in tokens back`] : [];
  return [cite([...taken, ...back].join(', '), { ...before.rulebook.conduct.wagers.tokens, ruling: 'R91' })];
}

const wonNotes = (scene: Scene, settlement: Settlement, decision: Won): readonly string[] => [
  ...splitNote(scene, settlement, decision),
  ...roundingNote(scene, settlement, decision),
];

const limitOn = ({ before, player }: Scene, { wager }: Spot): Limit | null => {
  const signed = before.sign.limits[wager];
  return signed && (player.limit ?? signed);
};

/** The part of a stake that counts: up to the maximum, part by part (R11). */
function countedOf(scene: Scene, { spot, stake }: Settlement, parts: number): Cents {
  const limit = limitOn(scene, spot);
  return limit === null || stake <= limit.max
    ? stake
    : Math.min(stake, Math.floor(limit.max / parts) * parts);
}

const partsOf = (decision: Decision): number => ('parts' in decision ? decision.parts : 1);

function overMaximum(scene: Scene, settlement: Settlement, decision: Decision): readonly string[] {
  const counted = countedOf(scene, settlement, partsOf(decision));
  const isDecided = settlement.outcome === 'won' || settlement.outcome === 'lost';
  if (!isDecided || counted === settlement.stake) return [];
  const rest = makeDollars(settlement.stake - counted);
  const text = `over the maximum: ${makeDollars(counted)} counts, ${rest} back`;
  return [cite(text, scene.before.rulebook.found.overMaximum)];
}

/** R3: which part of a split wager won, and what became of the others. */
function splitNote(scene: Scene, settlement: Settlement, { parts, winning }: Won): readonly string[] {
  const rule = scene.before.rulebook.wagers[settlement.spot.wager];
  if (parts === 1 || !rule || !('parts' in rule)) return [];
  const counted = countedOf(scene, settlement, parts);
  const share = makeDollars((counted / parts) * winning);
  const which = `${inWords(winning as Total)} of ${inWords(parts as Total)} parts, ${share}`;
  return [cite(`paid on ${which}; ${makeDollars(settlement.collected)} collected`, rule.parts)];
}

/** R10: says so when the winnings are not what the odds give to the cent, and by which clause. */
function roundingNote(scene: Scene, settlement: Settlement, won: Won): readonly string[] {
  const counted = countedOf(scene, settlement, won.parts);
  if (isExact(settlement, counted, won)) return [];
  const { money } = scene.before.rulebook;
  const due = makeDue(counted, won);
  const min = minimumMissed(scene, settlement, counted);
  if (min !== null) {
    return [
      cite(`${due} cannot be made in chips: ${howPaid(settlement, counted, min, won)}`, money.offMultiple),
    ];
  }
  const to = money.rounded.value === 'up-to-cent' ? 'the cent' : 'what chips can make';
  return [cite(`rounded up from ${due} to ${to}`, money.rounded)];
}

/** Winnings at these odds as a fraction of a cent: exact, however large. */
const dueOn = (stake: Cents, { pay, parts, winning }: Won): readonly [cents: bigint, over: bigint] => [
  BigInt(stake) * BigInt(pay[0] * winning),
  BigInt(pay[1] * parts),
];

function isExact({ winnings }: Settlement, stake: Cents, won: Won): boolean {
  const [cents, over] = dueOn(stake, won);
  return cents === BigInt(winnings) * over;
}

function makeDue(stake: Cents, won: Won): string {
  const [cents, over] = dueOn(stake, won);
  return `${cents % over === 0n ? '' : 'just over '}${makeDollars(Number(cents / over))}`;
}

/** adelaide 14(h): on the next lower multiple of the minimum, or on a stake under it rounded down. */
function howPaid(settlement: Settlement, counted: Cents, min: Cents, won: Won): string {
  if (counted < min) return 'under the minimum, rounded down';
  const lower = counted - (counted % min);
  return `paid as ${makeDollars(lower)}${isExact(settlement, lower, won) ? '' : ', rounded up'}`;
}

/** adelaide 14(h): the minimum that this stake should have been a multiple of. */
function minimumMissed(scene: Scene, { spot }: Settlement, counted: Cents): Cents | null {
  const { rulebook, sign } = scene.before;
  if (
    rulebook.money.offMultiple.value !== 'lower-multiple' ||
    !sign.multiplesOfMinimum ||
    isOddsId(spot.wager)
  )
    return null;
  const limit = limitOn(scene, spot);
  return limit !== null && counted % limit.min !== 0 ? limit.min : null;
}

/** R1: placed again, or down because money or limits do not allow it. */
function stayNotes(
  { player, rolled }: Scene,
  wager: Wager,
  { spot, outcome }: Settlement,
): readonly string[] {
  if (!wager.stay || outcome !== 'won') return [];
  const again = rolled.replaced.find((each) => each.player === player.name && each.spot === spot);
  if (!again) return ['not placed again: balance or limits do not allow it (R1)'];
  const plus = again.commission > 0 ? `, commission ${makeDollars(again.commission)}` : '';
  return [`stays up: ${makeDollars(again.amount)} placed again${plus}`];
}
