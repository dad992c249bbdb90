import type { Rulebook } from '../rulebook.js';
import { PLACES, SPOTS, type Spot, type WagerId } from '../wager.js';

/** What is learned together, from the easy to the hard. */
export const TOPIC_IDS = [
  'even-money',
  'field',
  'odds',
  'place',
  'hardways',
  'one-roll',
  'buy',
  'lay-odds',
  'lay',
  'place-lose',
  'split',
  'horn-high',
] as const;
export type TopicId = (typeof TOPIC_IDS)[number];

export interface Topic {
  readonly id: TopicId;
  readonly title: string;
  /** What there is to learn, in one sentence. */
  readonly about: string;
  readonly wagers: readonly WagerId[];
}

export const TOPICS: readonly Topic[] = [
  {
    id: 'even-money',
    title: 'Even money',
    about: 'Line, come and big wagers: as much as lies there, sized into the stack.',
    wagers: ['pass', 'dont-pass', 'come', 'dont-come', 'big-6', 'big-8'],
  },
  { id: 'field', title: 'The field', about: 'Even money, and more at its two ends.', wagers: ['field'] },
  {
    id: 'odds',
    title: 'Odds',
    about: 'Behind the line and on come wagers: what the dice are really worth.',
    wagers: ['pass-odds', 'come-odds'],
  },
  {
    id: 'place',
    title: 'Place',
    about: 'A little under the odds, in units of five and of six.',
    wagers: ['place'],
  },
  {
    id: 'hardways',
    title: 'Hardways',
    about: 'Pairs, at the pay of this book and not of the one abroad.',
    wagers: ['hardway'],
  },
  {
    id: 'one-roll',
    title: 'One roll',
    about: 'Any seven, any craps and single totals, large sums in one throw.',
    wagers: ['any-seven', 'any-craps', 'craps-2', 'craps-3', 'craps-12', 'eleven', 'craps', 'hop'],
  },
  {
    id: 'buy',
    title: 'Buy, with commission',
    about: 'Paid at the odds; commission again on whatever stays up.',
    wagers: ['buy'],
  },
  {
    id: 'lay-odds',
    title: 'Lay odds',
    about: 'Behind the don’t wagers: less than lies there.',
    wagers: ['dont-pass-odds', 'dont-come-odds'],
  },
  {
    id: 'lay',
    title: 'Lay, with commission',
    about: 'Against a number at the odds; commission again on whatever stays up.',
    wagers: ['lay'],
  },
  {
    id: 'place-lose',
    title: 'Place to lose',
    about: 'Against a number at pays that only these books have.',
    wagers: ['place-lose'],
  },
  {
    id: 'split',
    title: 'Horn and other splits',
    about: 'One stake in parts: what won is paid less what the others lost.',
    wagers: ['craps-eleven', 'horn', 'world'],
  },
  {
    id: 'horn-high',
    title: 'Horn high',
    about: 'Five parts, two of them on the total that was named.',
    wagers: ['horn-high'],
  },
];

export const topicOf = (id: TopicId): Topic => TOPICS.find((topic) => topic.id === id) as Topic;

/** The spots of a topic that a book has. */
export const spotsIn = (book: Rulebook, { wagers }: Topic): readonly Spot[] =>
  SPOTS.filter(({ wager }) => wagers.includes(wager) && book.wagers[wager]);

/** The topics of a book: what none of its wagers is about is not taught. */
export const topicsOf = (book: Rulebook): readonly Topic[] =>
  TOPICS.filter((topic) => spotsIn(book, topic).length > 0);

/** `place-6`: a spot as the lines of a sheet name it. */
export const spotNameOf = ({ index }: Spot): string => PLACES[index] as string;
