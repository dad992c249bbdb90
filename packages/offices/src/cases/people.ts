import type { Person } from '../person.js';
import { holdsPost, manages, type PostName } from '../posts.js';
import { whyNotRung } from './ladder.js';
import { type Case, isOpened, ladderIn, type OpenedCase, placeOfCase } from './state.js';

/** Posts that see the cases of the tables they are held at. */
const SEE: readonly PostName[] = ['inspector', 'surveillance', 'pit-supervisor'];

/** Everybody who had a hand in a case. */
export function handsOf(state: OpenedCase): readonly (string | null)[] {
  const { opened, evidence, readings, decisions, advised, enquiries, attempts, told, moved, measures } =
    state;
  const entries = [
    opened,
    ...evidence,
    ...readings,
    ...decisions,
    ...advised,
    ...enquiries,
    ...attempts,
    ...told,
  ];
  const money = [...moved, ...(state.withheld ? [state.withheld] : [])];
  return [...entries, ...measures, ...money].map(({ by }) => by).concat(money.map((one) => one.confirmedBy));
}

/**
 * The people of a case: whoever stands on a rung of its ladder, manages its book, holds a post at its table that looks
 * after it, or had a hand in it. Nobody else of the house sees it.
 */
export function isOfCase(state: Case, person: Person): boolean {
  if (!isOpened(state) || person.kind !== 'staff' || person.inactive) return false;
  const place = placeOfCase(state);
  const table = place.id === '' ? null : place;
  return (
    manages(person, place.rulebook) ||
    SEE.some((post) => holdsPost(person, post, table)) ||
    ladderIn(state).rungs.some((rung) => whyNotRung(rung, person, place) === null) ||
    handsOf(state).includes(person.id)
  );
}

/** Posts that look and touch nothing, or do only what a book gives them. */
export const onlyLooks = (state: OpenedCase, person: Person): boolean => {
  const place = placeOfCase(state);
  const table = place.id === '' ? null : place;
  return (
    !manages(person, place.rulebook) &&
    !holdsPost(person, 'pit-supervisor', table) &&
    ladderIn(state)
      .rungs.filter(({ id }) => id !== 'inspector')
      .every((rung) => whyNotRung(rung, person, place) !== null)
  );
};
