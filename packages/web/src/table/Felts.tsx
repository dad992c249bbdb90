import type { Rulebook, Table, WagerId } from '@boxperson/rules';
import { type ReactNode, useMemo, useState } from 'react';
import { Felt } from '../felt/Felt.js';
import { useSize } from '../felt/hooks.js';
import { EASY_WAGERS, easyFelt } from '../felt/layout/easy.js';
import { fullFelt } from '../felt/layout/full.js';
import { miniFelt } from '../felt/layout/mini.js';
import { phoneFelt } from '../felt/layout/phone.js';
import type { FeltLayout } from '../felt/layout/shape.js';
import type { PhoneTab } from '../felt/layout/units.js';
import { choose, useSettings } from '../settings/settings.js';
import { dollars } from '../ui/money.js';

export type FeltFields = Omit<Parameters<typeof Felt>[0], 'layout'>;

const makeLayout = (
  table: Table,
  size: { width: number; height: number },
  hand: 'right' | 'left',
  felt: 'easy' | 'whole',
): FeltLayout => {
  const { rulebook, sign } = table.game;
  if (felt === 'easy') return easyFelt(rulebook, size, hand);
  return isMini(rulebook)
    ? miniFelt(rulebook, sign.big68, size, hand)
    : fullFelt(rulebook, sign.big68, size, hand);
};

/** crown rule 7 has a layout of its own. */
const isMini = ({ id }: Rulebook): boolean => id === 'crown-mini';

export function WideFelt({ children, ...props }: FeltFields & { readonly children?: ReactNode }) {
  const { hand, felt } = useSettings();
  const [element, size] = useSize<HTMLDivElement>();
  const { rulebook, sign } = props.table.game;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the felt is drawn anew for another book, sign or size
  const layout = useMemo(
    () =>
      size
        ? makeLayout(
            props.table,
            {
              width: Math.max(620, size.width),
              height: Math.max(rulebook.wagers.hop ? 516 : 500, size.height),
            },
            hand,
            felt,
          )
        : null,
    [rulebook, sign.big68, size, hand, felt],
  );
  return (
    <div className="felt-at" ref={element}>
      {layout && <Felt key={felt} {...props} layout={layout} />}
      {children}
    </div>
  );
}

const TABS: readonly (readonly [PhoneTab, string])[] = [
  ['felt', 'Line & numbers'],
  ['centre', 'Hardways & one-roll'],
  ['hop', 'Hop'],
];
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
const tabOf = (wager: WagerId): PhoneTab =>
  wager === 'hop' ? 'hop' : CENTRE.includes(wager) ? 'centre' : 'felt';

/** Where an easy felt ends under the thumb, and the words about the whole one begin. */
const EASY_HIGH = 330;

/** A phone shows the easy felt, or the parts of the whole one. */
export const PhoneFelt = (props: FeltFields) =>
  useSettings().felt === 'easy' ? <EasyPhone {...props} /> : <WholePhone {...props} />;

function EasyPhone(props: FeltFields) {
  const { hand } = useSettings();
  const [element, size] = useSize<HTMLDivElement>();
  const { rulebook } = props.table.game;
  const layout = useMemo(
    () =>
      size && size.width > 0 ? easyFelt(rulebook, { width: size.width, height: EASY_HIGH }, hand) : null,
    [rulebook, size, hand],
  );
  return (
    <div className="phone-felt">
      <div ref={element} className="phone-felt-at">
        {layout && <Felt {...props} layout={layout} />}
      </div>
      <div className="phone-tabs easy">
        <FeltSwitch table={props.table} player={props.player} />
      </div>
    </div>
  );
}

interface FeltSwitchProps {
  readonly table: Table;
  readonly player: string | null;
}

/** From the easy felt to the whole one and back: kept as a setting. What stands where it is not seen is said. */
export function FeltSwitch({ table, player }: FeltSwitchProps) {
  const { felt } = useSettings();
  const wagers = table.game.players.find(({ name }) => name === player)?.wagers ?? [];
  const unseen = wagers.reduce(
    (sum, { spot, amount }) => sum + (EASY_WAGERS.includes(spot.wager) ? 0 : amount),
    0,
  );
  const isEasy = felt === 'easy';
  return (
    <button type="button" className="felt-switch" onClick={() => choose('felt', isEasy ? 'whole' : 'easy')}>
      {isEasy ? 'Whole felt' : 'Easy felt'}
      {isEasy && unseen > 0 && <b>{dollars(unseen)} more there</b>}
    </button>
  );
}

function WholePhone(props: FeltFields) {
  const { hand } = useSettings();
  const [tab, setTab] = useState<PhoneTab>('felt');
  const [element, size] = useSize<HTMLDivElement>();
  const { rulebook, sign } = props.table.game;
  const layout = useMemo(
    () => (size && size.width > 0 ? phoneFelt(rulebook, sign.big68, size.width, tab, hand) : null),
    [rulebook, sign.big68, size, tab, hand],
  );
  const wagers = props.table.game.players.find(({ name }) => name === props.player)?.wagers ?? [];
  const sumOn = (name: PhoneTab): number =>
    wagers.reduce((sum, { spot, amount }) => sum + (tabOf(spot.wager) === name ? amount : 0), 0);
  const tabs = TABS.filter(([name]) => name !== 'hop' || rulebook.wagers.hop);
  return (
    <div className="phone-felt">
      <div className="phone-tabs">
        <FeltSwitch table={props.table} player={props.player} />
        <div className="phone-parts" role="tablist" aria-label="Part of the felt">
          {tabs.map(([name, title]) => (
            <button
              type="button"
              role="tab"
              key={name}
              aria-selected={tab === name}
              data-tab={name}
              onClick={() => setTab(name)}
            >
              {title}
              {sumOn(name) > 0 && <b>{dollars(sumOn(name))}</b>}
            </button>
          ))}
        </div>
      </div>
      <div ref={element} className="phone-felt-at">
        {layout && <Felt key={tab} {...props} layout={layout} />}
      </div>
    </div>
  );
}
