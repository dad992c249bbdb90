import {
  inWords,
  isWorking,
  makeDollars,
  makePay,
  nameOf,
  type Player,
  type Settlement,
  type Spot,
  type Total,
  type Wager,
} from '@boxperson/rules';
import { decisionOn, notesOn, type Scene } from './notes.js';
import { type Cell, type Colours, cell, figure, makeCitation, type Style } from './page.js';

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
