import { RULEBOOK_IDS, type RulebookId, rulebook } from '@boxperson/rules';
import { DEALT_BOOKS, topicsOf } from '@boxperson/rules/school';
import { useState } from 'react';
import { SHORT } from '../reading/names.js';
import { ChipFace, chipText } from '../ui/Chip.js';
import { Face } from '../ui/Dice.js';
import { Link } from '../ui/Link.js';
import { forgetAll, loadMemory, type Standing, standingOf } from './memory.js';
import { OwnWork } from './OwnWork.js';
import { SchoolFrame } from './SchoolFrame.js';
import { saySeconds } from './use-clock.js';

const standings = (book: RulebookId): readonly Standing[] =>
  topicsOf(rulebook(book)).map(({ id }) => standingOf(loadMemory(book, id), new Date()));

const total = (all: readonly Standing[], of: 'asked' | 'right' | 'due'): number =>
  all.reduce((sum, one) => sum + one[of], 0);

/** Which house's craps? Every book has keys of its own. */
export function SchoolHome() {
  const [forgotten, setForgotten] = useState(0);
  return (
    <SchoolFrame
      title="Dealer school"
      lead="Learn to deal craps by any of the books, or learn the bets as a player. Keys known from elsewhere are wrong here: these come from each book, and the engine of the tables judges."
    >
      <OwnWork />
      <ul className="school-books" key={forgotten}>
        {RULEBOOK_IDS.map((book) => (
          <li key={book}>
            <BookCard book={book} />
          </li>
        ))}
      </ul>
      <p className="quiet">
        What you have learned is kept in this browser and told to nobody.{' '}
        <button
          type="button"
          onClick={() => {
            forgetAll();
            setForgotten(forgotten + 1);
          }}
        >
          Forget it
        </button>
      </p>
    </SchoolFrame>
  );
}

const STRIP_CHIPS = [500, 2_500, 10_000];

/** A house: its felt, two doors, and how far one is. */
function BookCard({ book }: { book: RulebookId }) {
  const all = standings(book);
  const [asked, right, due] = [total(all, 'asked'), total(all, 'right'), total(all, 'due')];
  const deals = DEALT_BOOKS.includes(book) ? 'Learn to deal' : 'Keys and situations';
  return (
    <article className="school-book" aria-label={SHORT[book]}>
      <div className="school-strip" data-skin={book} aria-hidden="true">
        <Face face={4} />
        <Face face={3} />
        {STRIP_CHIPS.map((chip) => (
          <ChipFace key={chip} value={chip} text={chipText(chip)} />
        ))}
      </div>
      <h2>{SHORT[book]}</h2>
      <p>{rulebook(book).title}</p>
      {asked > 0 && (
        <p className="quiet">
          {right} of {asked} right{due > 0 ? `, ${due} due again` : ''}
        </p>
      )}
      <div className="school-doors">
        <Link
          href={`/school/${book}/bets`}
          className="button-link"
          aria-label={`Learn the bets, ${SHORT[book]}`}
        >
          Learn the bets
        </Link>
        <Link href={`/school/${book}`} className="button-link main" aria-label={`${deals}, ${SHORT[book]}`}>
          {deals}
        </Link>
      </div>
    </article>
  );
}

/** The topics of a book, from even money to horn high, with how far one is. */
export function BookHome({ book }: { book: RulebookId }) {
  return (
    <SchoolFrame book={book} title={`Keys, ${SHORT[book]}`} lead={rulebook(book).title}>
      <ul className="school-topics">
        {topicsOf(rulebook(book)).map(({ id, title, about }) => (
          <li key={id}>
            <Link href={`/school/${book}/keys/${id}`} className="school-topic" data-topic={id}>
              <b>{title}</b>
              <span>{about}</span>
              <TopicStanding standing={standingOf(loadMemory(book, id), new Date())} />
            </Link>
          </li>
        ))}
      </ul>
    </SchoolFrame>
  );
}

export function TopicStanding({ standing: { asked, right, due, ms } }: { standing: Standing }) {
  if (asked === 0) return <span className="quiet">new</span>;
  return (
    <span className="topic-standing">
      <meter min={0} max={asked} value={right} aria-label="Right so far" />
      <span className="quiet">
        {Math.round((100 * right) / asked)} % right{ms === null ? '' : `, ${saySeconds(ms)}`}
        {due > 0 ? `, ${due} due` : ''}
      </span>
    </span>
  );
}
