import { type Proposal, verbIn } from '@boxperson/offices';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import { wordsOf } from '../ui/form/shape.js';
import { Choice } from '../ui/staff/Choice.js';
import { Ask } from '../ui/staff/Dialog.js';
import { When } from '../ui/staff/When.js';
import { AnswerView, type Given } from './AnswerView.js';
import { rolesFor, type Told, tellProposal, whyNotAgree } from './proposals.js';
import { api } from './session.js';
import { useNames, usePeople, useStaff } from './staff.js';
import { Said, Thing } from './Thing.js';

interface ListProps {
  readonly name: string;
  readonly proposals: readonly Proposal[];
  /** What is said where there is none; null where nothing need be. */
  readonly nothing: string | null;
  readonly onChanged: () => void;
}

/** Proposals, each with what can be done about it. What came of the last one stands above. */
export function ProposalList({ name, proposals, nothing, onChanged }: ListProps) {
  const [given, setGiven] = useState<Given | null>(null);
  const done = (next: Given): void => {
    setGiven(next);
    onChanged();
  };
  return (
    <>
      {given && <AnswerView given={given} onClose={() => setGiven(null)} />}
      {proposals.length === 0 && nothing !== null && <p className="quiet">{nothing}</p>}
      {proposals.length > 0 && (
        <ul className="staff-proposals" aria-label={name}>
          {proposals.map((proposal) => (
            <ProposalCard key={proposal.id} proposal={proposal} onDone={done} />
          ))}
        </ul>
      )}
    </>
  );
}

/** Where, and what is to be done there. */
export const proposalTitle = ({ office, table, verb }: Told, to: string): string =>
  `${office?.title ?? table?.name ?? to}: ${wordsOf(verb).toLowerCase()}`;

interface CardProps {
  readonly proposal: Proposal;
  readonly onDone: (given: Given) => void;
}

function ProposalCard({ proposal, onDone }: CardProps) {
  const { person, tables } = useStaff();
  const told = tellProposal(proposal, tables);
  const title = proposalTitle(told, proposal.to);
  const isOwn = proposal.by.id === person.id;
  return (
    <li className="panel staff-proposal" aria-label={title}>
      <div>
        <h3>{title}</h3>
        <p className="quiet">{told.help}</p>
        <Wanted proposal={proposal} told={told} />
      </div>
      <div className="staff-proposal-side">
        <Signed proposal={proposal} />
        {isOwn ? (
          <Withdraw proposal={proposal} title={title} onDone={onDone} />
        ) : (
          <Agree proposal={proposal} told={told} title={title} onDone={onDone} />
        )}
      </div>
    </li>
  );
}

/** What is to be done, field by field. */
function Wanted({ proposal: { wanted }, told }: { proposal: Proposal; told: Told }) {
  const verb = told.office && verbIn(told.office, told.verb);
  const { do: _do, by: _by, ...fields } = wanted;
  return verb ? <Said verb={verb} said={fields} /> : <Thing value={fields} />;
}

/** Who proposed it, and how long it waits. */
function Signed({ proposal: { by, at, lapsesAt } }: { proposal: Proposal }) {
  const nameOf = useNames();
  return (
    <p className="staff-signed">
      <span>
        Proposed by <b>{nameOf(by.id) ?? by.id}</b>
        {by.role && ` (${wordsOf(by.role).toLowerCase()})`}
      </span>
      <span>
        <When at={at} />
      </span>
      <span>
        Waits until <When at={lapsesAt} />
      </span>
    </p>
  );
}

interface ActProps extends CardProps {
  readonly title: string;
}

/** Asks the house something about a proposal; what it says is shown. */
function useAct({ title, onDone }: Pick<ActProps, 'title' | 'onDone'>) {
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const act = async (verb: 'confirm' | 'withdraw', body: object): Promise<void> => {
    setBusy(true);
    setFault(null);
    const answered = await api.submit('proposals', { do: verb, ...body });
    setBusy(false);
    if (!answered.ok) return setFault(answered.refused.message);
    const { ok: _ok, ...answer } = answered;
    onDone({ title: verb === 'confirm' ? `Confirmed. ${title}` : `Withdrawn. ${title}`, answer });
  };
  return { busy, fault, act };
}

const FaultNote = ({ fault }: { fault: string | null }) =>
  fault === null ? null : (
    <p className="form-fault" role="alert">
      {fault}
    </p>
  );

function Agree({ proposal, told, title, onDone }: ActProps & { readonly told: Told }) {
  const { person } = useStaff();
  const people = usePeople();
  const { busy, fault, act } = useAct({ title, onDone });
  const roles = rolesFor(person, told);
  const [role, setRole] = useState(roles[0]?.[0] ?? '');
  const [asks, setAsks] = useState(false);
  const why = whyNotAgree(person, proposal, told, people);
  if (why !== null) return <p className="staff-why">{why}</p>;
  const yes = (): void => {
    setAsks(false);
    void act('confirm', { proposal: proposal.id, ...(role === '' ? {} : { role }) });
  };
  return (
    <>
      {roles.length > 1 && <Choice label="In which role" value={role} options={roles} change={setRole} />}
      <Button
        className="main"
        isPending={busy}
        onPress={() => setAsks(true)}
        aria-label={`Confirm: ${title}`}
      >
        {busy ? 'One moment…' : 'Confirm'}
      </Button>
      <FaultNote fault={fault} />
      {asks && (
        <Ask title="Confirm this?" yes="Confirm it" onYes={yes} onNo={() => setAsks(false)}>
          <p>
            <b>{title}.</b> You sign for it together with whoever proposed it, and it is carried out at once.
          </p>
          <Wanted proposal={proposal} told={told} />
        </Ask>
      )}
    </>
  );
}

function Withdraw({ proposal, title, onDone }: ActProps) {
  const { busy, fault, act } = useAct({ title, onDone });
  return (
    <>
      <Button
        isPending={busy}
        onPress={() => void act('withdraw', { proposal: proposal.id })}
        aria-label={`Withdraw: ${title}`}
      >
        {busy ? 'One moment…' : 'Withdraw'}
      </Button>
      <FaultNote fault={fault} />
    </>
  );
}
