import {
  ALERT_KINDS,
  ALERTS,
  type Alerts,
  AUDIT,
  account,
  BOTS,
  CAGE,
  CODES,
  DICE,
  FLOAT,
  type Float,
  FRESH_TICKET,
  HOUSE,
  LEDGER,
  PEOPLE,
  PROPOSALS,
  TERMINAL,
  type Terminals,
  TICKETS,
  tableConfig,
  withCheckDigits,
} from '@boxperson/offices';
import { RULEBOOK_IDS, RULEBOOKS } from '@boxperson/rules';
import fc from 'fast-check';
import type { Play } from './beside.js';
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

const STAFFED = 'star';
const boss = RULEBOOKS[STAFFED].roles.at(-1)?.id as string;
const bossBy = { id: 's-all', role: boss };
const CHIPS_SITTERS = [
  { do: 'sit', player: 'Cho', seat: 1, bankroll: 5_000, chips: true, by: bossBy },
  { do: 'sit', player: 'Dee', seat: 2, bankroll: 0, chips: true, by: bossBy },
  { do: 'sit', player: 'Eve', person: 'p-player', seat: 3, bankroll: 90_000 },
];
const sitter = fc.constantFrom('Cho', 'Dee', 'Eve');
const chipsPlay = fc.record({
  do: fc.constantFrom('bet', 'bet', 'take'),
  player: sitter,
  wager: fc.constantFrom('pass', 'field', 'any-craps'),
  amount: fc.constantFrom(500, 2_500),
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
const streams = fc.constantFrom('table/wharf', 'table/star', 'tickets');
const tumblers = fc.constantFrom('t1', 't2');

let issued = 0;
/** A number that nobody else has. */
const freshNumber = () => withCheckDigits(String(++issued).padStart(16, '7'));

/** Every office, with what may be said to it. A new one passes the contract by being listed here. */
export const LISTED: readonly Listed[] = [
  {
    office: ALERTS,
    bodies: {
      raise: fc.record({
        alert: fc.oneof(fc.nat({ max: 500 }).map(String), fc.constantFrom('', 'x', '-1')),
        kind: fc.constantFrom(...ALERT_KINDS, 'fire'),
        table: fc.constantFrom(null, 'star', 'crown'),
        says: text,
        since: moment,
      }),
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
    },
    balance: (_name, roll) => roll * 200_000,
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
      'void-slip': fc.record({ slip: fc.constantFrom(`F${SOMEBODY}`, `C${SOMEBODY}`, 'F-99'), reason: line }),
      'take-box': fc.constant({}),
      'count-box': fc.record({
        box: fc.constantFrom(SOMEBODY, SOMEBODY, 'B-99'),
        cash: fc.constantFrom(0, 5_000, -1),
        vouchers: fc.constantFrom(0, 2_500),
      }),
    },
    beside: {
      config: tableConfig.parse({
        id: STAFFED,
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
    regulars: ['s-all', 's-pit', 's-pit', 's-cashier', 's-cashier', 's-cashier', 's-low-star'],
    rehearsed: [
      { verb: 'open', body: { chips: [{ chip: 500, count: 100 }] }, by: 's-pit' },
      { verb: 'ask-fill', body: { chips: [{ chip: 2_500, count: 20 }] }, by: 's-low-star' },
      { verb: 'send-fill', body: { slip: 'F-1' }, by: 's-cashier' },
      { verb: 'take-fill', body: { slip: 'F-1' }, by: 's-pit' },
      { verb: 'ask-credit', body: { chips: [{ chip: 500, count: 10 }] }, by: 's-pit' },
      { verb: 'send-credit', body: { slip: 'C-2' }, by: 's-low-star' },
      { verb: 'take-credit', body: { slip: 'C-2' }, by: 's-cashier' },
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
    // Somebody who is in the books by now.
    fill: (state, body, roll) => {
      const ids = Object.keys((state as { persons: object }).persons);
      const said = body as { person?: string };
      return said.person === SOMEBODY
        ? { ...said, person: ids[roll % Math.max(1, ids.length)] ?? 'nobody' }
        : body;
    },
  },
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
