import {
  account,
  HOUSE_ACCOUNTS,
  type PeopleBooks,
  type Proposal,
  streamOf,
  type Tickets,
  tellWho,
} from '@boxperson/offices';
import { useState } from 'react';
import { sayClause } from '../reading/names.js';
import type { Offers } from '../ui/form/Fields.js';
import { SchemaForm } from '../ui/form/SchemaForm.js';
import { fieldOf, wordsOf } from '../ui/form/shape.js';
import { Link } from '../ui/Link.js';
import type { Offer } from '../ui/staff/Offered.js';
import { AnswerView, type Given } from './AnswerView.js';
import { Frame } from './Frame.js';
import type { OfficeProps } from './OfficePage.js';
import { proposalTitle } from './ProposalList.js';
import { tellProposal, useProposals } from './proposals.js';
import { asFormAnswer } from './sending.js';
import { api } from './session.js';
import { type Staff, usePeople, useShelf, useStaff } from './staff.js';
import { type AnyVerb, addressOf, fieldsOf } from './workplace.js';

interface VerbProps extends OfficeProps {
  readonly name: string;
  readonly verb: AnyVerb;
}

/** One act of an office: a form made from what it takes, and what came of it. */
export function VerbPage(props: VerbProps) {
  const { place, office, matter, name, verb } = props;
  const [given, setGiven] = useState<Given | null>(null);
  const back = matter === undefined ? [] : [matter];
  return (
    <Frame title={wordsOf(name)} place={place} here={addressOf(place, office)} lead={<p>{verb.help}.</p>}>
      {given && <AnswerView given={given} onClose={() => setGiven(null)} />}
      <div className="staff-over">
        <About verb={verb} />
        <p className="staff-links">
          <CameFrom />
          <Link className="button-link" href={addressOf(place, office, ...back)}>
            Back to {office.title}
          </Link>
        </p>
      </div>
      <div className="panel staff-verb">
        <VerbForm {...props} onGiven={setGiven} />
      </div>
    </Frame>
  );
}

/** Back to the screen that the form was opened from: one of ours, whatever the address says. */
function CameFrom() {
  const from = new URLSearchParams(location.search).get('from') ?? '';
  return OURS.test(from) ? (
    <Link className="button-link" href={from}>
      Back to where you were
    </Link>
  ) : null;
}
const OURS = /^\/(?:crew|staff)\/[\w./%-]+$/;

function VerbForm({ office, matter, name, verb, onGiven }: VerbProps & { onGiven: (given: Given) => void }) {
  const { person } = useStaff();
  const offers = useOffers(verb);
  const at = streamOf(office, matter);
  const title = wordsOf(name);
  const asked = new URLSearchParams(location.search);
  const shelf = useShelf(verb.standing ? at : null);
  if (shelf.kind === 'waiting') return <p className="quiet">Opening the books…</p>;
  const books = shelf.kind === 'open' ? shelf.books : null;
  const stands = books === null ? null : verb.standing?.(books);
  return (
    <SchemaForm
      key={`${at}/${name}${location.search}`}
      name={title}
      schema={verb.body}
      initial={{ ...(stands as object | null), ...givenIn(verb, asked) }}
      offers={offers}
      draft={`${person.id}/${at}/${name}${location.search}`}
      submit={title}
      onSubmit={async (body, { id }) => {
        const answered = await api.submit(at, { do: name, ...(body as object) }, id);
        if (answered.ok) {
          const { ok: _ok, ...answer } = answered;
          onGiven({ title: `${title}: done.`, answer: answer as Given['answer'] });
          const lacks = books === null ? [] : (verb.lacks?.(books, verb.body.parse(body)) ?? []);
          if (lacks.length > 0)
            return lacks.map(({ field, says, clause }) => ({ message: says, field, clause }));
        }
        return asFormAnswer(answered);
      }}
    />
  );
}

/** What an address gives of a form; money in cents. */
function givenIn({ body }: AnyVerb, asked: URLSearchParams): object {
  const { shape } = fieldOf('', body);
  const money = shape.kind === 'group' ? shape.fields.filter((one) => one.shape.kind === 'money') : [];
  return Object.fromEntries(
    [...asked].map(([name, value]) => [name, money.some((one) => one.name === name) ? Number(value) : value]),
  );
}

/** Who may, by which clause, and whether one is enough. */
const About = ({ verb }: { verb: AnyVerb }) => (
  <dl className="staff-about">
    <div>
      <dt>Who may</dt>
      <dd>{tellWho(verb.who)}</dd>
    </div>
    {verb.clause !== null && (
      <div>
        <dt>Clause</dt>
        <dd>{sayClause(verb.clause)}</dd>
      </div>
    )}
    <div>
      <dt>Second person</dt>
      <dd>{verb.second ? 'may be needed: then it waits for one' : 'not needed'}</dd>
    </div>
  </dl>
);

const personOffers = (books: PeopleBooks | null): readonly Offer[] =>
  Object.values(books?.persons ?? {}).map(
    ({ person, login }) => [person.id, `${person.name} · ${login ?? person.card ?? person.kind}`] as const,
  );

const accountOffers = (people: readonly Offer[]): readonly Offer[] => [
  ...HOUSE_ACCOUNTS.map((name) => [name, name] as const),
  ...people.map(([id, says]) => [account.wallet(id), `Wallet of ${says}`] as const),
];

/** Only the tickets that are withheld are known by number. */
function useTickets(isAsked: boolean): readonly Offer[] {
  const shelf = useShelf(isAsked ? 'tickets' : null);
  if (shelf.kind !== 'open' || shelf.books === null) return [];
  return Object.keys((shelf.books as Tickets).withheld ?? {}).map((number) => [number, number] as const);
}

const proposalOffers = (all: readonly Proposal[] | null, tables: Staff['tables']): readonly Offer[] =>
  (all ?? []).map(
    (one) => [one.id, `${proposalTitle(tellProposal(one, tables), one.to)} (${one.id})`] as const,
  );

/** What the lines of a form may well be, as far as the open books know it. */
function useOffers(verb: AnyVerb): Offers {
  const { tables } = useStaff();
  const people = personOffers(usePeople());
  const number = useTickets(fieldsOf(verb).includes('number'));
  const [proposals] = useProposals();
  return {
    person: people,
    account: accountOffers(people),
    table: tables.map(({ id, name }) => [id, `${name} (${id})`] as const),
    number,
    proposal: proposalOffers(proposals, tables),
  };
}
