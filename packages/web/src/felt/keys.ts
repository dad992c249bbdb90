import type { Spot, SpotOptions } from '@boxperson/rules';
import { useEffect } from 'react';
import { nearestIn, type TableActions } from './actions.js';

type Keys = Readonly<Record<string, () => unknown>>;

/** Does what a key stands for; false when it stands for nothing. */
export function press(keys: Keys, key: string): boolean {
  const act = keys[key];
  if (act) void act();
  return act !== undefined;
}

/** What one chip less comes to; everything where that is all there is. */
function lessOn({ stands, take }: SpotOptions, chip: number): number | undefined {
  if (chip >= stands || !take.may || !take.part) return undefined;
  return nearestIn(take.part, chip);
}

/** Keys that mean something to the place that has the focus. */
export const spotKeys = (
  spot: Spot,
  option: SpotOptions,
  chip: number,
  actions: TableActions,
  { onSpot, onHold }: { readonly onSpot: (spot: Spot) => void; readonly onHold: (spot: Spot) => void },
): Keys => ({
  Enter: () => onSpot(spot),
  ' ': () => onSpot(spot),
  '+': () => actions.put(spot, chip),
  '=': () => actions.put(spot, chip),
  '-': () => actions.take(spot, lessOn(option, chip)),
  Delete: () => actions.take(spot),
  Backspace: () => actions.take(spot),
  w: () => actions.call(spot, option.call.may && option.call.working ? 'off' : 'on'),
  o: () => actions.odds(spot, 'max'),
  a: () => onHold(spot),
});

/** Keys that work anywhere but where somebody writes. */
export function useKeys(onKey: (key: string) => boolean): void {
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      const writes = target.closest('input, textarea, select, [contenteditable], dialog');
      if (writes || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (onKey(event.key)) event.preventDefault();
    };
    addEventListener('keydown', pressed);
    return () => removeEventListener('keydown', pressed);
  });
}
