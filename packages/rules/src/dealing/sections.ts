import { isPointNumber, type Total } from '../dice.js';
import type { RollCall } from '../game/index.js';
import type { Spot, WagerId } from '../wager.js';

/** Parts of the layout that a crew takes from and pays one after the other. */
export const SECTIONS = [
  'line',
  'dont-line',
  'field',
  'dont-come-box',
  'come-points',
  'come-box',
  'place-buy',
  'big',
  'against-numbers',
  'hardways',
  'one-roll',
] as const;
export type Section = (typeof SECTIONS)[number];

/** What stands in the middle, before the stick. */
export const CENTRE: readonly Section[] = ['hardways', 'one-roll'];
export const isCentre = (section: Section): boolean => CENTRE.includes(section);

/** The sections of those wagers that have one whatever they are about; all others are one-roll wagers of the centre. */
const BY_WAGER: { readonly [Id in WagerId]?: Section } = {
  pass: 'line',
  'pass-odds': 'line',
  'dont-pass': 'dont-line',
  'dont-pass-odds': 'dont-line',
  'come-odds': 'come-points',
  'dont-come-odds': 'against-numbers',
  place: 'place-buy',
  buy: 'place-buy',
  'place-lose': 'against-numbers',
  lay: 'against-numbers',
  hardway: 'hardways',
  'big-6': 'big',
  'big-8': 'big',
  field: 'field',
};

export function sectionOf({ wager, number }: Pick<Spot, 'wager' | 'number'>): Section {
  if (wager === 'come') return number === undefined ? 'come-box' : 'come-points';
  if (wager === 'dont-come') return number === undefined ? 'dont-come-box' : 'against-numbers';
  return BY_WAGER[wager] ?? 'one-roll';
}

/** The kinds of result that are dealt differently. */
export const RESULTS = [
  'come-out-7',
  'come-out-11',
  'come-out-craps',
  'point-set',
  'point-made',
  'number',
  'craps-or-eleven',
  'seven-out',
] as const;
export type DealtResult = (typeof RESULTS)[number];

/** What a roll is to the crew; `number` and `craps-or-eleven` are rolls that leave the point where it is. */
export function resultOf({ call, total }: { readonly call: RollCall; readonly total: Total }): DealtResult {
  if (call === 'natural') return total === 7 ? 'come-out-7' : 'come-out-11';
  if (call === 'craps') return 'come-out-craps';
  if (call !== 'no-decision') return call;
  return isPointNumber(total) ? 'number' : 'craps-or-eleven';
}
