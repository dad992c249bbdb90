import {
  badInput,
  type Cents,
  type Limit,
  nameOf,
  type OpenSettings,
  openGame,
  type Refusal,
  type Rulebook,
  WAGER_IDS,
  type WagerId,
} from '@boxperson/rules';
import { choicesOf } from '../exact/alone.js';
import { compare, div, negate, type Rational, rational, signOf, sub, toNumber } from '../rational.js';
import { type Selection, selectionOf } from '../strategy/strategy.js';
import { type Change, changesFor } from './change.js';
import { type Stakes, stakesOn, TooManyStakes } from './stakes.js';

/** A stake and what it is worth to the house for each unit put up. */
export interface StakeEdge {
  readonly stake: Cents;
  readonly edge: Rational;
}

/** What the sign makes of one wager and selection. */
export interface SignLine extends Selection {
  readonly name: string;
  readonly least: Cents;
  readonly most: Cents;
  readonly step: Cents;
  /** Before any rounding. */
  readonly edge: Rational;
  /** For the player: the stake with the lowest edge. */
  readonly best: StakeEdge;
  /** Stakes on which the house loses on average, lowest first; at most LEAKS_LISTED of them. */
  readonly leaks: readonly Cents[];
  readonly leakCount: number;
  /** The last of them; null when they go on to the maximum. */
  readonly lastLeak: Cents | null;
  /** What rounding costs the house on a wager made: on average over the stakes, and at most. */
  readonly breakage: { readonly average: number; readonly most: number; readonly at: Cents };
}

export interface SignReport {
  readonly rulebook: string;
  readonly lines: readonly SignLine[];
  readonly leaking: readonly SignLine[];
  /** Wager by wager, the smallest change of the sign that leaves no leak, or why there is none. */
  readonly changes: readonly Change[];
  /** The sign with all of them. */
  readonly fixed: OpenSettings;
  /** Wagers that leak even so: no minimum and no unit stops it. */
  readonly open: readonly WagerId[];
}

export type SignCheck =
  | { readonly ok: true; readonly report: SignReport }
  | { readonly ok: false; readonly refused: Refusal };

/** So many stakes are listed one by one. */
export const LEAKS_LISTED = 1000;

const edgeOf = (stakes: Stakes, stake: Cents): Rational =>
  div(negate(stakes.worth(stake)), rational(stakes.putUp(stake)));

/** How many stakes like this one, period after period, the house still loses on. */
function repeats(stakes: Stakes, stake: Cents): number {
  const { allowed, period, regularFrom } = stakes;
  const more = stake < regularFrom ? 0 : Math.floor((allowed.most - stake) / period);
  const worth = stakes.worth(stake);
  const loss = negate(stakes.fair(period));
  if (signOf(worth) <= 0) return 0;
  if (signOf(loss) <= 0) return more + 1;
  // worth - j·loss > 0 for j = 0, 1, …
  const last = (worth.n * loss.d - 1n) / (worth.d * loss.n);
  return Math.min(more, Number(last)) + 1;
}

function leaksOf(stakes: Stakes): Pick<SignLine, 'leaks' | 'leakCount' | 'lastLeak'> {
  const listed: Cents[] = [];
  let leakCount = 0;
  let last = 0;
  for (const stake of stakes.telling()) {
    const count = repeats(stakes, stake);
    leakCount += count;
    if (count > 0) last = Math.max(last, stake + (count - 1) * stakes.period);
    for (let i = 0; i < Math.min(count, LEAKS_LISTED); i++) listed.push(stake + i * stakes.period);
  }
  const leaks = listed.sort((a, b) => a - b).slice(0, LEAKS_LISTED);
  const endless = signOf(stakes.fair(stakes.period)) >= 0 && leakCount > 0;
  return { leaks, leakCount, lastLeak: endless ? null : last };
}

function lineOf(book: Rulebook, stakes: Stakes): SignLine {
  const { choice, allowed, figures } = stakes;
  let best: StakeEdge | null = null;
  let [total, count, most, at] = [0, 0, Number.NEGATIVE_INFINITY, allowed.least];
  for (const stake of stakes.telling()) {
    const edge = edgeOf(stakes, stake);
    if (best === null || compare(edge, best.edge) < 0) best = { stake, edge };
    const cost = toNumber(sub(stakes.worth(stake), stakes.fair(stake)));
    total += cost;
    count += 1;
    if (cost > most) [most, at] = [cost, stake];
  }
  const { spot, point } = choice;
  return {
    ...selectionOf(spot),
    ...(point === undefined ? {} : { number: point }),
    name: point === undefined ? nameOf(book, spot) : `${nameOf(book, spot)} ${point}`,
    ...allowed,
    edge: figures.edge,
    best: best as StakeEdge,
    ...leaksOf(stakes),
    breakage: { average: total / count, most, at },
  };
}

/** Every stake on every wager that a sign allows, looked at through the house's eyes. */
export function checkSign(settings: OpenSettings): SignCheck {
  const opened = openGame(settings);
  if (!opened.ok) return { ok: false, refused: opened.refused };
  try {
    return { ok: true, report: reportOn(settings, opened.value.rulebook) };
  } catch (error) {
    if (!(error instanceof TooManyStakes)) throw error;
    return { ok: false, refused: badInput(error.message) };
  }
}

function reportOn(settings: OpenSettings, book: Rulebook): SignReport {
  const all = choicesOf(book).flatMap((choice) => stakesOn(settings, book, choice) ?? []);
  const lines = all.map((stakes) => lineOf(book, stakes));
  const leaking = lines.filter(({ leakCount }) => leakCount > 0);
  const ids = WAGER_IDS.filter((id) => leaking.some(({ wager }) => wager === id));
  const changes = ids.map((id) =>
    changesFor(
      settings,
      book,
      id,
      all.filter(({ choice }) => choice.spot.wager === id),
    ),
  );
  const open = changes.filter(({ limit }) => limit === null).map(({ wager }) => wager);
  return { rulebook: book.id, lines, leaking, changes, fixed: fixedSign(settings, changes), open };
}

function fixedSign(settings: OpenSettings, changes: readonly Change[]): OpenSettings {
  const limits: Partial<Record<WagerId, Limit>> = {};
  for (const { wager, limit } of changes) if (limit !== null) limits[wager] = limit;
  return { ...settings, limits: { ...settings.limits, ...limits } };
}

/** The edge of the stakes on one choice, lowest stake first, so many of them; null where the sign takes none. */
export function stakeEdges(
  settings: OpenSettings,
  asked: Selection,
  count: number,
): readonly StakeEdge[] | null {
  const opened = openGame(settings);
  if (!opened.ok) return null;
  const book = opened.value.rulebook;
  const choice = choicesOf(book).find(
    ({ spot, point }) =>
      spot.wager === asked.wager &&
      (spot.number ?? point) === asked.number &&
      spot.high === asked.high &&
      spot.dice?.join() === asked.dice?.join(),
  );
  const stakes = choice && stakesOn(settings, book, choice);
  if (!stakes) return null;
  const { least, most, step } = stakes.allowed;
  const found: StakeEdge[] = [];
  for (let stake = least; stake <= most && found.length < count; stake += step)
    if (stakes.takes(stake)) found.push({ stake, edge: edgeOf(stakes, stake) });
  return found;
}

/** The wagers on which the house still loses at some stake. */
export function leakingIds(settings: OpenSettings): readonly WagerId[] {
  const opened = openGame(settings);
  if (!opened.ok) return [];
  const book = opened.value.rulebook;
  const leaky = choicesOf(book).filter((choice) => {
    const stakes = stakesOn(settings, book, choice);
    return stakes !== null && leaksOf(stakes).leakCount > 0;
  });
  return WAGER_IDS.filter((id) => leaky.some(({ spot }) => spot.wager === id));
}
