import type { OwedLine } from '../dealing/owed.js';
import { isWord, show } from '../game/input.js';
import { findPlayer, type Game, type Player, withPlayer } from '../game/state.js';
import { type Cents, makeDollars } from '../money.js';
import type { Result } from '../result.js';
import type { EventOf, Happened } from './event.js';
import { openOf, settleFirst } from './open-lines.js';
import { withRoll } from './past.js';
import type { DealtSheet, LastRoll, PastRoll, Table } from './state.js';
import { settledNow } from './throwing.js';
import { bad, type Evolvers, happened, isSum, need, refused, ruleOf, under, verb } from './verb.js';

// R54: where people deal, the dice wait until every line of the sheet is done.

/** A line of the sheet that is open, or why it is not. */
function openLine(table: Table, id: string): Result<OwedLine> {
  const line = openOf(table).find((one) => one.id === id);
  if (line) return { ok: true, value: line };
  const isDone = table.sheet?.differs.some((one) => one.id === id);
  return isDone
    ? refused('nothing-to-do', settleFirst(table), `${id} is done: it was paid otherwise than owed.`)
    : bad(
        `line ${show(id)} is not open: ${
          openOf(table)
            .map((one) => one.id)
            .join(', ') || 'none is'
        }`,
      );
}

const whyNoSheet = (table: Table): Result<never> | null =>
  table.sheet
    ? null
    : refused('not-allowed', settleFirst(table), 'Nobody deals by a sheet at this table: settle the roll.');

/** With the last line the roll is settled, in the same breath. */
const andSettled = (table: Table, left: number): readonly Happened[] => (left === 0 ? settledNow(table) : []);

const dealsLines = verb({
  fields: { lines: 'names' },
  power: 'settle-wagers',
  act: 'deal',
  phases: ['settling'],
  run: (table, asked) => {
    const none = whyNoSheet(table);
    if (none) return none;
    const lines = [...new Set(asked.fields.lines)];
    if (lines.length === 0) return bad('lines must name at least one line of the sheet');
    const unknown = lines.map((id) => openLine(table, id)).find((line) => !line.ok);
    if (unknown && !unknown.ok) return unknown;
    const left = openOf(table).length - lines.length;
    return happened(
      { event: 'lines-dealt', lines, ...under(table.game.rulebook.powers['settle-wagers']) },
      ...andSettled(table, left),
    );
  },
});

const dealsDifferently = verb({
  fields: { line: 'known', paid: 'cents', note: 'text' },
  power: 'settle-wagers',
  act: 'deal',
  phases: ['settling'],
  run: (table, asked) => {
    const none = whyNoSheet(table);
    if (none) return none;
    const line = openLine(table, asked.fields.line);
    if (!line.ok) return line;
    const { paid, note } = asked.fields;
    const { player, owed, id } = line.value;
    const why = whyNotPaid(table, line.value, paid);
    if (why) return why;
    return happened(
      {
        event: 'line-differs',
        line: id,
        player,
        owed,
        paid,
        note,
        ...under(settleFirst(table)),
        ruling: 'R54',
      },
      ...andSettled(afterDiffering(table, line.value, paid), openOf(table).length - 1),
    );
  },
});

function whyNotPaid(table: Table, { owed, player: name }: OwedLine, paid: Cents): Result<never> | null {
  const rule = settleFirst(table);
  if (paid === owed)
    return refused('nothing-to-do', rule, `${makeDollars(paid)} is what is owed: the line is dealt.`);
  const player = findPlayer(table.game, name) as Player;
  return player.balance + paid - owed >= 0
    ? null
    : refused('insufficient', rule, `${name} has not got so much less: what was owed has been taken since.`);
}

const wavesThrough = verb({
  fields: { reason: 'text' },
  power: 'wave-through',
  act: 'wave a roll through',
  phases: ['settling'],
  run: (table, asked) => {
    const none = whyNoSheet(table);
    if (none) return none;
    const open = openOf(table).map(({ id }) => id);
    const rule = ruleOf(table, 'wave-through');
    if (open.length === 0) return refused('nothing-to-do', rule, 'No line is open: settle the roll.');
    return happened(
      { event: 'sheet-waved', open, reason: asked.fields.reason, ...under(rule) },
      ...settledNow(table),
    );
  },
});

export const sheetVerbs = {
  'deal-lines': dealsLines,
  'deal-differently': dealsDifferently,
  'wave-through': wavesThrough,
} as const;

function sheetOf({ sheet }: Table): DealtSheet {
  need(sheet !== undefined, 'lines of a sheet that is not there');
  return sheet;
}

function needOpen({ open }: DealtSheet, id: string): OwedLine {
  const line = open.find((one) => one.id === id);
  need(line !== undefined, `a line that is not open: ${id}`);
  return line;
}

const closed = (sheet: DealtSheet, lines: readonly string[]): DealtSheet => ({
  ...sheet,
  open: sheet.open.filter(({ id }) => !lines.includes(id)),
  begun: true,
});

/** What was really paid goes from the house to the player, or stays with it. */
function paidOtherwise(game: Game, name: string, more: Cents): Game {
  const player = findPlayer(game, name);
  need(player !== undefined && player.balance + more >= 0, `${name} has not got that much`);
  const balance = player.balance + more;
  return { ...game, house: game.house - more, players: withPlayer(game, { ...player, balance }) };
}

type Decided = { readonly player: string; readonly spot: number; readonly winnings: Cents };

const isOn = ({ player, spot }: OwedLine, one: Decided): boolean =>
  one.player === player && one.spot === spot;

/** What comes back if the roll is found wanting is what was paid. */
const reallyWon = <T extends Decided>(line: OwedLine, more: Cents, one: T): T =>
  isOn(line, one) ? { ...one, winnings: Math.max(0, one.winnings + more) } : one;

const inLast = (last: LastRoll | null, line: OwedLine, more: Cents): LastRoll | null =>
  last && { ...last, settled: last.settled.map((one) => reallyWon(line, more, one)) };

const inPast =
  (line: OwedLine, more: Cents) =>
  (roll: PastRoll): PastRoll => ({
    ...roll,
    settled: roll.settled.map((one) =>
      isOn(line, one) ? { ...reallyWon(line, more, one), got: one.got + more } : one,
    ),
  });

function afterDiffering(table: Table, line: OwedLine, paid: Cents): Table {
  const sheet = sheetOf(table);
  const more = paid - line.owed;
  return {
    ...table,
    game: paidOtherwise(table.game, line.player, more),
    last: inLast(table.last, line, more),
    ...(table.past ? { past: withRoll(table, table.throws, inPast(line, more)) } : {}),
    sheet: { ...closed(sheet, [line.id]), differs: [...sheet.differs, { ...line, paid }] },
  };
}

function evolveDiffers(table: Table, { line: id, player, owed, paid }: EventOf<'line-differs'>): Table {
  const line = needOpen(sheetOf(table), id);
  need(line.player === player && line.owed === owed, 'a line of another payment');
  need(isSum(paid), 'paid in no money');
  return afterDiffering(table, line, paid);
}

export const sheetEvents: Evolvers<'lines-dealt' | 'line-differs' | 'sheet-waved'> = {
  'lines-dealt': (table, { lines }) => {
    const sheet = sheetOf(table);
    need(lines.length > 0 && new Set(lines).size === lines.length, 'no line, or one twice');
    for (const id of lines) needOpen(sheet, id);
    return { ...table, sheet: closed(sheet, lines) };
  },
  'line-differs': evolveDiffers,
  'sheet-waved': (table, { open }) => {
    const sheet = sheetOf(table);
    need(
      open.length > 0 && open.length === sheet.open.length && open.every(isWord),
      'other lines than are open',
    );
    for (const id of open) needOpen(sheet, id);
    return { ...table, sheet: { ...sheet, open: [] } };
  },
};
