import { compile, makeStrategy, type Strategy, type StrategyFile } from '@boxperson/odds';
import type { OpenSettings, Refusal, RulebookId, TableSign } from '@boxperson/rules';

/** Enough to meet every wager of a strategy; the whole table of states is not wanted here. */
const STATES = 400;

/** Why a rulebook and its sign do not allow a strategy; null when they do. */
export function whyNotAt(file: StrategyFile, rulebook: RulebookId, sign: TableSign): Refusal | null {
  const { perPlayer: _player, perArea: _area, ...settings } = sign;
  const made = compile(makeStrategy(file) as Strategy, { rulebook, ...settings } as OpenSettings, {
    statesMax: STATES,
  });
  return !made.ok && made.why.why === 'refused' ? made.why.refused : null;
}
