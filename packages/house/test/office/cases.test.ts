// A mispay on the sheet becomes a case by itself, a patron disputes a roll and follows it, two people put the money
// right, duties outlive a restart, and whoever looked is on record.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type Case,
  type Duties,
  type HeldPost,
  type HeldRole,
  isOpened,
  type Moment,
  no,
  type OwnCase,
  type Person,
  type Replay,
} from '@boxperson/offices';
import { must, restoreTable } from '@boxperson/rules';
import { readOtherwise } from '@boxperson/rules/dealing';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  type Checkpoint,
  houseConfig,
  type PublicKey,
  parsePublicKey,
  peekCheckpoint,
  verifyBundle,
} from '../../src/index.js';
import { Patrol } from '../../src/record/patrol.js';
import { staffOf, topOf } from '../support/askers.js';
import { until } from '../support/client.js';
import { openTestHouse, type TestHouse } from '../support/house.js';
import { call, Line } from '../support/http.js';
import { deskOf } from '../support/people.js';
import { staffAt } from '../support/staff.js';
import { verifyOpen } from '../support/verify.js';

const PATIENCE = { timeout: 20_000 };
const BOOK = 'star-2024';
const config = houseConfig.parse({
  tables: [
    {
      id: 'quay',
      name: 'Quay',
      settings: { rulebook: BOOK, limits: { default: { min: 500, max: 1_000_000 } } },
      crew: 'people',
      dice: 'called',
    },
  ],
  // What says where it comes from is taken at its word.
  proxies: ['127.0.0.1', '::1'],
});

let house: TestHouse;
const errors: unknown[] = [];
const onError = (error: unknown): void => void errors.push(error);
const { tokens, ids, hire, asks } = staffAt(() => house);

async function welcome(name: string, card: string) {
  await deskOf(house).registerPlayer({ name, card, pin: '471147' });
  const came = await house.people.signInPlayer(card, '471147', '127.0.0.1');
  if (came.kind !== 'ok') throw new Error(JSON.stringify(came));
  tokens[name] = came.token;
  ids[name] = came.person.id;
}

beforeAll(async () => {
  house = await openTestHouse({ config, onError });
  const role = (name: string): HeldRole => ({ rulebook: BOOK, role: name });
  await hire('boxer', [role('boxperson')]);
  await hire('supervisor', [role('gaming-supervisor')]);
  await hire('one', [role('gaming-manager')]);
  await hire('two', [role('gaming-manager')]);
  await hire('stranger', [{ rulebook: 'crown', role: 'area-manager' }]);
  await hire('cash', [], [{ post: 'cashier', tables: '*' }]);
  await hire('ida', [], [{ post: 'inspector', tables: '*' }]);
  await welcome('Pia', 'C-1001');
  await welcome('Olga', 'C-1002');
  await house.house.grantPlayMoney(ids['Pia'] as string, 5_000_000);
  await play(170_000);
}, 120_000);
afterAll(() => house.remove());

/** Pia wins $500 on the field, and the dealer pays so much. */
async function play(paid: number): Promise<void> {
  const host = house.house.host('quay');
  const by = { id: ids['boxer'] as string, role: 'boxperson' };
  const said: object[] = [
    { do: 'staff', person: by.id, role: by.role },
    { do: 'sit', player: 'Pia', seat: 1, bankroll: 2_000_000, person: ids['Pia'] },
    { do: 'card', player: 'Pia', card: 'C-1001', holder: ids['Pia'] },
    { do: 'bet', player: 'Pia', wager: 'pass', amount: 1_000 },
    { do: 'bet', player: 'Pia', wager: 'field', amount: 50_000 },
    { do: 'offer', by },
    { do: 'accept', player: 'Pia' },
    { do: 'choose', player: 'Pia', dice: ['1a', '1b'] },
    { do: 'throw', player: 'Pia' },
    { do: 'roll', dice: [5, 4], by },
  ];
  for (const one of said) {
    const done = await host?.submit(one as never);
    expect(done?.ok, JSON.stringify([one, done])).toBe(true);
  }
  const line = host?.table.sheet?.open.find(({ id }) => id.includes('/field/'));
  const done = await host?.submit({
    do: 'deal-differently',
    line: line?.id,
    paid,
    note: 'a stack too many',
    by,
  } as never);
  expect(done?.ok, JSON.stringify(done)).toBe(true);
}

const gets = (who: string, path: string) => call(house.url, 'GET', path, { token: tokens[who] ?? null });
const caseAt = (stream: string): Case => house.house.offices.host(stream)?.state as Case;
const duties = (): Duties => house.house.offices.host('duties')?.state as Duties;
const mattersOf = async (who: string): Promise<readonly { at: string; books: unknown }[]> =>
  (await gets(who, '/api/matters/cases')).body.matters;

async function together(verb: string, body: object) {
  const proposed = await asks('one', verb, body);
  expect(proposed.body.proposal, JSON.stringify(proposed.body)).toBeDefined();
  const waiting = await gets('two', '/api/proposals');
  expect(JSON.stringify(waiting.body)).toContain(proposed.body.proposal);
  expect(JSON.stringify((await gets('stranger', '/api/proposals')).body)).not.toContain(
    proposed.body.proposal,
  );
  // Nor do those find it to whom the books are open and the case is not, nor what became of it.
  const books = async () => JSON.stringify((await gets('cash', '/api/books/proposals')).body);
  expect(await books()).toContain('waiting');
  expect(await books()).not.toContain(proposed.body.proposal);
  const done = await asks('two', 'proposals/confirm', { proposal: proposed.body.proposal });
  expect(await books()).not.toContain(proposed.body.proposal);
  expect(JSON.stringify((await gets('ida', '/api/books/proposals')).body)).toContain(proposed.body.proposal);
  return done;
}

let mispay = '';
test('star-2024 9.1: what the crew paid otherwise is a case by itself, with the roll as the record has it', async () => {
  await expect.poll(async () => (await mattersOf('boxer')).length, PATIENCE).toBe(1);
  const [found] = await mattersOf('boxer');
  mispay = found?.at ?? '';
  const { opened } = caseAt(mispay);
  expect(opened).toMatchObject({
    kind: 'overpayment',
    table: 'quay',
    patron: ids['Pia'],
    moment: { dice: [5, 4], sign: '$5 to $10,000', crew: [{ person: ids['boxer'], role: 'boxperson' }] },
  });
  expect(opened?.moment?.lines.find(({ line }) => line === opened.subject.line)).toMatchObject({
    stake: 50_000,
    owed: 50_000,
    paid: 170_000,
  });
  // The digest is that of the leaf in the tree: a proof of the record is about it.
  const seq = opened?.moment?.seq as number;
  await expect
    .poll(async () => (await gets('boxer', `/api/record/inclusion?seq=${seq}`)).status, PATIENCE)
    .toBe(200);
  const { leaf } = (await gets('boxer', `/api/record/inclusion?seq=${seq}`)).body;
  expect(Buffer.from(leaf, 'base64').toString('hex')).toBe(opened?.moment?.digest);
  await until(
    () => duties().payments[mispay.slice('cases/'.length)] !== undefined,
    'a noted payment',
    20_000,
  );
  expect(duties().payments[mispay.slice('cases/'.length)]).toMatchObject({ amount: 120_000 });
});

test('a case is for its people: another book’s managers, other players and strangers learn nothing of it', async () => {
  expect(await mattersOf('stranger')).toEqual([]);
  expect(await mattersOf('Olga')).toEqual([]);
  expect((await gets('stranger', `/api/matters/${mispay}`)).status).toBe(404);
  expect((await gets('Olga', `/api/matters/${mispay}`)).status).toBe(404);
  const refused = await asks('stranger', `${mispay}/enquire`, { finds: 'suspected', says: 'x' });
  expect(refused.body.refused?.code).toBe('not-allowed');
  const missing = await asks('boxer', 'cases/nothing-here/close', { says: 'x' });
  expect(missing.body.refused?.code).toBe('not-found');
  expect(house.house.offices.host('cases/nothing-here')).toBeNull();
  // What is begun and refused leaves no books behind.
  const bad = await asks('boxer', 'cases/half/open', { kind: 'dispute', table: 'nowhere', says: 'x' });
  expect(bad.body.refused?.code).toBe('not-found');
  expect(house.house.offices.host('cases/half')).toBeNull();
});

test('a case that will open itself finds its name free, and every case can be named wherever streams are', async () => {
  const said = { kind: 'complaint', table: 'quay', says: 'x' };
  const named = async (name: string) => (await asks('boxer', `cases/${name}/open`, said)).body.refused;
  for (const name of ['r-987654', 'p-anything'])
    expect(await named(name)).toMatchObject({
      code: 'bad-input',
      message: expect.stringContaining(`new-${name}`),
    });
  expect(await named('x'.repeat(75))).toMatchObject({
    code: 'bad-input',
    message: expect.stringContaining('74'),
  });
  expect(house.house.offices.host('cases/r-987654')).toBeNull();
});

test('a one-time password of a manager opens no case', async () => {
  const { token } = await staffOf(house, BOOK, topOf(BOOK), { oneTime: true });
  const seen = await call(house.url, 'GET', '/api/matters/cases', { token });
  expect(seen.body).toEqual({ matters: [], older: null });
  expect((await call(house.url, 'GET', `/api/matters/${mispay}`, { token })).status).toBe(404);
});

test('the wrong payment is put right by two people, in the ledger under the name of the case', async () => {
  expect((await asks('boxer', `${mispay}/enquire`, { finds: 'not-intentional', says: 'tape' })).status).toBe(
    200,
  );
  const wrong = await asks('one', `${mispay}/put-right`, { amount: 100_000, how: 'account', reason: 'x' });
  expect(wrong.body.refused).toMatchObject({ clause: '9.1.2', nearest: 120_000 });
  const before = await house.house.wallet(ids['Pia'] as string);
  const done = await together(`${mispay}/put-right`, { amount: 120_000, how: 'account', reason: 'overpaid' });
  expect(done.status, JSON.stringify(done.body)).toBe(200);
  expect(await house.house.wallet(ids['Pia'] as string)).toBe(before - 120_000);
  const entries = await house.house.store.ledger(0, 10_000);
  const entry = entries.find(({ reason }) => reason === 'put-right');
  expect(entry?.note).toContain(mispay.slice('cases/'.length));
  expect((await asks('one', `${mispay}/close`, { says: 'put right' })).status).toBe(200);
});

test('star-2024 10.13, 10.14: a patron disputes a roll from their own screen and follows it, rung by rung', async () => {
  const roll = caseAt(mispay).opened?.moment?.n as number;
  const said = { table: 'quay', roll, says: 'The field pays double on nine.' };
  expect((await asks('Olga', 'cases/d-2/dispute', said)).body.refused?.code).toBe('not-yours');
  expect((await asks('Pia', 'cases/d-1/dispute', said)).status).toBe(200);
  const decision = { finds: 'dismissed', reasons: 'boxer paid what the rules say.' };
  expect((await asks('boxer', 'cases/d-1/decide', decision)).status).toBe(200);
  expect((await asks('Pia', 'cases/d-1/ask-review', { says: 'I disagree.' })).status).toBe(200);
  expect((await asks('boxer', 'cases/d-1/decide', decision)).body.refused).toMatchObject({ clause: '10.13' });
  expect((await asks('supervisor', 'cases/d-1/decide', decision)).status).toBe(200);
  // What the house looks into by itself is not theirs to follow.
  const [own, ...more] = await mattersOf('Pia');
  expect(more).toEqual([]);
  const mine = own?.books as OwnCase;
  expect(mine.decisions.map(({ rung }) => rung)).toEqual([
    'Boxperson or gaming supervisor',
    'Casino supervisor',
  ]);
  expect(JSON.stringify(mine)).not.toContain('boxer');
  expect((await asks('supervisor', 'cases/d-1/close', { says: 'x' })).body.refused?.clause).toBe('10.14');
});

test('an inspector sees every case, every look is on record, and duties outlive a restart', async () => {
  // A list names nobody: only who opens a case has looked at it.
  const listed = await mattersOf('ida');
  expect(listed.length).toBe(2);
  expect(JSON.stringify(listed)).not.toContain(ids['Pia']);
  expect((await gets('ida', '/api/matters/cases/d-1')).status).toBe(200);
  const looks = async () =>
    (await house.house.store.readStream('audit', 0, 10_000)).filter(
      ({ body }) =>
        body.includes('"looked"') && body.includes(`"${ids['ida']}"`) && body.includes('cases/d-1'),
    );
  await expect.poll(async () => (await looks()).length, PATIENCE).toBe(1);
  await until(() => duties().owed['d-1/end'] !== undefined, 'a duty', 20_000);
  const before = [caseAt('cases/d-1'), Object.keys(duties().owed).sort()];
  const { data } = house;
  await house.close();
  // Its own patrol would find what is changed on purpose below.
  house = await openTestHouse({ config, data, onError, patrol: { everyMs: 3_600_000 } });
  expect([caseAt('cases/d-1'), Object.keys(duties().owed).sort()]).toEqual(before);
  expect(isOpened(caseAt(mispay)) && caseAt(mispay).closed !== null).toBe(true);
  expect((await verifyOpen(house.house.store)).faults).toEqual([]);
}, 60_000);

/** On another machine there is the program, the key of the house, a checkpoint taken before, and the file. */
function expectProgramSays(bundle: string, key: string, note: string): void {
  const folder = mkdtempSync(join(tmpdir(), 'evidence-'));
  const file = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const held = ['--key', file('house.pub', `${key}\n`), '--checkpoint', file('mine.txt', note)];
  const verify = (name: string, text: string) =>
    spawnSync(process.execPath, [PROGRAM, 'verify', file(name, text), ...held], { encoding: 'utf8' });
  const sound = verify('sound.jsonl', bundle);
  expect([sound.status, sound.stderr], sound.stdout).toEqual([0, '']);
  const at = bundle.lastIndexOf('"dice":[5,4]'.replaceAll('"', '\\"'));
  expect(at).toBeGreaterThan(0);
  const other = `${bundle.slice(0, at)}${bundle.slice(at).replace('[5,4]', '[5,5]')}`;
  expect(verify('other.jsonl', other).status).toBe(1);
  rmSync(folder, { recursive: true });
}
const PROGRAM = fileURLToPath(new URL('../../../cli/bin/boxperson.js', import.meta.url));

test('a bundle of the evidence is verified elsewhere, against an earlier checkpoint; not a byte of it can be changed', async () => {
  const moment = caseAt(mispay).opened?.moment as Moment;
  const note = (await gets('ida', '/api/record/checkpoint')).body as string;
  const key = parsePublicKey(((await gets('ida', '/api/record/key')).body as string).trim()) as PublicKey;
  const held = peekCheckpoint(note) as Checkpoint;
  // Something happens since, and is signed for.
  await house.house.grantPlayMoney(ids['Pia'] as string, 100);
  await house.record.checkpointNow();
  const path = `/api/cases/${mispay.slice('cases/'.length)}/bundle?since=${held.size}`;
  const bundle = (await gets('ida', path)).body as string;
  const verdict = (text: string) => verifyBundle(text, { keys: [key], held: [held] }).faults;
  expect(verdict(bundle)).toEqual([]);
  expect(bundle).toContain(`["entry",${moment.seq},"table/quay",${moment.n}`);
  // And what was entered in the case, from its opening to its end.
  for (const what of ['case-opened', 'put-right', 'case-closed']) expect(bundle).toContain(`\\"${what}\\"`);
  const stretch = `/api/record/bundle?table=quay&from=${moment.n}&to=${moment.to}&since=${held.size}`;
  expect(verdict((await gets('ida', stretch)).body as string)).toEqual([]);
  expectProgramSays(bundle, key.line, note);
  // `npm run soak -- case-bundle` changes every byte, one after another.
  const tries = Number(process.env['BUNDLE_BYTES'] ?? 120);
  const step = Math.max(1, Math.floor(bundle.length / tries));
  for (let at = 0; at < bundle.length; at += step) {
    const other = bundle[at] === '1' ? '2' : '1';
    expect(verdict(`${bundle.slice(0, at)}${other}${bundle.slice(at + 1)}`), `byte ${at}`).not.toEqual([]);
  }
  expect((await gets('Pia', stretch)).status).toBe(403);
  expect((await gets('Pia', path)).status).toBe(404);
});

test('a picture is kept by the house, laid before the case by its digest, and handed out to its people alone', async () => {
  const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
  const keeps = (who: string, data: Buffer) =>
    call(house.url, 'POST', '/api/cases/d-1/exhibits', {
      token: tokens[who] ?? null,
      body: { data: data.toString('base64') },
    });
  const { sha256 } = (await keeps('boxer', png)).body;
  const path = `/api/cases/d-1/exhibits/${sha256}`;
  // Not before the case names it.
  expect((await gets('ida', path)).status).toBe(404);
  const said = { kind: 'picture', says: 'The felt, from camera 4.', source: 'Camera 4', sha256 };
  expect((await asks('boxer', 'cases/d-1/add-evidence', said)).status).toBe(200);
  expect(caseAt('cases/d-1').evidence.at(-1)).toMatchObject({
    sha256,
    kept: { type: 'image/png', bytes: png.length },
  });
  const handed = await fetch(`${house.url}${path}`, {
    headers: { authorization: `Bearer ${tokens['ida']}` },
  });
  const headers = ['content-type', 'content-disposition', 'x-content-type-options'];
  expect(headers.map((header) => handed.headers.get(header))).toEqual([
    'image/png',
    `attachment; filename="exhibit-${sha256.slice(0, 12)}.png"`,
    'nosniff',
  ]);
  expect(Buffer.from(await handed.arrayBuffer())).toEqual(png);
  for (const who of ['stranger', 'Olga', 'Pia']) expect((await gets(who, path)).status, who).toBe(404);
  for (const who of ['stranger', 'Pia']) expect((await keeps(who, png)).status, who).toBe(404);
  // A page that would run is no picture.
  expect((await keeps('boxer', Buffer.from('<script>'))).body.refused?.code).toBe('bad-input');
  // What was changed behind the record's back is not handed out.
  const other = Buffer.concat([png, png]).toString('base64');
  await house.house.store.putDocument('exhibit', `d-1/${sha256}`, other);
  expect((await gets('ida', path)).status).toBe(404);
  const { store } = house.house;
  const found: unknown[] = [];
  const report = async (damage: unknown) => void found.push(damage);
  const record = { lastTile: -1, report, foundSound: async () => {} };
  const patrol = new Patrol({ record: record as never, store, data: null, everyMs: 3_600_000 });
  await patrol.round();
  const changed = `the exhibit d-1/${sha256} is not what was kept`;
  expect(found).toEqual([{ what: 'files', message: changed }]);
  const faults = async () => (await verifyOpen(store)).faults.map(({ message }) => message);
  expect(await faults()).toEqual([`the exhibit ${sha256} of cases/d-1 is not what was laid before it`]);
  await store.deleteDocument('exhibit', `d-1/${sha256}`);
  expect(await faults()).toEqual([`the exhibit ${sha256} of cases/d-1 is missing`]);
  await store.putDocument('exhibit', `d-1/${sha256}`, png.toString('base64'));
  await patrol.round();
  expect([found.length, await faults()]).toEqual([1, []]);
  await patrol.close();
  // Of what is kept elsewhere there is the digest.
  const elsewhere = { ...said, sha256: 'a'.repeat(64) };
  expect((await asks('boxer', 'cases/d-1/add-evidence', elsewhere)).status).toBe(200);
  expect(caseAt('cases/d-1').evidence.at(-1)?.kept).toBeUndefined();
});

test('the table at a time: the roll of then, for its crew and inspectors alone', async () => {
  const at = caseAt(mispay).opened?.moment?.at as number;
  const found = await gets('ida', `/api/moments/quay?at=${at}`);
  expect(found.body.moments.at(-1)).toMatchObject({ dice: [5, 4], at });
  expect((await gets('Pia', `/api/moments/quay?at=${at}`)).status).toBe(403);
});

test('R100: a roll is handed out to be played again, and the engine makes of it what the record says', async () => {
  const moment = caseAt(mispay).opened?.moment as Moment;
  const found = await gets('ida', `/api/moments/quay/${moment.n}`);
  expect(found.status).toBe(200);
  const replay = found.body as Replay;
  expect(replay.moment).toEqual(JSON.parse(JSON.stringify(moment)));
  expect([replay.previous, replay.next]).toEqual([null, null]);
  const table = restoreTable(replay.before);
  expect(must(readOtherwise(table, replay.outcome.dice, '', {}))).toEqual(replay.outcome);
  expect(moment.before?.players[0]).toMatchObject({
    player: 'Pia',
    wagers: [{ wager: 'pass' }, { wager: 'field' }],
  });
  expect(moment.after?.point).toBe(9);
  expect(moment.rulings).toContain('R100');
  expect((await gets('Pia', `/api/moments/quay/${moment.n}`)).status).toBe(403);
  expect((await gets('ida', '/api/moments/quay/first')).status).toBe(404);
  expect((await gets('ida', '/api/moments/nowhere/1')).status).toBe(404);
});

test('R100: what another reading would have paid is kept in the case, and no figure can be typed', async () => {
  const tried = await asks('supervisor', 'cases/d-1/try-reading', {
    first: 6,
    second: 6,
    says: 'she says so',
  });
  expect(tried.status, JSON.stringify(tried.body)).toBe(200);
  // Of her two wagers the first on the sheet is meant; the pass line loses to twelve on a come out.
  const [reading] = caseAt('cases/d-1').readings;
  expect(reading?.otherwise).toEqual({ dice: [6, 6] });
  expect([reading?.was, reading?.would]).toEqual([50_000, 100_000]);
  const typed = await asks('supervisor', 'cases/d-1/try-reading', {
    first: 6,
    second: 6,
    would: 1,
    says: 'x',
  });
  expect(typed.status).toBe(400);
});

test('star-2024 9, 10.4: registers are read by those who may, as a page, as CSV and as PDF, and that is kept', async () => {
  const measured = await asks('one', 'cases/dev-1/open', {
    kind: 'device',
    table: 'quay',
    says: '=a bent "coin"',
  });
  expect(measured.status, JSON.stringify(measured.body)).toBe(200);
  const took = { measure: 'exclude-player', says: 'left the table' };
  expect((await asks('one', 'cases/dev-1/measure', took)).status).toBe(200);
  const incidents = await gets('ida', '/api/registers/incidents');
  expect(incidents.body.rows.map((row: readonly string[]) => row[3])).toEqual([
    'Paid too much',
    'Prohibited device',
  ]);
  expect(JSON.stringify(incidents.body.rows[1])).toContain('exclude-player (10.4');
  const csv = (await gets('ida', '/api/registers/incidents/csv')).body as string;
  // What a spreadsheet would take for a formula stays text.
  expect(csv).toContain(`"'=a bent ""coin"""`);
  for (const register of ['incidents', 'measures', 'exclusions', 'denied-claims']) {
    const pdf = await gets('ida', `/api/registers/${register}/pdf`);
    expect([register, pdf.status, (pdf.body as string).slice(0, 5)]).toEqual([register, 200, '%PDF-']);
    expect((await gets('Pia', `/api/registers/${register}`)).status).toBe(403);
  }
  const { rows } = (await gets('ida', '/api/registers/measures')).body;
  expect(rows).toEqual([
    [
      expect.any(String),
      'case dev-1',
      'not known',
      'exclude-player',
      'left the table',
      'one',
      expect.stringMatching(/^10\.4/),
    ],
  ]);
  const wrong = await gets('ida', '/api/registers/incident');
  expect([wrong.status, wrong.body.refused.message]).toEqual([404, expect.stringContaining('denied-claims')]);
  const looks = (await house.house.store.readStream('audit', 0, 10_000)).filter(({ body }) =>
    body.includes('registers/incidents'),
  );
  expect(looks.length).toBe(3);
});

test('the letter as PDF is its people’s and its patron’s, and a notice has its number', async () => {
  const letter = await gets('Pia', '/api/cases/d-1/letter');
  expect([letter.status, (letter.body as string).slice(0, 5)]).toEqual([200, '%PDF-']);
  expect((await gets('ida', '/api/cases/d-1/letter')).status).toBe(200);
  for (const who of ['Olga', 'stranger']) expect((await gets(who, '/api/cases/d-1/letter')).status).toBe(404);
  const manager: HeldPost = { post: 'manager', tables: '*' };
  await hire('mona', [], [manager]);
  const sent = await asks('mona', 'duties/notify', { to: 'NICC', about: 'a device', says: 'found at quay' });
  expect(sent.status, JSON.stringify(sent.body)).toBe(200);
  const paper = await gets('mona', `/api/notices/${sent.body.number}`);
  expect([paper.status, (paper.body as string).slice(0, 5)]).toEqual([200, '%PDF-']);
  expect((await gets('Pia', `/api/notices/${sent.body.number}`)).status).toBe(403);
  expect((await gets('mona', '/api/notices/N-99')).status).toBe(404);
});

test('a guest complains of a table where they sat, has three cases at a time, and is not asked for more an hour', async () => {
  const came = (await call(house.url, 'POST', '/api/guest', { body: {} })).body;
  tokens['guest'] = came.token;
  const said = { table: 'quay', says: 'nobody smiles' };
  const at = `cases/made-up-${came.person.id}`;
  const complains = async (nr: number) => (await asks('guest', `${at}-${nr}/dispute`, said)).body;
  expect((await complains(0)).refused?.code).toBe('not-eligible');
  const sits = { do: 'sit', player: 'Gil', seat: 4, bankroll: 1_000, person: came.person.id } as never;
  await house.house.grantPlayMoney(came.person.id, 1_000);
  expect((await house.house.host('quay')?.submit(sits))?.ok).toBe(true);
  expect((await house.house.host('quay')?.submit({ do: 'leave', player: 'Gil' } as never))?.ok).toBe(true);
  // At once: each of them knows of the others.
  const answers = await Promise.all([1, 2, 3, 4].map(complains));
  expect(answers.map(({ ok, refused }) => (ok ? 200 : refused.code))).toEqual([200, 200, 200, 'used-up']);
  expect((await complains(5)).refused.code).toBe('used-up');
  expect((await complains(6)).refused.code).toBe('too-fast');
  expect(house.house.offices.host(`${at}-4`)).toBeNull();
  expect((await asks('Pia', `${at}-7/dispute`, said)).status).toBe(200);
});

/** Networks that nobody has come from yet, however often a test is tried. */
let networks = 0;
const newNetwork = (): string => `2001:db8:${(++networks).toString(16)}`;

/** Everybody there has networks of their own on one line, and over HTTP whole addresses are told. */
async function comeFrom(network: string, nr: number) {
  const from = `${network}:${nr.toString(16)}::${nr}`;
  const { token, person } = (await call(house.url, 'POST', '/api/guest', { body: {}, from })).body;
  const asksBy = {
    http: async (at: string, body: object) =>
      (
        await call(house.url, 'POST', `/api/${at}/dispute`, {
          token,
          from,
          body: { id: `by-${at}`, ...body },
        })
      ).body.refused?.code ?? 'done',
    line: async (at: string, body: object) => {
      const headers = { 'x-forwarded-for': from };
      const line = await Line.open(house.url, token, headers);
      await line.say({ t: 'do', id: `by-${at}`, at, command: { do: 'dispute', ...body } });
      const heard = await line.hear(({ t }) => t === 'done' || t === 'refused');
      line.close();
      return heard.t === 'refused' ? heard.refused.code : heard.t;
    },
  };
  return { from, person: person as Person, ...asksBy };
}

async function whileSeated<T>(id: string, name: string, act: () => Promise<T>): Promise<T> {
  const host = house.house.host('quay');
  await house.house.grantPlayMoney(id, 1_000);
  const sits = { do: 'sit', player: name, seat: 4, bankroll: 1_000, person: id } as never;
  expect((await host?.submit(sits))?.ok).toBe(true);
  try {
    return await act();
  } finally {
    await host?.submit({ do: 'leave', player: name } as never);
  }
}

test('guests of one network raise so many a day together, whichever way and under however many names', async () => {
  const said = { table: 'quay', says: 'nobody smiles' };
  const network = newNetwork();
  const most = 20;
  const codes: string[] = [];
  for (let nr = 0; nr < most + 3; nr += 1) {
    const guest = await comeFrom(network, nr);
    const at = `cases/${guest.person.id}`;
    // Refused, it takes nothing of what the others of this network have.
    expect(await guest.http(`${at}-never`, {})).toBe(nr < most ? 'bad-input' : 'too-fast');
    const way = nr % 2 === 0 ? guest.http : guest.line;
    codes.push(await whileSeated(guest.person.id, `guest-${nr}`, () => way(at, said)));
  }
  const heard = Array.from({ length: most }, () => 'done');
  expect(codes).toEqual([...heard, 'too-fast', 'too-fast', 'too-fast']);
  const other = await comeFrom(newNetwork(), 1);
  const others = () => other.http(`cases/${other.person.id}`, said);
  expect(await whileSeated(other.person.id, 'other', others)).toBe('done');
  expect((await asks('Pia', `cases/pia-${networks}/dispute`, said)).status).toBe(200);
});

test('guests of one network are refused so often an hour together, and are told that it was that', async () => {
  const network = newNetwork();
  const { person } = await comeFrom(network, 1);
  const refusedAs = async (nr: number, from = `${network}::${nr}`, id = `guest-${network}-${nr}`) => {
    const call = {
      id: `vain-${network}-${nr}-${from}`,
      at: `cases/vain-${nr}`,
      command: { do: 'dispute' },
      from,
    };
    const done = await house.house.admission.submit({ ...person, id }, call);
    return done.ok ? null : done.refused;
  };
  for (let nr = 0; nr < 200; nr += 1) expect((await refusedAs(nr))?.code).toBe('bad-input');
  expect(await refusedAs(200)).toMatchObject({
    code: 'too-fast',
    message: expect.stringContaining('of your network'),
    retryAfter: expect.any(Number),
  });
  expect((await refusedAs(201, newNetwork()))?.code).toBe('bad-input');
});

test('an attempt of the staff is on record whatever characters it was made of', async () => {
  const boxer = (await house.people.get(ids['boxer'] as string)) as Person;
  const attempts = async () =>
    (await house.house.store.readStream('audit', 0, 10_000))
      .map(({ body }) => JSON.parse(body))
      .filter(({ event, person }) => event === 'refused-attempt' && person === boxer.id)
      .map(({ to, verb }) => [to, verb]);
  // Forty characters end in the middle of the last dice.
  const dice = `${'a'.repeat(39)}🎲`;
  const said = [
    ['duties', 'pay\u0000me\n'],
    ['duties', dice],
    ['duties', '\ud83c'],
    ['no\u0007thing', 'open'],
  ] as const;
  for (const [at, verb] of said) {
    const id = `odd-${verb.length}-${at.length}`;
    const done = await house.house.admission.submit(boxer, { id, at, command: { do: verb } });
    expect(done.ok).toBe(false);
  }
  await expect
    .poll(async () => (await attempts()).slice(-4), PATIENCE)
    .toEqual([
      ['duties', 'pay\ufffdme\ufffd'],
      ['duties', 'a'.repeat(39)],
      ['duties', '\ufffd'],
      ['no\ufffdthing', 'open'],
    ]);
});

test('what the audit itself refuses is a fault of ours, and told as one', async () => {
  const boxer = (await house.people.get(ids['boxer'] as string)) as Person;
  const audit = house.house.offices.host('audit');
  if (!audit) throw new Error('no audit');
  const submit = vi.spyOn(audit, 'submit').mockResolvedValue(no('bad-input', 'planted') as never);
  const told = errors.length;
  await house.house.admission.submit(boxer, { id: 'odd-faulty', at: 'duties', command: { do: 'x' } });
  house.house.noteLooked(boxer, 'cases/d-1');
  await expect.poll(() => errors.length - told, PATIENCE).toBe(2);
  expect(String(errors.at(-1))).toContain('planted');
  errors.splice(told);
  submit.mockRestore();
});

test('a stranger who asks for bundles over and over uses up nobody else’s', async () => {
  const path = '/api/record/bundle?table=quay&from=1&to=2';
  const token = (await call(house.url, 'POST', '/api/guest', { body: {} })).body.token as string;
  const statuses = new Set<number>();
  for (let times = 0; times < 14; times++) {
    statuses.add((await call(house.url, 'GET', path)).status);
    statuses.add((await call(house.url, 'GET', path, { token })).status);
  }
  expect([...statuses].sort()).toEqual([401, 403, 429]);
  expect((await gets('ida', path)).status).toBe(200);
});
