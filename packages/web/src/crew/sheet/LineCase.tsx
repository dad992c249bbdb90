import type { SheetLine } from '@boxperson/rules/dealing';
import { OpenCase } from '../../staff/OpenCase.js';
import { dollars } from '../../ui/money.js';
import { useCasePlace } from '../box/CasePanel.js';
import { useCrew } from '../crew.js';
import { isDealt } from './use-sheet.js';

/** A case about this line, from the box: the line, its roll and the sum are filled in. */
export function LineCase({ line: { id: line, spot, stake, player, hands } }: { line: SheetLine }) {
  const { id, state } = useCrew();
  const place = useCasePlace();
  const dealt = state.told.findLast(({ event }) => isDealt(event));
  if (!place || !dealt) return null;
  const says = `${spot}, ${dollars(stake)}, of ${player}: ${dollars(hands)} by the sheet.`;
  const from = `/crew/${encodeURIComponent(id)}/box`;
  const about = { kind: 'dispute', table: id, roll: String(dealt.n), line, says, from } as const;
  return <OpenCase place={place} about={about} />;
}
