import { type RulebookId, rulebook } from '@boxperson/rules';
import {
  type Drill,
  makeDrill,
  SCHOOL_SIGN,
  spotNameOf,
  spotsIn,
  type Topic,
  type TopicId,
  topicsOf,
} from '@boxperson/rules/school';
import { useMemo } from 'react';
import { SHORT } from '../reading/names.js';
import { Pair } from '../ui/Dice.js';
import { Link } from '../ui/Link.js';
import { dollars } from '../ui/money.js';
import { loadMemory, standingOf } from './memory.js';
import { SchoolFrame } from './SchoolFrame.js';
import { TopicStanding } from './SchoolHome.js';

/** What a topic is to somebody who plays. */
export const FOR_PLAYERS: Readonly<Record<TopicId, string>> = {
  'even-money': 'Where everybody begins: win as much as you bet.',
  field: 'One roll: the next total is in the box, or it is not.',
  odds: 'Behind your line or come wager, paid at what the dice are really worth.',
  place: 'Your own number, to come before a seven.',
  hardways: 'A pair, before the same total comes otherwise and before a seven.',
  'one-roll': 'Long shots on the next roll alone.',
  buy: 'A number at the true odds, for a commission.',
  'lay-odds': 'More against the point, behind a don’t wager.',
  lay: 'Against a number at the true odds, for a commission.',
  'place-lose': 'Against a number: a seven has to come first.',
  split: 'Several long shots with one stake.',
  'horn-high': 'All four horn totals, one of them doubled.',
};

/** The first wager of a topic, won, and small enough to be worked out in the head. */
function exampleOf(book: RulebookId, topic: Topic): Drill {
  const [first] = spotsIn(rulebook(book), topic);
  return makeDrill(book, topic.id, 3, 'units', SCHOOL_SIGN, first ? spotNameOf(first) : null);
}

/** The bets of a book for those who play: what each is, what one win looks like, and the same drills as a dealer's. */
export function Bets({ book }: { book: RulebookId }) {
  const topics = topicsOf(rulebook(book));
  const examples = useMemo(() => topicsOf(rulebook(book)).map((topic) => exampleOf(book, topic)), [book]);
  return (
    <SchoolFrame
      book={book}
      title={`Learn the bets, ${SHORT[book]}`}
      lead="What you can bet on, what it pays here, and how to see at a glance whether you were paid right."
    >
      <ul className="school-topics">
        {topics.map(({ id, title }, i) => (
          <li key={id}>
            <Link href={`/school/${book}/bets/${id}`} className="school-topic" data-topic={id}>
              <b>{title}</b>
              <span>{FOR_PLAYERS[id]}</span>
              <Example drill={examples[i] as Drill} />
              <TopicStanding standing={standingOf(loadMemory(book, id), new Date())} />
            </Link>
          </li>
        ))}
      </ul>
      <p className="quiet">
        New to the game? <Link href="/first-hand">Play a first hand with a guide</Link>, at a table of your
        own.
      </p>
    </SchoolFrame>
  );
}

const Example = ({ drill: { name, stake, dice, owed } }: { drill: Drill }) => (
  <span className="bet-example">
    <Pair dice={dice} />
    <span>
      {dollars(stake)} on {name} wins {dollars(owed)}
    </span>
  </span>
);
