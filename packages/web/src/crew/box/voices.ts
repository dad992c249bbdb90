import type { Proposal } from '@boxperson/offices';
import { type Command, nameOf, type Rulebook, type Table } from '@boxperson/rules';
import { useCallback, useEffect, useState } from 'react';
import { spotOfCommand } from '../../felt/actions.js';
import { api } from '../../staff/session.js';
import { dollars } from '../../ui/money.js';
import { useCrew } from '../crew.js';
import { seatOf } from '../words.js';

/** Dice in the air wait for nobody. */
const POLL_MS = 1_000;

/** What waits for a second voice at this table, and how to look again at once. */
export function useVoices(): readonly [readonly Proposal[], look: () => void] {
  const { id, state } = useCrew();
  const [waiting, setWaiting] = useState<readonly Proposal[]>([]);
  const look = useCallback(() => {
    const here = `/api/proposals?to=${encodeURIComponent(`table/${id}`)}`;
    api.get<readonly Proposal[]>(here).then(setWaiting, () => {});
  }, [id]);
  useEffect(() => {
    if (!state.online) return;
    look();
    const timer = setInterval(look, POLL_MS);
    return () => clearInterval(timer);
  }, [look, state.online]);
  return [waiting, look];
}

/** The wager or the decision that was announced, in words. */
export function sayWanted(table: Table, wanted: Command): string {
  if (wanted['do'] === 'bet') return sayWager(table, wanted);
  const player = typeof wanted['player'] === 'string' ? ` ${seatOf(table, wanted['player'])}` : '';
  return `${ACTS[String(wanted['do'])] ?? String(wanted['do'])}${player}${sayGround(table.game.rulebook, wanted)}`;
}

const ACTS: Readonly<Record<string, string>> = {
  invalidate: 'Invalidate the outcome of the last roll',
  'find-invalid': 'Wagers found invalid:',
};

function sayGround({ conduct }: Rulebook, { ground }: Command): string {
  const { disruption, fraud } = conduct.invalidation;
  const found = [...disruption, ...fraud].find(({ id }) => id === ground);
  return found ? `: ${found.text}` : '';
}

function sayWager(table: Table, command: Command): string {
  const { player, amount, oral, wager } = command;
  const spot = spotOfCommand(command);
  const where = spot ? nameOf(table.game.rulebook, spot) : String(wager);
  const how = oral === true ? 'by word of mouth' : 'late';
  return `${seatOf(table, String(player))}: ${dollars(Number(amount))} on ${where}, ${how}`;
}
