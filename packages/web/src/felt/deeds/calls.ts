import {
  type Command,
  call as callWagers,
  type Game,
  nameOf,
  type Spot,
  type WagerId,
} from '@boxperson/rules';
import { type Acted, didOnly, leftOnly, together } from './acted.js';
import type { Desk, Step } from './desk.js';
import { plain, spotOfCommand } from './stake.js';

type What = Spot | WagerId | 'all';

/** Calls a wager, a kind or all on or off. */
export async function call(desk: Desk, what: What, to: 'on' | 'off'): Promise<Acted> {
  const commands = desk.isSeated ? callsOf(desk, what, to) : [];
  if (commands.length === 0) return desk.told(`There is nothing to call ${to}.`);
  const { round } = desk;
  const alone = commands.length === 1;
  const steps: Step[] = [];
  const parts: Acted[] = [];
  for (const command of commands) {
    const { game } = desk.table;
    const done = alone ? await desk.model.do(command) : await desk.model.quietly(command);
    const title = titleOf(game, command);
    parts.push(done.ok ? didOnly(`${title} ${to}`) : leftOnly(`${title}: ${plain(done.refused)}`));
    if (done.ok) steps.push(...uncalled(game, desk.player, command));
  }
  desk.push(steps, `calling ${to}`, round);
  return alone ? together(parts) : desk.tell(`Called ${to}, but for these`, together(parts));
}

function callsOf(desk: Desk, what: What, to: 'on' | 'off'): readonly Command[] {
  if (typeof what === 'object') {
    const number = what.number === undefined ? {} : { number: what.number };
    return [desk.asked({ do: 'call', wager: what.wager, ...number, to })];
  }
  const kinds =
    what === 'all' ? desk.spots.filter(({ call: may }) => may.may).map(({ spot }) => spot.wager) : [what];
  return [...new Set(kinds)].map((wager) => desk.asked({ do: 'call', wager, to }));
}

const titleOf = ({ rulebook }: Game, command: Command): string => {
  const spot = spotOfCommand(command);
  return spot ? nameOf(rulebook, spot) : (rulebook.wagers[command['wager'] as WagerId]?.name ?? '');
};

/** A call is undone by the opposite call where that leaves everything as it was (R4: it does not always). */
function uncalled(before: Game, player: string, command: Command): readonly Step[] {
  const { do: _do, by, ...asked } = command;
  const back = { ...asked, to: command['to'] === 'on' ? 'off' : 'on' };
  const once = callWagers(before, asked);
  const twice = once.ok ? callWagers(once.value.game, back) : once;
  const calledIn = (game: Game) =>
    JSON.stringify(game.players.find(({ name }) => name === player)?.wagers.map(({ called }) => called));
  if (!twice.ok || calledIn(twice.value.game) !== calledIn(before)) return [];
  return [
    { says: '', undo: [{ do: 'call', ...back, ...(by === undefined ? {} : { by }) }], redo: [command] },
  ];
}
