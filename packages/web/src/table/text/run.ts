import type { Refused } from '@boxperson/offices';
import { nameOf, type Rulebook, type Spot, spotOf, type Table } from '@boxperson/rules';
import type { Acted, TableActions } from '../../felt/actions.js';
import type { Done } from '../../model.js';
import { dollars } from '../../ui/money.js';
import { sayList } from '../../ui/words.js';
import type { Order, SimpleOrder } from './parse.js';

/** What an order came to, in a sentence or two. */
export interface Outcome {
  readonly ok: boolean;
  readonly says: string;
  /** A line that would be accepted instead. */
  readonly instead?: string;
}

const SIT_DOWN_WITH = 100_000;

const done = (says: string): Outcome => ({ ok: true, says });

/** Carries an order out. Everything that decides is behind `actions`: the house and the rules. */
export async function run(
  order: Order,
  actions: TableActions,
  table: Table,
  player: string | null,
): Promise<Outcome> {
  const book = table.game.rulebook;
  const say = (answer: Done, says: string, line?: (amount: number) => string) =>
    answer.ok ? done(says) : refused(answer.refused, line);
  switch (order.kind) {
    case 'put':
      return say(
        await actions.put(order.spot, order.amount),
        `${nameOf(book, order.spot)}: ${dollars(order.amount)} is on.`,
        (nearest) => `${plainAmount(nearest)} ${nameOf(book, order.spot)}`,
      );
    case 'take':
      return say(
        await actions.take(order.spot, order.amount),
        `${nameOf(book, order.spot)}: ${order.amount === undefined ? 'taken down' : `${dollars(order.amount)} taken`}.`,
        (nearest) => `take ${plainAmount(nearest)} ${nameOf(book, order.spot)}`,
      );
    case 'move':
      return say(
        await actions.move(order.from, order.to, order.amount),
        `Moved to ${nameOf(book, order.to)}.`,
      );
    case 'odds':
      return runOdds(order, actions, table, player);
    case 'call':
      return acted(await actions.call(order.what, order.to), `Called ${order.to}.`);
    case 'pattern':
      return acted(await actions.pattern(order.name, order.amount), 'Done.');
    case 'save-pattern':
      return acted(actions.savePattern(order.name), 'Saved.');
    case 'stay':
      actions.setStayUp(order.to);
      return done(order.to === 'on' ? 'New wagers stay up when they win.' : 'Winning wagers come down.');
    case 'buy-in':
      return say(await actions.buyIn(order.amount), `${dollars(order.amount)} more at the table.`);
    case 'collect':
      return say(await actions.collect(order.amount), 'Collected to your account.');
    case 'sit':
      return runSit(order.seat, actions, table, player);
    default:
      return runSimple(order.kind, actions);
  }
}

async function runSimple(kind: SimpleOrder, actions: TableActions): Promise<Outcome> {
  const say = (answer: Done, says: string) => (answer.ok ? done(says) : refused(answer.refused));
  switch (kind) {
    case 'undo':
      return acted(await actions.undo(), 'Undone.');
    case 'redo':
      return acted(await actions.redo(), 'Done again.');
    case 'clear':
      return acted(await actions.clear(), 'Cleared.');
    case 'repeat':
      return acted(await actions.repeat(), 'Repeated.');
    case 'double':
      return acted(await actions.double(), 'Doubled.');
    case 'half':
      return acted(await actions.half(), 'Halved.');
    case 'max-odds':
      return acted(await actions.maxOdds(), 'The most odds are on.');
    case 'shoot':
      return say(await actions.shoot(), 'You throw: at once, or when the time to bet is over.');
    case 'accept':
      return say(await actions.acceptDice(), 'You have the dice.');
    case 'decline':
      return say(await actions.decline(), 'The dice go on to the next player.');
    case 'pass-dice':
      return say(await actions.passDice(), 'You passed the dice.');
    case 'refuse-line':
      return say(await actions.refuseLine(), 'No line wager.');
    case 'ready':
      return say(await actions.ready(), 'Noted: you need no more time to bet.');
    case 'leave':
      return say(await actions.leave(), 'You left the table.');
    default:
      return done('');
  }
}

/** Without a spot the odds go behind the line wager that stands. */
async function runOdds(
  { spot, amount }: Extract<Order, { kind: 'odds' }>,
  actions: TableActions,
  table: Table,
  player: string | null,
): Promise<Outcome> {
  const book = table.game.rulebook;
  const flat = spot ?? lineOf(table, player);
  if (flat === null)
    return { ok: false, says: 'Odds go behind a line wager, and you have none.', instead: '10 pass' };
  const answer = await actions.odds(flat, amount);
  if (!answer.ok)
    return refused(answer.refused, (nearest) => `odds ${plainAmount(nearest)} ${phraseOf(flat)}`);
  return done(
    `Odds behind ${nameOf(book, flat)}: ${amount === 'max' ? 'as much as may be' : dollars(amount)}.`,
  );
}

const lineOf = ({ game }: Table, player: string | null): Spot | null => {
  const wagers = game.players.find(({ name }) => name === player)?.wagers ?? [];
  const lines = [spotOf('pass'), spotOf('dont-pass')];
  return lines.find((line) => wagers.some(({ spot }) => spot === line)) ?? null;
};

async function runSit(
  seat: number | undefined,
  actions: TableActions,
  table: Table,
  player: string | null,
): Promise<Outcome> {
  if (player !== null) return { ok: false, says: 'You sit at this table already.' };
  const taken = new Set(table.game.players.map((one) => one.seat));
  const free = Array.from({ length: table.settings.seats }, (_, place) => place + 1).find(
    (place) => !taken.has(place),
  );
  const place = seat ?? free;
  if (place === undefined) return { ok: false, says: 'No place is free.' };
  const answer = await actions.sit(place, SIT_DOWN_WITH);
  return answer.ok
    ? done(`You sit at seat ${place} with ${dollars(SIT_DOWN_WITH)}.`)
    : refused(answer.refused);
}

/** The refusal in full: why, by which clause, and what would be accepted. */
function refused({ message, clause, ruling, nearest }: Refused, line?: (nearest: number) => string): Outcome {
  const by = clause ? ` (rule ${clause})` : ruling ? ` (our reading, ${ruling})` : '';
  return {
    ok: false,
    says: `Not accepted: ${message}${by}`,
    ...(nearest === undefined || !line ? {} : { instead: line(nearest) }),
  };
}

const acted = ({ ok, did, left }: Acted, plain: string): Outcome => {
  const says = [
    ...(did.length > 0 ? [`${sayList(did)}.`] : ok ? [plain] : []),
    ...left.map((line) => `${line}${/[.!?]$/.test(line) ? '' : '.'}`),
  ];
  return { ok: ok || did.length > 0, says: says.join(' ') };
};

const plainAmount = (cents: number): string => dollars(cents).slice(1).replaceAll(',', '');

const phraseOf = ({ wager, number }: Spot): string =>
  `${wager.replaceAll('-', ' ')}${number === undefined ? '' : ` ${number}`}`;

/** What may be typed, with examples that fit this table. */
export const helpFor = (book: Rulebook): readonly (readonly [line: string, does: string])[] => [
  ['10 pass', `$10 on the ${book.wagers.pass?.name ?? 'line'}`],
  ['12 place 6', '$12 on the 6; also buy, lay, hard 8, field, horn …'],
  ['odds max', 'the most odds behind every wager that carries them'],
  ['odds 20 come 5', '$20 odds behind the come wager on 5'],
  ['off place · on all', 'call wagers off or on'],
  ['take place 6', 'take a wager down; take 5 place 6 takes a part'],
  ['move place 6 to place 8', 'move a wager'],
  ['undo · redo · clear · repeat · double', 'until bets close'],
  ['10 across · 10 inside', 'patterns; save sunday keeps what stands'],
  ['stay on · stay off', 'whether winning place wagers stay up'],
  ['accept · decline · shoot · pass', 'take the dice, leave them, throw, pass them on'],
  ['ready', 'you need no more time to bet before the throw'],
  ['chips 100 · collect', 'more to the table; credits to your account'],
  ['sit · leave', 'come and go'],
];
