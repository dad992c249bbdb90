import {
  entriesOf,
  faultsInTerms,
  PROMOTION_RULES,
  type Promotion,
  promotionStep,
  promotionTasks,
} from '@boxperson/offices';
import { RULEBOOKS } from '@boxperson/rules';
import type { ReactNode } from 'react';
import { wordsOf } from '../../ui/form/shape.js';
import { Link } from '../../ui/Link.js';
import { Money } from '../../ui/staff/Money.js';
import { Table, type TableColumn } from '../../ui/staff/Table.js';
import { When } from '../../ui/staff/When.js';
import { sayAway } from '../../ui/words.js';
import type { BooksProps } from '../books/index.js';
import { addressOf, verbsAt } from '../workplace.js';
import { Awards } from './Awards.js';
import { DrawDesk } from './DrawDesk.js';
import { STAGES, WAY } from './stages.js';
import { Tasks, useClock } from './Tasks.js';
import './promotion.css';

interface DeskProps extends BooksProps {
  readonly state: Promotion;
}

/** The desk of a promotion: where it is, what is to be done by whom and when, what it lacks, its draw and its prizes. */
export function PromotionDesk(props: BooksProps) {
  const state = props.books as Promotion | null;
  const now = useClock();
  if (state?.stage === 'none') return <p className="quiet">Nothing is written here yet.</p>;
  // What everybody sees, or nothing: it is of another book, or the post that opened the books is gone.
  if (!state || !('claims' in state)) return <p className="quiet">These books are not open to you.</p>;
  const here = { ...props, state };
  return (
    <div className="promo-desk">
      <Head {...here} />
      <section aria-labelledby="to-do">
        <h3 id="to-do">What is to be done</h3>
        <Tasks {...props} tasks={promotionTasks(state, now)} book={state.book} />
      </section>
      {state.stage === 'draft' && <Lacks {...here} />}
      <DrawDesk {...here} />
      <Awards {...here} />
      <Claims state={state} />
      <Register state={state} />
    </div>
  );
}

function Head({ state, matter = '' }: DeskProps) {
  const now = useClock();
  const next = promotionStep(state);
  const { title, book, stage, doubt, missed } = state;
  return (
    <header className="promo-head">
      <div className="promo-title">
        <h3>{title}</h3>
        <span className="quiet">
          {RULEBOOKS[book].title} § {PROMOTION_RULES[book].contents}
        </span>
        {stage !== 'draft' && (
          <Link href={`/promotions/${encodeURIComponent(matter)}`}>As everybody sees it</Link>
        )}
      </div>
      <Steps state={state} />
      {doubt && (
        <p className="promo-late">
          Its integrity is in doubt since <When at={doubt.at} />: {doubt.reason}
        </p>
      )}
      {next && (
        <p className="promo-next">
          {next.says} {sayAway(next.at, now)}: <When at={next.at} />
        </p>
      )}
      {missed.length > 0 && <p className="promo-late">Deadlines missed: {missed.join(', ')}</p>}
      <Figures state={state} />
    </header>
  );
}

/** The way of a promotion, with where it is. */
function Steps({ state: { stage } }: { state: Promotion }) {
  const at = stage === 'cancelled' ? WAY.length : WAY.indexOf(stage);
  return (
    <ol className="promo-steps" aria-label="Where it is">
      {(stage === 'cancelled' ? [...WAY.slice(0, -1), 'cancelled' as const] : WAY).map((one, n) => (
        <li key={one} data-past={n < at} aria-current={one === stage ? 'step' : undefined}>
          {STAGES[one]}
        </li>
      ))}
    </ol>
  );
}

const Figure = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

const tellPeople = (n: number): string => (n === 1 ? 'one person' : `${n} people`);

function Figures({ state }: { state: Promotion }) {
  const { terms, entrants, setAside, paid } = state;
  const all = entriesOf(state).map(([, entry]) => entry);
  const how = (kind: string) => all.filter((one) => one.how === kind).length;
  const struck = all.filter((one) => one.struck !== undefined).length;
  const moments = [
    ['Starts', terms?.startsAt],
    ['Entries close', terms?.closesAt],
    ['The draw', terms?.drawAt],
  ] as const;
  return (
    <dl className="promo-figures">
      {moments.map(([name, at]) => (
        <Figure key={name} name={name}>
          {at ? <When at={at} /> : 'not said'}
        </Figure>
      ))}
      <Figure name="Entries">
        {all.length === 0 ? 'none yet' : `${all.length} from ${tellPeople(entrants.count)}`}
        {all.length > 0 && (
          <small>
            {how('play')} by play, {how('form')} by form, {how('hand')} by hand, {struck} struck
          </small>
        )}
      </Figure>
      <Figure name="Set aside">
        <Money cents={setAside} />
      </Figure>
      <Figure name="Paid">
        <Money cents={paid} />
      </Figure>
    </dl>
  );
}

/** Everything that keeps the terms from the regulator, with the clause of each. */
function Lacks({ state, place, office, matter }: DeskProps) {
  const faults = state.terms ? faultsInTerms(state.book, state.terms) : [];
  const { regulator } = PROMOTION_RULES[state.book];
  const mayWrite = verbsAt(place, office).some(([name]) => name === 'redraft');
  const write = addressOf(place, office, ...(matter === undefined ? [] : [matter]), 'redraft');
  if (faults.length === 0)
    return (
      <p className="promo-signed">✓ The terms are complete: they may be submitted to the {regulator}.</p>
    );
  return (
    <section className="panel promo-part" aria-labelledby="lacks">
      <h3 id="lacks">Before the {regulator} can have it</h3>
      <ul className="promo-lacks">
        {faults.map(({ field, says, clause }) => (
          <li key={`${field} ${says}`}>
            {says}
            {clause && <span className="form-clause"> § {clause}</span>}
          </li>
        ))}
      </ul>
      {mayWrite && (
        <Link className="button-link" href={write}>
          Write it
        </Link>
      )}
    </section>
  );
}

type Claim = Promotion['claims'][string] & { readonly id: string };
const CLAIMS: readonly TableColumn<Claim>[] = [
  { id: 'id', name: 'Claim', show: ({ id }) => id, by: ({ id }) => id },
  { id: 'award', name: 'Award', show: ({ award }) => award },
  { id: 'name', name: 'Name', show: ({ name }) => name, by: ({ name }) => name },
  { id: 'address', name: 'Address', show: ({ address }) => address },
  { id: 'value', name: 'Value', show: ({ value }) => <Money cents={value} />, align: 'end' },
  { id: 'ways', name: 'To be paid', show: ({ ways }) => tellWays(ways) },
  { id: 'became', name: 'Standing', show: (claim) => tellClaim(claim), by: ({ became }) => became },
];

const tellWays = (ways: Claim['ways']) =>
  ways.length === 0
    ? 'handed over'
    : ways.map(({ way, amount }) => (
        <span key={way}>
          <Money cents={amount} /> {way}{' '}
        </span>
      ));

const tellClaim = ({ became, refusal, toldAt }: Claim): string =>
  refusal ? `Refused: ${refusal.reason}${toldAt === undefined ? ' (to be told)' : ''}` : wordsOf(became);

const claimsIn = ({ claims }: Promotion): readonly Claim[] =>
  Object.entries(claims).map(([id, one]) => ({ ...one, id }));

function Claims({ state }: { state: Promotion }) {
  const rows = claimsIn(state);
  if (rows.length === 0) return null;
  return (
    <section aria-labelledby="claims">
      <h3 id="claims">Claims</h3>
      <Table name="Claims" rows={rows} columns={CLAIMS} keyOf={({ id }) => id} nothing="None." />
    </section>
  );
}

/** Refused claims over the book's figure, as they are kept. */
function Register({ state }: { state: Promotion }) {
  const kept = claimsIn(state).filter(({ refusal }) => refusal?.kept);
  const { value, clause } = PROMOTION_RULES[state.book].keepAbove;
  if (kept.length === 0) return null;
  return (
    <section aria-labelledby="register">
      <h3 id="register">Register of refused claims</h3>
      <p className="quiet">
        Over <Money cents={value} />, kept with name, address and reason (§ {clause}).
      </p>
      <Table name="Refused claims" rows={kept} columns={CLAIMS} keyOf={({ id }) => id} nothing="None." />
    </section>
  );
}
