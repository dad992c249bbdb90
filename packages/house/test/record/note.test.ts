import { generateKeyPairSync } from 'node:crypto';
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { loadOrMakeKey } from '../../src/record/key-file.js';
import {
  parsePublicKey,
  peekCheckpoint,
  publicKeyOf,
  readCheckpoint,
  signCheckpoint,
  tidyNote,
} from '../../src/record/note.js';
import { hashLeaf } from '../../src/record/tree.js';

const folder = mkdtempSync(join(tmpdir(), 'boxperson-key-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const key = loadOrMakeKey(join(folder, 'deep', 'record.key'), 'The Łódź House');
const other = loadOrMakeKey(join(folder, 'other.key'), 'The Łódź House');
const TREE = { size: 20_852, root: hashLeaf('root'), at: Date.UTC(2026, 10, 15, 23, 44, 25, 120) };

describe('keys', () => {
  test('made once, readable for the owner alone, and found again', () => {
    const file = join(folder, 'deep', 'record.key');
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(loadOrMakeKey(file, 'Another name').line).toBe(key.line);
    expect(readdirSync(join(folder, 'deep'))).toEqual(['record.key']);
    expect(other.line).not.toBe(key.line);
    expect(key.name).toMatch(/^boxperson\/the-odz-house\/[0-9a-f]{8}$/);
  });

  test.skipIf(process.platform === 'win32')('one that others can read is used, and alarmed', () => {
    const file = join(folder, 'open.key');
    const alarms: string[] = [];
    const load = () => loadOrMakeKey(file, 'House', (text) => alarms.push(text)).line;
    const made = load();
    expect(load()).toBe(made);
    expect(alarms).toEqual([]);
    for (const mode of [0o644, 0o620]) {
      chmodSync(file, mode);
      expect(load()).toBe(made);
      const told = `${file} is open to others than its owner (mode 0${mode.toString(8)}): its mode should be 0600`;
      expect(alarms.pop()).toContain(told);
    }
    chmodSync(file, 0o400);
    load();
    expect(alarms).toEqual([]);
  });

  test('a damaged file is named, not replaced', () => {
    const file = join(folder, 'damaged.key');
    writeFileSync(file, '{"name":"x"');
    expect(() => loadOrMakeKey(file, 'House')).toThrow(/record's key in .*damaged\.key cannot be used/);
    const rsa = generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey.export({
      format: 'pem',
      type: 'pkcs8',
    });
    writeFileSync(file, JSON.stringify({ name: 'x', secret: rsa }));
    expect(() => loadOrMakeKey(file, 'House')).toThrow(/not an Ed25519 key/);
  });

  test('the public line says it all and nothing in it can be changed', () => {
    expect(parsePublicKey(key.line)?.line).toBe(key.line);
    expect(parsePublicKey(` ${key.line}\n`)?.id).toBe(key.id);
    for (let n = 0; n < key.line.length; n += 1) {
      const changed = `${key.line.slice(0, n)}${key.line[n] === 'A' ? 'B' : 'A'}${key.line.slice(n + 1)}`;
      expect(parsePublicKey(changed)).toBeNull();
    }
    expect(parsePublicKey('nonsense')).toBeNull();
    expect(() => publicKeyOf('two words', key.key)).toThrow(TypeError);
  });
});

describe('checkpoints', () => {
  const signed = signCheckpoint(key, TREE);

  test('read as they were signed', () => {
    expect(readCheckpoint(signed.note, [other, key])).toEqual({
      ok: true,
      value: { origin: key.name, ...TREE, note: signed.note },
    });
    expect(signed.note.split('\n').slice(0, 5)).toEqual([
      key.name,
      '20852',
      TREE.root.toString('base64'),
      '2026-11-15T23:44:25.120Z',
      '',
    ]);
  });

  test('no letter can be changed, put in or left out', () => {
    for (let n = 0; n < signed.note.length; n += 1) {
      const at = signed.note.charCodeAt(n);
      for (const changed of [
        signed.note.slice(0, n) + String.fromCharCode(at ^ 1) + signed.note.slice(n + 1),
        signed.note.slice(0, n) + signed.note.slice(n + 1),
        `${signed.note.slice(0, n)}0${signed.note.slice(n)}`,
        `${signed.note.slice(0, n)}\n${signed.note.slice(n)}`,
      ]) {
        expect(readCheckpoint(changed, [key]).ok, JSON.stringify(changed)).toBe(false);
      }
    }
  });

  test('another key is told apart from a bad signature', () => {
    expect(readCheckpoint(signed.note, [other])).toMatchObject({
      ok: false,
      why: expect.stringContaining('not a key we were given'),
    });
    const forged = signed.note.replace('20852', '20853');
    expect(readCheckpoint(forged, [key])).toMatchObject({
      ok: false,
      why: expect.stringContaining('did not make'),
    });
    expect(readCheckpoint('hello', [key])).toMatchObject({
      ok: false,
      why: expect.stringContaining('is not a checkpoint'),
    });
  });

  test('a key cannot sign in the name of another house', () => {
    const stolen = signCheckpoint({ ...key, name: other.name }, TREE).note;
    expect(readCheckpoint(stolen, [key, other]).ok).toBe(false);
    const renamed = signed.note.replace(key.name, other.name);
    expect(readCheckpoint(renamed, [key, other]).ok).toBe(false);
  });

  test('copied by hand it is still the same', () => {
    const typed = `\uFEFF\r\n  ${signed.note.replaceAll('\n', ' \r\n').replace('— ', '- ')}\r\n\r\n`;
    expect(tidyNote(typed)).toBe(signed.note);
    expect(tidyNote(signed.note.replace('— ', '-- '))).toBe(signed.note);
    expect(tidyNote(signed.note)).toBe(signed.note);
    expect(peekCheckpoint(tidyNote(typed))?.size).toBe(20_852);
  });
});
