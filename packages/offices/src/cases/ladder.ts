import { type Clause, type Power, RULEBOOKS, type RulebookId } from '@boxperson/rules';
import type { Person } from '../person.js';
import { holdsPost, manages, type PostName, type TablePlace } from '../posts.js';
import { NO_MATTER, whyNot } from '../who.js';
import { type CaseKind, type Field, KINDS } from './kinds.js';

/** Who decides on a rung: whoever the book gives a power, the operator, or the holder of a post. */
export type Holder = { readonly power: Power } | { readonly post: PostName } | 'operator';

/** One step of a ladder. After the first, each decides only when a review is asked for. */
export interface Rung {
  readonly id: 'first' | 'review' | 'operator' | 'director' | 'inspector';
  readonly title: string;
  readonly clause: Clause;
  readonly holder: Holder;
}

/** How a book has disputes decided, and of what right it has the patron told. */
export interface Ladder {
  readonly rungs: readonly Rung[];
  readonly rights: { readonly clause: Clause; readonly says: string };
}

const SECTION_33 =
  'If you are not satisfied with this decision you may lodge a complaint with an inspector under section 33 of the Gaming and Liquor Administration Act 2007.';
const VCGLR =
  'An inspector of the Victorian commission (VCGLR) is in the casino. You may consult the inspector, and ask for a review of this decision.';
const INSPECTORATE =
  'A Government Casino Inspector is in the casino. You may consult the inspector, and ask the Manager of the Inspectorate to review this decision.';

const first = (title: string, clause: Clause): Rung => ({
  id: 'first',
  title,
  clause,
  holder: { power: 'decide-dispute' },
});
const review = (title: string, clause: Clause): Rung => ({
  id: 'review',
  title,
  clause,
  holder: { power: 'review-dispute' },
});
const operator = (clause: Clause): Rung => ({
  id: 'operator',
  title: 'Casino operator',
  clause,
  holder: 'operator',
});
const inspector = (title: string, clause: Clause): Rung => ({
  id: 'inspector',
  title,
  clause,
  holder: { post: 'inspector' },
});

const section33 = (clause: Clause) => ({ clause, says: SECTION_33 });

/** star and star-2024 say the same under other numbers: first instance, review on request, the operator, section 33. */
const starLadder = (decides: Clause, ends: Clause): Ladder => ({
  rungs: [
    first('Boxperson or gaming supervisor', decides),
    review('Casino supervisor', decides),
    operator(ends),
    inspector('Inspector', ends),
  ],
  rights: section33(ends),
});
/** Where a promotion is disputed the operator decides at once. */
const promotionLadder = (ends: Clause): Ladder => ({
  rungs: [operator(ends), inspector('Inspector', ends)],
  rights: section33(ends),
});

const CROWN: Ladder = {
  rungs: [first('Area manager or above', '9.9'), inspector('VCGLR inspector', '9.9')],
  rights: { clause: '9.8', says: VCGLR },
};
const CROWN_TOURNAMENT: Ladder = {
  rungs: [
    {
      id: 'director',
      title: 'Tournament director',
      clause: '8.4.8(h)',
      holder: { post: 'tournament-director' },
    },
    inspector('VCGLR inspector', '8.4.8(j)'),
  ],
  rights: { clause: '8.4.8(j)', says: VCGLR },
};
/** 14(j) for what the rules do not cover, 14(k) for what they do: the same people either way. */
const ADELAIDE: Ladder = {
  rungs: [first('The house', '14(k)'), inspector('Manager, Government Casino Inspectorate', '14(k)')],
  rights: { clause: '14(l)', says: INSPECTORATE },
};
const ARUZE: Ladder = {
  rungs: [
    first('Electronic gaming attendant', '7.14'),
    review('Assistant gaming manager', '7.14'),
    operator('7.15'),
    inspector('Inspector', '7.15'),
  ],
  rights: section33('7.15'),
};

type Ladders = { readonly game: Ladder } & { readonly [F in Exclude<Field, 'game'>]?: Ladder };

/** Every book's ladders. Where a book has none for promotions or tournaments, that of its game serves (R65). */
export const LADDERS: Readonly<Record<RulebookId, Ladders>> = {
  star: { game: starLadder('9.12', '9.13'), promotion: promotionLadder('10.11') },
  'star-2024': { game: starLadder('10.13', '10.14'), promotion: promotionLadder('11/10.10') },
  crown: { game: CROWN, tournament: CROWN_TOURNAMENT },
  'crown-mini': { game: CROWN, tournament: CROWN_TOURNAMENT },
  adelaide: { game: ADELAIDE },
  aruze: { game: ARUZE, promotion: promotionLadder('5.11') },
};

/** Whom each book names above the house: it stands in the letters, and is told what must be told. */
export const REGULATORS: Readonly<Record<RulebookId, { readonly name: string; readonly clause: Clause }>> = {
  star: { name: 'Independent Liquor and Gaming Authority', clause: '10.9' },
  'star-2024': { name: 'NSW Independent Casino Commission (NICC)', clause: '1.1 nicc' },
  crown: {
    name: 'Victorian Commission for Gambling and Liquor Regulation (VCGLR)',
    clause: '1.1 vcglr',
  },
  'crown-mini': {
    name: 'Victorian Commission for Gambling and Liquor Regulation (VCGLR)',
    clause: '1.1 vcglr',
  },
  adelaide: { name: 'Government Casino Inspectorate', clause: '14(k)' },
  aruze: { name: 'Independent Liquor and Gaming Authority', clause: '1.1 authority' },
};

export const ladderOf = (rulebook: RulebookId, kind: CaseKind): Ladder =>
  LADDERS[rulebook][KINDS[kind].field] ?? LADDERS[rulebook].game;

/** A rung amid a sentence: `VCGLR inspector` stays as it is. */
export const amid = (title: string): string =>
  /^\p{Lu}\p{Lu}/u.test(title) ? title : title.charAt(0).toLowerCase() + title.slice(1);

/** The same with its article: `The house` has one already. */
export const theRung = (title: string): string => `the ${amid(title).replace(/^the /, '')}`;

/** Why somebody does not stand on this rung; null when they do. */
export function whyNotRung({ holder }: Rung, person: Person, place: TablePlace): string | null {
  if (holder === 'operator')
    return manages(person, place.rulebook) ? null : `That takes a manager of ${bookTitle(place)}.`;
  if ('power' in holder) return whyNot({ power: holder.power, of: place.rulebook }, person, NO_MATTER);
  const isHeld = holdsPost(person, holder.post, place.id === '' ? null : place);
  return isHeld ? null : whyNot({ post: holder.post }, person, { owner: null, table: place });
}

const bookTitle = ({ rulebook }: TablePlace): string => RULEBOOKS[rulebook].title;
