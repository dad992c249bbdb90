import type { Rulebook, Table, WagerId } from '@boxperson/rules';
import { type ReactNode, useMemo, useState } from 'react';
import { Felt } from '../felt/Felt.js';
import { useLetters, useMedia, useSize } from '../felt/hooks.js';
import { EASY_WAGERS, easyFelt } from '../felt/layout/easy.js';
import { fullFelt } from '../felt/layout/full.js';
import { lettersOf } from '../felt/layout/measure.js';
import { miniFelt } from '../felt/layout/mini.js';
import { phoneFelt } from '../felt/layout/phone.js';
import type { FeltLayout } from '../felt/layout/shape.js';
import type { PhoneTab } from '../felt/layout/units.js';
import { choose, useSettings } from '../settings/settings.js';
import { dollars } from '../ui/money.js';
import { CrewPlaces, Places } from './Places.js';

export type FeltFields = Omit<Parameters<typeof Felt>[0], 'layout' | 'scale'>;

const makeLayout = (
  table: Table,
  size: { width: number; height: number },
  hand: 'right' | 'left',
  felt: 'easy' | 'whole',
): FeltLayout => {
  const { rulebook, sign } = table.game;
  lettersOf(rulebook.id);
  if (felt === 'easy') return easyFelt(rulebook, size, hand);
  return isMini(rulebook)
    ? miniFelt(rulebook, sign.big68, size, hand)
    : fullFelt(rulebook, sign.big68, size, hand);
};

/** crown rule 7 has a layout of its own. */
const isMini = ({ id }: Rulebook): boolean => id === 'crown-mini';

/** No felt is laid out smaller than this: it scrolls instead. */
const LEAST = { width: 620, height: 510 };
const PHONE_LEAST = 350;
/** Where there is room for the places along the rail; a terminal has its past rolls above the felt as well. */
const RAILED = '(min-width: 1181px) and (min-height: 760px)';
const RAILED_TERMINAL = '(min-width: 1181px) and (min-height: 830px)';

/** Print on the felt grows with the text of the page, as far as there is room for the layout. */
const scaleFor = (text: string, ...most: readonly number[]): number =>
  Math.max(1, Math.min(Number(text) / 100, ...most));

export function WideFelt({ children, ...props }: FeltFields & { readonly children?: ReactNode }) {
  const { hand, felt, text } = useSettings();
  const [element, size] = useSize<HTMLDivElement>();
  const isElectronic = props.table.game.rulebook.conduct.run.value === 'electronic';
  const railed = useMedia(isElectronic ? RAILED_TERMINAL : RAILED);
  const isTall = useMedia('(min-height: 860px)');
  const { rulebook, sign } = props.table.game;
  const letters = useLetters(rulebook.id);
  const scale = size ? scaleFor(text, size.width / LEAST.width, size.height / LEAST.height) : 1;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the felt is drawn anew for another book, sign or size, or when its letters have come
  const layout = useMemo(() => {
    if (!size) return null;
    const fit = {
      width: Math.max(LEAST.width, size.width / scale),
      height: Math.max(LEAST.height, size.height / scale),
    };
    return makeLayout(props.table, fit, hand, felt);
  }, [rulebook, sign.big68, size, scale, hand, felt, letters]);
  return (
    <div className={`felt-at${railed ? ' railed' : ''}`} data-skin={rulebook.id}>
      {railed && isTall && <CrewPlaces book={rulebook} />}
      <div className="felt-room" ref={element}>
        {layout && <Felt key={felt} {...props} layout={layout} scale={scale} />}
      </div>
      {railed && <Places table={props.table} player={props.player} />}
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
  const { hand, text } = useSettings();
  const [element, size] = useSize<HTMLDivElement>();
  const { rulebook } = props.table.game;
  const letters = useLetters(rulebook.id);
  const scale = size ? scaleFor(text, size.width / PHONE_LEAST) : 1;
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured anew when its letters have come
  const layout = useMemo(() => {
    if (!size || size.width === 0) return null;
    lettersOf(rulebook.id);
    return easyFelt(rulebook, { width: size.width / scale, height: EASY_HIGH }, hand);
  }, [rulebook, size, scale, hand, letters]);
  return (
    <div className="phone-felt" data-skin={rulebook.id}>
      <div ref={element} className="phone-felt-at">
        {layout && <Felt {...props} layout={layout} scale={scale} />}
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
  const { hand, text } = useSettings();
  const [tab, setTab] = useState<PhoneTab>('felt');
  const [element, size] = useSize<HTMLDivElement>();
  const { rulebook, sign } = props.table.game;
  const letters = useLetters(rulebook.id);
  const scale = size ? scaleFor(text, size.width / PHONE_LEAST) : 1;
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured anew when its letters have come
  const layout = useMemo(() => {
    if (!size || size.width === 0) return null;
    lettersOf(rulebook.id);
    return phoneFelt(rulebook, sign.big68, size.width / scale, tab, hand);
  }, [rulebook, sign.big68, size, scale, tab, hand, letters]);
  const wagers = props.table.game.players.find(({ name }) => name === props.player)?.wagers ?? [];
  const sumOn = (name: PhoneTab): number =>
    wagers.reduce((sum, { spot, amount }) => sum + (tabOf(spot.wager) === name ? amount : 0), 0);
  const tabs = TABS.filter(([name]) => name !== 'hop' || rulebook.wagers.hop);
  return (
    <div className="phone-felt" data-skin={rulebook.id}>
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
        {layout && <Felt key={tab} {...props} layout={layout} scale={scale} />}
      </div>
    </div>
  );
}
