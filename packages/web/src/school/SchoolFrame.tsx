import type { RulebookId } from '@boxperson/rules';
import { DEALT_BOOKS } from '@boxperson/rules/school';
import type { ReactNode } from 'react';
import { SHORT } from '../reading/names.js';
import { ReadingPage } from '../reading/ReadingPage.js';
import { Link } from '../ui/Link.js';

interface SchoolFrameProps {
  readonly book?: RulebookId;
  readonly title: string;
  readonly lead?: ReactNode;
  /** Somebody works here: the title steps back; at a console it has all the room there is. */
  readonly work?: 'desk' | 'console';
  readonly children: ReactNode;
}

const LOOKS = {
  none: 'school',
  desk: 'school school-work',
  console: 'school school-work school-wide',
} as const;

/** The rooms of a book's school; where nobody deals there is nothing to audition for. */
const roomsOf = (book: RulebookId): readonly (readonly [string, string])[] => [
  [`/school/${book}/bets`, 'Bets'],
  [`/school/${book}`, 'Keys'],
  [`/school/${book}/sprint`, 'Sprint'],
  ...(DEALT_BOOKS.includes(book)
    ? [
        [`/school/${book}/rolls`, 'Whole rolls'] as const,
        [`/school/${book}/calls`, 'Calls'] as const,
        [`/school/${book}/audition`, 'Audition'] as const,
        [`/school/${book}/make`, 'Make a roll'] as const,
      ]
    : []),
  [`/school/${book}/what-now`, 'What now?'],
];

/** The frame around every room of the school. */
export function SchoolFrame({ book, title, lead, work, children }: SchoolFrameProps) {
  return (
    <ReadingPage title={title} here="/school" lead={lead}>
      {book && (
        <nav className="school-rooms" aria-label={`School, ${SHORT[book]}`}>
          <Link href="/school">{SHORT[book]} ▾</Link>
          {roomsOf(book).map(([address, name]) => (
            <Link
              key={address}
              href={address}
              aria-current={location.pathname === address ? 'page' : undefined}
            >
              {name}
            </Link>
          ))}
        </nav>
      )}
      <div className={LOOKS[work ?? 'none']}>{children}</div>
    </ReadingPage>
  );
}
