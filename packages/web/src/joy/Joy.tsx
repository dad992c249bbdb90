import type { EventOf, Table } from '@boxperson/rules';
import { type CSSProperties, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Told } from '../model.js';
import { wantsStill } from '../settings/settings.js';
import { sound } from '../settings/voice.js';
import { ChipFace, chipText } from '../ui/Chip.js';
import { dollars } from '../ui/money.js';
import { CountUp } from './CountUp.js';
import { type Grade, gradeOf, outcomesOf, rollsInHand } from './grade.js';
import { type Decided, type Party, partyOf } from './party.js';
import './joy.css';

interface JoyProps {
  readonly table: Table;
  /** What is shown of what happened: a roll is in it once its dice lie. */
  readonly told: readonly Told[];
  readonly last: { readonly n: number; readonly event: EventOf<'rolled'> } | null;
  readonly player: string | null;
}

/** How long it is shown, and how long its amounts count: more for more. */
const SHOWN_MS: Readonly<Record<Grade, number>> = {
  win: 2_300,
  line: 2_400,
  point: 2_900,
  long: 3_800,
  hand: 3_800,
};
const COUNT_MS: Readonly<Record<Grade, number>> = {
  win: 500,
  line: 600,
  point: 800,
  long: 1_500,
  hand: 1_500,
};
const LOST_MS = 1_600;

/** Sounds of a roll by its grade: chips that come, and a few notes. Losing is silent. */
function sing(grade: Grade | null): void {
  if (!grade) return;
  sound(`win-${grade}`, { after: 120 });
  sound('chips', { after: 380 });
}

/** The rolls from now on; not the one that was there when the page was opened. */
function useParty({ table, told, last, player }: JoyProps): Party | null {
  const [party, setParty] = useState<Party | null>(null);
  const heard = useRef(last?.n ?? 0);
  const isOut = table.phase === 'thrown' || table.phase === 'rolling';
  const n = last?.n ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each roll
  useLayoutEffect(() => {
    if (!last || n <= heard.current) return;
    heard.current = n;
    if (wantsStill()) sound('felt');
    if (player === null) return;
    const rolls = rollsInHand(told.filter((one) => one.n <= n));
    sing(gradeOf(outcomesOf(last.event, player), last.event.call, rolls));
    if (!wantsStill()) setParty(partyOf(table, last, told, player));
  }, [n]);
  useEffect(() => {
    if (!party) return;
    const timer = setTimeout(() => setParty(null), party.grade ? SHOWN_MS[party.grade] : LOST_MS);
    return () => clearTimeout(timer);
  }, [party]);
  return isOut ? null : party;
}

/** What a roll did to one's own wagers, where they stood: winnings come from the house, what is lost goes there. */
export function Joy(props: JoyProps) {
  const party = useParty(props);
  if (!party) return null;
  return (
    <div className="joy" aria-hidden="true" key={party.n} data-grade={party.grade}>
      {party.decided.map((one) => (
        <Movement key={one.key} one={one} party={party} />
      ))}
      {party.decided.map((one) => (
        <Plate key={one.key} one={one} ms={COUNT_MS[party.grade ?? 'win']} />
      ))}
      {party.grade && party.words.length > 0 && <Banner party={party} />}
    </div>
  );
}

const EASE = 'cubic-bezier(0.22, 0.8, 0.3, 1)';
const at = ({ x, y }: { x: number; y: number }, scale = 1): string =>
  `translate3d(${Math.round(x)}px, ${Math.round(y)}px, 0) scale(${scale})`;

/** The first at the bottom. */
const stacked = ({ beside: { x, y } }: Decided, layer: number) => ({ x, y: y - layer * 5 });

function keyframesOf(one: Decided, { house, rail }: Party, layer: number): Keyframe[] {
  const there = stacked(one, layer);
  if (one.kind === 'lost')
    return [
      { transform: at(one.at), opacity: 0.9, easing: 'ease-in' },
      { transform: at({ x: (one.at.x + house.x) / 2, y: house.y }, 0.8), opacity: 0 },
    ];
  return [
    { transform: at(house, 1.25), opacity: 0, easing: EASE },
    {
      transform: at({ x: (house.x * 3 + there.x) / 4, y: (house.y * 3 + there.y) / 4 }, 1.2),
      opacity: 1,
      offset: 0.1,
      easing: EASE,
    },
    { transform: at(there), opacity: 1, offset: 0.32 },
    { transform: at(there), opacity: 1, offset: 0.78, easing: 'ease-in' },
    { transform: at({ x: (there.x + rail.x) / 2, y: rail.y }, 0.9), opacity: 0 },
  ];
}

const CHIP_APART_MS = 55;

/** Chips on their way: nothing moves but transforms and opacity. */
function Movement({ one, party }: { one: Decided; party: Party }) {
  const layer = useRef<HTMLDivElement>(null);
  const chips = one.kind === 'back' ? [] : one.kind === 'lost' ? one.chips.slice(-2) : one.chips;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each roll
  useLayoutEffect(() => {
    const whole = one.kind === 'lost' ? 620 : SHOWN_MS[party.grade ?? 'win'] - 250;
    const moves = [...(layer.current?.children ?? [])].map((chip, index) =>
      chip.animate(keyframesOf(one, party, index), {
        duration: whole,
        delay: one.kind === 'lost' ? 0 : 140 + index * CHIP_APART_MS,
        fill: 'both',
      }),
    );
    return () => {
      for (const move of moves) move.cancel();
    };
  }, []);
  return (
    <div ref={layer} className={`joy-chips joy-${one.kind}`}>
      {chips.map((value, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: chips of a stack have no name but their height
        <div className="joy-chip" key={index}>
          <ChipFace value={value} text={chipText(value)} />
        </div>
      ))}
    </div>
  );
}

const placed = ({ x, y }: { x: number; y: number }): CSSProperties => ({
  left: Math.round(x),
  top: Math.round(y),
});

/** What it came to, at the box. */
function Plate({ one: { kind, net, plate, winnings }, ms }: { one: Decided; ms: number }) {
  if (!plate) return null;
  const lost = `−${dollars(Math.abs(net))}`;
  return (
    <p className={`joy-plate joy-${kind}`} style={placed(plate)}>
      {kind === 'won' && winnings > 0 && (net > 0 ? <CountUp cents={net} ms={ms} /> : dollars(net))}
      {kind === 'lost' && lost}
      {kind === 'back' && 'back'}
    </p>
  );
}

/** A point, long odds or a long hand: what was won on this roll, large, and what it was. */
function Banner({ party: { grade, won, words, middle } }: { party: Party }) {
  return (
    <div className="joy-banner" style={placed(middle)}>
      <span className="joy-glow" />
      <p>
        <b>{words.join(' · ')}</b>
        <span className="joy-sum">
          <CountUp cents={won} ms={COUNT_MS[grade ?? 'win']} />
        </span>
      </p>
    </div>
  );
}
