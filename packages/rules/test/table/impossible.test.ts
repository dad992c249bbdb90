import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import {
  EVENT_NAMES,
  EVENT_VERSION,
  type EventName,
  type EventOf,
  evolve,
  hasTurn,
  saveTable,
  type Table,
  type TableEvent,
} from '../../src/index.js';

/** An event as it was, and the table it happened to. */
interface Moment {
  readonly table: Table;
  readonly event: TableEvent;
}

const folder = fileURLToPath(new URL('golden', import.meta.url));
const records = readdirSync(folder).filter((file) => file.endsWith(`.v${EVENT_VERSION}.jsonl`));

function momentsOf(file: string): readonly Moment[] {
  const lines = readFileSync(join(folder, file), 'utf8').trimEnd().split('\n');
  let table: Table | null = null;
  return lines.flatMap((line) => {
    const event: TableEvent = JSON.parse(line);
    const moment = table === null ? [] : [{ table, event }];
    table = evolve(table, event);
    return moment;
  });
}
const moments = records.flatMap(momentsOf);

/** A way to spoil an event: what it says then, or null where it would not be spoilt by that. */
type Spoil<Name extends EventName> = (event: EventOf<Name>, table: Table) => object | null;
type Spoils = { readonly [Name in EventName]: Readonly<Record<string, Spoil<Name>>> };

const first = <T>(list: readonly T[], change: object): readonly T[] | null =>
  list.length === 0 ? null : [{ ...(list[0] as T), ...change }, ...list.slice(1)];
/** The list with its first element changed, as a change of one field; null where the list is empty. */
const inFirst = (field: string, list: readonly object[], change: object): object | null => {
  const changed = first(list, change);
  return changed && { [field]: changed };
};
const stranger = { player: 'nobody' };

/** What every list of chips that go back can get wrong. */
const badReturns = <
  E extends { readonly returned: readonly { readonly amount: number; readonly commission: number }[] },
>() => ({
  'more goes back than stands': ({ returned }: E) => inFirst('returned', returned, { amount: 1e9 }),
  'nothing goes back': ({ returned }: E) => inFirst('returned', returned, { amount: 0 }),
  'less than nothing goes back': ({ returned }: E) => inFirst('returned', returned, { amount: -500 }),
  'commission that was never paid': ({ returned }: E) => inFirst('returned', returned, { commission: 1e9 }),
  'to somebody else': ({ returned }: E) => inFirst('returned', returned, stranger),
  'from a spot there is not': ({ returned }: E) => inFirst('returned', returned, { wager: 'roulette' }),
  twice: ({ returned }: E) => (returned.length === 0 ? null : { returned: [...returned, returned[0]] }),
});

/** The first settlement with tokens, told otherwise. */
function withTokens(settled: EventOf<'rolled'>['settled'], change: object): object | null {
  const at = settled.findIndex(({ tokens }) => tokens !== undefined);
  if (at < 0) return null;
  return {
    settled: settled.map((one, n) => (n === at ? { ...one, tokens: { ...one.tokens, ...change } } : one)),
  };
}

const outcomeSpoils = <E>(
  outcomeIn: (event: E) => EventOf<'rolled'>,
  wrap: (change: object, event: E) => object,
) => {
  const on = (spoil: (outcome: EventOf<'rolled'>) => object | null) => (event: E) => {
    const change = spoil(outcomeIn(event));
    return change && wrap(change, event);
  };
  const inSettled = (change: object) => on(({ settled }) => inFirst('settled', settled, change));
  const ofOutcome = (outcome: string, change: object) =>
    on(({ settled }) =>
      settled.some((one) => one.outcome === outcome)
        ? { settled: settled.map((one) => (one.outcome === outcome ? { ...one, ...change } : one)) }
        : null,
    );
  return {
    'dice that are no dice': on(() => ({ dice: [0, 7] })),
    'another total': on(({ total }) => ({ total: total === 2 ? 3 : 2 })),
    'hard that is easy': on(({ hard }) => ({ hard: !hard })),
    'another call': on(({ call }) => ({ call: call === 'natural' ? 'seven-out' : 'natural' })),
    'another point': on(({ point }) => ({ point: point === 4 ? null : 4 })),
    'another stake': on(({ settled }) =>
      inFirst('settled', settled, { stake: (settled[0]?.stake ?? 0) + 500 }),
    ),
    'settled for a stranger': inSettled(stranger),
    'settled on a spot there is not': inSettled({ wager: 'hardway', number: 5 }),
    'paid to the cent’s half': inSettled({ winnings: 0.5 }),
    'collected less than nothing': inSettled({ collected: -100 }),
    'paid though it lost': ofOutcome('lost', { winnings: 500 }),
    'tokens that did not lie there': inSettled({ tokens: { voucher: 'V-9', returned: 500, taken: 0 } }),
    'tokens of another voucher': on(({ settled }) => withTokens(settled, { voucher: 'V-9' })),
    'tokens that were made': on(({ settled }) => withTokens(settled, { returned: 1_000_000 })),
    'tokens less than nothing': on(({ settled }) => withTokens(settled, { taken: -500 })),
    'won and paid less than nothing': ofOutcome('won', { winnings: -500 }),
    'commission that was never paid': inSettled({ commissionReturned: 1e9 }),
    'settled twice': on(({ settled }) =>
      settled.length === 0 ? null : { settled: [...settled, settled[0]] },
    ),
    'travelled to another number': on(({ travelled, total }) =>
      inFirst('travelled', travelled, { number: total === 4 ? 5 : 4 }),
    ),
    'travelled with another amount': on(({ travelled }) => inFirst('travelled', travelled, { amount: 1 })),
    'travelled without having been there': on(({ total, travelled }) =>
      [4, 5, 6, 8, 9, 10].includes(total) && travelled.length === 0
        ? { travelled: [{ player: 'ann', wager: 'dont-come', number: total, amount: 500 }] }
        : null,
    ),
    'placed again with another amount': on(({ replaced }) => inFirst('replaced', replaced, { amount: 100 })),
    'placed again though it did not win': on(({ settled }) => {
      const lost = settled.find(({ outcome }) => outcome === 'lost');
      return lost ? { replaced: [{ ...lost, amount: lost.stake, commission: 0 }] } : null;
    }),
    'warned who is not there': on(() => ({ warned: ['nobody'] })),
  };
};

const other = (name: string | null, table: Table): string =>
  table.game.players.find((player) => player.name !== name)?.name ?? 'nobody';
/** Somebody else at the table than whom the event names. */
const anotherPlayer = {
  'somebody who is not there': () => stranger,
  'another player': ({ player }: { readonly player: string | null }, table: Table) => ({
    player: other(player, table),
  }),
};
const unknownPlayer = { 'somebody who is not there': () => stranger };

const SPOILS: Spoils = {
  opened: { 'a table opened twice': () => ({}) },
  'staff-came': {
    'in a role there is not': () => ({ role: 'croupier' }),
    'to stand where nobody stands': () => ({ station: 'door' }),
    twice: (_event, { staff }) => (staff.length === 0 ? null : { ...staff[0] }),
  },
  'staff-left': { 'who was not there': () => ({ person: 'nobody' }) },
  sat: {
    'in a seat that is taken': (_event, { game }) =>
      game.players.length === 0 ? null : { seat: game.players[0]?.seat },
    'in a seat there is not': ({ seat }) => ({ seat: seat + 1_000 }),
    'under a name that is taken': (_event, { game }) =>
      game.players.length === 0 ? null : { player: game.players[0]?.name },
    'with less than nothing': () => ({ bankroll: -1 }),
    'as nobody': () => ({ person: '' }),
    'under no name': () => ({ player: '' }),
  },
  left: {
    ...unknownPlayer,
    'with other money': ({ paid }) => ({ paid: paid + 1 }),
    'with another’s money': ({ player }, table) => ({ player: other(player, table) }),
  },
  'went-away': { ...unknownPlayer, twice: (_event, { guests }) => guests.find(({ away }) => away) ?? null },
  'came-back': anotherPlayer,
  'said-ready': {
    ...unknownPlayer,
    'who has gone': (_event, { guests }) => guests.find(({ gone }) => gone) ?? null,
  },
  'betting-ordered': {
    'in no way that there is': () => ({ how: 'backwards' as never }),
    'as before': ({ how }) => ({ how: how === 'in-turn' ? 'at-once' : 'in-turn' }),
  },
  'turns-opened': {
    'for nobody': () => ({ order: [] }),
    'for nobody at the other end': () => ({ otherEnd: [] }),
    'for one at both ends': ({ order }) => ({ otherEnd: order }),
    'twice for one': ({ order }) => ({ order: [...order, ...order] }),
    'for somebody who is not there': ({ order }) => ({ order: [...order, 'a stranger'] }),
    'without a time': () => ({ ms: 0 }),
    'with a least wager of nothing': () => ({ least: 0 }),
  },
  'turn-passed': {
    ...unknownPlayer,
    'of another': (_event, table) => table.guests.find(({ player }) => !hasTurn(table, player)) ?? null,
  },
  'chips-taken': {
    ...unknownPlayer,
    'more than there are': () => ({ amount: 10_000_000 }),
    none: () => ({ amount: 0 }),
  },
  released: {
    ...unknownPlayer,
    'with other money': ({ paid }) => ({ paid: paid + 1 }),
    'with another’s money': ({ player }, table) => ({ player: other(player, table) }),
    'with more tokens': ({ tokens = [] }) => ({ tokens: [...tokens, { voucher: 'V-9', amount: 500 }] }),
    'without the tokens': ({ tokens }) => (tokens ? { tokens: undefined } : null),
    'for nothing known': () => ({ why: 'vacated' }),
  },
  'chips-bought': {
    ...unknownPlayer,
    'for nothing': () => ({ amount: 0 }),
    'for less than nothing': () => ({ amount: -500 }),
    'for half a cent': () => ({ amount: 0.5 }),
    'with something else': ({ with: how }) => (how === undefined ? null : { with: 'a promise' }),
    'with cash at a screen': ({ with: how }) => (how === undefined ? { with: 'cash' } : null),
    'with nothing said at a seat of chips': ({ with: how }) =>
      how === undefined ? null : { with: undefined },
  },
  'tokens-exchanged': {
    ...unknownPlayer,
    'for nothing': () => ({ amount: 0 }),
    'for half a cent': () => ({ amount: 0.5 }),
    'for no voucher': () => ({ voucher: '' }),
    'on no conditions': () => ({ terms: {} }),
    'on conditions there are not': ({ terms }) => ({ terms: { ...terms, win: 'doubled' } }),
    'for a voucher that was exchanged': ({ brought }, { game: { vouchers = [] } }) =>
      brought || vouchers.length === 0 ? null : { voucher: vouchers[0] },
  },
  'coloured-up': {
    ...unknownPlayer,
    'chips for nothing': () => ({ amount: 0 }),
    'at a screen': (_event, { guests }) => {
      const screen = guests.find(({ chips }) => !chips);
      return screen ? { player: screen.player } : null;
    },
  },
  'lines-dealt': {
    'a line that is not there': () => ({ lines: ['9/field/ann'] }),
    'none at all': () => ({ lines: [] }),
    'one twice': ({ lines }) => ({ lines: [...lines, lines[0]] }),
  },
  'line-differs': {
    ...anotherPlayer,
    'a line that is not there': () => ({ line: '9/field/ann' }),
    'something else owed': ({ owed }) => ({ owed: owed + 100 }),
    'less than nothing paid': () => ({ paid: -100 }),
    'paid to the cent’s half': () => ({ paid: 0.5 }),
  },
  'sheet-waved': {
    'other lines than are open': ({ open }) => ({ open: [...open.slice(1), '9/field/ann'] }),
    'a part of them': ({ open }) => ({ open: open.slice(1) }),
    'none at all': () => ({ open: [] }),
  },
  'credits-collected': {
    ...unknownPlayer,
    'more than the meter shows': () => ({ amount: 1e9 }),
    'less than nothing': () => ({ amount: -500 }),
  },
  'card-presented': unknownPlayer,
  'players-limited': { 'to none': () => ({ most: 0 }), 'to a half': () => ({ most: 1.5 }) },
  'terminals-limited': { 'to none': () => ({ most: 0 }) },
  'person-readmitted': { 'who was never excluded': () => ({ person: 'nobody' }) },
  'person-kept-out': { 'who is not there': () => ({ person: 'nobody' }) },
  'person-let-in': { 'who is not there': () => ({ person: 'nobody' }) },
  'wagers-barred': unknownPlayer,
  'player-excluded': { ...unknownPlayer, 'as somebody else': () => ({ person: 'nobody' }) },
  'dice-offered': { ...unknownPlayer },
  'dice-declined': anotherPlayer,
  'dice-accepted': anotherPlayer,
  'dice-chosen': {
    ...anotherPlayer,
    'dice of another table': () => ({ dice: ['9a', '9b'] }),
    'one die twice': ({ dice }) => ({ dice: [dice[0], dice[0]] }),
    'three dice': ({ dice }) => ({ dice: [...dice, '1e'] }),
    'a die that is lost': (_event, table) =>
      table.dice.lost.length === 0 ? null : { dice: [table.dice.lost[0], table.dice.bowl[0]] },
  },
  'thrower-authorised': {
    ...anotherPlayer,
    'somebody who is not there throws': () => ({ thrower: 'nobody' }),
  },
  'nobody-took-dice': { 'somebody unheard of throws': () => ({ throws: 'the shooter' }) },
  'point-lapsed': { 'a point that was not on': ({ point }) => ({ point: point === 4 ? 5 : 4 }) },
  'dice-passed': {
    'by somebody who has none': ({ player }, table) => ({ player: other(player, table) }),
    'by nobody': ({ player }) => (player === null ? null : { player: null }),
  },
  'line-wager-asked': anotherPlayer,
  'game-voided': {
    ...badReturns<EventOf<'game-voided'>>(),
    'a point that was not on': ({ point }) => ({ point: point === 4 ? 5 : 4 }),
  },
  'no-more-bets': {
    twice: () => null,
  },
  'dice-thrown': {
    'for another shooter': ({ shooter }, table) => ({ shooter: other(shooter, table) }),
    'by another hand': ({ thrower }, table) => ({ thrower: other(thrower, table) }),
  },
  wagered: {
    ...unknownPlayer,
    'more than somebody has': () => ({ amount: 9e11, whole: 9e11 }),
    'nothing at all': () => ({ amount: 0 }),
    'less than nothing': () => ({ amount: -500 }),
    'another whole': ({ whole }) => ({ whole: whole + 1 }),
    'a commission below nothing': () => ({ commission: -1 }),
    'on a spot there is not': () => ({ wager: 'place', number: 7 }),
    'on no wager': () => ({ wager: 'roulette' }),
  },
  took: {
    ...unknownPlayer,
    'more than stands': () => ({ amount: 1e9 }),
    'less than nothing': () => ({ amount: -500 }),
    'from where nothing stands': () => ({ wager: 'any-seven', number: undefined }),
    'commission that was never paid': () => ({ commissionReturned: 1e9 }),
    'odds of somebody else': ({ player }, table) => ({
      alsoReturned: [{ player: other(player, table), wager: 'pass-odds', amount: 500, commission: 0 }],
    }),
  },
  called: {
    ...unknownPlayer,
    'what does not stand': ({ wagers }) => ({ wagers: wagers.map((wager) => ({ ...wager, number: 10 })) }),
    'neither on nor off': ({ wagers }) => inFirst('wagers', wagers, { called: 'up' }),
    nothing: () => ({ wagers: [] }),
  },
  rolled: outcomeSpoils<EventOf<'rolled'>>(
    (event) => event,
    (change) => change,
  ),
  'no-roll': {
    'dice off that were not thrown': () => ({ diceOff: ['9z'] }),
    'one die off twice': ({ diceOff }) =>
      diceOff.length === 0 ? null : { diceOff: [diceOff[0], diceOff[0]] },
  },
  'face-decided': {
    'faces never called': ({ was }) => ({ was: [was[0], (was[1] % 6) + 1] }),
    ...outcomeSpoils<EventOf<'face-decided'>>(
      ({ outcome }) => outcome as EventOf<'rolled'>,
      (change, { outcome }) => ({ outcome: { ...outcome, ...change } }),
    ),
  },
  'call-corrected': {
    'faces never called': ({ was }) => ({ was: [was[0], (was[1] % 6) + 1] }),
    'for no reason': () => ({ reason: '' }),
    ...outcomeSpoils<EventOf<'call-corrected'>>(
      ({ outcome }) => outcome as EventOf<'rolled'>,
      (change, { outcome }) => ({ outcome: { ...outcome, ...change } }),
    ),
  },
  'throw-voided': { 'faces never called': ({ was }) => ({ was: [was[0], (was[1] % 6) + 1] }) },
  settled: { 'somebody idle who is not there': () => ({ idle: ['nobody'] }) },
  'die-found': { 'that was not off': () => ({ die: '9z' }) },
  'die-checked': {
    'that was not found': () => ({ die: '9z' }),
    'sound and removed': ({ sound }) => ({ sound: !sound }),
  },
  'die-lost': { 'that was not off': () => ({ die: '9z' }) },
  'set-replaced': {
    'a set too far': ({ set }) => ({ set: set + 1 }),
    'dice of another set': ({ dice }) => ({ dice: dice.map((die) => `9${die.slice(1)}`) }),
  },
  'sign-posted': {
    'for a time that has passed': ({ at }) => ({ from: at - 1 }),
    'with limits that are none': () => ({ sign: { limits: { default: { min: 0, max: -1 } } } }),
  },
  'limits-changed': {
    'to limits that are none': () => ({ sign: { limits: {} } }),
    'to a scope the book does not know': ({ sign }) => ({ sign: { ...sign, perDay: { max: 1 } } }),
  },
  'personal-limits-set': {
    ...unknownPlayer,
    'a minimum above the maximum': () => ({ limit: { min: 500, max: 100 } }),
    'no money': () => ({ limit: { min: 0, max: 100 } }),
  },
  'closing-announced': {
    'for a time that has passed': ({ kind, at }) => (kind === 'sign' ? { closesAt: at - 1 } : null),
    'in another manner': ({ closesAt }) => ({ closesAt: closesAt === null ? 9e9 : null }),
  },
  closed: {
    ...badReturns<EventOf<'closed'>>(),
    'with wagers left behind': ({ returned }) =>
      returned.length === 0 ? null : { returned: returned.slice(1) },
  },
  'wager-refused': { ...badReturns<EventOf<'wager-refused'>>(), ...unknownPlayer },
  'wagers-voided': {
    ...badReturns<EventOf<'wagers-voided'>>(),
    ...unknownPlayer,
    'another’s wagers': ({ player, returned }, table) =>
      returned.length === 0 ? null : { player: other(player, table) },
    'other wagers than were decided': ({ decided = [] }) => inFirst('decided', decided, { change: 1 }),
  },
  'measure-recorded': {
    ...unknownPlayer,
    'a measure there is not': () => ({ measure: 'behead' }),
    'more seized than is there': ({ seized }) => (seized === undefined ? null : { seized: 1e9 }),
    'nothing seized': ({ seized }) => (seized === undefined ? null : { seized: 0 }),
    'seized by another measure': ({ seized }) => (seized === undefined ? null : { measure: 'detain' }),
  },
  'fault-reported': { ...unknownPlayer, 'by somebody else': () => ({ person: 'nobody' }) },
  'report-answered': unknownPlayer,
  'area-cleared': { 'by nobody': () => ({ person: '' }) },
  'vacate-refused': {
    'by somebody else': ({ player }) => (player === null ? null : { person: 'nobody' }),
  },
  'notice-taken-down': { 'a notice there is not': () => ({ notice: 'menu' }) },
  'pays-posted': {
    'odds below the list': () => ({ higherPays: [{ wager: 'hardway', number: 8, pay: [1, 1] }] }),
    'no odds': () => ({ higherPays: [] }),
    'for a time that has passed': ({ at }) => ({ from: at - 1 }),
  },
  'pays-raised': {
    'other odds than announced': () => ({ higherPays: [{ wager: 'hardway', number: 8, pay: [30, 1] }] }),
  },
  'cashless-set': { 'as it is': ({ on }) => ({ on: !on }) },
  'outcome-invalidated': {
    'another point': ({ point }) => ({ point: point === 4 ? 5 : 4 }),
    'a refund too many': ({ refunded }) => ({
      refunded: [...refunded, { player: 'ann', wager: 'field', stake: 500, commission: 0 }],
    }),
    'a refund too few': ({ refunded }) => (refunded.length === 0 ? null : { refunded: refunded.slice(1) }),
    'another stake': ({ refunded }) => inFirst('refunded', refunded, { stake: 1 }),
    'commission that was never paid': ({ refunded }) => inFirst('refunded', refunded, { commission: 1e9 }),
    'another’s stake forfeited': ({ forfeited }) => inFirst('forfeited', forfeited, stranger),
    'another roll': ({ how }) => (how === undefined ? null : { throw: 999 }),
    'taken from a stranger': ({ adjusted = [] }) => inFirst('adjusted', adjusted, stranger),
    'more taken than there is': ({ adjusted = [] }) => inFirst('adjusted', adjusted, { amount: -1e9 }),
    'refunds though the money stands': ({ refunded }) => (refunded.length === 0 ? null : { money: 'stands' }),
  },
  'wagers-found-invalid': {
    ...badReturns<EventOf<'wagers-found-invalid'>>(),
    ...unknownPlayer,
    'more winnings than were paid': ({ winningsTaken }) => ({ winningsTaken: winningsTaken + 1 }),
  },
  'wagering-opened': { 'until before it opens': ({ at }) => ({ until: at - 1 }) },
  'wagering-closed': {
    'for a shooter who is not there': ({ shooter }) => (shooter === null ? null : { shooter: 'nobody' }),
    'for nobody with a time to shoot': ({ shooter }) =>
      shooter === null ? { shootBy: 9e9 } : { shooter: null },
    'to be shot before': ({ shootBy, at }) => (shootBy === null ? null : { shootBy: at - 1 }),
  },
  shot: { 'for another': ({ player }, table) => ({ player: other(player, table) }) },
  'round-voided': badReturns<EventOf<'round-voided'>>(),
  'malfunction-declared': unknownPlayer,
  'malfunction-resolved': {
    ...badReturns<EventOf<'malfunction-resolved'>>(),
    ...anotherPlayer,
    'for more than the meter has': () => ({ adjustment: -1e9 }),
  },
  'system-malfunctioned': {
    ...badReturns<EventOf<'system-malfunctioned'>>(),
    'with wagers left behind': ({ returned }) =>
      returned.length === 0 ? null : { returned: returned.slice(1) },
  },
  'system-restored': { 'in the middle of something else': () => null },
};

/** Nothing that is there may change: a deep freeze makes any attempt throw another error than ours. */
function expectImpossible({ table }: Moment, spoilt: object, why: string): void {
  const before = JSON.stringify(saveTable(table));
  expect(() => evolve(table, spoilt as TableEvent), `${why}: ${JSON.stringify(spoilt)}`).toThrow(
    /^impossible event: /,
  );
  expect(JSON.stringify(saveTable(table))).toBe(before);
}

describe.each(EVENT_NAMES)('%s that cannot have happened', (name) => {
  const found = moments.filter(({ event }) => event.event === name);
  const ways = Object.entries(SPOILS[name]) as [string, Spoil<EventName>][];

  it('is refused however it is spoilt, and leaves the table as it was', () => {
    let spoilt = 0;
    for (const moment of found) {
      for (const [why, spoil] of ways) {
        const change = spoil(moment.event as never, moment.table);
        if (change === null) continue;
        spoilt++;
        expectImpossible(moment, { ...moment.event, ...change }, why);
      }
    }
    if (!['opened', 'no-more-bets', 'system-restored'].includes(name)) expect(spoilt).toBeGreaterThan(0);
  });

  it('is refused in another version, another time and at a closed table', () => {
    if (name === 'opened') return;
    expect(found.length).toBeGreaterThan(0);
    for (const moment of found.slice(0, 5)) {
      const { event, table } = moment;
      for (const v of [0, EVENT_VERSION + 1, undefined, '1'])
        expectImpossible(moment, { ...event, v }, `version ${v}`);
      if (table.at > 0) expectImpossible(moment, { ...event, at: table.at - 1 }, 'time went back');
      for (const at of [event.at + 0.5, Number.NaN, undefined, '9'])
        expectImpossible(moment, { ...event, at }, `at ${at}`);
      for (const kind of ['', 'danced', '__proto__', 'constructor', undefined])
        expectImpossible(moment, { ...event, event: kind }, `an event ${kind}`);
      if (!isForClosed(event))
        expectImpossible({ ...moment, table: { ...table, phase: 'closed' } }, event, 'after closing');
    }
  });
});

/** R37, R38: what is still done at a closed table, so that everybody gets what is theirs. */
const FOR_CLOSED = [
  'staff-came',
  'staff-left',
  'left',
  'released',
  'credits-collected',
  'malfunction-resolved',
];
const isForClosed = (event: TableEvent): boolean =>
  FOR_CLOSED.includes(event.event) || (event.event === 'outcome-invalidated' && event.how === 'refunded');

describe('events out of their time', () => {
  /** Phases in which each kind of event really happened; in all others of that game the same event is impossible. */
  const phases = new Map<EventName, Set<string>>();
  for (const { table, event } of moments)
    phases.set(event.event, (phases.get(event.event) ?? new Set()).add(table.phase));

  it.each([
    ['dice-thrown', 'offering'],
    ['dice-thrown', 'settling'],
    ['rolled', 'betting'],
    ['rolled', 'offering'],
    ['no-roll', 'betting'],
    ['settled', 'betting'],
    ['settled', 'thrown'],
    ['wagered', 'settling'],
    ['took', 'settling'],
    ['called', 'settling'],
    ['dice-accepted', 'thrown'],
    ['face-decided', 'betting'],
    ['shot', 'wagering'],
    ['shot', 'rolling'],
    ['wagering-closed', 'shooting'],
    ['wagering-closed', 'rolling'],
    ['round-voided', 'wagering'],
    ['system-restored', 'wagering'],
    ['no-more-bets', 'settling'],
    ['closed', 'thrown'],
    ['left', 'thrown'],
    ['released', 'thrown'],
    ['said-ready', 'thrown'],
    ['turns-opened', 'settling'],
    ['turn-passed', 'thrown'],
    ['lines-dealt', 'betting'],
    ['line-differs', 'betting'],
    ['sheet-waved', 'betting'],
  ] as const)('%s while the table is %s', (name, phase) => {
    const moment = moments.find(({ event }) => event.event === name) as Moment;
    expect(phases.get(name)?.has(phase)).toBe(false);
    expectImpossible({ ...moment, table: { ...moment.table, phase } }, moment.event, phase);
  });

  it('no more bets is announced once', () => {
    const moment = moments.find(({ event }) => event.event === 'no-more-bets') as Moment;
    expectImpossible({ ...moment, table: { ...moment.table, noMoreBets: true } }, moment.event, 'twice');
  });

  it('nothing happens before a table is opened, and an opening names rules and a sign that can be', () => {
    const opening = JSON.parse(
      readFileSync(join(folder, records[0] as string), 'utf8').split('\n')[0] as string,
    );
    const { settings } = opening;
    expect(() => evolve(null, (moments[0] as Moment).event)).toThrow(/^impossible event: /);
    for (const change of [
      { settings: { ...settings, rulebook: 'poker' } },
      { settings: { ...settings, limits: {} } },
      { settings: { ...settings, seats: 0 } },
      { settings: { ...settings, seats: 1e6 } },
      { settings: { ...settings, wageringMs: 0 } },
      { settings: { ...settings, shootingValue: -1 } },
      { settings: { ...settings, dealt: 'partly' } },
      { settings: { ...settings, perArea: { max: -1 } } },
      { hash: '' },
      { at: -1 },
      { v: 2 },
    ])
      expect(() => evolve(null, { ...opening, ...change }), JSON.stringify(change)).toThrow(
        /^impossible event: /,
      );
    expect(evolve(null, opening).at).toBe(opening.at);
  });
});
