/** A box on the screen. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export interface Place {
  readonly left: number;
  readonly top: number;
}

const GAP = 14;
const EDGE = 8;

const within = (value: number, least: number, most: number): number =>
  Math.max(least, Math.min(value, Math.max(least, most)));

/**
 * Where a card stands that speaks of something: below it where there is room, else above it, always inside the view
 * and never on what it speaks of unless there is no other room.
 */
export function besides(
  about: Box,
  card: { readonly width: number; readonly height: number },
  view: Box,
): Place {
  const left = within(
    (about.left + about.right) / 2 - card.width / 2,
    view.left + EDGE,
    view.right - EDGE - card.width,
  );
  const below = about.bottom + GAP;
  const above = about.top - GAP - card.height;
  const fits = (top: number): boolean => top >= view.top + EDGE && top + card.height <= view.bottom - EDGE;
  const top = fits(below) ? below : fits(above) ? above : view.bottom - EDGE - card.height;
  return { left, top: within(top, view.top + EDGE, view.bottom - EDGE - card.height) };
}
