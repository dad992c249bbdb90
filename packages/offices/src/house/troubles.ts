import { z } from 'zod';
import type { Audience } from '../audience.js';
import { no, yes } from '../codes.js';
import { type Changes, type EventsOf, without } from '../kit.js';
import { need, verbOf } from '../office.js';
import * as text from '../text.js';

// What the house notices about itself and somebody must know: clocks that were set, streams that stand still, tumblers
// that contradict themselves.

export interface TroubleBodies {
  'clock-jumped': Readings;
  'clock-agrees': Readings;
  'streams-stopped': { readonly streams: readonly StoppedStream[] };
  'streams-back': { readonly streams: readonly string[] };
  'tumbler-stopped': { readonly device: string; readonly why: string };
  'tumbler-reinstated': {
    readonly device: string;
    readonly reason: string;
    readonly by: string;
    readonly second: string;
  };
}
export type TroubleEvent = EventsOf<TroubleBodies>;

/** The clock of the house and that of the machine, at one moment. */
interface Readings {
  readonly house: number;
  readonly wall: number;
}

interface StoppedStream {
  readonly stream: string;
  readonly why: string;
}

/** Absent in books that were kept before there were such things. */
export interface Troubles {
  /** Tables and books that stand still, and why. */
  readonly stopped?: Readonly<Record<string, string>>;
  /** How the clocks stood when they last came apart; null while they agree. */
  readonly clock?: Readings | null;
  /** Tumblers that contradicted themselves, and how. */
  readonly tumblers?: Readonly<Record<string, string>>;
}

/** Clocks that differ by more have not drifted apart: somebody set one. */
export const CLOCK_JUMP_MS = 2_000;
const STREAMS_MOST = 5_000;

const apart = ({ house, wall }: Readings): number => wall - house;
const agree = (readings: Readings): boolean => Math.abs(apart(readings)) <= CLOCK_JUMP_MS;

const verb = verbOf<Troubles, TroubleEvent>();
const ON_RECORD = no('taken', 'That is on record already.');

const noteClock = verb({
  help: 'Put on record that the clock of the machine was set, or agrees with the house again',
  clause: null,
  who: 'house',
  body: z.strictObject({ house: text.instant, wall: text.instant }),
  decide: ({ clock = null }, { body }) => {
    const isKnown = clock ? Math.abs(apart(body) - apart(clock)) <= CLOCK_JUMP_MS : agree(body);
    if (isKnown) return ON_RECORD;
    return yes([{ event: agree(body) ? ('clock-agrees' as const) : ('clock-jumped' as const), ...body }]);
  },
});

// Older matters have longer names than new ones may.
const stream = text.line;
const why = text.reason;

const noteStopped = verb({
  help: 'Put on record which tables and books stand still, and why',
  clause: null,
  who: 'house',
  body: z.strictObject({ streams: z.array(z.strictObject({ stream, why })).min(1).max(STREAMS_MOST) }),
  decide: ({ stopped = {} }, { body }) => {
    const streams = body.streams.filter((one) => !Object.hasOwn(stopped, one.stream));
    return streams.length === 0 ? ON_RECORD : yes([{ event: 'streams-stopped' as const, streams }]);
  },
});

const noteBack = verb({
  help: 'Put on record which tables and books go on again',
  clause: null,
  who: 'house',
  body: z.strictObject({ streams: z.array(stream).min(1).max(STREAMS_MOST) }),
  decide: ({ stopped = {} }, { body }) => {
    const streams = body.streams.filter((one) => Object.hasOwn(stopped, one));
    return streams.length === 0 ? ON_RECORD : yes([{ event: 'streams-back' as const, streams }]);
  },
});

const device = text.name;

const noteTumbler = verb({
  help: 'Put on record that a tumbler contradicted itself and is not believed any more',
  clause: 'aruze 6.4.2',
  who: 'house',
  body: z.strictObject({ device, why }),
  decide: ({ tumblers = {} }, { body }) =>
    Object.hasOwn(tumblers, body.device) ? ON_RECORD : yes([{ event: 'tumbler-stopped' as const, ...body }]),
});

/** Whoever has looked at it answers for it, and somebody else with them: dice decide about money. */
const reinstate = verb({
  help: 'Take a tumbler that was stopped back into service, after somebody has looked at it',
  clause: 'aruze 6.4.2',
  who: { post: 'manager' },
  second: () => true,
  body: z.strictObject({
    device: device.meta({ title: 'Tumbler' }),
    reason: text.reason.meta({ title: 'What was found' }),
  }),
  decide: ({ tumblers = {} }, { by, second, body }) =>
    Object.hasOwn(tumblers, body.device)
      ? yes([{ event: 'tumbler-reinstated' as const, ...body, by: by?.id ?? '', second: second?.id ?? '' }])
      : no('not-found', `device: no tumbler ${body.device} is stopped.`),
});

export const TROUBLE_VERBS = {
  'note-clock': noteClock,
  'note-stopped': noteStopped,
  'note-back': noteBack,
  'note-tumbler': noteTumbler,
  'reinstate-tumbler': reinstate,
};

export const troubleChanges = <Books extends Troubles>(): Changes<Books, TroubleBodies> => ({
  'clock-jumped': (state, { house, wall }) => ({ ...state, clock: { house, wall } }),
  'clock-agrees': (state) => ({ ...state, clock: null }),
  'streams-stopped': (state, { streams }) => ({
    ...state,
    stopped: { ...state.stopped, ...Object.fromEntries(streams.map((one) => [one.stream, one.why])) },
  }),
  'streams-back': (state, { streams }) => {
    for (const one of streams) need(state.stopped?.[one] !== undefined, `${one} was not stopped`);
    return { ...state, stopped: streams.reduce(without, state.stopped ?? {}) };
  },
  'tumbler-stopped': (state, { device: id, why: how }) => ({
    ...state,
    tumblers: { ...state.tumblers, [id]: how },
  }),
  'tumbler-reinstated': (state, { device: id }) => {
    need(state.tumblers?.[id] !== undefined, `the tumbler ${id} was not stopped`);
    return { ...state, tumblers: without(state.tumblers ?? {}, id) };
  },
});

const STAFF = ['manager', 'pit-supervisor', 'surveillance'] as const;
const READINGS = { hears: STAFF, fields: { house: STAFF, wall: STAFF } } as const;
const STREAMS = { hears: STAFF, fields: { streams: STAFF } } as const;

export const TROUBLE_AUDIENCE: Audience<TroubleBodies> = {
  'clock-jumped': READINGS,
  'clock-agrees': READINGS,
  'streams-stopped': STREAMS,
  'streams-back': STREAMS,
  'tumbler-stopped': { hears: STAFF, fields: { device: STAFF, why: STAFF } },
  'tumbler-reinstated': {
    hears: STAFF,
    fields: { device: STAFF, reason: STAFF, by: STAFF, second: STAFF },
  },
};
