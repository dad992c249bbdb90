import { type Award, PROMOTION_RULES, type Promotion, TELL_WAYS } from '@boxperson/offices';
import { wordsOf } from '../../ui/form/shape.js';
import { Link } from '../../ui/Link.js';
import { Money } from '../../ui/staff/Money.js';
import { When } from '../../ui/staff/When.js';
import type { BooksProps } from '../books/index.js';
import { useNames } from '../staff.js';
import { addressOf, verbsAt } from '../workplace.js';

interface AwardsProps extends BooksProps {
  readonly state: Promotion;
}

/** Who won what, how they were reached, and what became of it. */
export function Awards(props: AwardsProps) {
  const { state } = props;
  const awards = Object.entries(state.awards);
  if (awards.length === 0) return null;
  return (
    <section aria-labelledby="awards">
      <h3 id="awards">Awards</h3>
      <ul className="promo-awards">
        {awards.map(([id, award]) => (
          <li key={id} className="panel" data-became={award.became}>
            <AwardCard {...props} id={id} award={award} />
          </li>
        ))}
      </ul>
      <p className="quiet">Reserves left: {state.reserves.join(', ') || 'none'}.</p>
    </section>
  );
}

const BECAME = { open: 'Open', paid: '✓ Paid', ended: 'Ended: it stays with the house' } as const;

/** Whom an id stands for, where their name is not for these eyes. */
const KIND_OF: Readonly<Record<string, string>> = { g: 'guest', p: 'player' };

/** The name that a winner gave with their claim: whoever pays them out knows nobody else's name. */
const claimantOf = ({ claims }: Promotion, id: string, person: string): string | undefined =>
  Object.values(claims).find((one) => one.award === id && one.person === person)?.name;

function AwardCard({
  state,
  id,
  award,
  place,
  office,
  matter = '',
}: AwardsProps & { id: string; award: Award }) {
  const nameOf = useNames();
  const { prize, entry, person, became } = award;
  const who =
    nameOf(person) ?? claimantOf(state, id, person) ?? `${KIND_OF[person.charAt(0)] ?? ''} ${person}`;
  const may = new Set(verbsAt(place, office).map(([name]) => name));
  const acts = became === 'open' ? ['attempt', 'claim', 'redraw'].filter((name) => may.has(name)) : [];
  return (
    <>
      <header>
        <h4>
          {id}: {prize.name}
        </h4>
        <span className="promo-became">{BECAME[became]}</span>
      </header>
      <p>
        <Money cents={prize.value} /> · entry <b>{entry}</b> of {who}, since <When at={award.since} />
      </p>
      <Reached award={award} book={state.book} />
      {acts.length > 0 && (
        <p className="staff-links">
          {acts.map((name) => (
            <Link
              key={name}
              className="button-link"
              href={`${addressOf(place, office, matter, name)}?award=${id}`}
            >
              {ACTS[name]}
            </Link>
          ))}
        </p>
      )}
    </>
  );
}

const ACTS: Readonly<Record<string, string>> = {
  attempt: 'Write down an attempt',
  claim: 'Take down a claim',
  redraw: 'Pass it on',
};

/** The four ways of the books, each with how often it was tried and what came of it. */
function Reached({ award, book }: { award: Award; book: Promotion['book'] }) {
  const { tellWays } = PROMOTION_RULES[book];
  return (
    <dl className="promo-ways">
      {TELL_WAYS.map((way) => {
        const tried = award.attempts.filter((one) => one.way === way);
        const last = tried.at(-1);
        return (
          <div key={way} data-reached={tried.some(({ reached }) => reached)}>
            <dt>
              {wordsOf(way)} <span className="form-clause">§ {tellWays[way]}</span>
            </dt>
            <dd>
              {last
                ? `${last.reached ? '✓ reached' : 'not reached'}${tried.length > 1 ? ` (${tried.length})` : ''}`
                : 'not tried'}
              {last && <span className="quiet"> {last.note}</span>}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
