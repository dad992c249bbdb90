export type Hand = 'right' | 'left';
export type PhoneTab = 'felt' | 'centre' | 'hop';
export interface FeltSize {
  readonly width: number;
  readonly height: number;
}

/** No target is smaller than this. */
export const LEAST = 44;
export const atLeast = (value: number): number => Math.max(LEAST, value);
export const clamp = (value: number, least: number, most: number): number =>
  Math.min(most, Math.max(least, value));

export const PAD = 8;
