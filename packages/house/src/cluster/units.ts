import { DICE, OFFICES, officeOf, parted } from '@boxperson/offices';
import { streamOf, tableIn } from '../tables/host.js';

/** Whoever keeps this folds the log into what somebody must be told of: alerts, and whether the dice are fair. */
export const PROJECTIONS = 'keeper/projections';
/** Whoever keeps the stream of the record grows its tree for all, and signs. */
export const RECORD = 'record';

/** Where one person's promises are counted together: whoever decides of one knows all the others. */
export const PROMISES = 'promises';
const PROMISING: ReadonlySet<string> = new Set(
  OFFICES.filter(({ verbs }) => Object.values(verbs).some(({ turn }) => turn === 'promises')).map(
    ({ name }) => name,
  ),
);

/**
 * What is owned as one. A table goes with its dice and with the books beside it, for they are committed together; an
 * office goes with all its matters, and with those that read its books while they decide.
 */
export function unitOf(stream: string): string {
  if (tableIn(stream) !== null || stream === PROJECTIONS) return stream;
  const [name, matter] = parted(stream);
  const office = officeOf(stream);
  const isBesideTable = office !== null && (office.accompanies !== undefined || office.name === DICE.name);
  if (isBesideTable && matter !== null) return streamOf(matter);
  return PROMISING.has(name) ? PROMISES : name;
}
