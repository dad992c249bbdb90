import type { Moment, School } from '@boxperson/offices';
import { DEALT_BOOKS } from '@boxperson/rules/school';
import { Pair } from '../../../ui/Dice.js';
import { wordsOf } from '../../../ui/form/shape.js';
import { Link } from '../../../ui/Link.js';
import { When } from '../../../ui/staff/When.js';
import { TableAt } from '../../CaseDesk.js';
import type { OfficeProps } from '../../OfficePage.js';
import { addressOf } from '../../workplace.js';

/** Where such a roll is set as work, with everything filled in that the record knows. */
const settingOf = (
  { place, office }: OfficeProps,
  id: string,
  { table, n, rulebook, dice }: Moment,
): string =>
  `${addressOf(place, office, 'set-work')}?${new URLSearchParams({
    class: id,
    title: `${table}: ${dice?.join('-') ?? 'a roll'}`,
    book: rulebook,
    kind: 'rolls',
    table,
    n: String(n),
  })}`;

/** A roll of the record as work for a class: the chips as they lay and the dice, and nobody's name. */
export function RollOfRecord({ school, ...props }: OfficeProps & { school: School }) {
  const open = Object.entries(school.classes).filter(([, { closed }]) => !closed);
  if (open.length === 0) return null;
  const show = (moments: readonly Moment[]) => (
    <ol className="case-moments">
      {moments
        .filter(({ rulebook, dice }) => dice && DEALT_BOOKS.includes(rulebook))
        .map((moment) => (
          <li key={moment.seq} data-moment={moment.n}>
            <p>
              {moment.dice && <Pair dice={moment.dice} />} <When at={moment.at} />{' '}
              <span className="quiet">
                {moment.call ? wordsOf(moment.call) : ''} · {moment.lines.length} lines
              </span>{' '}
              {open.map(([id, { title }]) => (
                <Link key={id} className="button-link" href={settingOf(props, id, moment)}>
                  Set for {title}
                </Link>
              ))}
            </p>
          </li>
        ))}
    </ol>
  );
  return (
    <>
      <h3>A roll of the record as work</h3>
      <p className="quiet">The chips as they lay and the dice; whose they were stays in the record.</p>
      <TableAt {...props} show={show} />
    </>
  );
}
