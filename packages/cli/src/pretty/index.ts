import type { Happening, Played, Rolled } from '@boxperson/rules';
import { tellConduct } from './conduct.js';
import { blankMemory, type Memory } from './memory.js';
import type { Colours } from './page.js';
import { tellNoRoll, tellRoll } from './roll.js';
import { tellOpen } from './sign.js';
import { tellEnd, tellLayout } from './standing.js';
import { type Asked, tellBet, tellCall, tellExchange, tellRefusal, tellSit, tellTake } from './talk.js';

/** A script told to a person: line by line as it is played, and a word at the end. */
export interface Account {
  tell(played: Played, text: string): string;
  end(): string;
}

export function makeAccount(colours: Colours): Account {
  const memory = blankMemory();
  return {
    tell(played, text) {
      const told = tellLine(memory, played, text, colours);
      memory.game = played.game;
      return told;
    },
    end: () => tellEnd(memory, colours),
  };
}

function tellLine(memory: Memory, played: Played, text: string, colours: Colours): string {
  memory[played.happened ? 'accepted' : 'refused']++;
  const asked = askedIn(text);
  if (played.happened === null) return tellRefusal(memory, played, asked, colours);
  return tellHappening(memory, played.happened, played.line, asked, colours);
}

/** Lines come from strangers: anything that is no object asks for nothing. */
function askedIn(text: string): Asked {
  try {
    const asked: unknown = JSON.parse(text);
    return typeof asked === 'object' && asked !== null ? (asked as Asked) : {};
  } catch {
    return {};
  }
}

function tellHappening(
  memory: Memory,
  happened: Happening,
  line: number,
  asked: Asked,
  colours: Colours,
): string {
  const { game } = happened;
  const before = memory.game ?? game;
  switch (happened.did) {
    case 'open':
      return tellOpen(game, colours);
    case 'sit':
      return tellSit(memory, game, happened.player, colours);
    case 'exchange':
      return tellExchange(memory, happened.exchanged, colours);
    case 'bet':
      return tellBet(memory, before, happened.placed, asked, colours);
    case 'take':
      return tellTake(memory, happened.taken, colours);
    case 'call':
      return tellCall(memory, happened.called, happened.to, colours);
    case 'roll':
      rememberRoll(memory, happened.rolled);
      return tellRoll(before, happened.rolled, memory.rolls, line, colours);
    case 'no-roll':
      memory.speaker = null;
      return tellNoRoll(happened.reason, line, colours);
    case 'layout':
      memory.speaker = null;
      return tellLayout(game, line, colours);
    case 'conduct':
      return tellConduct(memory, happened, line, asked, colours);
  }
}

function rememberRoll(memory: Memory, { replaced, settled }: Rolled): void {
  memory.rolls++;
  memory.speaker = null;
  for (const { commission } of replaced) memory.commission += commission;
  for (const { commissionReturned = 0 } of settled) memory.commission -= commissionReturned;
}
