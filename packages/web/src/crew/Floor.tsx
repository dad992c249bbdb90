import { rolesHere } from '@boxperson/offices';
import { RULEBOOKS, type RulebookId } from '@boxperson/rules';
import { Frame } from '../staff/Frame.js';
import { useStaff } from '../staff/staff.js';
import { Link } from '../ui/Link.js';
import { sayList } from '../ui/words.js';
import { titleOf } from './stations.js';

/** Every staffed table of somebody's books: the way to a console. */
export function Floor() {
  const { person, tables } = useStaff();
  const mine = tables.filter(({ id, rulebook }) => {
    const book = RULEBOOKS[rulebook as RulebookId];
    return book.conduct.run.value === 'staffed' && rolesHere(person, { id, rulebook }).length > 0;
  });
  return (
    <Frame
      title="Which table?"
      lead={<p>Go to a table, choose where you stand, and come on duty.</p>}
      place={null}
      here=""
    >
      {tables.length > 0 && mine.length === 0 && (
        <p className="staff-note">You hold no role of a book that is dealt here: a manager gives you one.</p>
      )}
      <ul className="staff-cards">
        {mine.map(({ id, name, rulebook }) => (
          <li key={id} className="panel staff-card">
            <h3>
              <Link href={`/crew/${encodeURIComponent(id)}`}>{name}</Link>
            </h3>
            <p>{RULEBOOKS[rulebook as RulebookId].title}</p>
            <p className="quiet">
              You may stand there as{' '}
              {sayList(
                rolesHere(person, { id, rulebook }).map((role) =>
                  titleOf(RULEBOOKS[rulebook as RulebookId], role).toLowerCase(),
                ),
                'or',
              )}
              .
            </p>
          </li>
        ))}
      </ul>
    </Frame>
  );
}
