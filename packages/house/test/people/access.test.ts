import { EVERY_ROLE, type Person, rolesAt } from '@boxperson/offices';
import {
  aboutVerb,
  type Command,
  decide,
  RULEBOOK_IDS,
  type RulebookId,
  type Table,
  VERBS,
} from '@boxperson/rules';
import { describe, expect, test } from 'vitest';
import {
  COMING_VERBS,
  completeCommand,
  HOUSE_VERBS,
  otherNamed,
  PLAYERS_VERBS,
  SHARED_VERBS,
  STAFFS_VERBS,
  whyNotCommand,
} from '../../src/tables/access.js';
import { device, guest, player, ranksOf, staffOf, tableOf } from './tables.js';

const SPOT = { wager: 'pass', amount: 1_000 };

/**
 * Who may give which command, by hand. The columns are people, each twice: for their own place or under their own name,
 * and for another's. `Y` may, `-` may not.
 */
const EXPECTED = `
                             guest  player dealer boxprs managr device nobody
sit                          Y -    Y -    - -    - -    - -    - -    - -
leave                        Y -    Y -    - -    - -    - -    - -    - -
chips                        Y -    Y -    - -    - -    - -    - -    - -
collect                      Y -    Y -    - -    - -    - -    - -    - -
card                         - -    Y -    - -    - -    - -    - -    - -
bet                          Y -    Y -    - -    - -    - -    - -    - -
bet found                    - -    - -    Y -    Y -    Y -    - -    - -
bet oral                     - -    - -    Y -    Y -    Y -    - -    - -
bet unfair                   - -    - -    Y -    Y -    Y -    - -    - -
bet confirmed                - -    - -    - -    - -    - -    - -    - -
bet oral-confirmed           - -    - -    - -    - -    - -    - -    - -
bet late                     Y -    Y -    Y -    Y -    Y -    - -    - -
take                         Y -    Y -    - -    - -    - -    - -    - -
take unfair                  - -    - -    Y -    Y -    Y -    - -    - -
take late                    Y -    Y -    - -    - -    - -    - -    - -
move                         Y -    Y -    - -    - -    - -    - -    - -
call                         Y -    Y -    Y -    Y -    Y -    - -    - -
call off                     Y -    Y -    Y -    Y -    Y -    - -    - -
accept                       Y -    Y -    - -    - -    - -    - -    - -
decline                      Y -    Y -    - -    - -    - -    - -    - -
choose                       Y -    Y -    - -    - -    - -    - -    - -
authorise                    Y -    Y -    - -    - -    - -    - -    - -
throw                        Y -    Y -    - -    - -    - -    - -    - -
throw nobody's               - -    - -    Y -    Y -    Y -    - -    - -
pass                         Y -    Y -    - -    - -    - -    - -    - -
refuse-line                  Y -    Y -    - -    - -    - -    - -    - -
shoot                        Y -    Y -    - -    - -    - -    - -    - -
report-fault                 Y -    Y -    - -    - -    - -    - -    - -
shoot nobody's               - -    - -    - -    - -    - -    - -    - -
ready                        Y -    Y -    - -    - -    - -    - -    - -
away                         - -    - -    - -    - -    - -    - -    - -
back                         - -    - -    - -    - -    - -    - -    - -
post-pays                    - -    - -    - -    - -    - -    - -    - -
raise-pays                   - -    - -    - -    - -    - -    - -    - -
run-cashless                 - -    - -    - -    - -    - -    - -    - -
order-betting                - -    - -    - -    - -    - -    - -    - -
put-sealed                   - -    - -    - -    - -    - -    - -    - -
open-turns                   - -    - -    - -    - -    - -    - -    - -
pass-turn                    - -    - -    - -    - -    - -    - -    - -
take-chips                   - -    - -    - -    - -    - -    - -    - -
keep-out                     - -    - -    - -    - -    - -    - -    - -
let-in                       - -    - -    - -    - -    - -    - -    - -
close-wagering               - -    - -    - -    - -    - -    - -    - -
no-answer                    - -    - -    Y -    Y -    Y -    - -    - -
release                      - -    - -    Y -    Y -    Y -    - -    - -
staff                        - -    - -    Y -    Y Y    Y Y    - -    - -
staff no-by                  - -    - -    Y -    Y -    Y -    - -    - -
staff not-my-role            - -    - -    - -    - -    - -    - -    - -
staff-leave                  - -    - -    Y -    Y Y    Y Y    - -    - -
staff-leave no-by            - -    - -    Y -    Y -    Y -    - -    - -
offer                        - -    - -    Y -    Y -    Y -    - -    - -
order-pass                   - -    - -    Y -    Y -    Y -    - -    - -
ask-line                     - -    - -    Y -    Y -    Y -    - -    - -
relieve                      - -    - -    Y -    Y -    Y -    - -    - -
find-die                     - -    - -    Y -    Y -    Y -    - -    - -
check-die                    - -    - -    Y -    Y -    Y -    - -    - -
lose-die                     - -    - -    Y -    Y -    Y -    - -    - -
no-more-bets                 - -    - -    Y -    Y -    Y -    - -    - -
roll                         - -    - -    Y -    Y -    Y -    - -    - -
roll random                  - -    - -    - -    - -    - -    - -    - -
roll tumbler                 - -    - -    - -    - -    - -    - -    - -
no-roll                      - -    - -    Y -    Y -    Y -    - -    - -
decide-face                  - -    - -    Y -    Y -    Y -    - -    - -
decide-face random           - -    - -    - -    - -    - -    - -    - -
correct-call                 - -    - -    Y -    Y -    Y -    - -    - -
correct-call random          - -    - -    - -    - -    - -    - -    - -
settle                       - -    - -    Y -    Y -    Y -    - -    - -
settle no-by                 - -    - -    - -    - -    - -    - -    - -
settle not-my-role           - -    - -    - -    - -    - -    - -    - -
settle confirmed             - -    - -    - -    - -    - -    - -    - -
post-sign                    - -    - -    Y -    Y -    Y -    - -    - -
change-limits                - -    - -    Y -    Y -    Y -    - -    - -
personal-limits              - -    - -    Y -    Y -    Y -    - -    - -
announce-closing             - -    - -    Y -    Y -    Y -    - -    - -
close                        - -    - -    Y -    Y -    Y -    - -    - -
refuse-wager                 - -    - -    Y -    Y -    Y -    - -    - -
bar-wagers                   - -    - -    Y -    Y -    Y -    - -    - -
void-wagers                  - -    - -    Y -    Y -    Y -    - -    - -
invalidate                   - -    - -    Y -    Y -    Y -    - -    - -
find-invalid                 - -    - -    Y -    Y -    Y -    - -    - -
record-measure               - -    - -    Y -    Y -    Y -    - -    - -
void-round                   - -    - -    Y -    Y -    Y -    - -    - -
malfunction                  - -    - -    Y -    Y -    Y -    - -    - -
resolve-malfunction          - -    - -    Y -    Y -    Y -    - -    - -
system-malfunction           - -    - -    Y -    Y -    Y -    - -    - -
restore-system               - -    - -    Y -    Y -    Y -    - -    - -
limit-players                - -    - -    Y -    Y -    Y -    - -    - -
limit-terminals              - -    - -    Y -    Y -    Y -    - -    - -
exclude                      - -    - -    Y -    Y -    Y -    - -    - -
readmit                      - -    - -    Y -    Y -    Y -    - -    - -
vacate                       - -    - -    Y -    Y -    Y -    - -    - -
clear-area                   - -    - -    Y -    Y -    Y -    - -    - -
answer-report                - -    - -    Y -    Y -    Y -    - -    - -
take-down                    - -    - -    Y -    Y -    Y -    - -    - -
colour-up                    - -    - -    Y -    Y -    Y -    - -    - -
exchange                     - -    - -    Y -    Y -    Y -    - -    - -
deal-lines                   - -    - -    Y -    Y -    Y -    - -    - -
deal-differently             - -    - -    Y -    Y -    Y -    - -    - -
wave-through                 - -    - -    Y -    Y -    Y -    - -    - -
sit felt                     - -    - -    Y -    Y -    Y -    - -    - -
leave felt                   - -    - -    Y -    Y -    Y -    - -    - -
chips felt                   - -    - -    Y -    Y -    Y -    - -    - -
collect felt                 - -    - -    Y -    Y -    Y -    - -    - -
card felt                    - -    - -    Y -    Y -    Y -    - -    - -
bet felt                     - -    - -    Y -    Y -    Y -    - -    - -
take felt                    - -    - -    Y -    Y -    Y -    - -    - -
move felt                    - -    - -    Y -    Y -    Y -    - -    - -
call felt                    - -    - -    Y -    Y -    Y -    - -    - -
accept felt                  - -    - -    Y -    Y -    Y -    - -    - -
decline felt                 - -    - -    Y -    Y -    Y -    - -    - -
choose felt                  - -    - -    Y -    Y -    Y -    - -    - -
authorise felt               - -    - -    Y -    Y -    Y -    - -    - -
throw felt                   - -    - -    Y -    Y -    Y -    - -    - -
pass felt                    - -    - -    Y -    Y -    Y -    - -    - -
refuse-line felt             - -    - -    Y -    Y -    Y -    - -    - -
shoot felt                   - -    - -    Y -    Y -    Y -    - -    - -
report-fault felt            - -    - -    Y -    Y -    Y -    - -    - -
`;

/** At an electronic table the machine reads the dice: these rows have no `Y`. */
const CALLED_ONLY = ['roll', 'decide-face', 'correct-call'];

/** Where calls take a dealer's word, it is the dealer who puts them down; elsewhere staff have no `Y` for them. */
const DEALERS_WORD: Readonly<Record<string, readonly RulebookId[]>> = {
  '': ['star', 'star-2024', 'crown', 'crown-mini', 'adelaide'],
  off: ['crown', 'crown-mini'],
};

const ACTORS = ['guest', 'player', 'dealer', 'boxperson', 'manager', 'device', 'nobody'] as const;
type Actor = (typeof ACTORS)[number];
type Whose = 'own' | 'other';

interface Row {
  readonly verb: string;
  readonly variant: string;
  readonly may: readonly boolean[];
}

const ROWS: readonly Row[] = EXPECTED.trim()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [verb = '', variant = ''] = line.slice(0, 29).trim().split(' ');
    const marks = line.slice(29).split(/\s+/).filter(Boolean);
    return { verb, variant, may: marks.map((mark) => mark === 'Y') };
  });

/** Everybody at a table of that book. */
function castOf(book: RulebookId): Readonly<Record<Actor, Person | null>> {
  const { low, middle, high } = ranksOf(book);
  return {
    guest,
    player,
    dealer: staffOf('s-dealer', book, low),
    boxperson: staffOf('s-boxperson', '*', middle),
    manager: staffOf('s-manager', book, high),
    device,
    nobody: null,
  };
}

const PLACE: Readonly<Record<string, { own: string; other: string }>> = {
  guest: { own: 'gus', other: 'pia' },
  player: { own: 'pia', other: 'gus' },
};
const ROLE: Readonly<Record<string, 'low' | 'middle' | 'high'>> = {
  dealer: 'low',
  boxperson: 'middle',
  manager: 'high',
};
/** Under whose name staff act when it is not their own, and whom they send or relieve: all but the dealer a lower one. */
const OTHER_STAFF: Readonly<Record<string, string>> = {
  dealer: 's-manager',
  boxperson: 's-dealer',
  manager: 's-dealer',
};

const FIELDS: Readonly<Record<string, Command>> = {
  bet: SPOT,
  take: { wager: 'pass' },
  move: { wager: 'pass', to: { wager: 'field' } },
  'report-fault': { note: 'the screen is black' },
  call: { wager: 'place', number: 6, to: 'on' },
  choose: { dice: ['1a', '1b'] },
  authorise: { thrower: 'gus' },
  chips: { amount: 500 },
  sit: { player: 'new', seat: 3, bankroll: 1_000 },
};

/** What is different about a variant, beside the person. */
const VARIANTS: Readonly<Record<string, Command>> = {
  found: { found: true },
  oral: { oral: true },
  off: { to: 'off' },
  unfair: { unfair: 'the meter stuck' },
  confirmed: { confirmed: { role: 'dealer', id: 's-dealer' } },
  felt: { chips: true },
  'oral-confirmed': { oral: true, confirmed: { role: 'dealer', id: 's-dealer' } },
};

function commandFor(row: Row, actor: Actor, whose: Whose, book: RulebookId): Command {
  const { verb, variant } = row;
  const role = ranksOf(book)[ROLE[actor] ?? 'low'];
  const isStaff = ROLE[actor] !== undefined;
  const self = castOf(book)[actor]?.id ?? 'x';
  const named = whose === 'own' ? self : (OTHER_STAFF[actor] ?? 's-dealer');
  // At a seat of chips it is the seat that makes the difference; only `sit` says so itself.
  const variation = variant === 'felt' && verb !== 'sit' ? {} : VARIANTS[variant];
  const base: Command = { do: verb, ...FIELDS[verb], ...variation };
  if (COMING_VERBS.includes(verb)) return comingFor(row, { self, named, role, book, whose });
  const by = isStaff && variant !== 'no-by' ? { by: byFor(row, named, role, book) } : {};
  if (verb === 'sit') return { ...base, ...by, ...(whose === 'other' ? { person: 'p-somebody' } : {}) };
  if (verb === 'card' && whose === 'other')
    return { ...base, ...by, player: PLACE[actor]?.own, card: 'C-2002' };
  const place = PLACE[actor]?.[whose] ?? 'gus';
  return { ...base, ...by, ...(variant === "nobody's" ? {} : { player: place }) };
}

const byFor = ({ variant }: Row, id: string, role: string, book: RulebookId) => ({
  id,
  role: variant === 'not-my-role' ? notHeld(role, book) : role,
});

const notHeld = (role: string, book: RulebookId): string => {
  const { low, high } = ranksOf(book);
  return role === low ? high : low;
};

/** Own: somebody comes or goes themselves. Other: they send or relieve another. */
function comingFor(
  { verb, variant }: Row,
  who: { self: string; named: string; role: string; book: RulebookId; whose: Whose },
): Command {
  const { low, high } = ranksOf(who.book);
  const roleOfNamed = who.whose === 'own' ? who.role : who.named === 's-manager' ? high : low;
  const role = variant === 'not-my-role' ? notHeld(roleOfNamed, who.book) : roleOfNamed;
  const by = variant === 'no-by' ? {} : { by: { role: who.role, id: who.self } };
  return { do: verb, person: who.named, ...(verb === 'staff' ? { role } : {}), ...by };
}

function mayGive(row: Row, actor: Actor, whose: Whose, book: RulebookId, table: Table): boolean {
  const cast = castOf(book);
  const person = cast[actor];
  const command = commandFor(row, actor, whose, book);
  const id = person && otherNamed(person, command);
  const other = Object.values(cast).find((one) => one?.id === id) ?? null;
  const dice = row.variant === 'random' || row.variant === 'tumbler' ? row.variant : 'called';
  const now: Table = row.variant === 'late' ? { ...table, phase: 'thrown' } : withFelt(row, table);
  return whyNotCommand(person, now, command, { dice, other }) === null;
}

/** The same table with everybody's chips on the felt. */
const withFelt = ({ variant }: Row, table: Table): Table =>
  variant === 'felt'
    ? { ...table, guests: table.guests.map((seat) => ({ ...seat, chips: true as const })) }
    : table;

function expected(row: Row, actor: Actor, whose: Whose, book: RulebookId): boolean {
  const column = ACTORS.indexOf(actor) * 2 + (whose === 'own' ? 0 : 1);
  const isStaffs = ROLE[actor] !== undefined;
  if (row.verb === 'call' && row.variant !== 'felt' && isStaffs && !DEALERS_WORD[row.variant]?.includes(book))
    return false;
  return book === 'aruze' && CALLED_ONLY.includes(row.verb) ? false : row.may[column] === true;
}

describe('the lists', () => {
  const lists = [PLAYERS_VERBS, STAFFS_VERBS, COMING_VERBS, HOUSE_VERBS];

  test('every verb of a table is on exactly one of them', () => {
    expect(lists.flat().sort()).toEqual(Object.keys(VERBS).sort());
  });

  test('what is shared is among the players', () => {
    expect(SHARED_VERBS.every((verb) => PLAYERS_VERBS.includes(verb))).toBe(true);
  });

  test('whatever needs a power is for staff', () => {
    const powers = Object.keys(VERBS).filter((verb) => aboutVerb(verb)?.power !== undefined);
    expect(powers.length).toBeGreaterThan(20);
    expect(powers.filter((verb) => !STAFFS_VERBS.includes(verb))).toEqual([]);
  });
});

describe('the matrix', () => {
  test('has every verb and every column', () => {
    expect([...new Set(ROWS.map(({ verb }) => verb))].sort()).toEqual(Object.keys(VERBS).sort());
    expect(ROWS.every(({ may }) => may.length === 2 * ACTORS.length)).toBe(true);
  });

  test.each(RULEBOOK_IDS)('at a table of %s nobody is wrongly allowed and nobody wrongly refused', (book) => {
    const table = tableOf(book);
    const wrong = { allowed: [] as string[], refused: [] as string[] };
    for (const row of ROWS) {
      for (const actor of ACTORS) {
        for (const whose of ['own', 'other'] as const) {
          const may = mayGive(row, actor, whose, book, table);
          if (may === expected(row, actor, whose, book)) continue;
          wrong[may ? 'allowed' : 'refused'].push(`${row.verb} ${row.variant}: ${actor} ${whose}`);
        }
      }
    }
    expect(wrong).toEqual({ allowed: [], refused: [] });
  });
});

describe('people who play', () => {
  const table = tableOf('star-2024');

  test('never speak for the crew, whatever else the command says', () => {
    const words = {
      by: { role: 'dealer', id: 's-dealer' },
      confirmed: { role: 'dealer', id: 's-dealer' },
      found: false,
      oral: false,
      unfair: '',
    };
    for (const verb of Object.keys(VERBS)) {
      for (const [word, value] of Object.entries(words)) {
        const command = { do: verb, player: 'pia', ...FIELDS[verb], [word]: value };
        expect(whyNotCommand(player, table, command)?.code, `${verb} ${word}`).toBe('not-allowed');
      }
    }
  });

  test.each([undefined, null, 7, {}, ['gus'], '', 'nobody', 'toString'])('%j is nobody’s place', (place) => {
    expect(whyNotCommand(guest, table, { do: 'bet', player: place, ...SPOT })).not.toBeNull();
  });

  test('may hold several places where the table lets them', () => {
    const two: Table = {
      ...table,
      guests: table.guests.map((seat) => ({ ...seat, person: guest.id })),
    };
    for (const place of ['gus', 'pia'])
      expect(whyNotCommand(guest, two, { do: 'bet', player: place, ...SPOT })).toBeNull();
  });

  test('sit down for themselves, and the house fills in who that is', () => {
    const sit = { do: 'sit', player: 'p-pia', seat: 3, bankroll: 500 };
    expect(whyNotCommand(guest, table, sit)).toBeNull();
    expect(completeCommand(guest, sit)).toEqual({ ...sit, person: guest.id });
    expect(whyNotCommand(guest, table, { ...sit, person: guest.id })).toBeNull();
    expect(whyNotCommand(guest, table, { ...sit, person: player.id })?.code).toBe('not-allowed');
    expect(completeCommand(guest, { ...sit, person: player.id })).toEqual({ ...sit, person: guest.id });
  });

  test('with chips go by any name there may be, and the house says whose that is (R53)', () => {
    const { low } = ranksOf('star');
    const sit = { do: 'sit', player: 'p'.repeat(80), seat: 3, bankroll: 500, chips: true };
    const command = { ...sit, by: { role: low, id: 's-dealer' } };
    const told = completeCommand(staffOf('s-dealer', 'star', low), command);
    expect(decide(tableOf('star'), told)).toMatchObject({ ok: true });
    const long = completeCommand(staffOf('s-dealer', 'star', low), { ...command, player: 'p'.repeat(81) });
    expect(decide(tableOf('star'), long)).toMatchObject({
      refused: { message: expect.stringContaining('player must be') },
    });
  });

  test('present their own card, and the house fills in whose it is', () => {
    const card = { do: 'card', player: 'pia' };
    expect(whyNotCommand(player, table, card)).toBeNull();
    expect(whyNotCommand(player, table, { ...card, card: 'C-1001', holder: player.id })).toBeNull();
    expect(completeCommand(player, card)).toEqual({ ...card, card: 'C-1001', holder: player.id });
    expect(whyNotCommand(player, table, { ...card, card: 'C-2002' })?.code).toBe('not-allowed');
    expect(whyNotCommand(player, table, { ...card, holder: guest.id })?.code).toBe('not-allowed');
    expect(whyNotCommand(guest, table, { do: 'card', player: 'gus', card: 'C-1001' })?.code).toBe('no-card');
  });

  test('whose account is closed do nothing', () => {
    const closed: Person = { ...guest, inactive: true };
    expect(whyNotCommand(closed, table, { do: 'leave', player: 'gus' })?.code).toBe('not-allowed');
  });

  test.each([undefined, null, 7, '', 'tick', 'open', 'toString', '__proto__', 'constructor'])(
    '%j is not a verb',
    (verb) => {
      for (const person of [guest, staffOf('s-1', '*', 'dealer'), device, null])
        expect(whyNotCommand(person, table, { do: verb, player: 'gus' })?.code).toBe('bad-input');
    },
  );
});

describe('staff', () => {
  const table = tableOf('star');
  const settle = (by: unknown) => ({ do: 'settle', by });

  test.each([undefined, null, 'dealer', 7, {}, { role: 'dealer' }, { id: 's-dealer' }, []])(
    'by %j is nobody',
    (by) => {
      expect(whyNotCommand(staffOf('s-dealer', '*', 'dealer'), table, settle(by))).not.toBeNull();
    },
  );

  test('hold a role at one book, or wherever there is one of that name', () => {
    const here = staffOf('s-1', 'star', 'dealer');
    const there = staffOf('s-1', 'crown', 'dealer');
    const anywhere = staffOf('s-1', '*', 'dealer', 'boxman');
    const command = settle({ role: 'dealer', id: 's-1' });
    expect(whyNotCommand(here, table, command)).toBeNull();
    expect(whyNotCommand(there, table, command)).not.toBeNull();
    expect(whyNotCommand(anywhere, table, command)).toBeNull();
    expect(rolesAt(anywhere, 'star')).toEqual(['dealer']);
    expect(rolesAt(anywhere, 'adelaide')).toEqual(['dealer', 'boxman']);
    expect(rolesAt({ ...anywhere, kind: 'guest' }, 'star')).toEqual([]);
  });

  test('the first of a new house holds every role of every book', () => {
    const first: Person = { ...staffOf('s-1', '*'), roles: EVERY_ROLE };
    for (const book of RULEBOOK_IDS) {
      const roles = tableOf(book).game.rulebook.roles.map(({ id }) => id);
      expect(rolesAt(first, book)).toEqual(roles);
    }
  });

  test('whose account is closed do nothing', () => {
    const closed: Person = { ...staffOf('s-dealer', '*', 'dealer'), inactive: true };
    expect(whyNotCommand(closed, table, settle({ role: 'dealer', id: 's-dealer' }))).not.toBeNull();
  });

  test('are sent only by a higher role, to a role they hold', () => {
    const manager = staffOf('s-manager', '*', 'gaming-manager');
    const box = staffOf('s-boxperson', '*', 'boxperson', 'dealer');
    const dealer = staffOf('s-new', '*', 'dealer');
    const send = (who: Person, role: string, as: string, other: Person | null = dealer) =>
      whyNotCommand(
        who,
        table,
        { do: 'staff', person: 's-new', role, by: { role: as, id: who.id } },
        { other },
      ) === null;
    expect(send(manager, 'dealer', 'gaming-manager')).toBe(true);
    expect(send(box, 'dealer', 'boxperson')).toBe(true);
    expect(send(box, 'dealer', 'dealer')).toBe(false);
    expect(send(manager, 'boxperson', 'gaming-manager')).toBe(false);
    expect(send(manager, 'dealer', 'gaming-manager', null)).toBe(false);
    expect(send(manager, 'dealer', 'gaming-manager', { ...dealer, id: 's-x' })).toBe(false);
    expect(send(manager, 'dealer', 'gaming-manager', { ...dealer, inactive: true })).toBe(false);
    expect(send(manager, 'dealer', 'gaming-manager', { ...dealer, kind: 'guest' })).toBe(false);
  });

  test('are relieved only by a role above every one they are here in', () => {
    const box = staffOf('s-boxperson', '*', 'boxperson');
    const relieve = (now: Table, person: string) =>
      whyNotCommand(box, now, {
        do: 'staff-leave',
        person,
        by: { role: 'boxperson', id: box.id },
      }) === null;
    expect(relieve(table, 's-dealer')).toBe(true);
    expect(relieve(table, 's-manager')).toBe(false);
    const both = { ...table, staff: [...table.staff, { person: 's-dealer', role: 'gaming-manager' }] };
    expect(relieve(both, 's-dealer')).toBe(false);
    expect(whyNotCommand(box, table, { do: 'staff-leave', person: 's-nobody' })).not.toBeNull();
  });
});
