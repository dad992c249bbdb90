import type { PromotionTold, PromotionView } from '@boxperson/offices';
import { RULEBOOKS } from '@boxperson/rules';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { type ListedPromotion, promotions, readPromotion } from '../house.js';
import { Link } from '../ui/Link.js';
import { dollars } from '../ui/money.js';
import { partsOf } from '../ui/router.js';
import { Shell } from '../ui/Shell.js';
import { sayAway } from '../ui/words.js';
import { DrawSection } from './Draw.js';
import { Own } from './Own.js';
import { Points } from './Points.js';
import { TermsSection } from './Terms.js';
import { When } from './When.js';
import './promotions.css';

const ADDRESS = '/promotions';

/** Promotions for everybody to read: terms, one's own entries, the draw. */
export function PromotionsPage({ path }: { path: string }) {
  const [, name] = partsOf(path);
  return name === undefined ? <All /> : <One key={name} name={decodeURIComponent(name)} />;
}

interface PageProps {
  readonly title: string;
  readonly lead?: ReactNode;
  /** Where one can go from here, beside the tables. */
  readonly places?: readonly (readonly [string, string])[];
  readonly children: ReactNode;
}

function Page({ title, lead, places = [[ADDRESS, 'All promotions']], children }: PageProps) {
  return (
    <Shell
      title={title}
      here={null}
      area="Promotions"
      places={places}
      home={['/', 'To the tables']}
      lead={lead}
    >
      <div className="promotions">{children}</div>
    </Shell>
  );
}

const AWAY = 'The house cannot be reached. Trying again…';
const REFRESH_MS = 5_000;

/** What is asked for, again and again while somebody looks; null before it is there. */
function useRead<T>(read: () => Promise<T>) {
  const [found, setFound] = useState<T | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const ask = useCallback(() => {
    read().then(
      (one) => {
        setFound(one);
        setFault(null);
      },
      (error: unknown) => setFault(error instanceof Error ? error.message : AWAY),
    );
  }, [read]);
  useEffect(() => {
    ask();
    const timer = setInterval(ask, REFRESH_MS);
    return () => clearInterval(timer);
  }, [ask]);
  return { found, fault, ask };
}

const isPast = ({ stage }: PromotionTold): boolean => stage === 'archived' || stage === 'cancelled';

function All() {
  const { found, fault } = useRead(promotions);
  const now = found?.filter((one) => !isPast(one)) ?? [];
  const past = found?.filter(isPast) ?? [];
  return (
    <Page
      title="Promotions"
      places={[]}
      lead={<p>What this house gives away, by which terms, and how it was drawn.</p>}
    >
      {fault && <p role="alert">{fault}</p>}
      {found === null && !fault && <p className="quiet">One moment…</p>}
      {found && now.length === 0 && (
        <p className="promotions-none">There is no promotion at present. Look in again, or play on.</p>
      )}
      <Cards all={now} />
      <Points />
      {past.length > 0 && (
        <section aria-labelledby="past">
          <h2 id="past">Past ones</h2>
          <Cards all={past} />
        </section>
      )}
    </Page>
  );
}

const Cards = ({ all }: { all: readonly ListedPromotion[] }) => (
  <ul className="promotions-all">
    {all.map((one) => (
      <li key={one.matter}>
        <Link className="promotions-card" href={`${ADDRESS}/${encodeURIComponent(one.matter)}`}>
          <b>{one.title}</b>
          <span className="promotions-stage" data-stage={one.stage}>
            {tellStage(one)}
          </span>
          <span>
            {one.prizes.map(({ name, count }) => (count > 1 ? `${count} × ${name}` : name)).join(' · ')}
          </span>
          <span className="quiet">{tellNext(one)}</span>
        </Link>
      </li>
    ))}
  </ul>
);

type Staged = Pick<PromotionView, 'stage' | 'isHeld'>;

const STAGES: Readonly<Record<PromotionView['stage'], string>> = {
  none: '',
  draft: 'Not open yet',
  submitted: 'Not started yet',
  running: 'Open',
  frozen: 'Entries are closed; the list lies open',
  called: 'Being drawn',
  drawn: 'Drawn',
  cancelled: 'Cancelled',
  archived: 'Over',
};
const tellStage = ({ stage, isHeld }: Staged): string =>
  isHeld && stage !== 'cancelled' ? 'Postponed' : STAGES[stage];

type Timed = Staged & Pick<PromotionTold, 'startsAt' | 'closesAt' | 'drawAt'>;

/** What happens next, and when. */
function nextOf({ stage, isHeld, startsAt, closesAt, drawAt }: Timed): readonly [string, number] | null {
  if (isHeld) return null;
  if (stage === 'submitted' && startsAt !== null) return ['Starts', startsAt];
  if (stage === 'running' && closesAt !== null) return ['Entries close', closesAt];
  return stage === 'frozen' && drawAt !== null ? ['The draw', drawAt] : null;
}

function tellNext(one: Timed): string {
  const next = nextOf(one);
  return next === null ? '' : `${next[0]} ${sayAway(next[1], Date.now())}`;
}

function One({ name }: { name: string }) {
  const read = useCallback(() => readPromotion(name), [name]);
  const { found, fault, ask } = useRead(read);
  if (!found)
    return (
      <Page title="Promotion">
        <p className={fault ? '' : 'quiet'}>{fault ?? 'One moment…'}</p>
      </Page>
    );
  return (
    <Page title={found.title} lead={<p>{RULEBOOKS[found.book].title}</p>}>
      <div className="promotions-sides">
        <div>
          <Standing view={found} />
          <Own view={found} name={name} onDone={ask} />
          {found.list && <DrawSection view={found} name={name} onDone={ask} />}
        </div>
        {found.terms && <TermsSection terms={found.terms} view={found} />}
      </div>
    </Page>
  );
}

/** What there is to win, how far it is, and what comes next. */
function Standing({ view }: { view: PromotionView }) {
  const { terms } = view;
  const next = terms && nextOf({ ...view, ...terms });
  return (
    <section className="panel promotions-head" aria-label="At a glance">
      <p className="promotions-stage" data-stage={view.isHeld ? 'held' : view.stage}>
        {tellStage(view)}
      </p>
      <ul className="promotions-win">
        {terms?.prizes.map(({ id, name, count, value }) => (
          <li key={id}>
            <b>
              {count > 1 && `${count} × `}
              {name}
            </b>
            <span>
              {dollars(value)}
              {count > 1 && ' each'}
            </span>
          </li>
        ))}
      </ul>
      {next && (
        <p className="promotions-next">
          {next[0]} <b>{sayAway(next[1], Date.now())}</b> <When at={next[1]} />
        </p>
      )}
      <p className="quiet">
        {view.entries} {view.entries === 1 ? 'entry' : 'entries'}
        {view.stage === 'submitted' || view.stage === 'running' ? ' so far.' : '.'}
      </p>
    </section>
  );
}
