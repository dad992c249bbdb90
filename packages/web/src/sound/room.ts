import { type At, arpeggio, chip, chips, felt, murmur, tick, wall } from './tones.js';

/** Every sound there is. Losing has none. */
const SOUNDS = {
  tick,
  chip,
  chips,
  felt,
  wall,
  'win-win': arpeggio('win'),
  'win-line': arpeggio('line'),
  'win-point': arpeggio('point'),
  'win-long': arpeggio('long'),
  'win-hand': arpeggio('hand'),
} as const satisfies Readonly<Record<string, (at: At) => void>>;

export type SoundName = keyof typeof SOUNDS;

/** Everything that is heard goes through one volume; dice have a way of their own, which can be cut. */
interface Room {
  readonly context: AudioContext;
  readonly master: GainNode;
  dice: GainNode;
  still: (() => void) | null;
}

let room: Room | null = null;

function open(): Room {
  const context = new AudioContext();
  const master = context.createGain();
  // Many chips at once must not crackle.
  const limit = context.createDynamicsCompressor();
  master.connect(limit).connect(context.destination);
  return { context, master, dice: busIn(context, master), still: null };
}

function busIn(context: AudioContext, master: GainNode): GainNode {
  const bus = context.createGain();
  bus.connect(master);
  return bus;
}

/** The volume of everything, from 0 to 1; 0 is silence at once. */
export function setVolume(volume: number): void {
  room?.master.gain.setTargetAtTime(volume, room.context.currentTime, 0.01);
}

export interface How {
  /** Milliseconds from now. */
  readonly after?: number;
  /** From 0 to 1. */
  readonly loud?: number;
}

/** Plays a sound, unless the browser waits for a first touch of the page. */
export function play(name: SoundName, volume: number, { after = 0, loud = 1 }: How = {}): void {
  room ??= open();
  const { context, master } = room;
  if (context.state !== 'running') {
    void context.resume();
    return;
  }
  master.gain.value = volume;
  const out = name === 'felt' || name === 'wall' ? room.dice : master;
  SOUNDS[name]({ context, out, when: context.currentTime + after / 1000, loud });
}

/** Dice that nobody waits for are not heard any more. */
export function hushDice(): void {
  if (!room) return;
  room.dice.disconnect();
  room.dice = busIn(room.context, room.master);
}

/** The murmur of the room, on or off. */
export function setMurmur(on: boolean, volume: number): void {
  if (!on) {
    room?.still?.();
    if (room) room.still = null;
    return;
  }
  room ??= open();
  const { context, master } = room;
  if (room.still) return;
  if (context.state !== 'running') void context.resume();
  master.gain.value = volume;
  room.still = murmur({ context, out: master });
}
