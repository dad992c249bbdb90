import { type OwnAward, type PromotionView, tellRule } from '@boxperson/offices';
import { type FormEvent, useState } from 'react';
import { askPromotion } from '../house.js';
import { Link } from '../ui/Link.js';
import { ClaimForm } from './ClaimForm.js';
import { When } from './When.js';
import '../ui/styles/say.css';

export interface OwnProps {
  readonly view: PromotionView;
  readonly name: string;
  readonly onDone: () => void;
}

/** What of a promotion is one's own: prizes, entries with how each came, what one may do. */
export function Own(props: OwnProps) {
  const { own } = props.view;
  return (
    <>
      {own?.awards.map((award) => (
        <Won key={award.award} {...props} award={award} />
      ))}
      <section className="panel" aria-labelledby="own">
        <h2 id="own">Your entries</h2>
        <Entries {...props} />
      </section>
      {own && <Disputes {...props} />}
    </>
  );
}

function Entries({ view, name, onDone }: OwnProps) {
  const [said, setSaid] = useState<string | null>(null);
  const { own, stage, terms, isHeld } = view;
  const isOpen = stage === 'running' && !isHeld;
  const enter = async () => {
    const answered = await askPromotion(name, { do: 'enter' });
    setSaid(answered.ok ? 'You are entered.' : answered.refused.message);
    onDone();
  };
  const standing = own?.entries.filter(({ struck }) => struck === undefined).length ?? 0;
  return (
    <>
      {own === null && (
        <p>
          <Link href="/">Sit down at a table</Link>, or sign in there with your card: then you see yours here.
        </p>
      )}
      {own && (
        <p className="promotions-count">
          <b>{standing}</b> {standing === 1 ? 'entry' : 'entries'}
        </p>
      )}
      {isOpen && terms && terms.rules.length > 0 && (
        <ul className="promotions-rules">
          {terms.rules.map((rule) => (
            <li key={rule.id}>{tellRule(rule)}</li>
          ))}
        </ul>
      )}
      {own && isOpen && terms?.byForm && (
        <button type="button" className="main" onClick={() => void enter()}>
          Enter
        </button>
      )}
      {said && <p role="status">{said}</p>}
      {own && own.entries.length > 0 && <EntryList own={own} />}
    </>
  );
}

const HOW = { form: 'by form', hand: 'by hand', play: 'earned by play' } as const;

/** Two wagers of one roll stand at the same place. */
function tellPlaces(events: readonly number[]): string {
  const places = [...new Set(events)];
  return `${places.length === 1 ? 'place' : 'places'} ${places.join(', ')}`;
}

const EntryList = ({ own }: { own: NonNullable<PromotionView['own']> }) => (
  <ul className="promotions-entries">
    {own.entries.map(({ entry, how, at, earnt, struck }) => (
      <li key={entry}>
        <b>{entry}</b> {HOW[how]}, <When at={at} />
        {earnt && <span className="quiet"> ({tellPlaces(earnt.events)} in the record)</span>}
        {struck !== undefined && <span className="promotions-wrong"> Struck: {struck}</span>}
      </li>
    ))}
  </ul>
);

/** A prize of one's own: what it is, until when to claim it, and what became of the claim. */
function Won({ award, ...props }: OwnProps & { award: OwnAward }) {
  const { claim, became, prize } = award;
  const mayClaim = became === 'open' && claim?.became !== 'open' && props.view.mayClaim;
  return (
    <section className="panel promotions-won" aria-label={`You have won: ${prize}`}>
      <h2>You have won: {prize}</h2>
      <p>
        Your entry {award.entry} was drawn. {tellAward(award, props.view)}
      </p>
      {claim?.reason !== undefined && (
        <p role="status">
          Your claim {claim.claim} was refused: {claim.reason}
        </p>
      )}
      {mayClaim && <ClaimForm {...props} award={award} />}
    </section>
  );
}

function tellAward({ became, claim, until }: OwnAward, { mayClaim }: PromotionView): string {
  if (became === 'paid') return 'It has been paid.';
  if (became === 'ended') return 'It is over.';
  if (claim?.became === 'open') return `Your claim ${claim.claim} is at the cage: the cashier pays it.`;
  if (!mayClaim) return 'You can claim it when the scrutineer has signed for the draw.';
  const day = new Date(until).toLocaleDateString(undefined, { dateStyle: 'long' });
  return `Claim it here or at the cage, until ${day}.`;
}

/** Something about it is not right: a case, which the house decides and of which one hears. */
function Disputes({ view, name, onDone }: OwnProps) {
  const [about, setAbout] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const mine = Object.entries(view.own?.disputes ?? {});
  if (view.stage === 'submitted' || view.stage === 'archived') return null;
  const send = async (event: FormEvent) => {
    event.preventDefault();
    const answered = await askPromotion(name, { do: 'dispute', about } as never);
    setFault(answered.ok ? null : answered.refused.message);
    if (answered.ok) setAbout('');
    onDone();
  };
  return (
    <details className="panel promotions-dispute">
      <summary>Is something not right?</summary>
      {mine.map(([id, one]) => (
        <p key={id}>
          {id}: {one.about}{' '}
          {one.decision ?? (
            <Link href="/cases">{one.case ? `Case ${one.case}` : 'It is being looked into'}</Link>
          )}
        </p>
      ))}
      <form className="say-form" onSubmit={(event) => void send(event)}>
        <label>
          Say what it is. The house decides, and tells you of your right to complain to an inspector (§{' '}
          {view.clauses.disputes}).
          <textarea
            rows={3}
            required
            maxLength={500}
            value={about}
            onChange={({ target }) => setAbout(target.value)}
          />
        </label>
        {fault !== null && <p role="alert">{fault}</p>}
        <button type="submit">Dispute it</button>
      </form>
    </details>
  );
}
