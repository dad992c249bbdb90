import { type Command, RULEBOOK_IDS, RULEBOOKS, type RulebookId, VERBS } from '@boxperson/rules';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { houseConfig, type ServerMessage } from '../src/index.js';
import { sessionIdOf } from '../src/people/sessions.js';
import { clientMessage } from '../src/wire/protocol.js';
import { type Asker, type Kind, makeAskers, rolesOf, topOf } from './support/askers.js';
import { AtTable, type Reply } from './support/at-table.js';
import { openTestHouse, type TestHouse } from './support/house.js';
import { Line } from './support/http.js';
import { deskOf } from './support/people.js';

/**
 * Who may give which command at a table, by hand from the rulebooks (Roles, Obligations), not from the code.
 * The first column: `Y` players may, for their own place; `E` at electronic tables, `S` at those with a crew. Then per book the lowest role of the staff that may, as
 * itself; `any` role; `-` nobody; `unfit` where such a table never comes to the point at which it would be asked who.
 * For another's place, or under another's name, nobody may.
 */
const EXPECTED = `
                     players star         star-2024    crown                     crown-mini                adelaide aruze
sit                  Y       -            -            -                         -                         -        -
chips                Y       -            -            -                         -                         -        -
collect              E       -            -            -                         -                         -        -
card                 Y       -            -            -                         -                         -        -
bet                  Y       -            -            -                         -                         -        -
bet-oral             -       dealer       dealer       dealer                    dealer                    dealer   -
take                 Y       -            -            -                         -                         -        -
move                 E       -            -            -                         -                         -        -
call                 Y       dealer       dealer       dealer                    dealer                    dealer   -
accept               S       -            -            -                         -                         -        -
decline              S       -            -            -                         -                         -        -
choose               S       -            -            -                         -                         -        -
authorise            S       -            -            -                         -                         -        -
throw                S       -            -            -                         -                         -        -
pass                 S       -            -            -                         -                         -        -
refuse-line          S       -            -            -                         -                         -        -
shoot                E       -            -            -                         -                         -        -
report-fault         E       -            -            -                         -                         -        -
ready                S       -            -            -                         -                         -        -
away                 -       -            -            -                         -                         -        -
back                 -       -            -            -                         -                         -        -
keep-out             -       -            -            -                         -                         -        -
let-in               -       -            -            -                         -                         -        -
post-pays            -       -            -            -                         -                         -        -
raise-pays           -       -            -            -                         -                         -        -
run-cashless         -       -            -            -                         -                         -        -
order-betting        -       -            -            -                         -                         -        -
put-sealed           -       -            -            -                         -                         -        -
open-turns           -       -            -            -                         -                         -        -
pass-turn            -       -            -            -                         -                         -        -
take-chips           -       -            -            -                         -                         -        -
close-wagering       -       -            -            -                         -                         -        -
no-answer            -       stickperson  stickperson  stickperson               dealer                    stickman -
find-invalid         -       -            boxperson    -                         -                         -        -
record-measure       -       boxperson    boxperson    assistant-casino-manager  assistant-casino-manager  -        -
offer                -       stickperson  stickperson  stickperson               dealer                    stickman -
order-pass           -       boxperson    boxperson    -                         -                         boxman   -
ask-line             -       stickperson  stickperson  stickperson               dealer                    stickman -
relieve              -       stickperson  stickperson  stickperson               dealer                    stickman -
find-die             -       any          any          any                       any                       any      -
check-die            -       boxperson    boxperson    boxperson                 dealer                    boxman   -
lose-die             -       stickperson  stickperson  stickperson               dealer                    stickman -
no-more-bets         -       stickperson  stickperson  stickperson               dealer                    stickman -
no-roll              -       stickperson  stickperson  stickperson               dealer                    stickman -
decide-face          -       boxperson    boxperson    boxperson                 dealer                    boxman   -
settle               -       dealer       dealer       dealer                    dealer                    dealer   -
deal-lines           -       dealer       dealer       dealer                    dealer                    dealer   -
deal-differently     -       dealer       dealer       dealer                    dealer                    dealer   -
wave-through         -       boxperson    boxperson    boxperson                 higher-duties-dealer      boxman   -
colour-up            -       any          any          any                       any                       any      -
exchange             -       any          any          -                         -                         -        -
post-sign            -       boxperson    boxperson    dealer                    dealer                    house    assistant-gaming-manager
change-limits        -       boxperson    boxperson    area-manager              area-manager              house    assistant-gaming-manager
personal-limits      -       boxperson    boxperson    area-manager              area-manager              -        -
bar-wagers           -       -            -            -                         -                         house    -
refuse-wager         -       boxperson    boxperson    -                         -                         house    -
void-wagers          -       boxperson    boxperson    assistant-casino-manager  assistant-casino-manager  -        assistant-gaming-manager
invalidate           -       boxperson    boxperson    area-manager              area-manager              house    assistant-gaming-manager
take-down            -       boxperson    boxperson    dealer                    dealer                    house    assistant-gaming-manager
clear-area           -       -            -            -                         -                         -        assistant-gaming-manager
answer-report        -       -            -            -                         -                         -        assistant-gaming-manager
void-round           -       -            -            -                         -                         -        assistant-gaming-manager
malfunction          -       -            -            -                         -                         -        assistant-gaming-manager
resolve-malfunction  -       -            -            -                         -                         -        assistant-gaming-manager
limit-players        -       -            boxperson    -                         -                         -        -
limit-terminals      -       -            -            -                         -                         -        assistant-gaming-manager
system-malfunction   -       -            -            -                         -                         -        assistant-gaming-manager
restore-system       -       unfit        unfit        unfit                     unfit                     unfit    assistant-gaming-manager
release              -       boxperson    boxperson    boxperson                 dealer                    boxman   -
vacate               -       boxperson    boxperson    -                         -                         -        assistant-gaming-manager
exclude              -       boxperson    boxperson    assistant-casino-manager  assistant-casino-manager  -        assistant-gaming-manager
readmit              -       boxperson    boxperson    assistant-casino-manager  assistant-casino-manager  house    assistant-gaming-manager
announce-closing     -       boxperson    boxperson    higher-duties-dealer      higher-duties-dealer      house    assistant-gaming-manager
close                -       boxperson    boxperson    higher-duties-dealer      higher-duties-dealer      house    assistant-gaming-manager
leave                Y       -            -            -                         -                         -        -
staff                -       any          any          any                       any                       any      any
staff-leave          -       any          any          any                       any                       any      any
roll                 -       stickperson  stickperson  stickperson               dealer                    stickman -
correct-call         -       stickperson  stickperson  stickperson               dealer                    stickman -
`;

type Whose = 'own' | 'other';
interface Row {
  readonly verb: string;
  readonly players: boolean;
  readonly where: string;
  readonly staff: Readonly<Record<string, string>>;
}
const LINES = EXPECTED.trim()
  .split('\n')
  .map((line) => line.trim().split(/\s+/));
const ROWS: readonly Row[] = LINES.slice(1).map(([verb = '', players, ...roles]) => ({
  verb,
  players: players !== '-',
  where: players ?? '-',
  staff: Object.fromEntries(roles.map((role, index) => [LINES[0]?.[index + 1] as string, role])),
}));
/** Asked at a table of its own, at the moment where it counts who asks. */
const AT_ITS_MOMENT = ['roll', 'correct-call', 'restore-system'];

const PLAY_FOR_THEMSELVES: readonly string[] = ['guest', 'bot', 'player'];

const isAt = (where: string, book: RulebookId): boolean =>
  where === 'Y' || where === (RULEBOOKS[book].conduct.run.value === 'electronic' ? 'E' : 'S');

function mayGive({ verb, where, staff }: Row, asker: Asker, whose: Whose): boolean {
  if (PLAY_FOR_THEMSELVES.includes(asker.kind)) return isAt(where, asker.book) && whose === 'own';
  if (asker.kind !== 'staff' || whose === 'other') return false;
  const least = staff[asker.book] as string;
  if (least === '-') return false;
  if (least === 'any') return true;
  if (least === 'unfit') return true;
  const rank = (role: string) => rolesOf(asker.book).indexOf(role);
  expect(rank(least), `${verb}: ${asker.book} has no ${least}`).toBeGreaterThanOrEqual(0);
  return rank(asker.role as string) >= rank(least);
}

const SIGN = { limits: { default: { min: 500, max: 90_000 } } };
/** Commands that can be read: whether the table then does them is another matter. */
const FIELDS: Readonly<Record<string, Command>> = {
  sit: { seat: 3, bankroll: 500 },
  chips: { amount: 100 },
  'colour-up': { player: 'Olga', amount: 500 },
  exchange: { player: 'Olga', voucher: 'V-1' },
  'deal-lines': { lines: ['1/pass/Olga'] },
  'deal-differently': { line: '1/pass/Olga', paid: 500, note: 'a chip too many' },
  'wave-through': { reason: 'the float is being filled' },
  bet: { wager: 'pass', amount: 500 },
  'bet-oral': { wager: 'pass', amount: 500, oral: true },
  take: { wager: 'field' },
  move: { wager: 'field', to: { wager: 'any-seven' } },
  'report-fault': { note: 'the screen is black' },
  'take-down': { notice: 'sign' },
  'clear-area': { person: 'somebody' },
  'answer-report': { player: 'Olga', note: 'in order' },
  call: { wager: 'place', number: 6, to: 'on' },
  choose: { dice: ['1a', '1b'] },
  authorise: { thrower: 'Olga' },
  'order-pass': { ground: 'delay' },
  'find-die': { die: '1a' },
  'check-die': { die: '1a', sound: true },
  'lose-die': { die: '1a' },
  roll: { dice: [2, 1] },
  'no-roll': { ground: 'on-top' },
  'decide-face': { dice: [2, 1] },
  'correct-call': { dice: [3, 1], reason: 'a wrong key' },
  'post-sign': { ...SIGN, from: 8_000_000_000_000_000 },
  'change-limits': SIGN,
  'personal-limits': { player: 'Olga', max: 50_000 },
  'bar-wagers': { player: 'Olga', ground: 'touching' },
  'refuse-wager': { player: 'Olga', wager: 'field', reason: 'on reasonable grounds' },
  'void-wagers': { player: 'Olga', ground: 'device' },
  invalidate: { ground: 'fraud' },
  'find-invalid': { player: 'Olga' },
  'record-measure': { player: 'Olga', measure: 'detain', note: 'a bent coin' },
  'void-round': { ground: 'cocked' },
  malfunction: { player: 'Olga', ground: 'meter' },
  'resolve-malfunction': { player: 'Olga', how: 'voided', reason: 'the meter stuck' },
  'system-malfunction': { ground: 'several-terminals' },
  'limit-players': { most: 9 },
  'limit-terminals': { person: 'somebody', most: 2 },
  vacate: { player: 'Olga' },
  'no-answer': { player: 'Olga' },
  release: { player: 'Olga' },
  exclude: { player: 'Olga', ground: 'device' },
  readmit: { person: 'somebody', reason: 'it was another' },
  'keep-out': { person: 'somebody', reason: 'excluded' },
  'let-in': { person: 'somebody', reason: 'lifted' },
};

let house: TestHouse;
let olga: { id: string; token: string };
const askers = new Map<RulebookId, readonly Asker[]>();
const helpers = new Map<RulebookId, string>();

const tableOf = ({ book, label }: Asker, moment = ''): string => `${book}-${label}${moment}`;
const LABELS = [
  'nobody',
  'guest',
  'bot',
  'player',
  'device',
  'foreign',
  'trainee',
  'revoked',
  'expired',
  'disabled',
  'one-time',
];

beforeAll(async () => {
  const config = houseConfig.parse({
    tables: RULEBOOK_IDS.flatMap((rulebook) => {
      const roles = rolesOf(rulebook);
      const ids = [
        'seats',
        'eyes',
        ...LABELS.filter((label) => comesHere(rulebook, label)),
        ...roles,
        ...roles.map((role) => `${role}-2`),
      ];
      const electronic = RULEBOOKS[rulebook].conduct.run.value === 'electronic';
      return ids.map((id) => ({
        id: `${rulebook}-${id}`,
        name: id,
        settings: {
          rulebook,
          limits: { default: { min: 500, max: 100_000 } },
          ...(electronic ? { wageringMs: 600_000 } : {}),
        },
        crew: 'people',
        dice: electronic ? 'random' : 'called',
      }));
    }),
  });
  // Olga has no connection and is not away: who may ask does not depend on how long it takes.
  house = await openTestHouse({ config, presence: { look: 60_000, grace: 3_600_000, word: 3_600_000 } });
  const { people } = house;
  const guest = await people.createGuest('Olga');
  if (guest.kind !== 'ok') throw new Error('no Olga');
  olga = { id: guest.person.id, token: guest.token };
  await house.house.grantPlayMoney(olga.id, 100_000_000);
  for (const book of RULEBOOK_IDS) {
    const helper = await deskOf(house).registerStaff({
      name: 'Helper',
      login: `helper.${book}`,
      password: 'hard eight easy six',
      roles: rolesOf(book).map((role) => ({ rulebook: book, role })),
    });
    if (helper.kind !== 'ok') throw new Error('no helper');
    helpers.set(book, helper.person.id);
    askers.set(book, await makeAskers(house, book));
  }
}, 240_000);
afterAll(() => house.remove());

/** Who does not get past the door is the same at every book: a staffed and an electronic one will do. */
const STAY_OUTSIDE: readonly Kind[] = ['nobody', 'device', 'revoked', 'expired', 'disabled', 'one-time'];
const comesHere = (book: RulebookId, kind: string): boolean =>
  book === 'star' || book === 'aruze' || !(STAY_OUTSIDE as readonly string[]).includes(kind);

const everybody = (): readonly Asker[] =>
  [...askers.values()].flat().filter(({ book, kind }) => comesHere(book, kind));

/** Puts something on a table from inside the house: no part of what is tested. */
async function put(table: string, command: Command): Promise<void> {
  const outcome = await house.house.host(table)?.submit(command);
  if (!outcome?.ok) throw new Error(`${table} ${JSON.stringify(command)}: ${JSON.stringify(outcome)}`);
}

/** A seat for those who play, a place among the crew for staff, and Olga, who has nothing to do with either. */
async function prepare(asker: Asker, table: string): Promise<void> {
  const { book, kind, role, id } = asker;
  const helper = helpers.get(book) as string;
  const by = { role: topOf(book), id: helper };
  await put(table, { do: 'staff', person: helper, role: topOf(book) });
  await put(table, { do: 'sit', player: 'Olga', seat: 2, bankroll: 5_000, person: olga.id });
  if (book === 'star-2024') await put(table, { do: 'card', player: 'Olga', card: 'O-1', holder: olga.id });
  if (role !== null) {
    if (role !== topOf(book)) await put(table, { do: 'staff', person: helper, role, by });
    await put(table, { do: 'staff', person: id, role, by });
  } else if (['guest', 'bot', 'player', 'revoked', 'expired', 'disabled'].includes(kind)) {
    await house.house.grantPlayMoney(id, 50_000);
    await put(table, { do: 'sit', player: 'Own', seat: 1, bankroll: 5_000, person: id });
  }
}

/** What this person sends: for themselves, or in the name or for the place of another. */
function commandFor({ verb, players }: Row, asker: Asker, whose: Whose): Command {
  const helper = helpers.get(asker.book) as string;
  const base: Command = { do: verb === 'bet-oral' ? 'bet' : verb, ...FIELDS[verb] };
  const isStaffs = asker.role !== null || asker.kind === 'foreign' || !players;
  const by = { role: asker.role ?? topOf(asker.book), id: whose === 'own' ? asker.id : helper };
  const place = whose === 'own' && asker.role === null ? 'Own' : 'Olga';
  switch (verb) {
    case 'sit':
      return whose === 'own' ? base : { ...base, person: olga.id };
    case 'staff':
    case 'staff-leave': {
      const person = whose === 'own' ? asker.id : helper;
      const role = verb === 'staff' ? { role: by.role } : {};
      return { ...base, person, ...role, by: { ...by, id: asker.id } };
    }
    default: {
      const withPlace = players || verb === 'bet-oral' ? { player: place } : {};
      return { ...withPlace, ...base, ...(isStaffs ? { by } : {}) };
    }
  }
}

/** Refused because of who asks; whatever else the table says, it was asked. */
function isTurnedAway(reply: Reply): boolean {
  const AWAY = ['not-signed-in', 'not-allowed', 'not-on-duty', 'no-card'];
  return reply.t === 'refused' && AWAY.includes(reply.refused.code);
}

interface Wrong {
  readonly allowed: string[];
  readonly refused: string[];
}

async function tryRow(row: Row, asker: Asker, at: AtTable, wrong: Wrong): Promise<number> {
  for (const whose of ['other', 'own'] as const) {
    const command = commandFor(row, asker, whose);
    const reply = await at.do(command);
    const may = !isTurnedAway(reply);
    if (may === mayGive(row, asker, whose)) continue;
    const what = `${asker.book} ${asker.label} ${whose} ${row.verb}: ${JSON.stringify(reply)}`;
    wrong[may ? 'allowed' : 'refused'].push(what);
  }
  return 2;
}

describe('commands at a table', () => {
  test('every verb has a row, every book a column', () => {
    const verbs = ROWS.map(({ verb }) => verb).filter((verb) => verb !== 'bet-oral');
    expect([...verbs].sort()).toEqual(Object.keys(VERBS).sort());
    expect(LINES[0]?.slice(1)).toEqual([...RULEBOOK_IDS]);
    expect(ROWS.every(({ staff }) => Object.keys(staff).length === RULEBOOK_IDS.length)).toBe(true);
  });

  test('nobody is wrongly allowed, nobody wrongly refused', async () => {
    const wrong: Wrong = { allowed: [], refused: [] };
    const tried = await Promise.all(
      everybody().map(async (asker) => {
        const table = tableOf(asker);
        await prepare(asker, table);
        const at = await AtTable.come(house.url, table, asker);
        let count = 0;
        for (const row of ROWS) {
          if (AT_ITS_MOMENT.includes(row.verb)) continue;
          count += await tryRow(row, asker, at, wrong);
        }
        at.line.close();
        return count;
      }),
    );
    expect(wrong).toEqual({ allowed: [], refused: [] });
    expect(tried.reduce((sum, count) => sum + count, 0)).toBe(
      everybody().length * (ROWS.length - AT_ITS_MOMENT.length) * 2,
    );
  }, 180_000);

  test('nor when the dice are in the air, or the system stands still', async () => {
    const wrong: Wrong = { allowed: [], refused: [] };
    const crew = everybody().filter(({ kind }) => kind === 'staff');
    await Promise.all(
      crew.map(async (asker) => {
        const table = tableOf(asker, '-2');
        await prepare(asker, table);
        const verb = asker.book === 'aruze' ? 'restore-system' : 'roll';
        await bringTo(verb, asker, table);
        const at = await AtTable.come(house.url, table, asker);
        const tried = (one: string) => tryRow(ROWS.find((row) => row.verb === one) as Row, asker, at, wrong);
        await tried(verb);
        if (verb === 'roll') {
          await bringTo('correct-call', asker, table);
          await tried('correct-call');
        }
        at.line.close();
      }),
    );
    expect(wrong).toEqual({ allowed: [], refused: [] });
    expect(crew).toHaveLength(RULEBOOK_IDS.flatMap(rolesOf).length);
  }, 120_000);
});

async function bringTo(verb: string, { book }: Asker, table: string): Promise<void> {
  const by = { role: topOf(book), id: helpers.get(book) as string };
  if (verb === 'restore-system') {
    const [ground] = RULEBOOKS[book].conduct.round?.systemMalfunctions ?? [];
    return put(table, { do: 'system-malfunction', ground: ground?.id, by });
  }
  if (verb === 'correct-call') {
    const isCalled = house.house.host(table)?.table.phase === 'settling';
    return isCalled ? undefined : put(table, { do: 'roll', dice: [2, 2], by });
  }
  await put(table, { do: 'bet', player: 'Olga', wager: 'pass', amount: 500 });
  await put(table, { do: 'offer', by });
  await put(table, { do: 'accept', player: 'Olga' });
  const { bowl, hand } = house.house.host(table)?.table.dice ?? { bowl: [], hand: [] };
  if (hand.length < 2) await put(table, { do: 'choose', player: 'Olga', dice: bowl.slice(0, 2) });
  await put(table, { do: 'throw', player: 'Olga' });
  if (book === 'crown-mini') await put(table, { do: 'no-more-bets', by });
}

/**
 * Every message of the wire: what somebody gets who is nobody (or no longer somebody, or not yet), who plays, a device,
 * staff. Own and other where it makes a difference.
 */
const MESSAGES = `
             nobody        plays         device        staff
hello        stranger      known         known         known
watch        table         table         table         table
unwatch      pong          pong          pong          pong
ping         pong          pong          pong          pong
do           not-signed-in refused       refused       refused
options      not-yours     options       not-yours     not-yours
options-else not-yours     not-yours     not-yours     not-yours
`;
const MESSAGE_ROWS = MESSAGES.trim()
  .split('\n')
  .map((line) => line.trim().split(/\s+/));

const COLUMN: Readonly<Record<Kind, string>> = {
  nobody: 'nobody',
  revoked: 'nobody',
  expired: 'nobody',
  disabled: 'nobody',
  'one-time': 'nobody',
  guest: 'plays',
  bot: 'plays',
  player: 'plays',
  device: 'device',
  foreign: 'staff',
  trainee: 'staff',
  staff: 'staff',
};

/** What came of a message, in a word. */
async function outcomeOf(name: string, asker: Asker, table: string): Promise<string> {
  if (name === 'hello') return greet(asker);
  const line = await Line.open(house.url, asker.token);
  const id = `message-${name}-${asker.id}`.slice(0, 80);
  const at = `table/${table}`;
  const heardSo = line.heard.length;
  const say = {
    watch: { t: 'watch', at },
    unwatch: { t: 'unwatch', at },
    ping: { t: 'ping', n: 7 },
    // Something that is nobody's to do: the door answers, whoever asks.
    do: { t: 'do', id, at, command: { do: 'close-wagering' } },
    options: { t: 'options', at, player: 'Own' },
    'options-else': { t: 'options', at, player: 'Olga' },
  }[name] as object;
  await line.say(say);
  if (name === 'unwatch') await line.say({ t: 'ping', n: 7 });
  await line.hear((message) => line.heard.indexOf(message) >= heardSo);
  const answer = line.heard[heardSo] as ServerMessage;
  line.close();
  if (answer.t === 'refused' && answer.refused.code === 'not-signed-in') return 'not-signed-in';
  return answer.t === 'error' ? answer.code : answer.t;
}

async function greet(asker: Asker): Promise<string> {
  const line = await Line.open(house.url, asker.token);
  const welcome = (await line.hear(({ t }) => t === 'welcome')) as Extract<ServerMessage, { t: 'welcome' }>;
  line.close();
  if (welcome.person === null) return 'stranger';
  return welcome.person.id === asker.id ? 'known' : `somebody else: ${welcome.person.id}`;
}

describe('messages of the wire', () => {
  test('every kind of message has a row', () => {
    const kinds = clientMessage.options.map(({ shape }) => shape.t.value);
    const rows = MESSAGE_ROWS.slice(1).map(([name]) => name as string);
    expect(rows.filter((name) => name !== 'options-else').sort()).toEqual([...kinds].sort());
  });

  test('everybody gets what is theirs and nothing else', async () => {
    const [head, ...rows] = MESSAGE_ROWS as [string[], ...string[][]];
    const wrong: string[] = [];
    // One of each kind, and one of the staff per role, at a staffed and at an electronic table.
    const some = everybody().filter(({ book }) => book === 'star' || book === 'aruze');
    for (const asker of some) {
      const table = `${asker.book}-seats`;
      await seatAt(table, asker);
      for (const [name = '', ...expected] of rows) {
        const right = expected[head.indexOf(COLUMN[asker.kind])];
        const got = await outcomeOf(name, asker, table);
        if (got !== right) wrong.push(`${asker.book} ${asker.label} ${name}: ${got}, not ${right}`);
      }
      await unseatAt(table, asker);
    }
    expect(wrong).toEqual([]);
  }, 120_000);

  test('a session that runs out while connected is nobody’s from that moment', async () => {
    const token = 'a-token-that-runs-out-soon-0123456789';
    const expiresAt = Date.now() + 1_500;
    const id = helpers.get('star') as string;
    const stored = { person: id, kind: 'staff', generation: 0, expiresAt };
    await house.house.store.putDocument('session', sessionIdOf(token), JSON.stringify(stored));
    const at = await AtTable.come(house.url, 'star-guest', { id, token });
    while (Date.now() <= expiresAt) await new Promise((resolve) => setTimeout(resolve, 50));
    const reply = await at.do({ do: 'staff', person: id, role: 'dealer' });
    expect(reply).toMatchObject({ t: 'refused', refused: { code: 'not-signed-in' } });
    at.line.close();
  });
});

const SEATED: readonly Kind[] = ['guest', 'bot', 'player', 'revoked', 'expired', 'disabled'];

async function seatAt(table: string, { kind, id }: Asker): Promise<void> {
  if (!SEATED.includes(kind)) return;
  await put(table, { do: 'sit', player: 'Own', seat: 1, bankroll: 700, person: id });
}
async function unseatAt(table: string, { kind }: Asker): Promise<void> {
  if (SEATED.includes(kind)) await put(table, { do: 'leave', player: 'Own' });
}

/** What of Olga's table is for whose eyes. */
describe('what a viewer sees', () => {
  // Long enough that no time, hash or id that everybody is told contains them by chance.
  const secrets = { balance: 73_918_365, card: 'O-77-40531', bankroll: 73_918_265, bought: 100 };

  test('other people’s money, cards and names are theirs; the crew of the table sees all; one sees one’s own', async () => {
    const table = 'star-2024-eyes';
    const at = `table/${table}`;
    await put(table, { do: 'sit', player: 'Olga', seat: 2, bankroll: secrets.bankroll, person: olga.id });
    const viewers = [
      ...(askers.get('star-2024') as readonly Asker[]),
      { kind: 'guest', label: 'Olga herself', book: 'star-2024', role: null, name: 'Olga', ...olga } as Asker,
    ];
    const lines = await Promise.all(viewers.map(({ token }) => Line.open(house.url, token)));
    const { n: before } = house.house.host(table) as { n: number };
    await Promise.all(lines.map((line) => line.say({ t: 'watch', at })));
    await Promise.all(lines.map((line) => line.hear(({ t }) => t === 'table')));
    await put(table, { do: 'chips', player: 'Olga', amount: secrets.bought });
    await put(table, { do: 'card', player: 'Olga', card: secrets.card, holder: olga.id });
    await put(table, { do: 'bet', player: 'Olga', wager: 'pass', amount: 500 });
    const isThere = (message: ServerMessage) =>
      message.t === 'events' && message.n + message.events.length - 1 >= before + 3;
    await Promise.all(lines.map((line) => line.hear(isThere)));
    // Once more from the whole table, and once more from the record.
    const again = await Promise.all(viewers.map(({ token }) => Line.open(house.url, token)));
    await Promise.all(again.map((line) => line.say({ t: 'watch', at })));
    await Promise.all(again.map((line) => line.hear(({ t }) => t === 'table')));
    const replayed = await Promise.all(viewers.map(({ token }) => Line.open(house.url, token)));
    await Promise.all(replayed.map((line) => line.say({ t: 'watch', at, after: 0 })));
    await Promise.all(replayed.map((line) => line.hear(isThere)));

    for (const [index, viewer] of viewers.entries()) {
      // Staff of another book have no business here.
      const sees = viewer.kind === 'staff' || viewer.id === olga.id;
      const heard = [lines, again, replayed].map((set) => JSON.stringify((set[index] as Line).heard));
      const found = {
        first: [heard[0]?.includes(String(secrets.bankroll)), heard[0]?.includes('card-presented')],
        again: [heard[1]?.includes(secrets.card), heard[1]?.includes(`"balance":${secrets.balance - 500}`)],
        replayed: [heard[2]?.includes(secrets.card), heard[2]?.includes('chips-bought')],
        // Her name at the table is there for everybody; who she is in the house is not.
        name: heard.every((text) => text.includes('Olga')),
        person: heard.some((text) => text.includes(olga.id)),
      };
      const expected = {
        first: [sees, sees],
        again: [sees, sees],
        replayed: [sees, sees],
        name: true,
        person: sees,
      };
      expect({ viewer: viewer.label, ...found }).toEqual({ viewer: viewer.label, ...expected });
    }
    for (const line of [...lines, ...again, ...replayed]) line.close();
  }, 120_000);
});
