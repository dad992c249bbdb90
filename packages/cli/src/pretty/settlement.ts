import {
  type Cents,
  type Decision,
  decideWager,
  type Game,
  isOddsId,
  isWorking,
  type Limit,
  makeDollars,
  makePay,
  nameOf,
  type Player,
  type Rolled,
  type Settlement,
  type Spot,
  type Total,
  type Wager,
} from '@boxperson/rules';
import { type Cell, type Colours, cell, cite, figure, makeCitation, type Style } from './page.js';
import { inWords } from './stick.js';

/** What a roll did to one wager, ready to be set in columns. */
export interface Item {
  readonly name: string;
  readonly stake: string;
  readonly verdict: string;
  readonly amount: string;
  readonly why: string;
  readonly source: string;
  readonly tone: 'good' | 'bad' | 'quiet';
  readonly notes: readonly string[];
}

/** The roll as one player's wagers met it. */
export interface Scene {
  readonly before: Game;
  readonly player: Player;
  readonly rolled: Rolled;
}

type Won = Decision & { verdict: 'wins' };

const decisionOn = ({ before, rolled }: Scene, spot: Spot): Decision =>
  decideWager(before.rulebook, spot, rolled.dice, before.point) as Decision;

/** Everything the roll did to this player's wagers, or pointedly did not do. */
export const itemsOf = (scene: Scene): readonly Item[] =>
  scene.player.wagers.flatMap((wager) => itemOf(scene, wager) ?? []);

function itemOf(scene: Scene, wager: Wager): Item | null {
  const { player, rolled } = scene;
  const settlement = rolled.settled.find((each) => each.player === player.name && each.spot === wager.spot);
  if (settlement) return settledItem(scene, wager, settlement);
  const decision = decisionOn(scene, wager.spot);
  if (decision.verdict === 'travels') return travelItem(scene, wager, decision.to);
  if (decision.verdict !== 'stands') return untouchedItem(scene, wager);
  return isBarred(scene, wager) ? barredItem(scene, wager) : null;
}

const quietItem = ({ before }: Scene, wager: Wager, verdict: string, why: string, source: string): Item => ({
  name: nameOf(before.rulebook, wager.spot),
  stake: makeDollars(wager.amount),
  verdict,
  amount: '',
  why,
  source,
  tone: 'quiet',
  notes: [],
});

const travelItem = (scene: Scene, wager: Wager, to: Total): Item =>
  quietItem(scene, wager, 'travels', `to the ${inWords(to)}`, '');

/** R4: the throw would have decided it, had it been on. */
function untouchedItem(scene: Scene, wager: Wager): Item {
  const { calls } = scene.before.rulebook;
  const why = wager.called === 'off' ? 'called off, not touched' : 'not touched on the come out';
  return quietItem(scene, wager, 'off', why, makeCitation(calls.inactiveOnComeOut));
}

/** R2: the barred total at a book where the don't wager stays. */
function isBarred({ before, rolled }: Scene, { spot }: Wager): boolean {
  if (rolled.total !== before.rulebook.bar.total.value) return false;
  if (spot.wager === 'dont-pass') return before.point === null;
  return spot.wager === 'dont-come' && spot.number === undefined;
}

const barClause = ({ before }: Scene, { wager }: Spot): string =>
  wager === 'dont-pass' || wager === 'dont-come' ? (before.rulebook.wagers[wager]?.bar ?? '') : '';

const barredItem = (scene: Scene, wager: Wager): Item =>
  quietItem(
    scene,
    wager,
    'stands',
    `${inWords(scene.rolled.total)} is barred`,
    `§ ${barClause(scene, wager.spot)}`,
  );

function settledItem(scene: Scene, wager: Wager, settlement: Settlement): Item {
  const { outcome, clause, winnings, collected } = settlement;
  const base = quietItem(scene, wager, outcome, '', clause === null ? '' : `§ ${clause}`);
  const notes = notesOn(scene, wager, settlement);
  switch (outcome) {
    case 'won':
      return { ...base, amount: `+${makeDollars(winnings)}`, why: oddsPaid(settlement), tone: 'good', notes };
    case 'lost':
      return { ...base, amount: makeDollars(-collected), tone: 'bad', notes };
    case 'void':
      return { ...base, why: `${inWords(scene.rolled.total)} is barred, stake back`, notes };
    case 'returned':
      return { ...base, verdict: 'back', ...whyReturned(scene, settlement), notes };
  }
}

const oddsPaid = ({ pay }: Settlement): string => (pay ? `at ${makePay(pay)}` : '');

/** Come odds that were off (R5), or a found wager of a player who had been warned (R11). */
const whyReturned = (scene: Scene, { clause }: Settlement): { why: string; source: string } =>
  clause === null
    ? { why: 'the odds were off', source: 'R5' }
    : { why: 'under the minimum again', source: makeCitation(scene.before.rulebook.found.underMinimum) };

function notesOn(scene: Scene, wager: Wager, settlement: Settlement): readonly string[] {
  const decision = decisionOn(scene, wager.spot);
  const back = settlement.commissionReturned ?? 0;
  return [
    ...overMaximum(scene, settlement, decision),
    ...(settlement.outcome === 'won' ? wonNotes(scene, settlement, decision as Won) : []),
    ...(back > 0 ? [`commission of ${makeDollars(back)} back`] : []),
    ...stayNotes(scene, wager, settlement),
  ];
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

/** Wagers whose next roll they sit out, or take part in again, because the point changed (R4). */
export function switched({ player, rolled, before }: Scene, to: 'off' | 'on'): readonly string[] {
  const after = rolled.game.players.find(({ name }) => name === player.name) as Player;
  return after.wagers
    .filter(
      (wager) =>
        isWorking(before, wager) === (to === 'off') && isWorking(rolled.game, wager) === (to === 'on'),
    )
    .map(({ spot }) => nameOf(before.rulebook, spot));
}

/** The widths that let all items of a roll stand in the same columns. */
export type Widths = Readonly<Record<'name' | 'stake' | 'verdict' | 'amount' | 'why', number>>;

export function widthsOf(items: readonly Item[]): Widths {
  const widest = (field: keyof Widths, least: number) =>
    Math.max(least, ...items.map((item) => item[field].length));
  return {
    name: widest('name', 20),
    stake: widest('stake', 6),
    verdict: widest('verdict', 5),
    amount: widest('amount', 6),
    why: widest('why', 10),
  };
}

const STYLES: Readonly<Record<Item['tone'], (colours: Colours) => Style>> = {
  good: ({ green }) => green,
  bad: ({ red }) => red,
  quiet: ({ dim }) => dim,
};

export function cellsOf(item: Item, widths: Widths, colours: Colours): readonly Cell[] {
  const tone = STYLES[item.tone](colours);
  return [
    cell(item.name, widths.name),
    figure(item.stake, widths.stake),
    cell(item.verdict, widths.verdict, tone),
    figure(item.amount, widths.amount, tone),
    cell(item.why, widths.why),
    cell(item.source, 0, colours.dim),
  ];
}
