import { RULEBOOK_IDS, type RulebookId, rulebook } from '@boxperson/rules';
import { DEALT_BOOKS, TOPICS, type TopicId, topicsOf } from '@boxperson/rules/school';
import type { ReactNode } from 'react';
import { LostPage } from '../reading/LostPage.js';
import { SHORT } from '../reading/names.js';
import { nearest } from '../ui/nearest.js';
import { type Params, type Route, Routes } from '../ui/router.js';
import { Audition } from './Audition.js';
import { Bets } from './Bets.js';
import { Calls } from './Calls.js';
import { Keys } from './Keys.js';
import { LessonPage } from './LessonPage.js';
import { MakeRoll } from './MakeRoll.js';
import { Rolls } from './Rolls.js';
import { BookHome, SchoolHome } from './SchoolHome.js';
import { Sprint } from './Sprint.js';
import { WhatNow } from './WhatNow.js';
import './school.css';

export { loadAllScripts } from './scripts.js';

/** A page of a book; where no such book is, the nearest. */
const ofBook =
  (show: (book: RulebookId, params: Params) => ReactNode, books: readonly RulebookId[] = RULEBOOK_IDS) =>
  (params: Params) => {
    const { book = '' } = params;
    const known = books.find((id) => id === book);
    if (known) return show(known, params);
    const near = nearest(book, books, 3).map((id) => [`/school/${id}`, SHORT[id as RulebookId]] as const);
    return <LostPage what="book at the school" typed={book} here="/school" near={near} />;
  };

interface AnyTopicProps {
  readonly book: RulebookId;
  readonly topic: string;
  /** Whoever pays, or whoever is paid. */
  readonly as: 'dealer' | 'player';
}

function AnyTopic({ book, topic, as }: AnyTopicProps) {
  const topics = topicsOf(rulebook(book));
  const known = topics.find(({ id }) => id === topic);
  if (known) return <Keys key={`${book}/${known.id}/${as}`} book={book} topic={known.id} as={as} />;
  const ids = topics.map(({ id }) => id);
  const room = as === 'player' ? 'bets' : 'keys';
  const near = nearest(topic, ids, 3).map((id) => [`/school/${book}/${room}/${id}`, titleOf(id)] as const);
  return <LostPage what={`topic of ${SHORT[book]}`} typed={topic} here="/school" near={near} />;
}

const titleOf = (id: string): string => TOPICS.find((topic) => topic.id === (id as TopicId))?.title ?? id;

const ROUTES: readonly Route[] = [
  { at: '/school', show: () => <SchoolHome /> },
  { at: '/school/lesson', show: () => <LessonPage key={location.search} /> },
  { at: '/school/:book', show: ofBook((book) => <BookHome key={book} book={book} />) },
  {
    at: '/school/:book/keys/:topic',
    show: ofBook((book, { topic = '' }) => <AnyTopic book={book} topic={topic} as="dealer" />),
  },
  { at: '/school/:book/bets', show: ofBook((book) => <Bets key={book} book={book} />) },
  {
    at: '/school/:book/bets/:topic',
    show: ofBook((book, { topic = '' }) => <AnyTopic book={book} topic={topic} as="player" />),
  },
  { at: '/school/:book/sprint', show: ofBook((book) => <Sprint key={book} book={book} />) },
  { at: '/school/:book/rolls', show: ofBook((book) => <Rolls key={book} book={book} />, DEALT_BOOKS) },
  { at: '/school/:book/calls', show: ofBook((book) => <Calls key={book} book={book} />, DEALT_BOOKS) },
  { at: '/school/:book/make', show: ofBook((book) => <MakeRoll key={book} book={book} />, DEALT_BOOKS) },
  { at: '/school/:book/what-now', show: ofBook((book) => <WhatNow key={book} book={book} />) },
  { at: '/school/:book/audition', show: ofBook((book) => <Audition key={book} book={book} />, DEALT_BOOKS) },
];

const NEAR = [['/school', 'The school']] as const;

/** Whatever stands under `/school`. */
export const SchoolPage = ({ path }: { path: string }) => (
  <Routes
    routes={ROUTES}
    path={path}
    lost={() => <LostPage what="room of the school" typed={path} here="/school" near={NEAR} />}
  />
);
