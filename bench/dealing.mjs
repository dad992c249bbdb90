import { decide, evolve, must, NUMBERS, openTable, rulebook } from '@boxperson/rules';
import { DEALING_PROFILES, dealingSheet } from '@boxperson/rules/dealing';
import { report, secondsFor } from './report.mjs';

const FLOAT = [100, 500, 2_500, 10_000, 50_000].map((chip) => ({ chip, count: 2_000 }));
/** Twelve wagers of every player, all of them decided by a seven. */
const WAGERS = [
  { wager: 'pass', amount: 1_000 },
  ...NUMBERS.map((number) => ({ wager: 'place', number, amount: 3_000 })),
  ...[4, 6, 8, 10].map((number) => ({ wager: 'hardway', number, amount: 500 })),
  { wager: 'pass-odds', amount: 2_000 },
];

function stepsTo(rulebookId) {
  const opened = must(openTable({ rulebook: rulebookId, limits: { default: { min: 500, max: 100_000 } } }));
  let table = opened.reduce(evolve, null);
  const top = { role: rulebook(rulebookId).roles.at(-1).id, id: 'top' };
  const go = (command) => {
    const before = table;
    const events = must(decide(table, { at: 0, ...command }));
    table = events.reduce(evolve, table);
    return { before, event: events[0], after: table };
  };
  return { go, top, now: () => table };
}

/** A full table just before a throw, and the dice. */
function fullTable(book) {
  const { go, top, now } = stepsTo(book);
  go({ do: 'staff', person: top.id, role: top.role });
  const names = Array.from({ length: 16 }, (_, i) => `p${i + 1}`);
  for (const [i, player] of names.entries()) go({ do: 'sit', player, seat: i + 1, bankroll: 1e9 });
  go({ do: 'offer', by: top });
  go({ do: 'accept', player: 'p1' });
  go({ do: 'choose', player: 'p1', dice: now().dice.bowl.slice(0, 2) });
  const betAll = (wagers) => {
    for (const player of names) for (const wager of wagers) go({ do: 'bet', player, ...wager });
  };
  betAll(WAGERS.slice(0, -1));
  go({ do: 'throw', player: 'p1' });
  go({ do: 'roll', dice: [3, 2], by: top });
  go({ do: 'settle', by: top });
  betAll(WAGERS.slice(-1));
  go({ do: 'throw', player: 'p1' });
  return { table: now(), top };
}

const TIMES = 200;

/** A sheet of 16 players with 12 wagers each on a seven out, beside the roll that it is made from. */
export function benchDealing(title, books) {
  const rows = [];
  for (const book of books) {
    const { table, top } = fullTable(book);
    const roll = () =>
      must(decide(table, { do: 'roll', dice: [3, 4], at: 0, by: top })).reduce(evolve, table);
    const [event] = must(decide(table, { do: 'roll', dice: [3, 4], at: 0, by: top }));
    const after = evolve(table, event);
    const time = (work) => {
      for (let i = 0; i < TIMES; i++) work();
      return (
        (secondsFor(() => {
          for (let i = 0; i < TIMES; i++) work();
        }) /
          TIMES) *
        1e6
      );
    };
    const rolls = time(roll);
    rows.push([`${book}, the roll itself`, rolls, 'µs', `${event.settled.length} wagers decided`]);
    for (const profile of DEALING_PROFILES) {
      const sheet = time(() => dealingSheet(table, event, after, profile, FLOAT));
      rows.push([`${book}, sheet: ${profile.id}`, sheet, 'µs', `${(sheet / rolls).toFixed(1)} rolls`]);
    }
  }
  report(title, rows);
}
