import { PROMOTIONS, type Promotion, sealOf, viewPromotion } from '@boxperson/offices';
import fc from 'fast-check';
import type { Listed } from '../world.js';
import { checkpointAt, DAY, goodTerms, HOUR, MONEY, T0 } from './desk.js';

const line = fc.constantFrom('because', 'as written', '');
const person = fc.constantFrom('p-player', 'g-guest', 's-pit', 'nobody');
const award = fc.constantFrom('A-1', 'A-2', 'A-3', 'A-9', 'x');
const claim = fc.constantFrom('C-1', 'C-2', 'C-3', 'C-9');
const way = fc.constantFrom('mail', 'email', 'telephone', 'face-to-face', 'pigeon');
const word = fc.constantFrom('magpie', 'sparrow', 'crow');
const seal = fc.constantFrom(sealOf('magpie'), sealOf('sparrow'), 'no hash');
/** Put in when it is said: the hash of what stands in the books. */
const HASH = 'f'.repeat(64);
const hash = fc.constantFrom(HASH, HASH, HASH, '0'.repeat(64));

const RULES = [{ id: 'r', kind: 'staked', every: 10_000, most: 50 }];
const made = (change: object = {}) =>
  goodTerms({
    startsAt: T0 + DAY + 60_000,
    open: 'players-and-guests',
    rules: RULES,
    prizes: [
      { ...MONEY, value: 1_000_001, count: 2 },
      { ...MONEY, id: 'second' },
    ],
    onePrizeEach: false,
    reserves: 2,
    mustBePresent: true,
    ...change,
  });
const terms = fc.constantFrom(
  made(),
  made({ awarded: '' }),
  made({ prizes: [] }),
  made({ startsAt: T0 + 2 * HOUR }),
);
const earnt = fc.record({
  person,
  rule: fc.constantFrom('r', 'q'),
  nth: fc.integer({ min: 1, max: 60 }),
  earnedAt: fc.constantFrom(T0 + 2 * DAY, T0, T0 + 20 * DAY),
  events: fc.constantFrom([3], [3, 9]),
});
const unearnt = fc.record({
  person,
  rule: fc.constantFrom('r', 'q'),
  nth: fc.integer({ min: 1, max: 3 }),
  undone: fc.constantFrom(9, 12),
});
const told = { whom: 'I. Inspector', how: 'by telephone' };
const deadline = fc.record({
  of: fc.constantFrom('winner', 'reason', 'doubt', 'unclaimed'),
  which: fc.constantFrom('A-1', 'C-1', 'it'),
});

const ways = [{ way: 'transfer', amount: 1_000_001 }];
const THEIRS = { name: 'A. Winner', address: '1 Quay St' };

/** One promotion from its draft to the archive, with a doubt, a redraw and a refusal on the way. */
const REHEARSED: NonNullable<Listed['rehearsed']> = [
  {
    verb: 'draft',
    body: { title: 'Spring', book: 'star-2024', terms: made({ awarded: '' }) },
    by: 's-manager',
  },
  { verb: 'redraft', body: { title: 'Spring', terms: made() }, by: 's-manager' },
  { verb: 'submit', body: { reference: 'letter 1', version: 2 }, by: 's-manager' },
  { verb: 'start', body: {}, by: 'house', wait: DAY + 60_000 },
  {
    verb: 'amend',
    body: { terms: made({ nature: 'Money' }), reason: 'clearer', submission: 'L-2' },
    by: 's-manager',
  },
  { verb: 'enter', body: {}, by: 'p-player' },
  { verb: 'enter', body: {}, by: 'g-guest' },
  { verb: 'enter-for', body: { person: 'p-player', reason: 'a form on paper' }, by: 's-cashier' },
  {
    verb: 'earn',
    body: { person: 'p-player', rule: 'r', nth: 1, earnedAt: T0 + 2 * DAY, events: [7] },
    by: 'house',
  },
  { verb: 'unearn', body: { person: 'p-player', rule: 'r', nth: 1, undone: 9 }, by: 'house' },
  {
    verb: 'earn',
    body: { person: 'p-player', rule: 'r', nth: 2, earnedAt: T0 + 2 * DAY, events: [11] },
    by: 'house',
  },
  { verb: 'enter', body: {}, by: 'p-player' },
  { verb: 'strike', body: { entry: 'E-1', reason: 'written twice' }, by: 's-manager' },
  { verb: 'doubt', body: { what: 'draw', measure: 'postpone', reason: 'a copy' }, by: 's-manager' },
  { verb: 'tell-inspectorate', body: told, by: 's-manager' },
  { verb: 'validate', body: { reason: 'counted again' }, by: 's-manager' },
  { verb: 'seal', body: { seal: sealOf('sparrow') }, by: 'p-player' },
  { verb: 'freeze', body: {}, by: 'house', wait: 9 * DAY },
  { verb: 'nominate', body: { scrutineer: 's-scrutineer' }, by: 's-manager' },
  { verb: 'sign-before', body: { hash: HASH, seal: sealOf('magpie') }, by: 's-scrutineer' },
  { verb: 'call', body: {}, by: 'house', wait: HOUR },
  { verb: 'open-seal', body: { word: 'magpie' }, by: 's-scrutineer' },
  { verb: 'open-seal', body: { word: 'sparrow' }, by: 'p-player' },
  { verb: 'draw', body: {}, by: 's-manager' },
  { verb: 'sign-after', body: { hash: HASH }, by: 's-scrutineer' },
  { verb: 'publish', body: { where: 'on the board' }, by: 's-manager' },
  { verb: 'attempt', body: { award: 'A-1', way: 'mail', reached: true, note: 'glad' }, by: 's-cashier' },
  { verb: 'redraw', body: { award: 'A-2', why: 'absent', note: 'called twice' }, by: 's-manager' },
  { verb: 'claim', body: { award: 'A-1', person: '?', ways, ...THEIRS }, by: 's-manager' },
  { verb: 'pay', body: { claim: 'C-1' }, by: 's-cashier' },
  { verb: 'claim', body: { award: 'A-2', ways, ...THEIRS }, by: 's-cashier' },
  { verb: 'refuse-claim', body: { claim: 'C-2', reason: 'no card' }, by: 's-manager' },
  { verb: 'remind', body: { of: 'reason', which: 'C-2' }, by: 'house', wait: DAY },
  { verb: 'miss', body: { of: 'reason', which: 'C-2' }, by: 'house', wait: DAY },
  { verb: 'tell-reason', body: { claim: 'C-2', way: 'mail' }, by: 's-cashier' },
  { verb: 'dispute', body: { about: 'my entries' }, by: 'p-player' },
  { verb: 'doubt', body: { what: 'draw', measure: 'postpone', reason: 'a copy', told }, by: 's-manager' },
  { verb: 'cancel', body: { reason: 'it could not be counted' }, by: 's-manager' },
  { verb: 'archive', body: {}, by: 's-manager' },
];

const hashIn = (state: Promotion): string | undefined =>
  state.draw ? (viewPromotion(state, null)?.resultHash ?? undefined) : state.frozen?.hash;

const BOOKS_BESIDE: Readonly<Record<string, object>> = {
  promoting: { prescribed: [] },
  people: { persons: {}, exclusions: {} },
  drawers: { open: { 's-cashier': {} } },
  // Every dispute has been heard.
  cases: { closed: { at: 1 } },
};

/** Promotions, with what may be said to them. */
export const PROMOTIONS_LISTED: Listed = {
  office: PROMOTIONS,
  bodies: {
    draft: fc.record({ title: line, book: fc.constantFrom('star', 'star-2024', 'aruze', 'crown'), terms }),
    redraft: fc.record({ title: line, terms }),
    submit: fc.record(
      { reference: line, version: fc.constantFrom(1, 2, 3) },
      { requiredKeys: ['reference'] },
    ),
    start: fc.constant({}),
    amend: fc.record(
      { terms, reason: line, approval: line, submission: line },
      { requiredKeys: ['terms', 'reason'] },
    ),
    enter: fc.constant({}),
    'enter-for': fc.record({ person, reason: line }),
    earn: earnt,
    unearn: unearnt,
    strike: fc.record({ entry: fc.constantFrom('E-1', 'E-2', 'E-9'), reason: line }),
    freeze: fc.constant({}),
    nominate: fc.record({ scrutineer: fc.constantFrom('s-scrutineer', 's-pit', 'nobody') }),
    'sign-before': fc.record({ hash, seal }),
    seal: fc.record({ seal }),
    call: fc.constant({}),
    'open-seal': fc.record({ word }),
    draw: fc.constant({}),
    'sign-after': fc.record({ hash }),
    publish: fc.record({ where: line }),
    attempt: fc.record({ award, way, reached: fc.boolean(), note: line }),
    redraw: fc.record({
      award,
      why: fc.constantFrom('absent', 'ineligible', 'refused', 'unclaimed'),
      note: line,
    }),
    claim: fc.record({
      award,
      name: line,
      address: line,
      ways: fc.constantFrom([], ways),
      person: fc.constantFrom('?', 'p-player'),
    }),
    'refuse-claim': fc.record({ claim, reason: line }),
    'tell-reason': fc.record({ claim, way }),
    pay: fc.record({ claim }),
    doubt: fc.record(
      {
        what: fc.constantFrom('promotion', 'draw'),
        measure: fc.constantFrom('postpone', 'postpone', 'cancel'),
        reason: line,
        told: fc.constant(told),
      },
      { requiredKeys: ['what', 'measure', 'reason'] },
    ),
    'tell-inspectorate': fc.constant(told),
    validate: fc.record({ reason: line, drawAt: fc.constantFrom(null, T0 + 40 * DAY) }),
    cancel: fc.record({ reason: line }),
    dispute: fc.record({ about: line }),
    remind: deadline,
    miss: deadline,
    archive: fc.constant({}),
  },
  books: (stream) =>
    stream.startsWith('checkpoint/')
      ? checkpointAt(Number(stream.slice('checkpoint/'.length)) + 5_000)
      : BOOKS_BESIDE[stream.split('/')[0] ?? ''],
  balance: () => -10_000_000,
  // It is of a book from the first draft on.
  booksOf: (state) => ((state as Promotion).title === '' ? [] : [(state as Promotion).book]),
  regulars: ['s-manager', 's-manager', 's-cashier', 's-scrutineer', 'p-player', 'g-guest'],
  rehearsed: REHEARSED,
  // A hash of what stands in the books, and whoever won.
  fill: (state, body) => {
    const said = body as { hash?: string; person?: string; award?: string };
    const books = state as Promotion;
    if (said.hash === HASH) return { ...said, hash: hashIn(books) ?? HASH };
    if (said.person === '?') return { ...said, person: books.awards[said.award ?? '']?.person ?? 'nobody' };
    return body;
  },
};
