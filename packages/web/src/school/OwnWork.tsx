import type { OwnSchool, School } from '@boxperson/offices';
import { lessonLink } from '@boxperson/rules/school';
import { useEffect, useState } from 'react';
import { Due } from '../ui/Due.js';
import { Link } from '../ui/Link.js';
import { ownSchool } from './telling.js';

const isTrainers = (books: OwnSchool | School): books is School => 'mispays' in books;

/** Of the staff: the work that is set for them. A trainer is shown to the books. */
export function OwnWork() {
  const [books, setBooks] = useState<OwnSchool | School | null>(null);
  useEffect(() => {
    void ownSchool().then(setBooks);
  }, []);
  if (!books) return null;
  if (isTrainers(books))
    return (
      <p>
        <Link href="/staff/trainer/school">Classes, set work and what goes wrong</Link>
      </p>
    );
  const work = Object.entries(books.work);
  if (work.length === 0) return null;
  return (
    <section aria-label="Set for you">
      <h2>Set for you</h2>
      <ul className="school-topics">
        {work.map(([id, { title, lesson, due, done }]) => (
          <li key={id}>
            <Link href={`/school/lesson?${lessonLink(lesson)}&work=${id}`} className="school-topic">
              <b>{title}</b>
              <span>{books.classes[books.work[id]?.class ?? '']?.title}</span>
              {due !== undefined && <Due at={due} isDone={done !== null} />}
              <span className="quiet">{done ? `${done.right} of ${done.asked} right` : 'not begun'}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
