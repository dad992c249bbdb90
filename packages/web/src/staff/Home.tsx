import { OFFICES } from '@boxperson/offices';
import { useEffect } from 'react';
import { Link } from '../ui/Link.js';
import { Frame } from './Frame.js';
import { type Notice, useCalls, useElectronic, useNotices } from './notices.js';
import { ProposalList } from './ProposalList.js';
import { Glance } from './pit/PitPage.js';
import { tellProposal, useProposals, whyNotAgree } from './proposals.js';
import { usePeople, useStaff } from './staff.js';
import { addressOf, officesAt, type Workplace } from './workplace.js';

/** What waits for whoever works here, first of all. */
export function Home({ place }: { place: Workplace }) {
  const { person, tables } = useStaff();
  const people = usePeople();
  const [all, look] = useProposals();
  const own = (all ?? []).filter(({ by }) => by.id === person.id);
  const others = (all ?? []).filter(({ by }) => by.id !== person.id);
  const isMine = (proposal: (typeof others)[number]): boolean =>
    whyNotAgree(person, proposal, tellProposal(proposal, tables), people) === null;
  const mine = others.filter(isMine);
  const rest = others.filter((proposal) => !isMine(proposal));
  useCount(mine.length);
  const isPit = place.id === 'pit-supervisor';
  return (
    <Frame
      title={place.title}
      lead={isPit ? null : <p>{place.help}</p>}
      place={place}
      here={`/staff/${place.id}`}
    >
      {isPit && <Glance place={place} />}
      <section className="staff-part" aria-labelledby="waits">
        <h2 id="waits">
          Waits for you <Count of={mine.length} />
        </h2>
        {all === null ? (
          <p className="quiet">Looking…</p>
        ) : (
          <ProposalList
            name="Waits for you"
            proposals={mine}
            nothing="Nothing waits for a second person like you."
            onChanged={look}
          />
        )}
      </section>
      <Notices place={place} />
      {own.length > 0 && (
        <section className="staff-part" aria-labelledby="own">
          <h2 id="own">You proposed</h2>
          <ProposalList name="You proposed" proposals={own} nothing="" onChanged={look} />
        </section>
      )}
      {rest.length > 0 && (
        <section className="staff-part" aria-labelledby="rest">
          <h2 id="rest">Waits for somebody else</h2>
          <ProposalList name="Waits for somebody else" proposals={rest} nothing="" onChanged={look} />
        </section>
      )}
      <Desks place={place} />
    </Frame>
  );
}

const Count = ({ of }: { of: number }) => (of > 0 ? <span className="staff-count">{of}</span> : null);

/** How much waits stands in the title of the window, for whoever works in another. */
function useCount(count: number): void {
  useEffect(() => {
    const before = document.title;
    if (count > 0) document.title = `(${count}) ${before.replace(/^\(\d+\) /, '')}`;
    return () => {
      document.title = document.title.replace(/^\(\d+\) /, '');
    };
  }, [count]);
}

function Notices({ place }: { place: Workplace }) {
  const notices = useNotices(place);
  const electronic = useElectronic(place);
  return (
    <section className="staff-part" aria-labelledby="look">
      <h2 id="look">To look at</h2>
      <ul className="staff-notices">
        {notices.map((notice) => (
          <NoticeRow key={notice.id} notice={notice} place={place} />
        ))}
        {electronic.map(({ id }) => (
          <Calls key={id} table={id} place={place} />
        ))}
      </ul>
      <p className="quiet staff-calm">Nothing else in the books that are open to you.</p>
    </section>
  );
}

const Calls = ({ table, place }: { table: string; place: Workplace }) =>
  useCalls(table).map((notice) => <NoticeRow key={notice.id} notice={notice} place={place} />);

function NoticeRow({ notice, place }: { notice: Notice; place: Workplace }) {
  const office = OFFICES.find(({ name }) => name === notice.office);
  const matter = notice.matter === undefined ? [] : [notice.matter];
  return (
    <li className={`staff-notice staff-notice-${notice.kind}`}>
      <div>
        <b>{notice.says}</b>
        <span>{notice.more}</span>
      </div>
      {office && (
        <Link className="button-link" href={addressOf(place, office, ...matter)}>
          {office.title}
        </Link>
      )}
    </li>
  );
}

/** The offices of this workplace. */
function Desks({ place }: { place: Workplace }) {
  const offices = officesAt(place);
  if (offices.length === 0)
    return <p className="quiet">No office is open to you in this role: your work is at the table.</p>;
  return (
    <section className="staff-part staff-desks" aria-labelledby="desks">
      <h2 id="desks">Offices</h2>
      <ul className="staff-links">
        {offices.map((office) => (
          <li key={office.name}>
            <Link className="button-link" href={addressOf(place, office)}>
              {office.title}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
