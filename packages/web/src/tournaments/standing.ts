import {
  type Entrant,
  ordered,
  type Round,
  type Standing,
  standingsIn,
  type Terms,
  type Tournament,
  termsOf,
  throughOf,
} from '@boxperson/offices';

/** One line of a list: who, with how much, and whether they would go on as it stands. */
export interface Ranked extends Standing {
  readonly rank: number;
  readonly name: string;
  readonly goesOn: boolean;
}

/** How everybody stands now, best first: the same order that a cut would make. */
export function rankedIn(state: Tournament, round: Round): readonly Ranked[] {
  const terms = termsOf(state);
  if (!terms) return [];
  const order =
    round.order.length > 0
      ? round.order
      : ordered(standingsIn(state, round), terms.winners.ties, round.seed ?? '');
  const through = isFinal(state, terms, round) ? [] : throughOf(order, terms, round.kind);
  return order.map((one, at) => ({
    ...one,
    rank: at + 1,
    name: state.entries[one.player]?.name ?? one.player,
    goesOn: through.includes(one.player),
  }));
}

/** Nobody goes on from the last round: they win it. */
export const isFinal = ({ rounds }: Tournament, terms: Terms, round: Round): boolean =>
  round.kind === 'round' &&
  (round.tables.length === 1 || rounds.filter(({ kind }) => kind === 'round').length >= terms.rounds.most);

export interface Mine {
  readonly entry: string;
  readonly entrant: Entrant;
}

/** One's own entry: of others nobody is told who they are. */
export function mineIn({ entries }: Tournament): Mine | null {
  const found = Object.entries(entries).findLast(([, { person }]) => person !== undefined);
  return found ? { entry: found[0], entrant: found[1] } : null;
}

/** What the crew calls out before the end of a round. */
export const callOf = (left: string): string => (left === '5 rolls left' ? 'Five left' : left);

const STAGES: Readonly<Record<string, string>> = {
  planned: 'being planned',
  entries: 'taking entries',
  closed: 'entries closed',
  over: 'over',
  cancelled: 'cancelled',
};
export const tellStage = (stage: string): string => STAGES[stage] ?? stage;

/** When something begins, by the clock of whoever reads it: `18 Nov 2026, 12:25 pm`. */
export const tellWhen = (at: number): string =>
  new Date(at).toLocaleString('en-AU', { dateStyle: 'medium', timeStyle: 'short' });

/** Before play begins nobody has chips, and everybody a seat. */
export const isSeated = ({ phase }: Round): boolean => phase === 'drawn';

/** Tournaments that the house holds by itself, against bots. */
export const isQuick = (matter: string): boolean => matter.startsWith('quick-');

/** A table by its id, for people: `cup-one` is Cup one. */
export const tellTable = (id: string): string =>
  `${id.charAt(0).toUpperCase()}${id.slice(1).replaceAll('-', ' ')}`;
