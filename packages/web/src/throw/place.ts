import type { Table } from '@boxperson/rules';
import type { Area, Side } from './path.js';

/** From where the dice come: one's own from the near rail, others' from the end on whose side they sit. */
export function sideOf(table: Table, player: string | null): Side {
  const { shooter, stick } = table.shooter;
  if (stick || shooter === null) return 'left';
  if (shooter === player) return 'near';
  const { players } = table.game;
  const seatOf = (name: string | null): number => players.find((one) => one.name === name)?.seat ?? 1;
  const { seats } = table.settings;
  const after = (seatOf(shooter) - seatOf(player) + seats) % seats;
  return after <= seats / 2 ? 'right' : 'left';
}

export interface Ground extends Area {
  readonly left: number;
  readonly top: number;
}

/** The part of the felt that is in sight; null where there is none. */
export function groundNow(): Ground | null {
  const felt = document.querySelector('.felt-at, .phone-felt-at')?.getBoundingClientRect();
  const stage = document.querySelector('.phone-stage')?.getBoundingClientRect();
  if (!felt) return null;
  const top = Math.max(felt.top, stage?.top ?? 0, 0);
  const bottom = Math.min(felt.bottom, stage?.bottom ?? innerHeight, innerHeight);
  const left = Math.max(felt.left, 0);
  const width = Math.min(felt.right, innerWidth) - left;
  const height = bottom - top;
  return width < 200 || height < 200 ? null : { left, top, width, height };
}

const WIDE = 600;

/** How large dice are drawn on a felt of this size. */
export const sizeOn = ({ width }: Area): number =>
  width >= WIDE
    ? Math.round(Math.max(92, Math.min(116, width * 0.1)))
    : Math.round(Math.max(58, width * 0.18));
