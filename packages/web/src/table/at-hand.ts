import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';
import { type Box, besides, type Place } from './beside.js';

/** Where a finger or a mouse was last put down: what is said about a press is said there. */
let pressed: { readonly x: number; readonly y: number } | null = null;
addEventListener('pointerdown', ({ clientX: x, clientY: y }) => (pressed = { x, y }), { capture: true });
// Whoever uses the keyboard is where the focus is.
addEventListener('keydown', () => (pressed = null), { capture: true });

const aroundPointer = 12;

/** The hand that did something: the pointer, else what has the focus, else the place on the felt. */
function handBox(place: Element | null): Box | null {
  if (pressed) {
    const { x, y } = pressed;
    return {
      left: x - aroundPointer,
      right: x + aroundPointer,
      top: y - aroundPointer,
      bottom: y + aroundPointer,
    };
  }
  const focused = document.activeElement;
  const from = place ?? (focused && focused !== document.body ? focused : null);
  return from?.getBoundingClientRect() ?? null;
}

const boxOf = (selector: string): DOMRect | undefined =>
  document.querySelector(selector)?.getBoundingClientRect();

/** Between the top bar and the rail, as far as they are in sight: neither the clock nor the chips are covered. */
function openView(): Box {
  const top = Math.max(0, boxOf('.top')?.bottom ?? 0);
  const rail = boxOf('.rail')?.top ?? innerHeight;
  const bottom = Math.min(innerHeight, rail);
  return { left: 0, right: innerWidth, top, bottom: bottom - top < 200 ? innerHeight : bottom };
}

/** Keeps a card at the hand that it answers: `place` is what it speaks of on the felt. */
export function useAtHand(card: RefObject<HTMLElement | null>, place: number | null): Place | null {
  const [at, setAt] = useState<Place | null>(null);
  useLayoutEffect(() => {
    const shown = card.current;
    if (!shown) return;
    const spot = place === null ? null : document.querySelector(`[data-spot="${place}"]`);
    const hand = handBox(spot);
    const put = (): void => {
      const { width, height } = shown.getBoundingClientRect();
      const view = openView();
      const none = { left: innerWidth / 2, right: innerWidth / 2, top: view.bottom, bottom: view.bottom };
      setAt(besides(hand ?? none, { width, height }, view));
    };
    put();
    addEventListener('resize', put);
    return () => removeEventListener('resize', put);
  }, [card, place]);
  return at;
}

/** The focus goes to what has come up, and back to where it was when that goes again. */
export function useFocusBack(card: RefObject<HTMLElement | null>, main: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const before = document.activeElement as HTMLElement | null;
    const shown = card.current;
    main.current?.focus({ preventScroll: true });
    return () => {
      const held = document.activeElement;
      if (held && held !== document.body && !shown?.contains(held)) return;
      if (before?.isConnected && before !== document.body) before.focus({ preventScroll: true });
      else focusFelt();
    };
  }, [card, main]);
}

/** Whoever has just sat down has their hands on the felt; the button that seated them is gone. */
export function useHandsOnFelt(player: string | null): void {
  useEffect(() => {
    if (player !== null && (document.activeElement ?? document.body) === document.body) focusFelt();
  }, [player]);
}

/** The place of the felt that the keyboard holds. */
export const focusFelt = (): void =>
  document.querySelector<SVGElement>('.felt [tabindex="0"]')?.focus({ preventScroll: true });
