import { readFileSync } from 'node:fs';
import { openTable } from '@boxperson/rules';
import { describe, expect, test } from 'vitest';
import { houseConfig, parseTumblerKey } from '../src/index.js';
import { tableConfig } from '../src/tables/config.js';
import { describeApi } from '../src/wire/openapi.js';
import { correctionBody, passwordBody, signInBody, staffBody } from '../src/wire/protocol.js';

const read = (name: string): string =>
  readFileSync(new URL(`../../../docs/${name}`, import.meta.url), 'utf8');
const HOUSE = read('house.md');

describe('docs/house.md', () => {
  test('its example of a configuration opens every table', () => {
    const [, text = ''] = /```json\n([\s\S]*?)```/.exec(HOUSE) ?? [];
    const config = houseConfig.parse(JSON.parse(text));
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
    const schemas = {
      'sign-in': signInBody,
      password: passwordBody,
      staff: staffBody,
      tables: tableConfig,
      corrections: correctionBody,
    };
    const calls = [...HOUSE.matchAll(/localhost:8080\/api\/([a-z-]+) -d '(.+)'/g)];
    expect(calls.map(([, name]) => name)).toEqual(['sign-in', 'password', 'staff', 'tables', 'corrections']);
    for (const [, name, body] of calls)
      expect(
        schemas[name as keyof typeof schemas].safeParse(JSON.parse(body as string)).error,
      ).toBeUndefined();
  });

  test('with the protocol it speaks of calls that are there, and of all that managers have', () => {
    const { paths } = describeApi() as { paths: Record<string, Record<string, unknown>> };
    const there = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`),
    );
    const text = HOUSE + read('protocol.md');
    const told = [...text.matchAll(/`((?:GET|POST|PUT|DELETE) \/[a-z/:-]+)`/g)].map(
      ([, call]) => call as string,
    );
    expect(told.filter((call) => call !== 'GET /docs' && !there.includes(call))).toEqual([]);
    const managers = there.filter((call) => /\/api\/(staff|players|devices|people|corrections)/.test(call));
    const examples = ['POST /api/staff', 'POST /api/corrections', 'POST /api/corrections/:id/confirm'];
    expect(managers.filter((call) => !told.includes(call) && !examples.includes(call))).toEqual([]);
  });
});
