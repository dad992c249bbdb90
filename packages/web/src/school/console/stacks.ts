import { isWorking, nameOf, type Table, type Wager } from '@boxperson/rules';
import { placeOf, type Station } from '@boxperson/rules/dealing';
import { type LearnerAct, linesToDeal, type WholeRoll } from '@boxperson/rules/school';

/** A stack that lies before somebody. */
export interface Lying {
  readonly key: string;
  readonly player: string;
  readonly seat: number;
  readonly wager: Wager;
  readonly name: string;
  readonly working: boolean;
}

export const crewOf = ({ sheet }: WholeRoll): 'single' | 'ends' =>
  sheet.sheets.some(({ station }) => station === 'single') ? 'single' : 'ends';

const keyOf = (player: string, wager: Wager): string => `${wager.spot.index}/${player}`;

const stacksOn = ({ game }: Table): readonly Lying[] =>
  game.players.flatMap(({ name: player, seat, wagers }) =>
    wagers.map((wager) => ({
      key: keyOf(player, wager),
      player,
      seat,
      wager,
      name: nameOf(game.rulebook, wager.spot),
      working: isWorking(game, wager),
    })),
  );

/** What lies in a station's part of the layout: its own lines, and stacks that nothing is to be done with. */
export function lyingAt(roll: WholeRoll, station: Station): readonly Lying[] {
  const { before, sheet } = roll;
  const dealt = new Set(linesToDeal({ sheet }, station).map(({ id }) => id));
  const elsewhere = new Set(
    linesToDeal({ sheet })
      .filter(({ id }) => !dealt.has(id))
      .map(({ player, selection }) => `${player}/${JSON.stringify(selection)}`),
  );
  return stacksOn(before).filter(({ player, seat, wager }) => {
    const { index: _index, ...selection } = wager.spot;
    const { end } = placeOf(seat, before.settings.seats, crewOf(roll));
    const isHere = station === 'stick' || end === station;
    return isHere && !elsewhere.has(`${player}/${JSON.stringify(selection)}`);
  });
}

export const ACT_WORDS: Readonly<Record<LearnerAct, string>> = {
  take: 'Take',
  pay: 'Pay',
  return: 'Back',
  move: 'Move',
};
export const ACT_KEYS: Readonly<Record<LearnerAct, string>> = { take: 't', pay: 'p', return: 'b', move: 'm' };
