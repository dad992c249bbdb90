import { type Command, nameOf, type Power, type Rulebook, type Table, type Wager } from '@boxperson/rules';
import { selectionOf } from '../../felt/actions.js';

/** One of a few: a ground of the book, a wager of the player, what becomes of the money. */
export interface Choice {
  readonly id: string;
  readonly says: string;
  readonly clause?: string | null;
}

/** What was put into the panel so far. */
export interface Filled {
  readonly player: string | null;
  readonly choice: string | null;
  readonly extra: string | null;
  readonly note: string;
  readonly amount: number | null;
}
export const NOTHING_FILLED: Filled = { player: null, choice: null, extra: null, note: '', amount: null };

/** Something that the box decides, or somebody above it. */
export interface BoxAct {
  readonly id: string;
  readonly says: string;
  readonly power: Power;
  /** Is it about one player? */
  readonly about: 'player' | 'table';
  /** What to choose from; none where there is nothing to choose. */
  readonly choices?: (table: Table, player: string | null) => readonly Choice[];
  readonly choosing?: string;
  /** A second choice, where the book leaves one. */
  readonly extras?: (table: Table, filled: Filled) => readonly Choice[];
  readonly note?: 'wanted';
  readonly notes?: readonly string[];
  readonly amount?: (filled: Filled) => boolean;
  readonly command: (filled: Filled, table: Table) => Command;
}

const groundChoices = (list: readonly { id: string; text: string; clause: string }[]): readonly Choice[] =>
  list.map(({ id, text, clause }) => ({ id, says: text, clause }));

const wagersOf = ({ game }: Table, player: string | null): readonly Wager[] =>
  game.players.find(({ name }) => name === player)?.wagers ?? [];

const refuseWager: BoxAct = {
  id: 'refuse-wager',
  says: 'Refuse a wager',
  power: 'refuse-wager',
  about: 'player',
  choosing: 'Which wager?',
  choices: (table, player) =>
    wagersOf(table, player).map(({ spot }) => ({
      id: String(spot.index),
      says: nameOf(table.game.rulebook, spot),
    })),
  note: 'wanted',
  notes: ['Said too late', 'Chips not in order', 'Not clear whose it is'],
  command: ({ player, choice, note }, table) => ({
    do: 'refuse-wager',
    player,
    ...selectionOf(wagersOf(table, player).find(({ spot }) => String(spot.index) === choice)?.spot as never),
    reason: note,
  }),
};

const barWagers: BoxAct = {
  id: 'bar-wagers',
  says: 'Bar further wagers',
  power: 'refuse-wager',
  about: 'player',
  choosing: 'On which ground?',
  choices: ({ game }) => groundChoices(game.rulebook.conduct.people.breaches.filter(({ bars }) => bars)),
  command: ({ player, choice }) => ({ do: 'bar-wagers', player, ground: choice }),
};

const onBreach = (id: 'void-wagers' | 'exclude', says: string, power: Power): BoxAct => ({
  id,
  says,
  power,
  about: 'player',
  choosing: 'On which ground?',
  choices: ({ game }) => groundChoices(game.rulebook.conduct.people.breaches),
  command: ({ player, choice }) => ({ do: id, player, ground: choice }),
});

const findInvalid: BoxAct = {
  id: 'find-invalid',
  says: 'Find wagers invalid',
  power: 'void-wagers',
  about: 'player',
  choosing: 'Why?',
  choices: () => [
    { id: 'card', says: 'No valid card of their own' },
    { id: 'for-another', says: 'Placed for somebody else' },
  ],
  command: ({ player, choice }) => ({ do: 'find-invalid', player, why: choice }),
};

const orderPass: BoxAct = {
  id: 'order-pass',
  says: 'Order the dice on',
  power: 'order-pass',
  about: 'table',
  choosing: 'On which ground?',
  choices: ({ game }) => groundChoices(game.rulebook.conduct.shooter.orderGrounds),
  command: ({ choice }) => ({ do: 'order-pass', ground: choice }),
};

const invalidate: BoxAct = {
  id: 'invalidate',
  says: 'Invalidate outcome',
  power: 'invalidate-outcome',
  about: 'table',
  choosing: 'On which ground?',
  choices: ({ game }) => {
    const { disruption, fraud } = game.rulebook.conduct.invalidation;
    return groundChoices([...disruption, ...fraud]);
  },
  extras: ({ game }, { choice }) => moneyChoices(game.rulebook, choice, game.players),
  command: ({ choice, extra }) => ({
    do: 'invalidate',
    ground: choice,
    ...(extra === 'stands' ? { money: 'stands' } : {}),
    ...(extra?.startsWith(FORFEIT) ? { forfeit: [extra.slice(FORFEIT.length)] } : {}),
  }),
};

const FORFEIT = 'forfeit:';

/** Refunded; left as it fell where the book does not insist; a fraudster's forfeited where it allows that. */
function moneyChoices(
  { conduct: { invalidation } }: Rulebook,
  ground: string | null,
  players: readonly { readonly name: string }[],
): readonly Choice[] {
  const isFraud = invalidation.fraud.some(({ id }) => id === ground);
  const forfeits = isFraud && invalidation.forfeit.value === 'fraudster' ? players : [];
  return [
    { id: 'refunded', says: 'Wagers are refunded' },
    ...(invalidation.refund.value === 'may' ? [{ id: 'stands', says: 'The money stands as it fell' }] : []),
    ...forfeits.map(({ name }) => ({
      id: `${FORFEIT}${name}`,
      says: `Refunded, ${name}'s forfeited`,
    })),
  ];
}

const vacate: BoxAct = {
  id: 'vacate',
  says: 'Ask to vacate',
  power: 'vacate-idle',
  about: 'player',
  command: ({ player }) => ({ do: 'vacate', player }),
};

/** R59: whoever decides the faces frees the place of somebody who is away. */
const release: BoxAct = {
  id: 'release',
  says: 'Free a place',
  power: 'decide-face',
  about: 'player',
  command: ({ player }) => ({ do: 'release', player }),
};

const measure = (
  id: 'detain' | 'confiscate-device' | 'seize-winnings' | 'recommend-exclusion',
  says: string,
) =>
  ({
    id,
    says,
    power: id,
    about: 'player',
    note: 'wanted',
    ...(id === 'seize-winnings' ? { amount: () => true } : {}),
    command: ({ player, note, amount }) => ({
      do: 'record-measure',
      player,
      measure: id,
      note,
      ...(amount === null ? {} : { amount }),
    }),
  }) satisfies BoxAct;

const closing: BoxAct = {
  id: 'announce-closing',
  says: 'Notice of closing',
  power: 'close-table',
  about: 'table',
  command: (_filled, { game, at }) => {
    const { closing: kind, closingMinutes } = game.rulebook.conduct.notices;
    const from = { from: Math.max(at, Date.now()) + closingMinutes.value.minutes * 60_000 };
    return { do: 'announce-closing', ...(kind.value === 'sign' ? from : {}) };
  },
};

const close: BoxAct = {
  id: 'close',
  says: 'Close the table',
  power: 'close-table',
  about: 'table',
  command: () => ({ do: 'close' }),
};

/** Everything, in the order in which it is likely to be wanted. */
export const BOX_ACTS: readonly BoxAct[] = [
  orderPass,
  refuseWager,
  barWagers,
  onBreach('void-wagers', 'Void wagers', 'void-wagers'),
  findInvalid,
  onBreach('exclude', 'Exclude', 'exclude-player'),
  invalidate,
  vacate,
  release,
  measure('seize-winnings', 'Seize winnings'),
  measure('confiscate-device', 'Confiscate a device'),
  measure('detain', 'Have held'),
  measure('recommend-exclusion', 'Recommend exclusion'),
  closing,
  close,
];

/** Acts that this book knows: the power is somebody's, and there is something to choose where it takes a choice. */
export const actsIn = (table: Table): readonly BoxAct[] =>
  BOX_ACTS.filter(({ id, power, choices }) => {
    if (table.game.rulebook.powers[power] === null) return false;
    if (id === 'release') return table.guests.some(({ away }) => away !== undefined);
    if (id === 'find-invalid') return table.game.rulebook.conduct.invalidWagers.value !== 'none';
    return id === 'refuse-wager' || !choices || choices(table, null).length > 0;
  });

/** What a breach is about: there the book has more to say. */
export const isOfBreach = ({ id }: BoxAct): boolean =>
  [
    'void-wagers',
    'exclude',
    'find-invalid',
    'detain',
    'confiscate-device',
    'seize-winnings',
    'bar-wagers',
  ].includes(id);
