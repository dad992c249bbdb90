import { expect, test } from 'vitest';
import { type HowOften, Often } from './often.js';

const RULE: HowOften = { mine: 2, all: 3, ms: 1_000, of: 'cases' };
const guest = (id: string, from?: string) => ({ id, kind: 'guest', from });

const done = async () => ({ ok: true });
const refused = async () => ({ ok: false });
const failed = async (): Promise<{ ok: boolean }> => {
  throw new Error('the store is away');
};

function openCounts(rule: HowOften) {
  let now = 0;
  const often = new Often(() => now);
  return {
    /** Seconds to wait; null where it was heard. */
    ask: async (asker: { id: string; kind: string; from?: string | undefined }, act = done) => {
      const answer = await often.during('dispute', asker, rule, act).catch(() => null);
      return answer && 'wait' in answer ? answer.wait : null;
    },
    /** Of what there was too much; null where it was heard. */
    tooMuch: async (asker: { id: string; kind: string; from?: string | undefined }) => {
      const answer = await often.during('dispute', asker, rule, done);
      return 'wait' in answer ? answer.tooMuch : null;
    },
    at: (ms: number) => {
      now = ms;
    },
  };
}

test('each may so often, and all of their kind together: guests lock out nobody who has a card', async () => {
  const { ask, at } = openCounts(RULE);
  expect(await ask(guest('g-1'))).toBeNull();
  expect(await ask(guest('g-1'))).toBeNull();
  expect(await ask(guest('g-1'))).toBe(1);
  expect(await ask(guest('g-2'))).toBeNull();
  expect(await ask(guest('g-3'))).toBe(1);
  expect(await ask({ id: 'p-1', kind: 'player' })).toBeNull();
  at(1_000);
  expect(await ask(guest('g-3'))).toBeNull();
});

test('guests of one network count together, whatever they are called, and leave the others theirs', async () => {
  const { ask, at } = openCounts({ ...RULE, mine: 6, all: 300, near: { guests: 2, ms: 5_000 } });
  expect([await ask(guest('g-1', '10.0.0.1')), await ask(guest('g-2', '10.0.0.2'))]).toEqual([null, null]);
  expect(await ask(guest('g-3', '10.0.0.3'))).toBe(5);
  expect(await ask({ id: 'p-1', kind: 'player', from: '10.0.0.3' })).toBeNull();
  expect(await ask(guest('g-4', '10.0.1.1'))).toBeNull();
  const line = [];
  for (const nr of [1, 2, 3]) line.push(await ask(guest(`g-6${nr}`, `2001:db8:1:${nr}`)));
  expect(line).toEqual([null, null, 5]);
  at(1_000);
  expect(await ask(guest('g-3', '10.0.0.3'))).toBe(4);
  at(5_000);
  expect(await ask(guest('g-3', '10.0.0.3'))).toBeNull();
});

test.each([
  ['addresses of a network', (nr: number) => `2001:db8:1:2::${nr}`],
  ['networks of a line', (nr: number) => `2001:db8:1:${nr}::1`],
  ['addresses of the old kind in the clothes of the new', (nr: number) => `::ffff:10.0.0.${nr}`],
])('guests count together whichever way their address is told: %s', async (_, from) => {
  const { ask } = openCounts({ ...RULE, mine: 6, all: 300, near: { guests: 2, ms: 5_000 } });
  const line = [];
  for (const nr of [1, 2, 3]) line.push(await ask(guest(`g-${nr}`, from(nr))));
  expect(line).toEqual([null, null, 5]);
  expect(await ask(guest('g-4', '::ffff:10.0.1.1'))).toBeNull();
  expect(await ask(guest('g-5', '2001:db8:2::1'))).toBeNull();
});

test('guests of one network are refused so often together, and whoever comes from elsewhere, or has a card, as before', async () => {
  const { ask, tooMuch, at } = openCounts({ ...RULE, near: { guests: 2, ms: 5_000 } });
  const asked = async (act: typeof done, from: string) => {
    const waits = [];
    for (let nr = 0; nr < 30; nr++) waits.push(await ask(guest(`${from} ${nr}`, from), act));
    return waits.filter((wait) => wait === null).length;
  };
  // What failed or was heard is nothing of what may be refused.
  expect(await asked(failed, '10.0.0.1')).toBe(30);
  expect(await asked(refused, '10.0.0.1')).toBe(20);
  expect(await tooMuch(guest('g-1', '10.0.0.9'))).toBe('refused');
  expect(await ask(guest('g-1', '10.0.0.9'))).toBe(1);
  expect(await ask({ id: 'p-1', kind: 'player', from: '10.0.0.1' }, refused)).toBeNull();
  expect(await ask(guest('g-2', '10.0.1.1'), refused)).toBeNull();
  at(1_000);
  // And it has taken nothing of what is heard.
  expect([await ask(guest('g-3', '10.0.0.1')), await ask(guest('g-4', '10.0.0.1'))]).toEqual([null, null]);
  expect(await tooMuch(guest('g-5', '10.0.0.1'))).toBe('asked');
});

test('what is heard takes nothing of what may be refused', async () => {
  const { ask } = openCounts({ ...RULE, mine: 100, all: 300, near: { guests: 30, ms: 5_000 } });
  for (let nr = 0; nr < 29; nr++) expect(await ask(guest('g-1', '10.0.0.1'))).toBeNull();
  for (let nr = 0; nr < 300; nr++) expect(await ask(guest(`g-2${nr}`, '10.0.0.1'), refused)).toBeNull();
  expect(await ask(guest('g-3', '10.0.0.1'), refused)).toBe(1);
});

test('whoever is refused has asked, and has taken nothing of what others have a share in', async () => {
  const { ask } = openCounts({ ...RULE, near: { guests: 2, ms: 5_000 } });
  for (const id of ['g-1', 'g-2', 'g-3', 'g-4']) {
    for (let times = 0; times < 2; times++) expect(await ask(guest(id, '10.0.0.1'), refused)).toBeNull();
    expect(await ask(guest(id, '10.0.0.1'), refused)).toBe(1);
  }
  expect([await ask(guest('g-5', '10.0.0.1')), await ask(guest('g-6', '10.0.0.1'))]).toEqual([null, null]);
  expect(await ask(guest('g-7', '10.0.0.1'))).toBe(5);
});

test('what is under way counts until it is known what came of it, and what failed was not asked for', async () => {
  const { ask } = openCounts(RULE);
  for (let times = 0; times < 9; times++) expect(await ask(guest('g-1'), failed)).toBeNull();
  let end = (_: { ok: boolean }) => {};
  const slow = () => new Promise<{ ok: boolean }>((resolve) => (end = resolve));
  const first = ask(guest('g-1'), slow);
  const others = [ask(guest('g-2')), ask(guest('g-3')), ask(guest('g-4'))];
  expect(await Promise.all(others)).toEqual([null, null, 1]);
  end({ ok: false });
  await first;
  expect(await ask(guest('g-4'))).toBeNull();
});
