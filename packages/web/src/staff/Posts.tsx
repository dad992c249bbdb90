import { RULEBOOKS, type RulebookId } from '@boxperson/rules';
import { Link } from '../ui/Link.js';
import { sayList } from '../ui/words.js';
import { Frame } from './Frame.js';
import { useStaff, useTableNames } from './staff.js';
import { officesAt, type Workplace, workplacesOf } from './workplace.js';

/** Where somebody may work today: the posts and roles they hold. */
export function Posts() {
  const { person } = useStaff();
  const all = workplacesOf(person);
  const posts = all.filter(({ book }) => book === null);
  const books = [...new Set(all.flatMap(({ book }) => book ?? []))];
  return (
    <Frame title="Where do you work today?" place={null} here="/staff">
      {all.length === 0 && (
        <p className="staff-note">You hold no post and no role yet: a manager gives you one.</p>
      )}
      {posts.length > 0 && (
        <section className="staff-part" aria-labelledby="posts">
          <h2 id="posts">Posts of the house</h2>
          <ul className="staff-cards">
            {posts.map((place) => (
              <PostCard key={place.id} place={place} />
            ))}
          </ul>
        </section>
      )}
      {books.length > 0 && (
        <section className="staff-part" aria-labelledby="roles">
          <h2 id="roles">Roles of the books</h2>
          <ul className="staff-books">
            {books.map((book) => (
              <BookRoles key={book} book={book} places={all.filter((place) => place.book === book)} />
            ))}
          </ul>
        </section>
      )}
    </Frame>
  );
}

const sayTables = (tables: Workplace['tables'], nameOf: (id: string) => string): string =>
  tables === '*' ? 'All tables' : tables.length === 0 ? 'No table' : `Tables ${sayList(tables.map(nameOf))}`;

function PostCard({ place }: { place: Workplace }) {
  const nameOf = useTableNames();
  const offices = officesAt(place).map(({ title }) => title);
  return (
    <li className="panel staff-card">
      <h3>
        <Link href={`/staff/${place.id}`}>{place.title}</Link>
      </h3>
      <p>{place.help}</p>
      <p className="quiet">
        {sayTables(place.tables, nameOf)}
        {offices.length > 0 && ` · ${offices.join(', ')}`}
      </p>
    </li>
  );
}

const BookRoles = ({ book, places }: { book: RulebookId; places: readonly Workplace[] }) => (
  <li className="panel staff-book">
    <h3>{RULEBOOKS[book].title}</h3>
    <ul>
      {places.map(({ id, title }) => (
        <li key={id}>
          <Link
            className="button-link"
            href={`/staff/${id}`}
            aria-label={`${title}, ${RULEBOOKS[book].title}`}
          >
            {title}
          </Link>
        </li>
      ))}
    </ul>
  </li>
);
