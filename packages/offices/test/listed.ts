import {
  ALERT_KINDS,
  ALERTS,
  type Alerts,
  AUDIT,
  account,
  BOTS,
  CAGE,
  CASE_KINDS,
  CASES,
  type Case,
  CODES,
  DICE,
  DRAWERS,
  DUTIES,
  type Duties,
  EXCLUDED_FROM,
  FLOAT,
  type Float,
  FRESH_TICKET,
  HOUSE,
  isOpened,
  LEDGER,
  owing,
  PEOPLE,
  type PeopleBooks,
  PROPOSALS,
  REWARDS,
  SCHOOL,
  type School,
  TERMINAL,
  type Terminals,
  TICKETS,
  tableConfig,
  withCheckDigits,
} from '@boxperson/offices';
import { RULEBOOK_IDS, RULEBOOKS } from '@boxperson/rules';
import fc from 'fast-check';
import type { Play } from './beside.js';
import { playedAgain } from './cases/played.js';
import { LISTED_TOURNAMENTS } from './listed-tournaments.js';
import { PROMOTIONS_LISTED } from './promotions/listed.js';
import { type Listed, PEOPLE as WORLD } from './world.js';

const ids = fc.constantFrom(...WORLD.map(({ id }) => id));
const cents = fc.oneof(fc.integer({ min: 1, max: 2_000_000 }), fc.constantFrom(0, -5, 1.5, 1e13));
const text = fc.constantFrom('because', 'a counting error', '', ' ', 'nul\u0000', 'x'.repeat(600));
const tables = fc.constantFrom('star', 'crown', 'aruze', 'nowhere');

const NUMBERS = ['1234567890123456', '0000000000000001', '9999999999999999'].map(withCheckDigits);
const number = fc.constantFrom(...NUMBERS, '123', 'abc', `${NUMBERS[0]?.slice(0, 17)}0`);

const proposal = fc.constantFrom('prop-1', 'prop-2', 'prop-3', 'prop-4');

const config = fc.record({
  id: fc.constantFrom('pier', 'quay', 'jetty', 'star', 'wharf', 'NOT AN ID'),
  name: fc.constant('A table'),
  settings: fc.constantFrom(...RULEBOOK_IDS, 'bridge').map((rulebook) => ({
    rulebook,
    limits: { default: { min: 500, max: 100_000 } },
  })),
  dice: fc.constantFrom('random', 'called', 'tumbler:t1', 'tumbler:t9'),
});

const SOMEBODY = '?';
const somebody = fc.constantFrom(SOMEBODY, SOMEBODY, SOMEBODY, 'nobody', 'g-guest', 'p-player');
const roles = fc.constantFrom(
  [],
  [{ rulebook: 'star', role: 'dealer' }],
  [{ rulebook: 'star', role: RULEBOOKS.star.roles.at(-1)?.id }],
  [{ rulebook: 'star', role: 'jester' }],
);
const posts = fc.constantFrom([], [{ post: 'cashier', tables: '*' }], [{ post: 'manager', tables: '*' }]);
const aPerson = fc.record({ person: somebody });
const named = fc.constantFrom('Ada Box', 'Bo Stick', 'Cy Dealer', '<b>');

const ELECTRONIC = 'aruze';
const top = RULEBOOKS[ELECTRONIC].roles.at(-1)?.id as string;
const TOP = ['s-all', 's-all-2', `s-top-${ELECTRONIC}`];
const manager = { id: 's-all', role: top };
const seat = fc.constantFrom(1, 1, 1, 1, 2, 2, 2, 2, 3, 99);
/** A terminal that is held most of the time would say no to everything: mostly the one where nobody sits. */
const heldSeat = fc.constantFrom(1, 2, 3, 3, 3, 3, 3, 99);
/** Where something waits for whoever is asked, if it does anywhere. */
const WAITING = 0;
const waitingSeat = fc.oneof(fc.constant(WAITING), seat);
const line = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('because', 'a counting error') },
  { weight: 1, arbitrary: fc.constantFrom('', 'nul\u0000', 'x'.repeat(300)) },
);
const later = fc.constantFrom(1_790_000_000_000, 1_790_500_000_000);
const face = fc.integer({ min: 1, max: 6 });
const rolled = fc.tuple(face, face).map((dice) => ({ do: 'roll', dice }));
const ROUND: readonly Play[] = ['clock', 'clock'];

/** Somebody who plays for play money, and somebody who plays for real. */
const SITTERS = [
  { do: 'sit', player: 'Gus', person: 'g-guest', seat: 1, bankroll: 600_000 },
  { do: 'sit', player: 'Pam', person: 'p-player', seat: 2, bankroll: 900_000 },
];
const player = fc.constantFrom('Gus', 'Pam');

const bets = fc.array(
  fc.record({
    do: fc.constant('bet'),
    player,
    wager: fc.constantFrom('pass', 'field', 'come'),
    amount: fc.constantFrom(500, 1_000, 7),
  }),
  { minLength: 1, maxLength: 3 },
);

const chip = fc.constantFrom(100, 500, 2_500, 10_000);
const chips = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.uniqueArray(fc.record({ chip, count: fc.integer({ min: 0, max: 40 }) }), {
      selector: (one) => one.chip,
      minLength: 1,
      maxLength: 4,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      [],
      [{ chip: 500, count: 0 }],
      [{ chip: 500, count: -1 }],
      [{ chip: 0, count: 1 }],
    ),
  },
);
const cash = fc.uniqueArray(
  fc.record({ note: fc.constantFrom(500, 2_000, 5_000, 0), count: fc.integer({ min: 0, max: 40 }) }),
  { selector: (one) => one.note, maxLength: 3 },
);
/** A slip of one kind that waits by now, mostly. */
const slipOf = (letter: 'F' | 'C') =>
  fc.record({
    slip: fc.constantFrom(
      ...[letter, letter, letter, letter].map((one) => `${one}${SOMEBODY}`),
      'F-1',
      'C-99',
      'x',
    ),
  });

const STAFFED = 'star-2024';
const boss = RULEBOOKS[STAFFED].roles.at(-1)?.id as string;
const bossBy = { id: 's-all', role: boss };
const CHIPS_SITTERS = [
  { do: 'sit', player: 'Cho', seat: 1, bankroll: 5_000, chips: true, by: bossBy },
  { do: 'sit', player: 'Dee', seat: 2, bankroll: 0, chips: true, by: bossBy },
  { do: 'sit', player: 'Eve', person: 'p-player', seat: 3, bankroll: 90_000 },
  ...['Cho', 'Dee'].map((player) => ({
    do: 'card',
    player,
    card: `of-${player}`,
    holder: player,
    by: bossBy,
  })),
  { do: 'card', player: 'Eve', card: 'of-Eve', holder: 'p-player' },
];
const sitter = fc.constantFrom('Cho', 'Dee', 'Eve');
const chipsPlay = fc.record({
  do: fc.constantFrom('bet', 'bet', 'take'),
  player: sitter,
  wager: fc.constantFrom('pass', 'field', 'any-craps'),
  // More than a small tray can pay, now and then.
  amount: fc.constantFrom(500, 2_500, 100_000),
  by: fc.constant(bossBy),
});
/** A throw from the offer on; where somebody shoots already, the first steps come to nothing. */
const chipsThrow = fc.tuple(face, face).map((dice): readonly Play[] => [
  { do: 'offer', by: bossBy },
  { do: 'accept', player: 'Cho', by: bossBy },
  { do: 'choose', player: 'Cho', dice: ['1a', '1b'], by: bossBy },
  { do: 'throw', player: 'Cho', by: bossBy },
  { do: 'roll', dice, by: bossBy },
  { do: 'settle', by: bossBy },
]);

const moment = fc.constantFrom(1_790_000_000_000, 1_790_000_001_000, 1_790_003_600_000);
const alertBody = {
  alert: fc.oneof(fc.nat({ max: 500 }).map(String), fc.constantFrom('', 'x', '-1')),
  kind: fc.constantFrom(...ALERT_KINDS, 'fire'),
  table: fc.constantFrom(null, 'star', 'crown'),
  says: text,
  since: moment,
};
const streams = fc.constantFrom('table/wharf', 'table/star', 'tickets');
const tumblers = fc.constantFrom('t1', 't2');

/** A roll as the record has it: a line of somebody with chips, one of a player's, one of a guest's. */
const momentAt = (rulebook: string) => ({
  table: rulebook,
  rulebook,
  n: 7,
  to: 9,
  seq: 70,
  digest: '00',
  at: 1_789_999_000_000,
  rules: 'hash',
  sign: '$5 to $1,000',
  point: null,
  dice: [3, 4],
  call: 'winner',
  crew: [{ person: 's-low-star', name: 'Cy Dealer', role: 'dealer' }],
  lines: [
    { line: '1/pass/Cho', player: 'Cho', person: null, wager: 'pass', stake: 500, owed: 500, paid: 500 },
    { line: '1/pass/Pam', player: 'Pam', person: 'p-player', wager: 'pass', stake: 500, owed: 500, paid: 0 },
    { line: '1/field/Gus', player: 'Gus', person: 'g-guest', wager: 'field', stake: 500, owed: 0, paid: 900 },
  ],
});
const replayAt = (rulebook: string) =>
  RULEBOOK_IDS.includes(rulebook as never)
    ? playedAgain(rulebook as (typeof RULEBOOK_IDS)[number], momentAt(rulebook) as never)
    : null;
/** Another case about the same line, in which $2 were taken back. */
const OTHER_CASES = [
  {
    opened: { case: 'other', table: 'aruze', subject: { line: '1/pass/Cho' }, moment: momentAt('aruze') },
    moved: [{ to: 'house', amount: 200 }],
  },
];
const rolls = fc.constantFrom(7, 7, 7, 8);
const sheetLine = fc.constantFrom('1/pass/Cho', '1/pass/Pam', '1/pass/Pam', '1/field/Gus', '1/come/Zoe');
const caseAbout = fc.oneof(
  fc.record({
    kind: fc.constantFrom(...CASE_KINDS),
    table: fc.constantFrom('star', 'star-2024', 'crown', 'adelaide', 'aruze', 'nowhere'),
    roll: rolls,
    line: sheetLine,
    says: line,
  }),
  fc.record({
    kind: fc.constantFrom(...CASE_KINDS, 'fire'),
    rulebook: fc.constantFrom('star', 'crown'),
    says: line,
  }),
  fc.record({ kind: fc.constantFrom(...CASE_KINDS), table: tables, patron: ids, says: line }),
);
const dutyName = fc.constantFrom('c-1/decide', 'c-1/end', 'c-2/decide', 'report-2026-09');
const months = fc.constantFrom('2026-09', '2026-09', '2026-09', '2026-10', '2026-13');
const progress = fc.record({
  work: fc.constantFrom(null, null, SOMEBODY, 'nothing'),
  book: fc.constantFrom(...RULEBOOK_IDS),
  topic: fc.constantFrom(null, 'place', 'buy'),
  asked: fc.integer({ min: 0, max: 30 }),
  right: fc.integer({ min: 0, max: 20 }),
  ms: fc.constantFrom(4_000, 0, -1),
});
const aClass = fc.constantFrom(SOMEBODY, SOMEBODY, SOMEBODY, 'nowhere');
const learner = fc.record({ class: aClass, person: fc.oneof(ids, fc.constantFrom('s-low-star', 's-none')) });

let issued = 0;
/** A number that nobody else has. */
const freshNumber = () => withCheckDigits(String(++issued).padStart(16, '7'));

/** Every office, with what may be said to it. A new one passes the contract by being listed here. */
export const LISTED: readonly Listed[] = [
  LISTED_TOURNAMENTS,
  {
    office: ALERTS,
    bodies: {
      raise: fc.record(
        { ...alertBody, about: fc.constantFrom('aruze/1/help', 'aruze/2/help', '') },
        { requiredKeys: ['alert', 'kind', 'table', 'says', 'since'] },
      ),
      expect: fc.record({ ...alertBody, what: fc.constantFrom('star/sign', 'star/closing', '') }),
      'call-off': fc.record({
        alert: alertBody.alert,
        what: fc.constantFrom(['star/sign'], ['star/sign', 'star/closing'], []),
      }),
      'fall-due': fc.record({ what: fc.constantFrom('star/sign', 'star/closing', 'crown/sign') }),
      acknowledge: fc.record({ alert: fc.constantFrom(SOMEBODY, SOMEBODY, '7'), note: line }),
    },
    fill: (state, body, roll) => {
      const names = Object.keys((state as Alerts).waiting);
      const said = body as { alert?: string };
      return said.alert === SOMEBODY
        ? { ...said, alert: names[roll % Math.max(1, names.length)] ?? '0' }
        : body;
    },
    regulars: ['s-pit', 's-manager', 's-cashier'],
    rehearsed: [
      {
        verb: 'expect',
        body: {
          alert: '901',
          kind: 'notice',
          table: 'star',
          says: 'a sign that is up',
          since: 1_789_999_000_000,
          what: 'star/sign',
        },
        by: 'the house',
      },
      { verb: 'call-off', body: { alert: '902', what: ['star/sign'] }, by: 'the house' },
    ],
  },
  {
    office: AUDIT,
    bodies: {
      refused: fc.record({
        person: ids,
        to: fc.constant('table/wharf'),
        verb: fc.constant('bet'),
        code: fc.constantFrom(...CODES),
        clause: fc.constantFrom(null, '6.1'),
        message: text,
      }),
      'sign-in': fc.record({ person: ids }),
      'sign-in-failed': fc.record({ account: ids, times: fc.integer({ min: 0, max: 5 }) }),
      'sign-out': fc.record({ person: ids }),
      looked: fc.record({ person: ids, to: fc.constant('cases/c-1') }),
    },
  },
  {
    office: BOTS,
    bodies: {
      want: fc.record({ table: tables, count: fc.integer({ min: -1, max: 5 }) }),
      company: fc.record({ table: tables, count: fc.integer({ min: -1, max: 7 }) }),
      send: fc.record({ person: ids, table: tables }),
      gone: fc.record({ person: ids }),
    },
  },
  {
    office: CAGE,
    bodies: {
      'grant-play-money': fc.record({ person: ids, amount: cents }),
      'more-play-money': fc.constant({}),
      'issue-voucher': fc.record(
        { amount: cents, conditions: text, until: later, person: ids },
        { requiredKeys: ['amount', 'conditions', 'until'] },
      ),
      'exchange-voucher': fc.record(
        {
          voucher: fc.constantFrom('V-1', 'V-2', 'V-9', 'x'),
          person: ids,
          conditions: fc.constantFrom(true, true, false),
        },
        { requiredKeys: ['voucher', 'conditions'] },
      ),
      'print-paper': fc.record({ paper: fc.constantFrom('7', '7', '8', '9', '07', 'x') }),
      'void-voucher': fc.record({ voucher: fc.constantFrom('V-1', 'V-2', 'V-3'), reason: line }),
    },
    regulars: ['s-manager', 's-cashier', 'g-guest'],
    rehearsed: [
      {
        verb: 'issue-voucher',
        body: { amount: 5_000, conditions: 'for new members', until: 1_790_500_000_000 },
        by: 's-manager',
      },
      { verb: 'exchange-voucher', body: { voucher: 'V-1', conditions: true }, by: 's-cashier' },
    ],
    balance: (_name, roll) => roll * 200_000,
    // The form of 7 is open to whoever asks, that of 8 to nobody; 9 has none.
    books: (name) => (name.startsWith('form/7/') ? 'open' : name.startsWith('form/8/') ? 'closed' : 'none'),
  },
  {
    office: CASES,
    bodies: {
      open: caseAbout,
      dispute: fc.oneof(
        fc.record({ table: tables, says: line }),
        fc.record({ table: fc.constantFrom('star', 'crown'), roll: rolls, line: sheetLine, says: line }),
      ),
      raise: caseAbout,
      'add-evidence': fc.record({
        kind: fc.constantFrom('note', 'statement', 'rumour'),
        says: line,
        source: fc.constant('the stick'),
      }),
      'see-payment': fc.record({ paid: fc.constantFrom(0, 500, 1_200, -1), says: line }),
      identify: fc.record({ patron: ids, says: line }),
      'try-reading': fc.oneof(
        fc.record({ first: fc.constantFrom(1, 4, 9), second: fc.constantFrom(1, 6), says: line }),
        fc.record({ called: fc.constantFrom('on', 'off'), says: line }),
        fc.record({
          policy: fc.constantFrom('bar.total', 'no.such'),
          value: fc.constantFrom('2', '12'),
          says: line,
        }),
      ),
      decide: fc.oneof(
        fc.record({ finds: fc.constantFrom('upheld', 'upheld', 'dismissed'), reasons: line }),
        fc.record({ finds: fc.constant('upheld'), reasons: line, reading: fc.constantFrom(1, 9) }),
      ),
      'ask-review': fc.record({ says: line }),
      advise: fc.record({ how: line }),
      enquire: fc.record({ finds: fc.constantFrom('not-intentional', 'suspected'), says: line }),
      attempt: fc.record({
        what: fc.constantFrom('identify', 'contact', 'reimburse', 'demand'),
        says: line,
        succeeded: fc.boolean(),
      }),
      tell: fc.record({ whom: fc.constant('Ida Inspector'), how: line }),
      'put-right': fc.record({
        amount: fc.constantFrom(0, 0, 500),
        how: fc.constantFrom('account', 'cash'),
        reason: line,
      }),
      'count-elsewhere': fc.record({ case: fc.constantFrom('other', 'none') }),
      withhold: fc.record({ amount: cents, reason: line }),
      'end-withholding': fc.record({ how: fc.constantFrom('released', 'returned'), reason: line }),
      measure: fc.record({
        measure: fc.constantFrom('void-wagers', 'recommend-exclusion', 'seize-winnings', 'scold'),
        says: line,
      }),
      close: fc.record({ says: line }),
      direct: fc.record({ says: line }),
      acknowledge: fc.constant({}),
    },
    balance: () => 1_500_000,
    books: (name) => {
      if (name.startsWith('cases-at/') || name === 'matters/cases') return OTHER_CASES;
      if (name.startsWith('sat-at/')) return true;
      if (name.startsWith('replay/')) return replayAt(name.split('/')[1] ?? '');
      return name.endsWith('/7') ? momentAt(name.split('/')[1] ?? '') : null;
    },
    // The amount that the engine has.
    fill: (state, body) => {
      const said = body as { amount?: number };
      const books = state as Case;
      return said.amount === 0 && isOpened(books) ? { ...said, amount: Math.abs(owing(books) ?? 0) } : body;
    },
    regulars: ['s-all', 's-all-2', 's-low-aruze', 's-inspector', 'p-player', 'g-guest'],
    rehearsed: [
      {
        verb: 'open',
        body: { kind: 'overpayment', table: 'aruze', roll: 7, line: '1/pass/Cho', says: 'too much' },
        by: 's-all',
      },
      { verb: 'see-payment', body: { paid: 1_700, says: 'on tape' }, by: 's-eye' },
      { verb: 'try-reading', body: { first: 3, second: 4, called: 'off', says: 'he says so' }, by: 's-all' },
      { verb: 'identify', body: { patron: 'p-player', says: 'by the card' }, by: 's-all' },
      { verb: 'enquire', body: { finds: 'not-intentional', says: 'a slip' }, by: 's-all' },
      { verb: 'attempt', body: { what: 'contact', says: 'at the rail', succeeded: true }, by: 's-low-aruze' },
      { verb: 'measure', body: { measure: 'recommend-exclusion', says: 'a bent coin' }, by: 's-all' },
      { verb: 'withhold', body: { amount: 1_200, reason: 'looked into' }, by: 's-all' },
      { verb: 'tell', body: { whom: 'Ida Inspector', how: 'by telephone' }, by: 's-all' },
      { verb: 'acknowledge', body: {}, by: 's-inspector' },
      { verb: 'decide', body: { finds: 'upheld', reasons: 'the tape' }, by: 's-low-aruze' },
      { verb: 'ask-review', body: { says: 'I disagree' }, by: 'p-player' },
      { verb: 'decide', body: { finds: 'upheld', reasons: 'the tape' }, by: 's-all' },
      { verb: 'advise', body: { how: 'in person' }, by: 's-all' },
      { verb: 'end-withholding', body: { how: 'released', reason: 'decided' }, by: 's-all' },
      { verb: 'count-elsewhere', body: { case: 'other' }, by: 's-all' },
      { verb: 'put-right', body: { amount: 1_000, how: 'account', reason: 'decided' }, by: 's-all' },
      { verb: 'close', body: { says: 'done' }, by: 's-all' },
      { verb: 'direct', body: { says: 'keep the tape' }, by: 's-inspector' },
    ],
  },
  {
    office: DICE,
    bodies: {
      draw: fc.record({
        roll: fc.integer({ min: 0, max: 60 }),
        dice: fc.tuple(fc.integer({ min: 1, max: 7 }), fc.integer({ min: 1, max: 6 })),
        source: fc.constantFrom('random', 'tumbler', 'a friend'),
      }),
    },
  },
  {
    office: DRAWERS,
    bodies: {
      open: fc.record({ cash }),
      close: fc.record({ cash }),
      'cash-in': fc.record({
        person: fc.constantFrom('p-player', 'p-player', 'g-guest', 'nobody'),
        amount: cents,
      }),
      'cash-out': fc.record({
        person: fc.constantFrom('p-player', 'p-player', 'g-guest', 'nobody'),
        amount: cents,
      }),
      'cash-chips': fc.record({ chips }),
      'sell-chips': fc.record({ chips }),
      'move-cash': fc.record({ to: fc.constantFrom('drawer', 'vault', 'home'), amount: cents }),
    },
    balance: (name, roll) => (name.startsWith('cash/') ? roll * -500_000 : roll * 300_000),
    regulars: ['s-cashier'],
    rehearsed: [{ verb: 'open', body: { cash: [{ note: 5_000, count: 100 }] }, by: 's-cashier' }],
  },
  {
    office: DUTIES,
    bodies: {
      owe: fc.record({
        duty: dutyName,
        says: line,
        clause: fc.constantFrom(null, '9.12'),
        book: fc.constantFrom('star', 'aruze', 'bridge'),
        case: fc.constantFrom(null, 'c-1'),
        owner: fc.constant('pit-supervisor'),
        from: moment,
        by: fc.constantFrom(1_790_000_600_000, 1_790_100_000_000),
      }),
      discharge: fc.record({ duty: dutyName, doneAt: moment }),
      'mark-overdue': fc.record({ duty: dutyName }),
      escalate: fc.record({ duty: dutyName }),
      'begin-reporting': fc.record({ month: fc.constant('2026-09') }),
      'note-payment': fc.record({
        case: fc.constantFrom('c-1', 'c-2', 'c-3'),
        table: fc.constantFrom(null, 'star-2024'),
        amount: fc.constantFrom(100_000, 100_001, -250_000),
        awareAt: moment,
      }),
      'draft-report': fc.record({ month: months }),
      'review-report': fc.record({ month: months }),
      'send-report': fc.record({ month: months, how: line }),
      addendum: fc.record({ month: months, says: line }),
      notify: fc.record({ to: fc.constant('The inspectorate'), about: line, says: line }),
      acknowledge: fc.record({ number: fc.constantFrom(SOMEBODY, SOMEBODY, 'N-99', 'x') }),
    },
    fill: (state, body, roll) => {
      const numbers = Object.keys((state as Duties).notices);
      const said = body as { number?: string };
      return said.number === SOMEBODY
        ? { ...said, number: numbers[roll % Math.max(1, numbers.length)] ?? 'N-98' }
        : body;
    },
    regulars: ['s-all', 's-top-star-2024', 's-manager', 's-inspector', 's-inspector'],
    rehearsed: [
      {
        verb: 'owe',
        body: {
          duty: 'c-9/decide',
          says: 'somebody decides',
          clause: '9.12',
          book: 'star',
          case: 'c-9',
          owner: 'pit-supervisor',
          from: 1_789_800_000_000,
          by: 1_789_900_000_000,
        },
        by: 'the house',
      },
      { verb: 'mark-overdue', body: { duty: 'c-9/decide' }, by: 'the house' },
      { verb: 'escalate', body: { duty: 'c-9/decide' }, by: 'the house' },
      { verb: 'begin-reporting', body: { month: '2026-08' }, by: 'the house' },
      {
        verb: 'note-payment',
        body: { case: 'c-8', table: null, amount: 120_000, awareAt: 1_788_000_000_000 },
        by: 'the house',
      },
      { verb: 'draft-report', body: { month: '2026-08' }, by: 'the house' },
      { verb: 'review-report', body: { month: '2026-08' }, by: 's-manager' },
      { verb: 'send-report', body: { month: '2026-08', how: 'by mail' }, by: 's-all' },
      {
        verb: 'note-payment',
        body: { case: 'c-8', table: null, amount: 130_000, awareAt: 1_788_000_000_000 },
        by: 'the house',
      },
      { verb: 'addendum', body: { month: '2026-08', says: 'a second tape' }, by: 's-manager' },
    ],
  },
  {
    office: FLOAT,
    bodies: {
      open: fc.record({ chips }),
      close: fc.record({ chips }),
      'undo-close': fc.record({ reason: line }),
      'ask-fill': fc.record({ chips }),
      'send-fill': slipOf('F'),
      'take-fill': slipOf('F'),
      'ask-credit': fc.record({ chips }),
      'send-credit': slipOf('C'),
      'take-credit': slipOf('C'),
      'carry-slip': fc.oneof(slipOf('F'), slipOf('C')),
      'void-slip': fc.record({ slip: fc.constantFrom(`F${SOMEBODY}`, `C${SOMEBODY}`, 'F-99'), reason: line }),
      'take-box': fc.constant({}),
      'count-box': fc.record({
        box: fc.constantFrom(SOMEBODY, SOMEBODY, 'B-99'),
        cash: fc.constantFrom(0, 5_000, -1),
        vouchers: fc.constantFrom(0, 2_500),
      }),
      'note-tray': fc.constant({}),
      'remove-box': fc.constant({}),
      'attach-box': fc.constant({}),
    },
    beside: {
      config: tableConfig.parse({
        id: 'star',
        name: 'Star',
        settings: { rulebook: STAFFED, seats: 10, limits: { default: { min: 500, max: 100_000 } } },
        crew: 'people',
        dice: 'called',
      }),
      first: [{ do: 'staff', person: 's-all', role: boss }, ...CHIPS_SITTERS],
      plays: fc.oneof(
        fc.array(chipsPlay, { minLength: 1, maxLength: 3 }),
        chipsThrow,
        fc
          .tuple(fc.array(chipsPlay, { maxLength: 3 }), chipsThrow)
          .map(([bets, thrown]) => [...bets, ...thrown]),
        fc
          .record({
            do: fc.constant('chips'),
            player: sitter,
            amount: fc.constantFrom(10_000, 2_500),
            with: fc.constantFrom('cash', 'voucher', 'brought'),
            by: fc.constant(bossBy),
          })
          .map((buy) => [buy]),
        sitter.map((name) => [{ do: 'leave', player: name, by: bossBy }]),
        fc.constant(CHIPS_SITTERS),
      ),
    },
    regulars: ['s-all', 's-pit', 's-pit', 's-cashier', 's-cashier', 's-cashier', 's-runner', 's-low-star'],
    rehearsed: [
      { verb: 'open', body: { chips: [{ chip: 500, count: 100 }] }, by: 's-pit' },
      { verb: 'ask-fill', body: { chips: [{ chip: 2_500, count: 20 }] }, by: 's-all' },
      { verb: 'send-fill', body: { slip: 'F-1' }, by: 's-cashier' },
      { verb: 'carry-slip', body: { slip: 'F-1' }, by: 's-runner' },
      { verb: 'take-fill', body: { slip: 'F-1' }, by: 's-pit' },
      { verb: 'ask-credit', body: { chips: [{ chip: 500, count: 10 }] }, by: 's-pit' },
      { verb: 'send-credit', body: { slip: 'C-2' }, by: 's-all' },
      { verb: 'carry-slip', body: { slip: 'C-2' }, by: 's-runner' },
      { verb: 'take-credit', body: { slip: 'C-2' }, by: 's-cashier' },
      { verb: 'close', body: { chips: [{ chip: 500, count: 190 }] }, by: 's-pit' },
      { verb: 'undo-close', body: { reason: 'because' }, by: 's-manager' },
      { verb: 'remove-box', body: {}, by: 's-pit' },
      { verb: 'attach-box', body: {}, by: 's-pit' },
      { verb: 'take-box', body: {}, by: 's-pit' },
      { verb: 'count-box', body: { box: 'B-1', cash: 0, vouchers: 0 }, by: 's-cashier' },
    ],
    // A slip or a box that waits by now.
    fill: (state, body, roll) => {
      const { slips, uncounted } = state as Float;
      const said = body as { slip?: string; box?: string };
      const one = (all: object, letter: string) => {
        const those = Object.keys(all).filter((number) => number.startsWith(letter));
        return those[roll % Math.max(1, those.length)] ?? `${letter}-98`;
      };
      if (said.slip?.endsWith(SOMEBODY)) return { ...said, slip: one(slips, said.slip.charAt(0)) };
      return said.box === SOMEBODY ? { ...said, box: one(uncounted, 'B') } : body;
    },
  },
  {
    office: HOUSE,
    bodies: {
      'open-table': fc.record({ table: config }),
      'note-dice': fc.record({
        change: fc.constantFrom('raised', 'cleared'),
        source: fc.constantFrom('random', 'tumbler:t1'),
        roll: fc.integer({ min: 1, max: 5 }),
      }),
      'note-clock': fc.record({ house: moment, wall: moment }),
      'note-stopped': fc.record({
        streams: fc.array(fc.record({ stream: streams, why: line }), { maxLength: 3 }),
      }),
      'note-back': fc.record({ streams: fc.array(streams, { maxLength: 3 }) }),
      'note-tumbler': fc.record({ device: tumblers, why: line }),
      'reinstate-tumbler': fc.record({ device: tumblers, reason: line }),
      'raise-pays': fc.record({
        rulebook: fc.constantFrom('adelaide', 'adelaide', 'star'),
        pays: fc.constantFrom(
          [{ wager: 'hardway', number: 8, pay: [10, 1] }],
          [{ wager: 'hardway', number: 8, pay: [8, 1] }],
          [],
        ),
        from: fc.constantFrom(1_790_000_000_000, 1_990_000_000_000),
      }),
    },
  },
  {
    office: LEDGER,
    bodies: {
      correct: fc.record({
        from: fc.constantFrom(
          account.corrections,
          account.cashIn,
          account.wallet('g-guest'),
          account.escrow('star'),
        ),
        to: fc.constantFrom(
          account.corrections,
          account.wallet('p-player'),
          account.wallet('nobody'),
          'else',
        ),
        amount: cents,
        reason: text,
      }),
    },
    balance: (_name, roll) => roll * 500_000,
  },
  {
    office: PEOPLE,
    bodies: {
      'register-staff': fc.record({
        name: named,
        login: fc.constantFrom('ada', 'bo', 'cy', 'di', 'x'),
        roles,
        posts,
      }),
      'set-roles': fc.record({ person: somebody, roles }),
      'set-posts': fc.record({ person: somebody, posts }),
      'new-password': aPerson,
      'register-player': fc.record({
        name: named,
        card: fc.constantFrom('C-1001', 'C-1002', '!'),
        pin: fc.constant('471147'),
      }),
      'new-pin': aPerson,
      'report-card-lost': aPerson,
      'replace-card': fc.record({
        person: somebody,
        card: fc.constantFrom('C-1003', 'C-1004', 'C-1001', '!'),
      }),
      exclude: fc.record(
        {
          person: fc.constantFrom('g-guest', 'p-player', 'p-player', 'nobody', 's-all'),
          from: fc.constantFrom(...EXCLUDED_FROM, 'the street'),
          reason: text,
          until: fc.constantFrom(1_790_000_500_000, 1_790_600_000_000, 5),
        },
        { requiredKeys: ['person', 'from', 'reason'] },
      ),
      readmit: fc.record({ exclusion: fc.constantFrom(SOMEBODY, SOMEBODY, 'x-1'), reason: text }),
      'end-exclusion': fc.record({ exclusion: fc.constantFrom(SOMEBODY, 'x-1') }),
      'recommend-exclusion': fc.record({
        person: fc.constantFrom('g-guest', 'p-player', 'nobody'),
        reason: text,
      }),
      'decline-exclusion': fc.record({
        recommendation: fc.constantFrom(SOMEBODY, SOMEBODY, 'r-1'),
        reason: text,
      }),
      'register-device': fc.record({ name: named }),
      'revoke-device': aPerson,
      disable: aPerson,
      enable: aPerson,
      'sign-out': aPerson,
      'set-password': fc.constant({ old: 'hard eight easy six', next: 'yo-leven at the wharf' }),
      keep: fc
        .constantFrom(...WORLD.filter(({ kind }) => kind === 'staff'))
        .map((person) => ({ known: { person, login: person.id, generation: 0 } })),
    },
    rehearsed: [
      {
        verb: 'recommend-exclusion',
        body: { person: 'p-player', reason: 'a bent coin' },
        by: 's-top-aruze',
      },
      {
        verb: 'decline-exclusion',
        body: { recommendation: SOMEBODY, reason: 'nothing in it' },
        by: 's-all',
      },
      { verb: 'recommend-exclusion', body: { person: 'g-guest', reason: 'a magnet' }, by: 's-top-aruze' },
      { verb: 'exclude', body: { person: 'g-guest', from: 'casino', reason: 'a magnet' }, by: 's-all' },
      { verb: 'readmit', body: { exclusion: SOMEBODY, reason: 'it was another' }, by: 's-all-2' },
      {
        verb: 'exclude',
        body: { person: 'p-player', from: 'star', reason: 'a device', until: 1_790_000_006_500 },
        by: 's-top-star',
      },
      { verb: 'end-exclusion', body: { exclusion: SOMEBODY }, by: 'house' },
    ],
    // Somebody, an exclusion or a proposal that is in the books by now.
    fill: (state, body, roll) => {
      const { persons, exclusions = {}, recommendations = {} } = state as PeopleBooks;
      const one = (all: object, otherwise: string) => {
        const those = Object.keys(all);
        return those[roll % Math.max(1, those.length)] ?? otherwise;
      };
      const said = body as { person?: string; exclusion?: string; recommendation?: string };
      return {
        ...said,
        ...(said.person === SOMEBODY ? { person: one(persons, 'nobody') } : {}),
        ...(said.exclusion === SOMEBODY ? { exclusion: one(exclusions, 'x-9') } : {}),
        ...(said.recommendation === SOMEBODY ? { recommendation: one(recommendations, 'r-9') } : {}),
      };
    },
  },
  PROMOTIONS_LISTED,
  {
    office: PROPOSALS,
    bodies: {
      propose: fc.record({
        proposal,
        to: fc.constantFrom('ledger', 'table/wharf'),
        wanted: fc.constant({ do: 'correct', amount: 5 }),
        by: fc.record({ id: ids, role: fc.constantFrom(null, 'dealer') }),
        lapsesAt: fc.integer({ min: 1_790_000_000_001, max: 1_790_900_000_000 }),
      }),
      confirm: fc.record({ proposal }),
      refuse: fc.record({ proposal }),
      carry: fc.record({ proposal, outcome: fc.constantFrom({ ok: true, n: 3 }, { ok: false }) }),
      withdraw: fc.record({ proposal }),
      lapse: fc.record({ proposal }),
    },
  },
  {
    office: REWARDS,
    bodies: {
      set: fc.record({ every: fc.constantFrom(null, 100, 500, 0, 1e9), reason: text }),
      redeem: fc.record({
        person: fc.constantFrom('p-player', 'p-player', 'g-guest', 'nobody'),
        points: fc.constantFrom(1, 2, 5, 0, 1.5),
        for: fc.constantFrom('a dinner', ''),
      }),
    },
    books: () => ({ points: 40 }),
    regulars: ['s-manager', 's-manager', 's-cashier'],
  },
  {
    office: TICKETS,
    bodies: {
      redeem: fc.record({ number }),
      withhold: fc.record({ number, reason: text, inspector: fc.constant('Ida') }),
      release: fc.record({ number, reason: text }),
    },
    // Paid, valid or withheld, real or play money, as the dice will have it.
    balance: (name, roll) => {
      const isPlay = name.includes('/play/');
      if (isPlay !== roll > 3) return null;
      return name.includes('/withheld/') === (roll % 2 === 1) ? roll * 1_000 : 0;
    },
  },
  {
    office: SCHOOL,
    bodies: {
      'open-class': fc.record({ title: line }),
      'join-class': learner,
      'come-to-class': fc.record({ class: aClass }),
      'leave-class': learner,
      'close-class': fc.record({ class: fc.constantFrom('nowhere', 'nowhere', 'nowhere', SOMEBODY) }),
      'set-work': fc.record({
        class: aClass,
        title: line,
        book: fc.constantFrom(...RULEBOOK_IDS),
        kind: fc.constantFrom('keys', 'rolls', 'what-now'),
        topic: fc.constantFrom('place', 'horn-high', undefined),
        seed: fc.constantFrom(7, undefined),
        due: fc.constantFrom(undefined, undefined, 1, 9_000_000_000_000),
      }),
      'tell-progress': progress,
      'note-mispay': fc.record({
        mispay: fc.oneof(fc.nat({ max: 500 }).map(String), fc.constantFrom('', 'x')),
        book: fc.constantFrom('star', 'crown', 'bridge'),
        topic: fc.constantFrom('place', 'buy'),
        spot: fc.constant('place-6'),
        owed: fc.constant(1_400),
        paid: fc.constantFrom(1_200, 1_500),
      }),
    },
    fill: (state, body, roll) => {
      const { classes, work } = state as School;
      const one = (of: object) => Object.keys(of)[roll % Math.max(1, Object.keys(of).length)] ?? 'nothing';
      const said = body as { class?: string; work?: string | null };
      return {
        ...said,
        ...(said.class === SOMEBODY ? { class: one(classes) } : {}),
        ...(said.work === SOMEBODY ? { work: one(work) } : {}),
      };
    },
    regulars: ['s-trainer', 's-trainer', 's-low-star', 's-none'],
  },
  {
    office: TERMINAL,
    bodies: {
      note: fc.record({ seat, amount: fc.constantFrom(500, 2_000, 10_000, 1_234) }),
      'ticket-in': fc.record({ seat, number: fc.oneof(fc.constantFrom(...NUMBERS), number) }),
      'ticket-out': fc.record(
        { seat, amount: fc.constantFrom(500, 2_000, 100_500, 150_000, 5e9) },
        { requiredKeys: ['seat'] },
      ),
      transfer: fc.record({ seat, amount: cents, reference: fc.constantFrom('R-1', 'R-2', 'R-3', 'R-4') }),
      printed: fc.record({ ticket: fc.constantFrom(SOMEBODY, SOMEBODY, SOMEBODY, '123') }),
      attendant: fc.record({ seat, reason: line }, { requiredKeys: ['seat'] }),
      fault: fc.record({ seat, what: line }),
      came: fc.record({ seat }),
      'hand-pay': fc.record({
        seat: waitingSeat,
        signedBy: fc.constant('Pam Player'),
        paidIn: fc.constantFrom('cash', 'cheque', 'transfer', 'cash', 'chips'),
      }),
      delay: fc.record({ seat: waitingSeat, until: later, reason: line }),
      hold: fc.record({ seat: heldSeat, reason: line, inspector: fc.constant('Ida') }),
      lock: fc.record({ seat: heldSeat, why: line, figures: fc.constant({ credit: 500, meters: 0 }) }),
      decide: fc.record({ seat: waitingSeat, how: fc.constantFrom('recalculate', 'void'), reason: line }),
    },
    beside: {
      config: tableConfig.parse({
        id: ELECTRONIC,
        name: 'Aruze',
        settings: { rulebook: ELECTRONIC, seats: 10, limits: { default: { min: 500, max: 100_000 } } },
        terminals: { handPayAbove: 100_000 },
      }),
      first: [...TOP.map((person) => ({ do: 'staff', person, role: top })), ...SITTERS],
      plays: fc.oneof(
        // Dice that roll: nothing is paid out meanwhile.
        fc.constant(ROUND),
        rolled.map((roll): readonly Play[] => ['clock', roll]),
        fc.tuple(rolled, bets, rolled).map(([roll, bet, next]) => [...ROUND, roll, ...bet, ...ROUND, next]),
        fc.tuple(rolled, bets).map(([roll, bet]) => [...ROUND, roll, ...bet]),
        player.map((name) => [{ do: 'take', player: name, wager: 'pass' }]),
        fc.constant([...ROUND, { do: 'void-round', ground: 'cocked', by: manager }]),
        player.map((name) => [{ do: 'leave', player: name }]),
        fc.constantFrom(...SITTERS).map((sit) => [sit]),
        fc.constant(SITTERS),
      ),
    },
    regulars: [...SITTERS.map(({ person }) => person), 'd-device', ...TOP],
    // Paid at nothing, withheld at one, and valid from then on: real money up to three.
    balance: (name, roll) => {
      if (name.includes('/play/') !== roll > 3) return null;
      return name.includes('/withheld/') === (roll === 1) ? roll * 1_000 : 0;
    },
    books: (stream, roll) => {
      if (stream === FRESH_TICKET) return roll === 0 ? null : { number: freshNumber(), checkpoint: null };
      if (stream.startsWith('guesses/')) return { waitMs: roll === 1 ? 60_000 : 0 };
      if (stream.startsWith('reference/')) return { taken: stream.endsWith('R-4') };
      if (stream === 'floor') return { playMoney: roll === 0 ? 500 : 700_000 };
      return { disagreement: roll === 5 ? { why: 'the meters', figures: { credit: 1 } } : null };
    },
    // A ticket that waits to be printed, a terminal that is held, a payment that waits.
    fill: (state, body, roll) => {
      const { unprinted, seats } = state as Terminals;
      const said = body as { ticket?: string; seat?: number };
      if (said.ticket === SOMEBODY)
        return { ticket: unprinted[roll % Math.max(1, unprinted.length)]?.number ?? '0' };
      if (said.seat !== WAITING) return body;
      const waits = (one: Terminals['seats'][number]) => ('how' in said ? one?.locked : one?.handPay) != null;
      return { ...said, seat: Math.max(1, seats.findIndex(waits)) };
    },
  },
];
