import { LostPage } from '../reading/LostPage.js';
import { ReadingPage } from '../reading/ReadingPage.js';
import { Link } from '../ui/Link.js';
import { nearest } from '../ui/nearest.js';
import { type Route, Routes } from '../ui/router.js';
import { HandsPage } from './HandsPage.js';
import { OddsPage } from './OddsPage.js';
import { SignPage } from './SignPage.js';
import { StrategiesPage } from './StrategiesPage.js';
import './lab.css';

const PAGES = { odds: OddsPage, sign: SignPage, strategies: StrategiesPage, hands: HandsPage } as const;
const CARDS = [
  ['odds', 'Exact odds', 'What every wager of every book is worth, as a fraction, with the 36 throws drawn.'],
  [
    'sign',
    'Sign checker',
    'On which stakes a sign loses the house money, and the smallest change that stops it.',
  ],
  ['strategies', 'Strategies', 'What a way to play costs, what an evening may bring, a billion rolls of it.'],
  ['hands', 'Hands and myths', 'How long a shooter holds the dice, and whether dice remember.'],
] as const;

function Home() {
  return (
    <ReadingPage
      title="The odds laboratory"
      here="/lab"
      lead={<p>Exact figures, worked out by the engine that runs the tables.</p>}
    >
      <ul className="book-cards">
        {CARDS.map(([id, title, says]) => (
          <li key={id} className="book-card">
            <Link href={`/lab/${id}`}>
              <h2>{title}</h2>
              <p>{says}</p>
              <span className="book-card-go">Open</span>
            </Link>
          </li>
        ))}
      </ul>
    </ReadingPage>
  );
}

function AnyPage({ name }: { name: string }) {
  const Page = Object.hasOwn(PAGES, name) ? PAGES[name as keyof typeof PAGES] : null;
  if (Page) return <Page key={name} />;
  const names = CARDS.map(([id]) => id);
  const near = nearest(name, names, 2).map(
    (id) => [`/lab/${id}`, CARDS.find(([one]) => one === id)?.[1] ?? id] as const,
  );
  return <LostPage what="page of the laboratory" typed={name} near={near} />;
}

const ROUTES: readonly Route[] = [
  { at: '/lab', show: () => <Home /> },
  { at: '/lab/:name/*', show: ({ name = '' }) => <AnyPage name={name} /> },
];

/** Whatever stands under `/lab`. */
export const LabPage = ({ path }: { path: string }) => (
  <Routes routes={ROUTES} path={path} lost={() => <AnyPage name={path} />} />
);
