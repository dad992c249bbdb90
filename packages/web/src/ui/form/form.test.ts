import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { faultsOf, firstOfEach, refusalFault } from './faults.js';
import { type Field, fieldOf, wordsOf } from './shape.js';
import { isTyped, readPath, readTyped, type Typed, typedOf, withoutSecrets } from './typed.js';

const money = () => z.int().positive().meta({ money: true });

/** What a form sends for what is typed into it, and what it says against it. */
function filled(schema: z.ZodType, typed: Typed) {
  const field = fieldOf('', schema);
  const read = readTyped(field, typed);
  const found = schema.safeParse(read.value);
  const faults = firstOfEach([
    ...read.faults,
    ...(found.success ? [] : faultsOf(field, typed, found.error.issues)),
  ]);
  return { value: read.value, says: faults.map(({ path, says }) => `${path.join('.')}: ${says}`) };
}
const group = (fields: Readonly<Record<string, Typed>>): Typed => ({ fields });
const shapeOf = (schema: z.ZodType) => fieldOf('x', schema).shape;

describe('what a form asks for', () => {
  it.each([
    ['playerName', 'Player name'],
    ['seat-number', 'Seat number'],
    ['at', 'At'],
    ['table_id', 'Table id'],
  ])('%s is called %s', (name, words) => expect(wordsOf(name)).toBe(words));

  it.each<[string, z.ZodType, object]>([
    ['a text', z.string().min(2).max(9), { kind: 'text', look: 'line', least: 2, most: 9 }],
    ['a long text', z.string().max(500), { kind: 'text', look: 'lines', most: 500 }],
    ['a secret', z.string().meta({ secret: true }), { kind: 'text', look: 'secret' }],
    ['an amount', money(), { kind: 'money', least: 1 }],
    ['a time', z.int().meta({ time: true }), { kind: 'time' }],
    ['a number', z.number().int().min(1).max(16), { kind: 'number', least: 1, most: 16 }],
    ['a tick', z.boolean(), { kind: 'tick' }],
    ['a promise', z.literal(true), { kind: 'tick' }],
    ['one literal', z.literal('cash'), { kind: 'fixed', value: 'cash' }],
    ['anything', z.record(z.string(), z.unknown()), { kind: 'json' }],
  ])('%s', (_name, schema, shape) => expect(shapeOf(schema)).toEqual(shape));

  it('enums and unions of literals are choices', () => {
    const options = [
      { value: 'on', says: 'On' },
      { value: 'off', says: 'Off' },
    ];
    expect(shapeOf(z.enum(['on', 'off']))).toEqual({ kind: 'choice', options });
    expect(shapeOf(z.union([z.literal('on'), z.literal('off')]))).toEqual({ kind: 'choice', options });
  });

  it('titles are found through every wrapper, the outer one first', () => {
    const inner = z.string().meta({ title: 'Inner', description: 'Help' }).optional();
    expect(fieldOf('x', inner)).toMatchObject({ label: 'Inner', help: 'Help', empty: 'left-out' });
    expect(fieldOf('x', inner.meta({ title: 'Outer' }))).toMatchObject({ label: 'Outer', help: 'Help' });
    expect(fieldOf('x', z.int().default(3))).toMatchObject({ usual: 3, empty: 'left-out' });
    expect(fieldOf('x', z.int().nullable())).toMatchObject({ empty: 'null' });
  });

  it('ways are called by what tells them apart', () => {
    const ways = z.discriminatedUnion('by', [
      z.strictObject({ by: z.literal('cash') }),
      z.strictObject({ by: z.literal('bank-draft'), number: z.string() }),
    ]);
    const shape = shapeOf(ways);
    expect(shape.kind === 'ways' && shape.ways.map(({ label }) => label)).toEqual(['Cash', 'Bank draft']);
  });
});

describe('money', () => {
  const schema = z.strictObject({ amount: money().max(100_000) });
  it.each([
    ['500', 50_000],
    ['$500', 50_000],
    ['500.00', 50_000],
    [' $ 1,000.5 ', 100_050],
  ])('%s dollars', (text, cents) =>
    expect(filled(schema, group({ amount: text })).value).toEqual({ amount: cents }),
  );

  it.each([
    ['abc', 'amount: “abc” is not an amount of dollars. Type it like 500 or 12.50.'],
    ['12.345', 'amount: “12.345” is not an amount of dollars. Type it like 500 or 12.50.'],
    ['', 'amount: This is needed.'],
    ['0', 'amount: More than $0.'],
    ['2000', 'amount: At most $1,000.'],
  ])('“%s” is said to be wrong', (text, says) =>
    expect(filled(schema, group({ amount: text })).says).toEqual([says]),
  );
});

describe('what is sent', () => {
  it('leaves out what was left empty, and sends null where the schema has it', () => {
    const schema = z.strictObject({
      a: z.string().optional(),
      b: z.int().nullable(),
      c: z.enum(['x', 'y']).optional(),
      d: z.strictObject({ e: z.string() }).optional(),
      f: z.string(),
    });
    const typed = typedOf(fieldOf('', schema));
    expect(filled(schema, typed)).toEqual({ value: { b: null, f: '' }, says: [] });
  });

  it('is what was given, when nothing is changed', () => {
    const schema = z.strictObject({
      amount: money(),
      at: z.int().meta({ time: true }),
      lines: z.array(z.strictObject({ value: money(), on: z.boolean() })),
      paid: z.discriminatedUnion('by', [
        z.strictObject({ by: z.literal('cash') }),
        z.strictObject({ by: z.literal('ticket'), number: z.string() }),
      ]),
      what: z.union([z.int(), z.strictObject({ id: z.string() })]),
      raw: z.unknown(),
    });
    const value = {
      amount: 12_345,
      at: new Date(2026, 10, 16, 18, 30).getTime(),
      lines: [{ value: 500, on: true }],
      paid: { by: 'ticket', number: '7' },
      what: { id: 'c-1' },
      raw: { any: [1, 'thing'] },
    };
    expect(filled(schema, typedOf(fieldOf('', schema), value))).toEqual({ value, says: [] });
  });
});

describe('what is wrong stands at its field', () => {
  const schema = z.strictObject({
    name: z.string().min(1),
    lines: z.array(z.strictObject({ count: z.int().max(9) })).min(1),
    paid: z.union([z.strictObject({ cash: z.int() }), z.strictObject({ ticket: z.string().min(3) })]),
  });
  const field = fieldOf('', schema);

  it('in groups, lists and the way that was chosen', () => {
    const typed = group({
      name: '',
      lines: [group({ count: '10' }), group({ count: 'ten' })],
      paid: { way: 1, ways: [group({ cash: '' }), group({ ticket: 'x' })] },
    });
    expect(filled(schema, typed).says.sort()).toEqual([
      'lines.0.count: At most 9.',
      'lines.1.count: “ten” is not a number. Type it like 12.',
      'name: This is needed.',
      'paid.ticket: At least 3 letters.',
    ]);
  });

  it('in a way that is as wrong as the others', () => {
    const ways = z.strictObject({
      paid: z.union([z.strictObject({ cash: z.int() }), z.strictObject({ tickets: z.int() })]),
    });
    const typed = group({ paid: { way: 1, ways: [group({ cash: '' }), group({ tickets: '' })] } });
    expect(filled(ways, typed).says).toEqual(['paid.tickets: A whole number is needed.']);
  });

  it('words of whoever wrote a check are kept', () => {
    const own = z.strictObject({ pin: z.string().regex(/^\d+$/, 'Digits only.') });
    expect(filled(own, group({ pin: 'x' })).says).toEqual(['pin: Digits only.']);
  });

  it('a refusal of the house goes to the field that it names', () => {
    const typed = typedOf(field, { lines: [{ count: 1 }] });
    const at = (message: string, more = {}) => refusalFault(field, typed, { message, ...more });
    expect(at('lines[0].count: too many', { clause: '6.6.1', nearest: 5 })).toEqual({
      path: ['lines', 0, 'count'],
      says: 'too many',
      clause: '6.6.1',
      nearest: 5,
    });
    expect(at('too short', { field: 'name' })).toEqual({ path: ['name'], says: 'too short' });
    expect(at('wager: not one of ours')).toEqual({ path: [], says: 'wager: not one of ours' });
    expect(at('The table is closed.', { clause: null })).toEqual({ path: [], says: 'The table is closed.' });
  });

  it('reads a place written either way', () => {
    expect(readPath('lines[0].count')).toEqual(['lines', 0, 'count']);
    expect(readPath('lines.0.count')).toEqual(['lines', 0, 'count']);
  });
});

describe('a draft', () => {
  const schema = z.strictObject({
    name: z.string(),
    pin: z.string().meta({ secret: true }),
    lines: z.array(z.string()),
    way: z.union([z.strictObject({ a: z.string() }), z.strictObject({ b: z.string() })]),
  });
  const field: Field = fieldOf('', schema);
  const typed = typedOf(field, { name: 'Ada', pin: '1234', lines: ['x'], way: { b: 'y' } });

  it('holds no secret', () => {
    const kept = withoutSecrets(field, typed);
    expect(JSON.stringify(kept)).not.toContain('1234');
    expect(kept).toEqual(typedOf(field, { name: 'Ada', pin: '', lines: ['x'], way: { b: 'y' } }));
  });

  it.each<[string, unknown]>([
    ['nothing', null],
    ['another form', { fields: { name: 'Ada' } }],
    ['a form with a field more', { fields: { ...(typed as { fields: object }).fields, seat: '3' } }],
    ['a number for a text', { fields: { ...(typed as { fields: object }).fields, name: 3 } }],
    [
      'a way that is gone',
      { fields: { ...(typed as { fields: object }).fields, way: { way: 7, ways: [] } } },
    ],
  ])('of %s is not taken', (_name, kept) => expect(isTyped(field, kept)).toBe(false));

  it('of this form is taken', () => expect(isTyped(field, JSON.parse(JSON.stringify(typed)))).toBe(true));
});
