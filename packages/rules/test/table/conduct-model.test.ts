import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Dice } from '../../src/dice.js';
import { flatBehind } from '../../src/game/limits.js';
import {
  decide,
  evolve,
  isOddsId,
  RULEBOOK_IDS,
  RULEBOOKS,
  type RulebookId,
  saveTable,
  settle,
  type Table,
  type TableEvent,
  tableOptions,
  type Wager,
} from '../../src/index.js';
import { type Command, VERBS } from '../../src/table/index.js';
import { anyCommand, chance, moneyAt, playCrowd, seeds, threeAtTable } from './crowd.js';
import { asPlayer, crewOf, type Told } from './people.js';

const RUNS = Number(process.env['MODEL_RUNS'] ?? 10);
const crowd = (
  id: RulebookId,
  each: Parameters<typeof playCrowd>[2],
  after: (told: Told) => void = () => {},
  settings: Command = {},
) =>
  fc.assert(
    fc.property(seeds(), (list) => after(playCrowd(id, list, each, threeAtTable(id, settings)))),
    { numRuns: RUNS },
  );
/** A sign that leaves little room, where the book lets it say so. */
const tight = (id: RulebookId): Command =>
  RULEBOOKS[id].limits.sign.value.includes('player')
    ? { perPlayer: { min: 1_000, max: 6_000 }, perArea: { max: 4_000 } }
    : {};
const acted = (table: Table, command: Command): Table | null => {
  const decided = decide(table, command);
  return decided.ok ? decided.value.reduce<Table>(evolve, table) : null;
};
const topOf = (id: RulebookId) => crewOf(RULEBOOKS[id]).at(-1) as { role: string; id: string };
/** The table with the highest in rank on duty, should they have left. */
const attended = (table: Table): Table => {
  const { role, id } = topOf(table.game.rulebook.id);
  return acted(table, { do: 'staff', person: id, role }) ?? table;
};

/** What is only written down about a person or their chips moves nothing by itself; everything else must do something. */
const isRecord = (command: Command): boolean =>
  ['record-measure', 'clear-area', 'colour-up'].includes(String(command['do'])) ||
  command['refuses'] === true;
const stateOf = (table: Table): string => JSON.stringify({ ...saveTable(table), at: 0 });

describe.each(RULEBOOK_IDS)('%s: classes of defects that random people would find', (id) => {
  it('nothing is accepted that changes nothing', () => {
    const idle = new Set<string>();
    const check = (before: Table, after: Table, command: Command) => {
      if (isRecord(command)) return;
      if (stateOf(before) === stateOf(after)) idle.add(JSON.stringify(command));
    };
    crowd(id, ({ before, after, events, command }) => {
      if (events.length > 0) check(before, after, command);
      if (!events.some(({ event }) => event === 'rolled' || event === 'settled' || event === 'sat')) return;
      const here = attended(after);
      for (const act of tableOptions(here, { staff: topOf(id) }).acts)
        if (act.may) check(here, acted(here, act.command) as Table, act.command);
    });
    expect([...idle]).toEqual([]);
  });

  it.each(['as usual', 'with a tight sign'])(
    'the nearest amount that a refusal names is taken, %s',
    (how) => {
      let named = 0;
      const by = topOf(id);
      const check = ({ before, command }: { readonly before: Table; readonly command: Command }) => {
        for (const amount of command['do'] === 'bet' ? [1, 1_700, 5_000, 777_700] : []) {
          const bold = { ...command, amount, by };
          const decided = decide(before, bold);
          if (decided.ok || decided.refused.nearest === undefined) continue;
          named++;
          const again = decide(before, { ...bold, amount: decided.refused.nearest });
          expect(again, `${JSON.stringify(bold)} ${JSON.stringify(decided.refused)}`).toMatchObject({
            ok: true,
          });
        }
      };
      crowd(id, check, undefined, how === 'as usual' ? {} : tight(id));
      expect(named).toBeGreaterThan(RUNS);
    },
  );

  it('no wager that stands is won or lost for another amount because the sign or an agreement changes', () => {
    let compared = 0;
    crowd(id, ({ after, events }) => {
      if (!events.some(({ event }) => event === 'wagered' || event === 'settled')) return;
      const limits = { default: { min: 500, max: 500 } };
      const here = attended(after);
      const lower = acted(here, { do: 'change-limits', limits, multiplesOfMinimum: true, by: topOf(id) });
      if (lower === null) return;
      const asked = lower.game.players[0]?.name;
      const agreed = acted(lower, {
        do: 'personal-limits',
        player: asked,
        min: 500,
        max: 700,
        by: topOf(id),
      });
      for (const dice of THROWS) {
        const settled = JSON.stringify(settle(here.game, dice).settled);
        expect(JSON.stringify(settle(lower.game, dice).settled)).toBe(settled);
        if (agreed) expect(JSON.stringify(settle(agreed.game, dice).settled)).toBe(settled);
        compared++;
      }
    });
    expect(compared).toBeGreaterThan(RUNS);
  });

  it('whoever is excluded neither bets, calls nor throws, nor is anything placed again for them', () => {
    const check = (before: Table, events: readonly TableEvent[]) => {
      const out = before.guests.filter(({ excluded }) => excluded).map(({ player }) => player);
      for (const event of events) expect(actorsOf(event).filter((name) => out.includes(name))).toEqual([]);
    };
    crowd(id, ({ before, events, after }) => {
      check(before, events);
      for (const { person, player, excluded } of after.guests) {
        // Whom the table excluded is out; whoever else is was kept out by the house (R63), and on record.
        if (after.excluded.includes(person)) expect(excluded).toBe(true);
        const was = before.guests.some((guest) => guest.player === player && guest.excluded);
        const isKeptOut = events.some(
          (event) => event.event === 'person-kept-out' && event.person === person,
        );
        if (excluded && !was && !after.excluded.includes(person)) expect(isKeptOut).toBe(true);
      }
      if (!events.some(({ event }) => event === 'wagered' || event === 'thrower-authorised')) return;
      for (const { name } of after.game.players) {
        const ground = RULEBOOKS[id].conduct.people.breaches[0]?.id;
        const out = acted(attended(after), { do: 'exclude', player: name, ground, by: topOf(id) });
        if (out === null) continue;
        for (const command of attemptsOf(out, name)) {
          const decided = decide(out, command);
          check(out, decided.ok ? decided.value : []);
        }
      }
    });
  });

  it('at a closed table everybody can take what is theirs', () => {
    crowd(
      id,
      () => {},
      ({ table }) => {
        const closed = closedFrom(attended(table));
        if (closed === null) return;
        const empty = closed.game.players.reduce((now, { name }) => takenFrom(now, name), closed);
        expect(empty.game.players).toEqual([]);
      },
    );
  });

  it('a roll can be undone until the next throw whatever happened since, and nothing stands that could not', () => {
    let undone = 0;
    crowd(id, ({ after: left, events }) => {
      const after = events.some(({ event }) => event === 'settled' || event === 'rolled')
        ? withBetsSince(attended(left))
        : attended(left);
      const roll = after.past?.at(-1);
      if (roll === undefined || roll.invalidated || events.length === 0) return;
      const ground = RULEBOOKS[id].conduct.invalidation.disruption[0]?.id;
      const command = { do: 'invalidate', ground, by: topOf(id) };
      const decided = decide(after, command);
      expect(decided, stateOf(after)).toMatchObject({ ok: true });
      const back = acted(after, command) as Table;
      expect(moneyAt(back)).toBe(moneyAt(after));
      const [event] = decided.ok ? decided.value : [];
      if (event?.event !== 'outcome-invalidated' || event.how !== 'undone') return;
      undone++;
      expect(back.game.point).toBe(after.last?.before.point);
      expectSound(back);
      expect(acted(back, command)).toBeNull();
    });
    expect(undone).toBeGreaterThan(RUNS);
  });
});

const THROWS: readonly Dice[] = [
  [1, 1],
  [2, 2],
  [3, 4],
  [5, 3],
  [5, 6],
  [3, 3],
  [4, 5],
];

/** What somebody who is excluded might try, alone or by another's leave. */
function attemptsOf({ game, shooter }: Table, player: string): readonly Command[] {
  const by = topOf(game.rulebook.id);
  const wagers = game.players.find(({ name }) => name === player)?.wagers ?? [];
  return [
    ...(['pass', 'dont-pass', 'come', 'field'] as const).map((wager) => ({
      do: 'bet',
      player,
      wager,
      amount: 500,
    })),
    ...wagers.flatMap(({ spot: { wager } }) =>
      ['on', 'off'].map((to) => ({ do: 'call', player, wager, to, by })),
    ),
    { do: 'chips', player, amount: 500 },
    { do: 'accept', player },
    { do: 'authorise', player: shooter.shooter ?? player, thrower: player },
    { do: 'throw', player },
    { do: 'shoot', player },
    { do: 'roll', dice: [3, 3], by },
  ];
}

/** Who plays by an event. */
function actorsOf(event: TableEvent): readonly string[] {
  switch (event.event) {
    case 'wagered':
    case 'called':
    case 'chips-bought':
    case 'dice-accepted':
    case 'dice-chosen':
      return [event.player];
    case 'thrower-authorised':
      return [event.player, event.thrower];
    case 'dice-thrown':
      return [event.thrower ?? ''];
    case 'rolled':
      return event.replaced.map(({ player }) => player);
    default:
      return event.event === 'shot' && event.how === 'shooter' ? [event.player ?? ''] : [];
  }
}

/** The table with all that players might put down in view of the result. */
const withBetsSince = (table: Table): Table =>
  table.game.players.reduce(
    (now, { name: player }) =>
      SINCE.reduce(
        (before, wager) => acted(before, { do: 'bet', player, ...wager, amount: 500 }) ?? before,
        now,
      ),
    table,
  );
const SINCE = [
  { wager: 'pass' },
  { wager: 'dont-pass' },
  { wager: 'come' },
  { wager: 'dont-come' },
  { wager: 'pass-odds' },
  { wager: 'dont-pass-odds' },
  ...[4, 6, 9].map((number) => ({ wager: 'come-odds', number })),
  { wager: 'place', number: 8 },
];

/** Every odds wager has what it backs, and nothing stands for a point that is not on, or was placed against one. */
function expectSound({ game }: Table): void {
  const isNew = ({ spot, rolled, rescue }: Wager) =>
    (spot.wager === 'pass' || spot.wager === 'dont-pass') && !rolled && !rescue;
  for (const player of game.players)
    for (const wager of player.wagers) {
      const { spot } = wager;
      if (isNew(wager)) expect(game.point).toBeNull();
      if (isOddsId(spot.wager)) expect(flatBehind(game, player, spot), spot.wager).toBeDefined();
      if (spot.wager === 'dont-come' && spot.number === undefined) expect(game.point).not.toBeNull();
    }
}

/** The table closed as soon as it can be; null where a roll is under way. */
function closedFrom(table: Table): Table | null {
  const by = topOf(table.game.rulebook.id);
  const kind = table.game.rulebook.conduct.notices.closing.value;
  const notice = { do: 'announce-closing', ...(kind === 'sign' ? { from: table.at + 1_200_000 } : {}), by };
  const given = table.closing ? table : acted(table, notice);
  return given && acted(given, { do: 'close', at: Math.max(given.at, given.closing?.at ?? 0), by });
}

function takenFrom(table: Table, player: string): Table {
  const by = topOf(table.game.rulebook.id);
  const free = acted(table, { do: 'resolve-malfunction', player, how: 'confirmed', reason: 'checked', by });
  return acted(free ?? table, { do: 'leave', ...asPlayer(table, player) }) ?? table;
}

it('every verb is tried by the crowd', () => {
  const { table } = playCrowd('aruze', []);
  for (const verb of Object.keys(VERBS))
    expect(anyCommand(table, chance(1), verb)).toMatchObject({ do: verb });
});
