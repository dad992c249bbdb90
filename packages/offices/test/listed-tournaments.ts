import {
  ITEMS,
  lockOf,
  OFFERS,
  OPTIONAL_TEMPLATE,
  TOURNAMENTS,
  type Tournament,
  template,
} from '@boxperson/offices';
import fc from 'fast-check';
import { type Listed, PEOPLE } from './world.js';

const STARTS = 1_790_000_000_000 + 30 * 86_400_000;
const KEY = 'ab'.repeat(32);
const WAGER = 'pass 5000';

/** Everything on offer, for the money of players and staff: guests are turned away wherever any moves. */
const TERMS = {
  ...template(STARTS),
  ...OPTIONAL_TEMPLATE,
  kind: 'charity',
  offers: [...OFFERS],
  fees: { entry: 0, buyIn: 0, reBuy: 10_000, addOn: 5_000, money: 'real' },
  players: { fewest: 2, most: 4 },
  rounds: { ...template(STARTS).rounds, by: 'time', minutes: 1, banks: 'carried' },
  tablesPerRound: { seats: 4, books: ['crown', 'crown-mini'] },
  chipsAfter: { centsPerDollar: 1, says: 'A dollar of chips is a cent.' },
};

const entry = fc.constantFrom('1', '2', '3', '4', '5', '99');
const table = fc.constantFrom('cup-1', 'cup-1', 'cup-2', 'star');
const everyTable = fc.constantFrom(null, 'cup-1', 'nowhere');
const line = fc.constantFrom('because', 'a mistake', '', 'nul\u0000');
const person = fc.constantFrom(...PEOPLE.map(({ id }) => id), 's-deputy', 'nobody');
const nothing = fc.constant({});
const ofEntry = fc.record({ entry });
const wants = {
  accept: fc.constantFrom(true, true, true, false),
  version: fc.constantFrom(1, 1, 2),
  signature: line,
};
/** As whoever reads it at the door hands it on: what may be left out is there. */
const whole = (verb: string, body: unknown): object => {
  const read = TOURNAMENTS.verbs[verb]?.body.safeParse(body);
  return (read?.success ? read.data : body) as object;
};
const rehearse = (verb: string, by: string, body: object = {}, wait = 1_000) => ({
  verb,
  by,
  body: whole(verb, body),
  wait,
});
const ENTER = { accept: true, version: 1, signature: 'A signature', publicity: true };

/** A whole tournament, everything in it once. */
const REHEARSED = [
  rehearse('plan', 's-director', { name: 'The autumn cup', startsAt: STARTS }),
  rehearse('draft-terms', 's-director', { terms: TERMS }),
  rehearse('publish-terms', 's-manager'),
  rehearse('advise-inspectorate', 's-director', { inspector: 'Inspector Day', how: 'in person' }),
  rehearse('name-director', 's-manager', { person: 's-director' }),
  rehearse('name-deputy', 's-director', { person: 's-deputy' }),
  rehearse('release-deputy', 's-director', { person: 's-deputy' }),
  rehearse('designate-tables', 's-director', { tables: ['cup-1', 'cup-2'] }),
  rehearse('approve-staff', 's-manager', { officer: 'chief-executive', name: 'The chief' }),
  rehearse('open-entries', 's-director'),
  rehearse('enter', 'p-player', ENTER),
  rehearse('enter', 's-runner', ENTER),
  rehearse('enter', 's-scrutineer', ENTER),
  rehearse('enter', 's-none', ENTER),
  rehearse('enter-for', 's-cashier', { person: 's-eye', ...ENTER }),
  rehearse('withdraw', 's-runner', { entry: '2' }),
  rehearse('take-place', 's-eye', { entry: '5' }),
  rehearse('enter', 's-runner', ENTER),
  rehearse('refuse-entry', 's-director', { entry: '6', reason: 'the list is full' }),
  rehearse('substitute', 's-director', { entry: '4', person: 's-trainer', instead: 's-none' }),
  rehearse('close-entries', 's-director'),
  rehearse('come', 's-director'),
  rehearse('brief', 's-director', { understood: true }),
  rehearse('practise', 's-director', { entry: '1', rolls: 3 }),
  rehearse('add-on', 'p-player', { entry: '1' }),
  rehearse('prepare-round', 's-director'),
  rehearse('draw-lots', 's-director', { faces: '1652431563' }),
  rehearse('retire', 's-scrutineer', { entry: '3' }),
  rehearse('balance-tables', 's-director'),
  rehearse('start-round', 's-director'),
  rehearse('count', 'the house', { table: 'cup-1', roll: 1, banks: { 1: 200_000, 4: 0, 5: 500 } }),
  rehearse('re-buy', 's-trainer', { entry: '4' }),
  rehearse('seal', 'p-player', { entry: '1', lock: lockOf(WAGER, KEY) }),
  rehearse('call-seals', 's-director', { table: 'cup-1' }),
  rehearse('unseal', 'p-player', { entry: '1', wager: WAGER, key: KEY }),
  rehearse('place-seal', 'the house', { entry: '1', lock: lockOf(WAGER, KEY), placed: true, why: null }),
  rehearse('seal', 's-eye', { entry: '5', lock: lockOf(WAGER, KEY) }),
  rehearse('call-seals', 's-director', { table: 'cup-1' }),
  rehearse('open-seals', 'the house', { table: 'cup-1' }, 31_000),
  rehearse('correct-count', 'the house', {
    table: 'cup-1',
    roll: 0,
    banks: { 1: 200_000, 4: 0, 5: 500 },
    included: {},
    upTo: 1,
  }),
  rehearse('stop-clock', 's-director', { table: null, reason: 'a die is lost' }),
  rehearse('resume-clock', 's-director', { table: null }),
  rehearse('add-time', 's-director', { table: null, minutes: 1 }),
  rehearse('penalise', 's-director', { entry: '1', chips: 5_000, ground: 'late bets' }),
  rehearse('note-conduct', 's-director', { entry: '5', what: 'phone' }),
  rehearse('agree-to-end', 's-eye', { entry: '5' }),
  rehearse('call-time', 'the house', { table: 'cup-1' }, 160_000),
  rehearse('end-table', 's-director', { table: 'cup-1' }),
  rehearse('close-count', 'the house', { table: 'cup-1', banks: { 1: 200_000, 4: 0, 5: 500 } }),
  rehearse('cut', 's-director'),
  rehearse('undo-cut', 's-director', { reason: 'a stack was overlooked' }),
  rehearse('cut', 's-director'),
  rehearse('go', 's-director'),
  rehearse('come', 's-director'),
  rehearse('buy-back', 's-eye', { entry: '5' }),
  rehearse('prepare-round', 's-director'),
  rehearse('draw-lots', 's-director', { faces: '66666666661' }),
  rehearse('start-round', 's-director'),
  rehearse('disqualify', 's-director', { entry: '5', ground: 'collusion' }),
  rehearse('call-time', 'the house', { table: 'cup-1' }, 61_000),
  rehearse('end-table', 's-director', { table: 'cup-1' }),
  rehearse('cut', 's-director'),
  rehearse('finish', 's-director'),
  rehearse('pay-prize', 's-cashier', { entry: '1' }),
  rehearse('cash-chips', 's-cashier', { entry: '1' }),
  rehearse('publish-results', 's-director'),
];

const BODIES: Listed['bodies'] = {
  plan: fc.record({ name: line, startsAt: fc.constant(STARTS) }),
  'draft-terms': fc
    .constantFrom(...ITEMS.map(({ field }) => field))
    .map((field) => ({ terms: { [field]: (TERMS as Record<string, unknown>)[field] } })),
  'publish-terms': fc.record(
    { told: fc.constantFrom([], ['the regulator']), draft: fc.constantFrom(0, 1, 2, 3) },
    { requiredKeys: ['told'] },
  ),
  'advise-inspectorate': fc.record({ inspector: line, how: line }),
  'name-director': fc.record({ person }),
  'name-deputy': fc.record({ person }),
  'release-deputy': fc.record({ person }),
  come: nothing,
  go: nothing,
  'designate-tables': fc.record({ tables: fc.subarray(['cup-1', 'cup-2', 'star', 'nowhere']) }),
  'approve-staff': fc.record({
    officer: fc.constantFrom('chief-executive', 'chief-operating-officer', 'somebody'),
    name: line,
  }),
  'open-entries': nothing,
  enter: fc.record(wants),
  'enter-for': fc.record({ person, ...wants }),
  'take-place': ofEntry,
  'refuse-entry': fc.record({ entry, reason: line }),
  withdraw: ofEntry,
  substitute: fc.record({ entry, person, instead: person }, { requiredKeys: ['entry', 'person'] }),
  'close-entries': nothing,
  cancel: fc.record({ reason: fc.constantFrom('too few', 'the room floods') }),
  brief: fc.record({ entries: fc.constantFrom([], ['1']), understood: fc.constantFrom(true, false) }),
  practise: fc.record({ entry, rolls: fc.constantFrom(3, 0) }),
  're-buy': ofEntry,
  'add-on': ofEntry,
  'buy-back': ofEntry,
  'prepare-round': fc.record({ kind: fc.constantFrom('round', 'repechage') }),
  'draw-lots': fc.record({ faces: fc.constantFrom('1652431563', '66', 'abc') }),
  'balance-tables': nothing,
  'start-round': nothing,
  'stop-clock': fc.record({ table: everyTable, reason: line }),
  'resume-clock': fc.record({ table: everyTable }),
  'add-time': fc.record({ table: everyTable, minutes: fc.constantFrom(1, 0) }),
  'call-time': fc.record({ table }),
  count: fc.record({
    table,
    roll: fc.constantFrom(1, 2),
    banks: fc.constantFrom({ 1: 5, 4: 0, 5: 500 }, { 1: -1 }, {}),
  }),
  'correct-count': fc.record({
    table,
    roll: fc.constantFrom(0, 1),
    banks: fc.constantFrom({ 1: 5, 4: 0, 5: 500 }, {}),
    included: fc.constant({}),
    upTo: fc.constant(1),
  }),
  'close-count': fc.record({ table, banks: fc.constantFrom({ 1: 5, 4: 0, 5: 500 }, {}) }),
  'open-seals': fc.record({ table }),
  'place-seal': fc.record({
    entry,
    lock: fc.constantFrom('ab'.repeat(32), 'x'),
    placed: fc.boolean(),
    why: fc.constantFrom(null, 'because'),
  }),
  'agree-to-end': ofEntry,
  'end-table': fc.record({ table, early: fc.constantFrom(null, 'decided', 'all-agree') }),
  seal: fc.record({ entry, lock: fc.constantFrom('ab'.repeat(32), 'x') }),
  'call-seals': fc.record({ table }),
  unseal: fc.record({ entry, wager: line, key: fc.constant(KEY) }),
  penalise: fc.record({ entry, chips: fc.constantFrom(500, 1e9), ground: line }),
  'note-conduct': fc.record({ entry, what: fc.constantFrom('late', 'absence', 'phone', 'singing') }),
  disqualify: fc.record({ entry, ground: line }),
  retire: ofEntry,
  cut: nothing,
  'undo-cut': fc.record({ reason: line }),
  finish: nothing,
  'pay-prize': ofEntry,
  'cash-chips': ofEntry,
  'publish-results': nothing,
};

export const LISTED_TOURNAMENTS: Listed = {
  office: TOURNAMENTS,
  bodies: Object.fromEntries(
    Object.entries(BODIES).map(([verb, body]) => [verb, body.map((said) => whole(verb, said))]),
  ),
  balance: () => 1_000_000,
  // Where it is played and what terms in force name; before it is played anywhere also what those on the way name.
  booksOf: (state) => {
    const { tables, versions, draft } = state as Tournament;
    const played = tables.map(({ rulebook }) => rulebook);
    const named = [versions.at(-1)?.terms, played.length > 0 ? null : draft];
    return [...played, ...named.flatMap((terms) => terms?.tablesPerRound?.books ?? [])];
  },
  regulars: ['s-director', 's-manager', 's-cashier', 'p-player', 's-runner'],
  rehearsed: REHEARSED,
  people: [
    {
      id: 's-deputy',
      kind: 'staff',
      name: 'The deputy',
      createdAt: 0,
      posts: [{ post: 'tournament-director', tables: '*' }],
    },
  ],
};
