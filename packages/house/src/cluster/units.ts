import { DICE, officeOf, parted } from '@boxperson/offices';
import { streamOf, tableIn } from '../tables/host.js';

/** Whoever keeps this folds the log into what somebody must be told of: alerts, and whether the dice are fair. */
export const PROJECTIONS = 'keeper/projections';
/** Whoever keeps the stream of the record grows its tree for all, and signs. */
export const RECORD = 'record';

/**
 * What is owned as one. A table goes with its dice and with the books beside it, for they are committed together; an
 * office goes with all its matters.
 */
export function unitOf(stream: string): string {
  if (tableIn(stream) !== null || stream === PROJECTIONS) return stream;
  const [name, matter] = parted(stream);
  const office = officeOf(stream);
  const isBesideTable = office !== null && (office.accompanies !== undefined || office.name === DICE.name);
  return isBesideTable && matter !== null ? streamOf(matter) : name;
}
