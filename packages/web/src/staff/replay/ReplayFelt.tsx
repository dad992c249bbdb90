import type { Spot, Table, WagerId } from '@boxperson/rules';
import { useMemo } from 'react';
import { Felt, type Tell } from '../../felt/Felt.js';
import { useLetters, useSize } from '../../felt/hooks.js';
import { lettersOf } from '../../felt/layout/measure.js';
import { phoneFelt } from '../../felt/layout/phone.js';
import type { PhoneTab } from '../../felt/layout/units.js';
import '../../felt/styles/felt.css';

const NO_COMMISSION: ReadonlyMap<Spot, number> = new Map();
const NONE: readonly never[] = [];
const NOTHING = (): void => {};
const LEAST_WIDTH = 300;

const CENTRE: readonly WagerId[] = [
  'hardway',
  'any-seven',
  'any-craps',
  'craps-2',
  'craps-3',
  'craps-12',
  'eleven',
  'craps',
  'craps-eleven',
  'horn',
  'horn-high',
  'world',
];
const partOf = ({ wager }: Spot): PhoneTab =>
  wager === 'hop' ? 'hop' : CENTRE.includes(wager) ? 'centre' : 'felt';

/** The parts of the felt on which anybody had chips; the line and the numbers always. */
function partsOf({ game }: Table): readonly PhoneTab[] {
  const used = new Set(game.players.flatMap(({ wagers }) => wagers.map(({ spot }) => partOf(spot))));
  return (['felt', 'centre', 'hop'] as const).filter((part) => part === 'felt' || used.has(part));
}

interface ReplayFeltProps {
  readonly table: Table;
  readonly player: string | null;
  readonly tells: readonly Tell[];
}

/** The house's felt as the chips lay when the dice were thrown; four of them stand side by side, so each is a narrow one. */
export function ReplayFelt(props: ReplayFeltProps) {
  const [element, size] = useSize<HTMLDivElement>();
  return (
    <div className="replay-felt" ref={element} data-skin={props.table.game.rulebook.id}>
      {size &&
        partsOf(props.table).map((part) => <Part key={part} {...props} part={part} width={size.width} />)}
    </div>
  );
}

function Part({ table, player, tells, part, width }: ReplayFeltProps & { part: PhoneTab; width: number }) {
  const { rulebook, sign } = table.game;
  const letters = useLetters(rulebook.id);
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured anew when its letters have come
  const layout = useMemo(() => {
    lettersOf(rulebook.id);
    return phoneFelt(rulebook, sign.big68, Math.max(LEAST_WIDTH, width), part, 'right');
  }, [rulebook, sign.big68, width, part, letters]);
  return (
    <Felt
      table={table}
      layout={layout}
      player={player}
      options={null}
      denominations={sign.chips.chips}
      pending={NONE}
      commission={NO_COMMISSION}
      tells={tells.filter(({ spot }) => partOf(spot) === part)}
      moved={NONE}
      standsOn={() => 0}
      onSpot={NOTHING}
      onHold={NOTHING}
      onMove={NOTHING}
      onKey={() => false}
    />
  );
}
