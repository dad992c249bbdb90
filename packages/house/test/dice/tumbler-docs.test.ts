// docs/tumbler.md is what a maker of devices builds from: its example, words and limits are those of the code.
import { createHmac } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { TUMBLER_LIMITS } from '../../src/dice/tumbler/index.js';
import {
  LINE_LENGTH_MAX,
  parseDeviceMessage,
  parseHouseMessage,
  parseOpening,
  REFUSALS,
} from '../../src/dice/tumbler/messages.js';
import { Opener, proofOf, sessionKeyOf } from '../../src/dice/tumbler/seal.js';

const path = fileURLToPath(new URL('../../../../docs/tumbler.md', import.meta.url));
const FENCE = /^```tumbler\n([\s\S]*?)^```$/m;

const KEY = Buffer.from(Array.from({ length: 32 }, (_, index) => index));
const HOUSE_NONCE = 'a5'.repeat(32);
const DEVICE_NONCE = '5a'.repeat(32);

// Written down from the page alone, without the code that both sides share.
const sign = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
const about = (purpose: string, side: string): string =>
  `BOXPERSON-TUMBLER 1 ${purpose} ${side} t1 ${HOUSE_NONCE} ${DEVICE_NONCE}`;
const signed = (side: 'house' | 'device', number: number, message: string): string => {
  const key = sign(KEY, about('session', side));
  return `${number} ${message} ${sign(key, `${number} ${message}`).toString('hex')}`;
};

const EXAMPLE = [
  `> BOXPERSON-TUMBLER 1 ${HOUSE_NONCE}`,
  `< DEVICE t1 ${DEVICE_NONCE} ${sign(KEY, about('proof', 'device')).toString('hex')}`,
  `> HOUSE ${sign(KEY, about('proof', 'house')).toString('hex')}`,
  `> ${signed('house', 1, 'ROLL star-1/42')}`,
  `< ${signed('device', 1, 'TUMBLING star-1/42')}`,
  `< ${signed('device', 2, 'RESULT star-1/42 5 2')}`,
  `> ${signed('house', 2, 'ACK star-1/42')}`,
  `> ${signed('house', 3, 'PING')}`,
  `< ${signed('device', 3, 'PONG')}`,
];

if (process.env['UPDATE_DOCS']) {
  const before = readFileSync(path, 'utf8');
  writeFileSync(path, before.replace(FENCE, `\`\`\`tumbler\n${EXAMPLE.join('\n')}\n\`\`\``));
}

const page = readFileSync(path, 'utf8');
const shown = FENCE.exec(page)?.[1]?.trimEnd().split('\n') ?? [];

describe('docs/tumbler.md', () => {
  test('the worked example is right (UPDATE_DOCS=1 writes it anew)', () => {
    expect(shown).toEqual(EXAMPLE);
  });

  test('the code agrees with the example, line by line', () => {
    const handshake = { device: 't1', houseNonce: HOUSE_NONCE, deviceNonce: DEVICE_NONCE };
    const lines = shown.map((line) => line.slice(2));
    expect(parseOpening(lines[0] as string)).toMatchObject({
      opening: 'greeting',
      version: 1,
      nonce: HOUSE_NONCE,
    });
    expect(parseOpening(lines[1] as string)).toEqual({
      opening: 'device',
      device: 't1',
      nonce: DEVICE_NONCE,
      proof: proofOf(KEY, 'device', handshake),
    });
    expect(parseOpening(lines[2] as string)).toEqual({
      opening: 'house',
      proof: proofOf(KEY, 'house', handshake),
    });
    const house = new Opener(sessionKeyOf(KEY, 'house', handshake));
    const device = new Opener(sessionKeyOf(KEY, 'device', handshake));
    for (const line of shown.slice(3)) {
      const fromHouse = line.startsWith('> ');
      const opened = (fromHouse ? house : device).open(line.slice(2));
      if (!opened.ok) throw new Error(`${line}: ${opened.why}`);
      expect((fromHouse ? parseHouseMessage : parseDeviceMessage)(opened.message)).not.toBeNull();
    }
  });

  test('every refusal and every limit is there', () => {
    for (const why of REFUSALS) expect(page).toContain(`| \`${why}\` |`);
    const seconds = (ms: number): string => `${ms / 1_000} seconds`;
    expect(page).toContain(`| line | ${LINE_LENGTH_MAX} characters |`);
    expect(page).toContain(`| connection to session | ${seconds(TUMBLER_LIMITS.handshakeMs)} |`);
    expect(page).toContain(`| first byte of a line to its end | ${seconds(TUMBLER_LIMITS.lineMs)} |`);
    expect(page).toContain(`| \`ROLL\` to report | ${seconds(TUMBLER_LIMITS.tumbleMs)} |`);
    expect(page).toContain(`| \`PING\` | every ${seconds(TUMBLER_LIMITS.pingMs)};`);
    expect(page).toContain(`ends after ${seconds(TUMBLER_LIMITS.quietMs)}, for both sides`);
    expect(page).toContain(`if there is none within ${seconds(TUMBLER_LIMITS.probeMs)}`);
    expect(page).toContain(`| connections that have not shown a key | ${TUMBLER_LIMITS.strangersMax};`);
    expect(TUMBLER_LIMITS.repeatMs).toBe(5_000);
  });
});
