import type { Dice, Die } from '@boxperson/rules';

/** What docs/tumbler.md describes. A change that an old device would misread gets a new number. */
export const PROTOCOL = 'BOXPERSON-TUMBLER';
export const PROTOCOL_VERSION = 1;

export const LINE_LENGTH_MAX = 200;
export const NONCE_BYTES = 32;
export const KEY_BYTES_MIN = 16;
export const ROLL_ID_LENGTH_MAX = 48;
export const FAULT_TEXT_LENGTH_MAX = 50;

const HEX = '[0-9a-f]{64}';
const DEVICE_ID = '[A-Za-z0-9][A-Za-z0-9._-]{0,31}';
const ROLL_ID = `[A-Za-z0-9][A-Za-z0-9._:/-]{0,${ROLL_ID_LENGTH_MAX - 1}}`;
const CODE = '[a-z][a-z0-9-]{0,15}';
const TEXT = `[!-~](?:[ -~]{0,${FAULT_TEXT_LENGTH_MAX - 2}}[!-~])?`;

const whole = (pattern: string): RegExp => new RegExp(`^(?:${pattern})$`);
const matcher = (pattern: string): ((text: string) => boolean) => {
  const expression = whole(pattern);
  return (text) => expression.test(text);
};

export const isDeviceId = matcher(DEVICE_ID);
export const isRollId = matcher(ROLL_ID);
export const isFaultCode = matcher(CODE);

/** Why a house sends a device away before there is a session. */
export const REFUSALS = ['credentials', 'busy', 'stopped', 'malformed'] as const;
export type TumblerRefusal = (typeof REFUSALS)[number];

/** The end of one roll as a device reports it. It never changes for a roll id. */
export type Reported =
  | { readonly kind: 'result'; readonly dice: Dice }
  | { readonly kind: 'cocked' }
  | { readonly kind: 'fault'; readonly code: string; readonly text: string };

/** A device that is still tumbling for another roll says so; that ends nothing. */
export const BUSY = 'busy';

export type HouseMessage =
  | { readonly message: 'roll' | 'ack'; readonly roll: string }
  | { readonly message: 'ping' };

export type DeviceMessage =
  | { readonly message: 'tumbling'; readonly roll: string }
  | { readonly message: 'report'; readonly roll: string; readonly reported: Reported }
  | { readonly message: 'trouble'; readonly code: string; readonly text: string }
  | { readonly message: 'pong' };

/** What is said before there is a session. */
export type Opening =
  | { readonly opening: 'greeting'; readonly version: number; readonly nonce: string }
  | { readonly opening: 'device'; readonly device: string; readonly nonce: string; readonly proof: string }
  | { readonly opening: 'house'; readonly proof: string }
  | { readonly opening: 'refused'; readonly why: TumblerRefusal };

type Reader<M> = readonly [pattern: RegExp, read: (found: readonly string[]) => M];

const read = <M>(readers: readonly Reader<M>[], text: string): M | null => {
  for (const [pattern, make] of readers) {
    const found = pattern.exec(text);
    if (found) return make(found);
  }
  return null;
};

const die = (text: string): Die => Number(text) as Die;
const part = (found: readonly string[], index: number): string => found[index] as string;

const OPENINGS: readonly Reader<Opening>[] = [
  [
    whole(`${PROTOCOL} ([1-9][0-9]{0,3}) (${HEX})`),
    (found) => ({ opening: 'greeting', version: Number(found[1]), nonce: part(found, 2) }),
  ],
  [
    whole(`DEVICE (${DEVICE_ID}) (${HEX}) (${HEX})`),
    (found) => ({ opening: 'device', device: part(found, 1), nonce: part(found, 2), proof: part(found, 3) }),
  ],
  [whole(`HOUSE (${HEX})`), (found) => ({ opening: 'house', proof: part(found, 1) })],
  [
    whole(`REFUSED (${REFUSALS.join('|')})`),
    (found) => ({ opening: 'refused', why: found[1] as TumblerRefusal }),
  ],
];

const HOUSE_MESSAGES: readonly Reader<HouseMessage>[] = [
  [whole(`ROLL (${ROLL_ID})`), (found) => ({ message: 'roll', roll: part(found, 1) })],
  [whole(`ACK (${ROLL_ID})`), (found) => ({ message: 'ack', roll: part(found, 1) })],
  [whole('PING'), () => ({ message: 'ping' })],
];

const report = (roll: string, reported: Reported): DeviceMessage => ({ message: 'report', roll, reported });

const DEVICE_MESSAGES: readonly Reader<DeviceMessage>[] = [
  [whole(`TUMBLING (${ROLL_ID})`), (found) => ({ message: 'tumbling', roll: part(found, 1) })],
  [
    whole(`RESULT (${ROLL_ID}) ([1-6]) ([1-6])`),
    (found) => report(part(found, 1), { kind: 'result', dice: [die(part(found, 2)), die(part(found, 3))] }),
  ],
  [whole(`COCKED (${ROLL_ID})`), (found) => report(part(found, 1), { kind: 'cocked' })],
  [
    whole(`FAULT (${ROLL_ID}) (${CODE}) (${TEXT})`),
    (found) => report(part(found, 1), { kind: 'fault', code: part(found, 2), text: part(found, 3) }),
  ],
  [
    whole(`FAULT - (${CODE}) (${TEXT})`),
    (found) => ({ message: 'trouble', code: part(found, 1), text: part(found, 2) }),
  ],
  [whole('PONG'), () => ({ message: 'pong' })],
];

/** Each answers null for a text that is not exactly one of its messages. */
export const parseOpening = (text: string): Opening | null => read(OPENINGS, text);
export const parseHouseMessage = (text: string): HouseMessage | null => read(HOUSE_MESSAGES, text);
export const parseDeviceMessage = (text: string): DeviceMessage | null => read(DEVICE_MESSAGES, text);

export function makeOpening(opening: Opening): string {
  switch (opening.opening) {
    case 'greeting':
      return `${PROTOCOL} ${opening.version} ${opening.nonce}`;
    case 'device':
      return `DEVICE ${opening.device} ${opening.nonce} ${opening.proof}`;
    case 'house':
      return `HOUSE ${opening.proof}`;
    case 'refused':
      return `REFUSED ${opening.why}`;
  }
}

export const makeHouseMessage = (message: HouseMessage): string =>
  message.message === 'ping' ? 'PING' : `${message.message.toUpperCase()} ${message.roll}`;

export function makeDeviceMessage(message: DeviceMessage): string {
  switch (message.message) {
    case 'tumbling':
      return `TUMBLING ${message.roll}`;
    case 'report':
      return makeReport(message.roll, message.reported);
    case 'trouble':
      return `FAULT - ${message.code} ${message.text}`;
    case 'pong':
      return 'PONG';
  }
}

function makeReport(roll: string, reported: Reported): string {
  switch (reported.kind) {
    case 'result':
      return `RESULT ${roll} ${reported.dice[0]} ${reported.dice[1]}`;
    case 'cocked':
      return `COCKED ${roll}`;
    case 'fault':
      return `FAULT ${roll} ${reported.code} ${reported.text}`;
  }
}

/** Two reports of one roll must say the same, to the letter. */
export const sameReport = (a: Reported, b: Reported): boolean => makeReport('r', a) === makeReport('r', b);

/** For a log. */
export function describeReport(reported: Reported): string {
  if (reported.kind === 'result') return reported.dice.join('-');
  return reported.kind === 'cocked' ? 'cocked' : `${reported.code}: ${reported.text}`;
}
