import type { PromotionTerms, PromotionView } from '@boxperson/offices';
import type { ReactNode } from 'react';
import { SHORT } from '../reading/names.js';
import { dollars } from '../ui/money.js';
import { When } from './When.js';

const TEXTS: readonly (readonly [field: keyof PromotionTerms, title: string])[] = [
  ['awarded', 'How the prizes are awarded'],
  ['awardedWhere', 'When and where'],
  ['eligibility', 'Who may take part'],
  ['minimumWager', 'The smallest or compulsory wager'],
  ['nature', 'What the prize is'],
  ['place', 'Where the promotion is held'],
  ['claiming', 'How a prize is claimed'],
  ['notified', 'How a winner hears of it'],
  ['published', 'How results are made public'],
];

const Fact = ({ title, children }: { title: string; children: ReactNode }) => (
  <div>
    <dt>{title}</dt>
    <dd>{children}</dd>
  </div>
);

export function TermsSection({ terms, view }: { terms: PromotionTerms; view: PromotionView }) {
  const moments = [
    ['Starts', terms.startsAt],
    ['Entries close', terms.closesAt],
    ['The draw', terms.drawAt],
  ] as const;
  return (
    <section className="panel" aria-labelledby="terms">
      <h2 id="terms">Terms and conditions</h2>
      <p className="quiet">
        By {SHORT[view.book]} § {view.clauses.terms}, version {view.version}.
      </p>
      <h3>Prizes</h3>
      <ul className="promotions-prizes">
        {terms.prizes.map((prize) => (
          <PrizeLine key={prize.id} prize={prize} />
        ))}
      </ul>
      <dl className="promotions-facts">
        {moments.map(
          ([title, at]) =>
            at !== null && (
              <Fact key={title} title={title}>
                <When at={at} />
              </Fact>
            ),
        )}
        {TEXTS.map(
          ([field, title]) =>
            String(terms[field]).trim() !== '' && (
              <Fact key={field} title={title}>
                {String(terms[field])}
              </Fact>
            ),
        )}
        <Fact title="Who is there">
          {terms.mustBePresent ? 'Winners must be there.' : 'Nobody has to be there to win.'}
        </Fact>
        <Fact title="Time to claim">{terms.claimDays} days</Fact>
      </dl>
    </section>
  );
}

/** What the particulars of a prize are called. */
const PARTICULARS: Readonly<Record<string, string>> = {
  make: 'Make',
  model: 'Model',
  accessories: 'With it',
  onRoad: 'Registration and road costs',
  persons: 'How many may go',
  included: 'Included',
  restrictions: 'When it may be taken',
  spendingMoney: 'Spending money',
  dwelling: 'Kind of dwelling',
  plans: 'Plans',
  contract: 'Contract',
  easement: 'Easements',
  address: 'Where it is',
};

const PrizeLine = ({ prize }: { prize: PromotionTerms['prizes'][number] }) => (
  <li>
    <b>
      {prize.count > 1 && `${prize.count} × `}
      {prize.name}
    </b>
    , {dollars(prize.value)}
    {prize.alternative !== undefined && `, or ${dollars(prize.alternative)} instead`}
    {prize.conditions !== '' && `. ${prize.conditions}`}
    {Object.entries(prize.particulars).map(
      ([name, says]) =>
        says && (
          <span key={name} className="promotions-particular">
            {PARTICULARS[name] ?? name}: {says}
          </span>
        ),
    )}
  </li>
);
