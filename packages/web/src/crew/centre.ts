import type { Spot } from '@boxperson/rules';
import { sectionOf } from '@boxperson/rules/dealing';

/** Hardways and one-roll wagers lie before the stick. */
export const isCentreSpot = (spot: Spot): boolean => {
  const section = sectionOf(spot);
  return section === 'hardways' || section === 'one-roll';
};
