import { amid, type OwnCase, theRung, ZONE_OF } from '@boxperson/offices';
import { type Cents, makeAmount } from '@boxperson/rules';
import { useEffect, useState } from 'react';
import { askReview, lobby, useOwnCases } from '../house.js';
import { spotName } from '../reading/spot-name.js';
import { Pair } from '../ui/Dice.js';
import { useDraft } from '../ui/draft.js';
import { dollars } from '../ui/money.js';
import { Older } from '../ui/Older.js';
import { Print } from '../ui/Print.js';
import { Shell } from '../ui/Shell.js';
import '../ui/styles/faces.css';
import '../ui/styles/say.css';
import './cases.css';

const POLL_MS = 10_000;

/** One's own disputes: how far each is, what was decided and why, and what one may still do. */
export function CasesPage() {
  const [fault, setFault] = useState<Error | null>(null);
  const { matters, more, look } = useOwnCases(POLL_MS, setFault);
  const cases = matters?.map(({ books }) => books).sort((one, other) => other.at - one.at) ?? null;
  const nameOf = useTableNames();
  return (
    <Shell title="Your cases" here={null} area="Boxperson" places={PLACES} home={['/', 'Boxperson']}>
      {fault !== null && cases === null && <p role="alert">{fault.message}</p>}
      {cases === null && fault === null && <p>Looking them up…</p>}
      {cases?.length === 0 && <p>You have raised nothing. A round can be disputed from your last rounds.</p>}
      <div className="own-cases">
        {cases?.map((one) => (
          <CaseCard key={one.case} one={one} table={one.table && nameOf(one.table)} onChanged={look} />
        ))}
      </div>
      <Older more={more} />
    </Shell>
  );
}

/** What tables are called, asked once; one that is gone goes by its id. */
function useTableNames(): (id: string) => string {
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map());
  useEffect(() => {
    lobby().then(
      (tables) => setNames(new Map(tables.map(({ id, name }) => [id, name]))),
      () => {},
    );
  }, []);
  return (id) => names.get(id) ?? id;
}

/** The letter as a file; the house gives it to whoever's it is. */
async function saveLetter(name: string): Promise<void> {
  const token = localStorage.getItem('boxperson.token') ?? '';
  const response = await fetch(`/api/cases/${encodeURIComponent(name)}/letter`, {
    headers: { authorization: `Bearer ${token}` },
  });
  if (!response.ok) throw new Error('The house did not give the letter out.');
  const link = document.createElement('a');
  link.href = URL.createObjectURL(await response.blob());
  link.download = `letter-${name}.pdf`;
  link.click();
  URL.revokeObjectURL(link.href);
}

const PLACES = [
  ['/', 'Tables'],
  ['/rules', 'Rules'],
] as const;

/** By the clocks where the house is, as the letter has it; by one's own where the case is about no table. */
function when(at: number, { moment }: OwnCase): string {
  const zone = moment && ZONE_OF[moment.rulebook];
  const said = new Date(at).toLocaleString(undefined, {
    dateStyle: 'medium',
    timeStyle: 'short',
    ...(zone ? { timeZone: `Australia/${zone}` } : {}),
  });
  return zone ? `${said} ${zone}` : said;
}

const sayNext = (next: string | null): string => (next === null ? 'nobody' : amid(next));

function standing(one: OwnCase): string {
  const { closed, decisions, reviewAsked, next } = one;
  if (closed !== null) return `Closed ${when(closed, one)}.`;
  if (decisions.length === 0) return `Waits for: ${sayNext(next)}.`;
  return reviewAsked ? `A review is asked for: ${sayNext(next)} decides.` : 'Decided.';
}

const FOUND = { upheld: '▲ upheld', dismissed: '▼ not upheld' } as const;

interface CaseCardProps {
  readonly one: OwnCase;
  /** What its table is called; null where it is about none. */
  readonly table: string | null;
  readonly onChanged: () => void;
}

function CaseCard({ one, table, onChanged }: CaseCardProps) {
  const { moment } = one;
  const say = (amount: Cents) => makeAmount(amount, moment?.unit ?? 'money');
  const [fault, setFault] = useState<string | null>(null);
  return (
    <article className="panel own-case" aria-label={`Case ${one.case}`}>
      <h2>
        {moment?.dice && <Pair dice={moment.dice} />} {one.title} <span className="quiet">{one.case}</span>
      </h2>
      <p>{one.says}</p>
      <p className="quiet">
        {when(one.at, one)}
        {table ? `, at ${table}` : ''}. {standing(one)}
      </p>
      {moment?.lines.map(({ line, wager, stake, owed, paid }) => (
        <p key={line}>
          {spotName(moment.rulebook, wager)} {say(stake)}: {say(paid)} paid, {say(owed)} owed by the rules.
        </p>
      ))}
      <ol className="own-decisions">
        {one.decisions.map(({ rung, clause, finds, reasons, at }) => (
          <li key={at}>
            <b>{FOUND[finds]}</b> by {theRung(rung)}, {when(at, one)} (§ {clause}). {reasons}
          </li>
        ))}
      </ol>
      {one.paid > 0 && <p role="status">{say(one.paid)} has been paid to you.</p>}
      {one.withheld > 0 && <p>{dollars(one.withheld)} is set aside while it is looked into.</p>}
      {one.rights && (
        <p className="own-rights">
          <b>Your rights (§ {one.rights.clause}).</b> {one.rights.says}
        </p>
      )}
      <Review one={one} onChanged={onChanged} />
      {one.letter !== null && (
        <details>
          <summary>The letter</summary>
          <Print title={`Case ${one.case}`} act="Print the letter">
            <pre className="own-letter">{one.letter}</pre>
          </Print>
          <button
            type="button"
            onClick={() => {
              saveLetter(one.case).catch((error: Error) => setFault(error.message));
            }}
          >
            Letter as PDF
          </button>
          {fault !== null && <p role="alert">{fault}</p>}
        </details>
      )}
    </article>
  );
}

/** Whoever is not satisfied asks the next rung. */
function Review({ one, onChanged }: { one: OwnCase; onChanged: () => void }) {
  const [says, setSays] = useDraft(`review/${one.case}`);
  const [fault, setFault] = useState<string | null>(null);
  if (one.closed !== null || one.decisions.length === 0 || one.reviewAsked || one.next === null) return null;
  return (
    <form
      className="say-form"
      onSubmit={(event) => {
        event.preventDefault();
        askReview(one.case, says).then(
          () => {
            setSays('');
            onChanged();
          },
          (error: Error) => setFault(error.message),
        );
      }}
    >
      <label>
        Not satisfied? Say why, and {theRung(one.next)} looks at it.
        <textarea
          rows={2}
          required
          maxLength={500}
          value={says}
          onChange={({ target }) => setSays(target.value)}
        />
      </label>
      {fault !== null && <p role="alert">{fault}</p>}
      <button type="submit">Ask for a review</button>
    </form>
  );
}
