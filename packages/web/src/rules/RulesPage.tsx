import { RULEBOOK_IDS, type RulebookId, rulebook, WAGER_IDS, type WagerId } from '@boxperson/rules';
import { wagerAddress } from '../reading/address.js';
import { LostPage } from '../reading/LostPage.js';
import { GENERAL, SHORT } from '../reading/names.js';
import { nearest } from '../ui/nearest.js';
import { type Route, Routes } from '../ui/router.js';
import { BookPage } from './BookPage.js';
import { ComparePage } from './ComparePage.js';
import { RulesHome } from './RulesHome.js';
import { WagerPage } from './WagerPage.js';
import './rules.css';

function AnyWager({ wager }: { wager: string }) {
  const known = WAGER_IDS.find((id) => id === wager);
  if (known) return <WagerPage key={known} wager={known} />;
  const near = nearest(wager, WAGER_IDS, 3).map((id) => [wagerAddress(id), GENERAL[id as WagerId]] as const);
  return <LostPage what="wager" typed={wager} near={near} />;
}

function AnyBook({ book }: { book: string }) {
  const known = RULEBOOK_IDS.find((id) => id === book);
  if (known) return <BookPage key={known} book={rulebook(known)} />;
  const near = nearest(book, RULEBOOK_IDS, 3).map((id) => [`/rules/${id}`, SHORT[id as RulebookId]] as const);
  return <LostPage what="rulebook" typed={book} near={near} />;
}

const ROUTES: readonly Route[] = [
  { at: '/rules', show: () => <RulesHome /> },
  { at: '/rules/compare', show: () => <ComparePage /> },
  { at: '/rules/wager', show: () => <AnyWager wager="" /> },
  { at: '/rules/wager/:wager', show: ({ wager = '' }) => <AnyWager wager={wager} /> },
  { at: '/rules/:book', show: ({ book = '' }) => <AnyBook book={book} /> },
];

const NEAR = [
  ['/rules', 'The rules'],
  ['/rules/compare', 'Compare rulebooks'],
] as const;

/** Whatever stands under `/rules`. */
export const RulesPage = ({ path }: { path: string }) => (
  <Routes
    routes={ROUTES}
    path={path}
    lost={() => <LostPage what="page of the rules" typed={path} near={NEAR} />}
  />
);
