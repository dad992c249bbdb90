import { readFileSync } from 'node:fs';
import { OFFICES, tableConfig, text, type Verb } from '@boxperson/offices';
import { openTable } from '@boxperson/rules';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { houseConfig, parseTumblerKey } from '../src/index.js';
import { signInBody } from '../src/wire/protocol.js';
import { openTestHouse, type TestHouse } from './support/house.js';

const read = (name: string): string =>
  readFileSync(new URL(`../../../docs/${name}`, import.meta.url), 'utf8');
const HOUSE = read('house.md');

describe('docs/house.md', () => {
  test('its example of a configuration opens every table', () => {
    const [, example = ''] = /```json\n([\s\S]*?)```/.exec(HOUSE) ?? [];
    const config = houseConfig.parse(JSON.parse(example));
    expect(config.tables.map(({ crew, dice }) => [crew, dice])).toEqual([
      ['automatic', 'random'],
      ['people', 'called'],
      ['automatic', 'tumbler:t1'],
    ]);
    for (const { id, settings } of config.tables) {
      const opened = openTable(settings, 0);
      expect(opened.ok ? 'open' : opened.refused.message, id).toBe('open');
    }
    expect(parseTumblerKey(config.tumblers?.devices[0]?.key ?? '')).not.toBeNull();
  });

  test('names every field of the configuration', () => {
    const fields = [...Object.keys(houseConfig.shape), ...Object.keys(tableConfig.shape)];
    expect(fields.filter((field) => !HOUSE.includes(`\`${field}\``))).toEqual([]);
  });

  test('its examples of calls can be read', () => {
    const calls = [...HOUSE.matchAll(/localhost:8080\/api\/([a-z/-]+) -d '(.+?)'/g)];
    expect(calls.map(([, name]) => name)).toEqual([
      'sign-in',
      'people/set-password',
      'people/register-staff',
      'house/open-table',
      'ledger/correct',
      'proposals/confirm',
    ]);
    for (const [, name = '', said = ''] of calls) {
      const { id, ...body } = JSON.parse(said) as { id?: unknown };
      const [office, verb = ''] = name.split('/');
      const known = OFFICES.find((one) => one.name === office)?.verbs[verb] as Verb<never, never> | undefined;
      if (known) expect(text.commandId.safeParse(id).error, name).toBeUndefined();
      expect((known?.body ?? signInBody).safeParse(body).error, name).toBeUndefined();
    }
  });
});

describe('the papers about calls', () => {
  let house: TestHouse;
  beforeAll(async () => {
    house = await openTestHouse();
  });
  afterAll(() => house.remove());

  test('speak of calls that are there, and of all that managers have', () => {
    const there = house.routes.map(({ method, url }) => `${method} ${url}`);
    const told = ['house.md', 'protocol.md', 'terminals.md', 'bots.md', 'record.md'].flatMap((name) =>
      [...read(name).matchAll(/`((?:GET|POST|PUT|DELETE) \/[a-z/:-]+)`/g)].map(([, call]) => call as string),
    );
    expect(told.length).toBeGreaterThan(20);
    expect(told.filter((call) => !there.includes(call))).toEqual([]);
    const managers = there.filter((call) => /POST \/api\/(people|ledger|house)\//.test(call));
    const inExamples = (call: string) => HOUSE.includes(call.replace('POST ', 'localhost:8080'));
    expect(managers.filter((call) => !told.includes(call) && !inExamples(call))).toEqual([]);
  });
});
