import { type Cents, makeDollars, type Table } from '@boxperson/rules';
import { z } from 'zod';
import { no, type Outcome, type Refused, yes } from '../codes.js';
import type { Facts } from '../facts.js';
import { own } from '../kit.js';
import {
  type Asked,
  type HappenedOf,
  impossible,
  type Office,
  type OfficeDue,
  office,
  type Verb,
  verbOf,
} from '../office.js';
import { handNeeds, whyNotOther } from '../people/two.js';
import { NO_ENTRIES } from '../postings.js';
import * as text from '../text.js';
import type { Who } from '../who.js';
import { apartInWords, chipsCarried, chipsCounted, inWords, sortedChips, worthOf } from './chips.js';
import {
  chipsOnLayout,
  type Dropped,
  evolve,
  expectedIn,
  FLOAT_AUDIENCE,
  type Float,
  type FloatEvent,
  follow,
  isShort,
  NO_FLOAT,
  type Slip,
  type SlipKind,
  type Tray,
} from './state.js';

type Happened = HappenedOf<FloatEvent>;
type Decided = Outcome<readonly Happened[]>;

const SOMEBODYS = no('not-allowed', 'That is done by people, and under their names.');

const written = verbOf<Float, FloatEvent>();

/** Chips and boxes go through hands: the house itself has none. */
const verb = <Body>(made: Verb<Float, FloatEvent, Body>): Verb<Float, FloatEvent> =>
  written<Body>({
    ...made,
    decide: (state, asked, facts) => (asked.by ? made.decide(state, asked, facts) : SOMEBODYS),
  });

const atTable: Who = { either: ['crew', { post: 'pit-supervisor' }] };
const supervisors: Who = { post: 'pit-supervisor' };
const cashiers: Who = { post: 'cashier' };
/** Runners are for it; in a small house whoever is at hand, as long as it is a fourth person. */
const carriers: Who = {
  either: [{ post: 'runner' }, 'crew', { post: 'pit-supervisor' }, { post: 'cashier' }],
};
const managers: Who = { post: 'manager' };

const always = (): boolean => true;
const byOf = ({ by }: Asked): string => by?.id ?? '';
const pairOf = ({ by, second }: Asked) => ({ by: by?.id ?? '', second: second?.id ?? '' });
const tableIn = ({ table }: Asked): Table => (table ?? impossible('a float without a table')).table;

/** What counts is what is there, or should be: who counts too little has as much in hand as who counts too much. */
const moreOf = (counted: Cents, expected: Cents | undefined): Cents => Math.max(counted, expected ?? 0);
const inBox = ({ cash, vouchers }: Dropped): Cents => cash + vouchers;

const CLOSED = no('not-eligible', 'The float of this table is closed: count it open first.');
const slip = z
  .string()
  .regex(/^[FC]-\d{1,9}$/, 'must be the number of a slip, like F-12')
  .meta({ title: 'Slip' });
const box = z
  .string()
  .regex(/^B-\d{1,9}$/, 'must be the number of a box, like B-3')
  .meta({ title: 'Drop box' });
const amount = z.number().int().nonnegative().max(1e12).meta({ money: true });

const open = verb({
  help: 'Count the float open',
  clause: null,
  who: atTable,
  second: always,
  body: z.strictObject({ chips: chipsCounted }),
  money: ({ last }, { chips }) => moreOf(worthOf(chips), last?.closing.total),
  decide: (state, asked): Decided => {
    if (state.tray) return no('used-up', 'The float is open already.');
    const chips = sortedChips(asked.body.chips);
    const expected = state.last?.closing.total ?? null;
    return yes([
      { event: 'float-opened' as const, chips, total: worthOf(chips), expected, ...pairOf(asked) },
    ]);
  },
  // Whoever counted hears at once what the ones before them had counted.
  answer: (_state, [event], asked) => {
    if (event?.event !== 'float-opened') return {};
    const { total, expected } = event;
    const difference = expected === null ? 0 : total - expected;
    return {
      total,
      expected,
      difference,
      says: expected === null ? 'first count' : apartInWords(total, expected),
      counted: inWords(asked.body.chips),
    };
  },
});

const close = verb({
  help: 'Count the float closed',
  clause: null,
  who: atTable,
  second: always,
  body: z.strictObject({ chips: chipsCounted }),
  money: ({ tray }, { chips }) => moreOf(worthOf(chips), tray ? expectedIn(tray) : 0),
  decide: (state, asked): Decided => {
    if (!state.tray) return CLOSED;
    const why = whyNotClose(state, tableIn(asked));
    if (why) return { ok: false, refused: why };
    const chips = sortedChips(asked.body.chips);
    const expected = expectedIn(state.tray);
    return yes([
      { event: 'float-closed' as const, chips, total: worthOf(chips), expected, ...pairOf(asked) },
    ]);
  },
  answer: (_state, [event]) => {
    if (event?.event !== 'float-closed') return {};
    const { total, expected } = event;
    return { total, expected, difference: total - expected, says: apartInWords(total, expected) };
  },
});

/** Chips that are on their way, or on the layout, would be nobody's. */
function whyNotClose(state: Float, table: Table): Refused | null {
  const [waiting] = Object.keys(state.slips);
  if (waiting)
    return no('not-eligible', `Slip ${waiting} is not done with: receive it or void it first.`).refused;
  const lies = chipsOnLayout(table);
  return lies === 0
    ? null
    : no('not-eligible', `${makeDollars(lies)} in chips lie on the layout: settle them first.`).refused;
}

/** A count that was entered wrong; it stays on record, and so does who said so. */
const undoClose = verb({
  help: 'Take back the last closing count',
  clause: null,
  who: managers,
  second: always,
  body: z.strictObject({ reason: text.reason }),
  money: ({ last }) => moreOf(last?.closing.total ?? 0, last?.expected),
  decide: (state, asked): Decided => {
    if (state.tray) return no('not-eligible', 'The float has been opened since.');
    if (!state.last) return no('not-eligible', 'No float has been closed here.');
    return yes([{ event: 'close-undone' as const, reason: asked.body.reason, by: byOf(asked) }]);
  },
});

const LETTER: Readonly<Record<SlipKind, string>> = { fill: 'F', credit: 'C' };

const ask = (kind: SlipKind, help: string) =>
  verb({
    help,
    clause: null,
    who: atTable,
    body: z.strictObject({ chips: chipsCarried }),
    decide: (state, asked): Decided => {
      if (!state.tray) return CLOSED;
      const chips = sortedChips(asked.body.chips);
      const total = worthOf(chips);
      const why = kind === 'credit' ? whyNotCredit(state.tray, total) : null;
      if (why) return { ok: false, refused: why };
      const number = `${LETTER[kind]}-${state.serial + 1}`;
      return yes([{ event: 'slip-requested' as const, slip: number, kind, chips, total, by: byOf(asked) }]);
    },
    answer: (_state, [event]) =>
      event?.event === 'slip-requested' ? { slip: event.slip, total: event.total } : {},
  });

function whyNotCredit(tray: Tray, total: number): Refused | null {
  const there = expectedIn(tray);
  return total <= there
    ? null
    : no('insufficient', `chips: the tray holds ${makeDollars(there)}.`, { nearest: there }).refused;
}

/** Whoever has had a hand in a slip. */
export const handsOf = ({ requestedBy, preparedBy, carriedBy }: Slip): readonly (string | null)[] => [
  requestedBy,
  preparedBy,
  carriedBy ?? null,
];

const slipOf = ({ slips }: Float, number: string): Slip | undefined =>
  Object.hasOwn(slips, number) ? slips[number] : undefined;

/** A slip of that kind that waits, and in which whoever asks has had no hand yet. */
function handedOn(
  state: Float,
  kind: SlipKind | null,
  asked: Asked<{ readonly slip: string }>,
  facts: Facts,
): Outcome<Slip> {
  const { by, body } = asked;
  const found = slipOf(state, body.slip);
  if (!found || (kind !== null && found.kind !== kind)) return noSlip(state, kind);
  const hadHand = by !== null && handsOf(found).includes(by.id);
  if (hadHand) return no('second-person', 'Another person has to do that: you had a hand in this slip.');
  const why = whyNotOther(handsOf(found), asked, facts, found.total);
  return why === null ? yes(found) : no('second-person', why);
}

function noSlip({ slips }: Float, kind: SlipKind | null): Outcome<never> {
  const nearest = Object.keys(slips).find((one) => kind === null || slips[one]?.kind === kind);
  return no('not-found', `slip: no such slip waits.${nearest ? ` ${nearest} does.` : ''}`);
}

/** One of the hands through which the chips of a slip go after it was asked for. */
const hand = (
  kind: SlipKind | null,
  who: Who,
  help: string,
  event: 'slip-prepared' | 'slip-carried' | 'slip-received',
  whyNotYet: (slip: Slip) => Outcome<never> | null,
) =>
  verb({
    help,
    clause: null,
    who,
    body: z.strictObject({ slip }),
    needs: (state, body) => {
      const found = slipOf(state, body.slip);
      return found ? handNeeds(handsOf(found)) : {};
    },
    decide: (state, asked, facts): Decided => {
      const found = handedOn(state, kind, asked, facts);
      if (!found.ok) return found;
      return whyNotYet(found.value) ?? yes([{ event, slip: asked.body.slip, by: byOf(asked) }]);
    },
  });

const send = (kind: SlipKind, who: Who, help: string) =>
  hand(kind, who, help, 'slip-prepared', ({ preparedBy }) =>
    preparedBy === null ? null : no('used-up', 'The chips of this slip are counted out already.'),
  );

const NOT_COUNTED_OUT = no('not-eligible', 'The chips of this slip have not been counted out yet.');
const NOT_CARRIED = no('not-eligible', 'Nobody has taken the chips of this slip on the way yet: carry-slip.');

/** R130: chips go from hand to hand through somebody who neither gives nor takes them. */
const carry = hand(
  null,
  carriers,
  'Say that you carry the chips of a slip',
  'slip-carried',
  ({ preparedBy, carriedBy }) => {
    if (preparedBy === null) return NOT_COUNTED_OUT;
    return carriedBy === undefined ? null : no('used-up', 'The chips of this slip are on their way already.');
  },
);

const take = (kind: SlipKind, who: Who, help: string) =>
  hand(kind, who, help, 'slip-received', ({ preparedBy, carriedBy }) => {
    if (preparedBy === null) return NOT_COUNTED_OUT;
    return carriedBy === undefined ? NOT_CARRIED : null;
  });

/** Its number is not used again: a void slip is kept like any other. */
const voidSlip = verb({
  help: 'Make a slip void',
  clause: null,
  who: { either: [{ post: 'pit-supervisor' }, { post: 'cashier' }] },
  body: z.strictObject({ slip, reason: text.reason }),
  decide: (state, asked): Decided => {
    const { slip: number, reason } = asked.body;
    if (!Object.hasOwn(state.slips, number)) return noSlip(state, null);
    return yes([{ event: 'slip-voided' as const, slip: number, reason, by: byOf(asked) }]);
  },
});

const takeBox = verb({
  help: 'Take the drop box to be counted',
  clause: 'star 2.5',
  who: supervisors,
  second: always,
  body: z.strictObject({}),
  money: ({ box: there }) => inBox(there),
  decide: ({ box: { cash, vouchers }, boxes }, asked): Decided =>
    yes([{ event: 'box-taken' as const, box: `B-${boxes + 1}`, cash, vouchers, ...pairOf(asked) }]),
  // What should be in it is not told to whoever counts it.
  answer: (_state, [event]) => (event?.event === 'box-taken' ? { box: event.box } : {}),
});

const countBox = verb({
  help: 'Enter what a drop box held',
  clause: 'star 2.5',
  who: cashiers,
  second: always,
  body: z.strictObject({
    box,
    cash: amount.meta({ money: true, title: 'Cash' }),
    vouchers: amount.meta({ money: true, title: 'Vouchers' }),
  }),
  money: ({ uncounted }, said) => {
    const taken = own(uncounted, said.box);
    return moreOf(inBox(said), taken && inBox(taken));
  },
  decide: (state, asked): Decided => {
    const { box: number, cash, vouchers } = asked.body;
    const taken = own(state.uncounted, number);
    if (!taken) {
      const [nearest] = Object.keys(state.uncounted);
      return no('not-found', `box: no such box waits to be counted.${nearest ? ` ${nearest} does.` : ''}`);
    }
    const expected = { cash: taken.cash, vouchers: taken.vouchers };
    return yes([{ event: 'box-counted' as const, box: number, cash, vouchers, expected, ...pairOf(asked) }]);
  },
});

/** R61: without a box the table takes no cash, and so the table itself is told, in the same commit. */
const removeBox = verb({
  help: 'Take the drop box off a table that runs cashless',
  clause: 'star-2024 2.5.1',
  who: supervisors,
  second: always,
  body: z.strictObject({}),
  // Whether the book knows a cashless table, and whether it is one already, the table says.
  decide: ({ box: { cash, vouchers } }, asked): Decided => {
    if (cash + vouchers > 0)
      return no(
        'not-eligible',
        `The drop box holds ${makeDollars(cash + vouchers)}: take it to be counted first.`,
      );
    return yes([{ event: 'box-removed' as const, ...pairOf(asked) }]);
  },
  atTable: { own: 'behind', commands: () => [{ do: 'run-cashless', on: true }] },
});

const attachBox = verb({
  help: 'Put the drop box back, so that the table takes cash again',
  clause: 'star-2024 2.5',
  who: supervisors,
  second: always,
  body: z.strictObject({}),
  decide: (_state, asked): Decided => yes([{ event: 'box-attached' as const, ...pairOf(asked) }]),
  atTable: { own: 'behind', commands: () => [{ do: 'run-cashless', on: false }] },
});

/** Before the dice are thrown, so that chips can be fetched. */
const noteTray = written({
  help: 'Put on record that the layout may come to more than the tray holds, or does not any more',
  clause: null,
  who: 'house',
  body: z.strictObject({}),
  decide: (state): Decided => {
    if (!state.tray || isShort(state) === (state.short ?? false))
      return no('taken', 'That is on record already.');
    const event = isShort(state) ? ('float-short' as const) : ('float-enough' as const);
    return yes([{ event, most: state.mayTake ?? 0, holds: expectedIn(state.tray) }]);
  },
});

/** At once: its time has always come. */
const dueNow = (state: Float): OfficeDue | null =>
  state.tray && isShort(state) !== (state.short ?? false)
    ? { at: state.tray.opening.at, do: 'note-tray', body: {} }
    : null;

/** The tray of a staffed table from count to count, its slips and its drop box: a stream for each table. */
export const FLOAT: Office<Float, FloatEvent> = office<Float, FloatEvent>({
  name: 'float',
  title: 'Float',
  streams: 'many',
  version: 1,
  start: NO_FLOAT,
  verbs: {
    open,
    close,
    'undo-close': undoClose,
    'ask-fill': ask('fill', 'Ask the cage for chips'),
    'send-fill': send('fill', cashiers, 'Say that the chips of a fill are counted out'),
    'take-fill': take('fill', atTable, 'Say that the chips of a fill have come'),
    'ask-credit': ask('credit', 'Ask to give chips to the cage'),
    'send-credit': send('credit', atTable, 'Say that the chips of a credit are counted out'),
    'take-credit': take('credit', cashiers, 'Say that the chips of a credit have come'),
    'carry-slip': carry,
    'void-slip': voidSlip,
    'take-box': takeBox,
    'count-box': countBox,
    'remove-box': removeBox,
    'attach-box': attachBox,
    'note-tray': noteTray,
  },
  evolve,
  entries: () => NO_ENTRIES,
  audience: FLOAT_AUDIENCE,
  due: dueNow,
  counts: ({ serial, boxes }) => ({ slips: serial, boxes }),
  accompanies: {
    joins: ({ game }) => game.rulebook.conduct.run.value === 'staffed',
    follow,
    remarks: () => [],
    isRemark: () => false,
  },
});
