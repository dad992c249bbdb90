import { createHash } from 'node:crypto';

/** A node that is alive, by the clock of the database. */
export interface LiveNode {
  readonly run: string;
  readonly name: string;
  readonly state: NodeState;
  /** How many nodes it hears on the bus, itself among them. */
  readonly hears: number;
}

/** Whoever joins has not read everything yet; whoever drains is about to go. Neither is given anything more. */
export type NodeState = 'joining' | 'up' | 'draining';

export interface Unit {
  readonly unit: string;
  readonly owner: string | null;
  readonly epoch: number;
}

export interface Plan {
  /** Nobody alive keeps them, and they are ours. */
  readonly claim: readonly string[];
  readonly handOver: readonly { readonly unit: string; readonly to: string }[];
}

/** Several at once when a node goes, a few when one has come: nobody waits long for a table that moves. */
const MOVES_MOST = { joining: 0, up: 2, draining: 8 } as const;

/** By name: a node that comes back is given what it had. */
const weight = (unit: string, { name }: LiveNode): string =>
  createHash('sha256').update(`${unit}\n${name}`).digest('hex');

/** Those who hear most of the others, where anybody does: with no bus at all everybody keeps what they have. */
function withinReach(nodes: readonly LiveNode[]): readonly LiveNode[] {
  const up = nodes.filter(({ state }) => state === 'up');
  const reaching = up.filter(({ hears }) => hears * 2 > up.length);
  return reaching.length > 0 ? reaching : up;
}

/** Cut off from the others while these still hear each other: whoever is elsewhere cannot ask it for anything. */
export const isApart = (me: string, nodes: readonly LiveNode[]): boolean =>
  nodes.some(({ run, state }) => run === me && state === 'up') &&
  !withinReach(nodes).some(({ run }) => run === me);

/** Where a unit belongs, of those who take any: the highest of as many draws as there are nodes (rendezvous hashing). */
export function homeOf(unit: string, nodes: readonly LiveNode[]): LiveNode | null {
  const up = withinReach(nodes);
  return (up.length > 0 ? up : nodes).reduce<LiveNode | null>(
    (best, node) => (best === null || weight(unit, node) > weight(unit, best) ? node : best),
    null,
  );
}

/** What a node does now: takes what nobody keeps, and gives away what others should have. */
export function planFor(me: string, nodes: readonly LiveNode[], units: readonly Unit[]): Plan {
  const alive = new Set(nodes.map(({ run }) => run));
  const free = units.filter(({ owner }) => owner === null || !alive.has(owner));
  const claim = free.filter(({ unit }) => homeOf(unit, nodes)?.run === me).map(({ unit }) => unit);
  return { claim, handOver: handOvers(me, nodes, units) };
}

/** Sticky: whoever has no more than their share keeps it, wherever it would belong. */
function handOvers(me: string, nodes: readonly LiveNode[], units: readonly Unit[]): Plan['handOver'] {
  const own = nodes.find(({ run }) => run === me);
  const up = withinReach(nodes);
  if (!own || up.length === 0 || (up.length === 1 && up[0]?.run === me)) return [];
  const mine = units.filter(({ owner }) => owner === me);
  const goes = own.state === 'draining' || isApart(me, nodes);
  const share = goes ? 0 : Math.ceil(units.length / up.length);
  const most = Math.min(MOVES_MOST[goes ? 'draining' : own.state], mine.length - share);
  return mine
    .map(({ unit }) => ({ unit, to: homeOf(unit, nodes)?.run ?? me }))
    .filter(({ to }) => to !== me)
    .slice(0, Math.max(0, most));
}
