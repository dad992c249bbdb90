import { expect, test } from 'vitest';
import { type Box, besides } from './beside.js';

const view: Box = { left: 0, right: 1_000, top: 60, bottom: 700 };
const card = { width: 300, height: 150 };
const at = (left: number, top: number, width = 40, height = 40): Box => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
});

/** Every place on the screen that something can be pressed at, a little apart. */
const everywhere = Array.from({ length: 40 * 26 }, (_, place) =>
  at((place % 40) * 24, 60 + Math.floor(place / 40) * 24),
);

test('a card stands below what it speaks of where there is room, else above it', () => {
  expect(besides(at(480, 200), card, view)).toEqual({ left: 350, top: 254 });
  expect(besides(at(480, 600), card, view)).toEqual({ left: 350, top: 436 });
});

test('a card stays inside the view, and off what was pressed, wherever that is', () => {
  for (const pressed of everywhere) {
    const { left, top } = besides(pressed, card, view);
    expect(left >= 8 && left + card.width <= 992 && top >= 68 && top + card.height <= 692).toBe(true);
    expect(top >= pressed.bottom || top + card.height <= pressed.top).toBe(true);
  }
});

test('what speaks of something in the rail stands over the rail', () => {
  expect(besides(at(900, 740), card, view)).toEqual({ left: 692, top: 542 });
});

test('a view that is too small for the card shows its beginning', () => {
  expect(besides(at(10, 70), card, { left: 0, right: 200, top: 60, bottom: 160 })).toEqual({
    left: 8,
    top: 68,
  });
});
