import type { EventName, TableEvent } from './event.js';
import type { Guest, Phase, Table } from './state.js';

// Since when a table stands as it does, from the times of its events alone: a restart changes nothing, and a record
// from before there were such times leads to them as well.

const WAGERS_OPEN: readonly Phase[] = ['offering', 'betting'];

/** Does the table stand as it did? Wagers, people and money do not start anybody's wait anew. */
const standsStill = (one: Table, other: Table): boolean =>
  one.phase === other.phase &&
  one.throws === other.throws &&
  one.noMoreBets === other.noMoreBets &&
  one.turns?.next === other.turns?.next &&
  one.turns?.otherEnd?.next === other.turns?.otherEnd?.next &&
  one.staff.length === other.staff.length &&
  one.dice.hand.length === other.dice.hand.length &&
  one.sheet?.open.length === other.sheet?.open.length &&
  hasSameShooter(one.shooter, other.shooter);

const hasSameShooter = (one: Table['shooter'], other: Table['shooter']): boolean =>
  one === other ||
  (one.shooter === other.shooter &&
    one.stick === other.stick &&
    one.offeredTo === other.offeredTo &&
    one.asked === other.asked &&
    one.declined.length === other.declined.length);

/** Wagers are open anew when a roll is settled, and when a void game lets everybody take theirs down (crown 5.2.2(b)). */
const opensWagers = (before: Table, after: Table, { event }: TableEvent): boolean =>
  event === 'game-voided' ||
  (WAGERS_OPEN.includes(after.phase) && before.phase !== 'thrown' && !WAGERS_OPEN.includes(before.phase));

/** What a player does who is not silent any more. */
const DEEDS: readonly EventName[] = ['wagered', 'took', 'called', 'dice-accepted', 'said-ready'];

function withoutReady({ ready: _ready, ...guest }: Guest): Guest {
  return guest;
}
function withoutSilent({ silent: _silent, ...guest }: Guest): Guest {
  return guest;
}

function guestsAfter({ guests }: Table, event: TableEvent): Table['guests'] {
  if (event.event === 'dice-thrown')
    return guests.some(({ ready }) => ready) ? guests.map(withoutReady) : guests;
  if (!DEEDS.includes(event.event) || !('player' in event)) return guests;
  const { player } = event;
  const isSilent = guests.some((guest) => guest.silent && guest.player === player);
  return isSilent ? guests.map((guest) => (guest.player === player ? withoutSilent(guest) : guest)) : guests;
}

/** The times of a table after an event. What an older save does not say begins with its last event. */
export function timesAfter(
  before: Table,
  after: Table,
  event: TableEvent,
): Pick<Table, 'guests' | 'since' | 'wagersSince'> {
  return {
    guests: guestsAfter(after, event),
    since: standsStill(before, after) ? (before.since ?? before.at) : event.at,
    wagersSince: opensWagers(before, after, event) ? event.at : (before.wagersSince ?? before.at),
  };
}
