/** Where a sound goes, and when it begins there. */
export interface At {
  readonly context: BaseAudioContext;
  readonly out: AudioNode;
  readonly when: number;
  readonly loud: number;
}

/** A gain that rises at once and dies away. */
function dying({ context, out }: At, when: number, peak: number, seconds: number): GainNode {
  const gain = context.createGain();
  gain.gain.setValueAtTime(0, when);
  gain.gain.linearRampToValueAtTime(peak, when + 0.0015);
  gain.gain.exponentialRampToValueAtTime(0.0001, when + seconds);
  gain.connect(out);
  return gain;
}

const NOISE_SECONDS = 2;
const noises = new WeakMap<BaseAudioContext, AudioBuffer>();

/** Two seconds of hiss, made once. */
function noiseOf(context: BaseAudioContext): AudioBuffer {
  const made = noises.get(context);
  if (made) return made;
  const buffer = context.createBuffer(1, context.sampleRate * NOISE_SECONDS, context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let at = 0; at < samples.length; at++) samples[at] = Math.random() * 2 - 1;
  noises.set(context, buffer);
  return buffer;
}

interface Burst {
  readonly type: BiquadFilterType;
  readonly hertz: number;
  readonly q: number;
  readonly peak: number;
  readonly seconds: number;
  readonly after?: number;
}

/** A burst of hiss through a filter: what knocks, brushes and clacks are made of. */
function burst(at: At, { type, hertz, q, peak, seconds, after = 0 }: Burst): void {
  const { context } = at;
  const when = at.when + after;
  const filter = context.createBiquadFilter();
  filter.type = type;
  filter.frequency.value = hertz;
  filter.Q.value = q;
  const source = context.createBufferSource();
  source.buffer = noiseOf(context);
  source.connect(filter).connect(dying(at, when, peak * at.loud, seconds));
  source.start(when, Math.random() * (NOISE_SECONDS - 0.5), seconds + 0.05);
}

interface Ping {
  readonly hertz: number;
  readonly to?: number;
  readonly peak: number;
  readonly seconds: number;
  readonly after?: number;
  readonly type?: OscillatorType;
}

/** A tone that dies away; it may fall while it does. */
function ping(at: At, { hertz, to, peak, seconds, after = 0, type = 'sine' }: Ping): void {
  const when = at.when + after;
  const tone = at.context.createOscillator();
  tone.type = type;
  tone.frequency.setValueAtTime(hertz, when);
  if (to) tone.frequency.exponentialRampToValueAtTime(to, when + seconds);
  tone.connect(dying(at, when, peak * at.loud, seconds));
  tone.start(when);
  tone.stop(when + seconds + 0.05);
}

/** One clay chip on another: a hard edge, and a short ring that is never quite the same. */
function clack(at: At, after: number, hard: number): void {
  const pitch = 0.92 + Math.random() * 0.16;
  burst(at, { type: 'highpass', hertz: 4_200, q: 0.7, peak: 0.2 * hard, seconds: 0.012, after });
  burst(at, { type: 'bandpass', hertz: 2_600 * pitch, q: 7, peak: 0.6 * hard, seconds: 0.045, after });
  ping(at, { hertz: 3_150 * pitch, peak: 0.05 * hard, seconds: 0.05, after });
  ping(at, { hertz: 1_780 * pitch, peak: 0.045 * hard, seconds: 0.035, after });
}

/** A chip put down on the felt: the cloth takes the edge off. */
export function chip(at: At): void {
  clack(at, 0, 0.8);
  burst(at, { type: 'lowpass', hertz: 420, q: 0.6, peak: 0.3, seconds: 0.06 });
}

/** A stack pushed over and set down. */
export function chips(at: At): void {
  burst(at, { type: 'bandpass', hertz: 1_500, q: 0.8, peak: 0.035, seconds: 0.32 });
  let after = 0.06;
  for (let one = 0; one < 6; one++) {
    clack(at, after, 0.5 + Math.random() * 0.4);
    after += 0.035 + Math.random() * 0.04;
  }
}

/** A die on the felt: dull, with a click of its edge. */
export function felt(at: At): void {
  burst(at, { type: 'lowpass', hertz: 340, q: 0.8, peak: 0.9, seconds: 0.09 });
  burst(at, { type: 'bandpass', hertz: 1_900, q: 1.6, peak: 0.16, seconds: 0.025 });
  ping(at, { hertz: 150, to: 85, peak: 0.28, seconds: 0.09 });
}

/** A die on the wall: rubber over wood. */
export function wall(at: At): void {
  burst(at, { type: 'bandpass', hertz: 760, q: 1.3, peak: 0.8, seconds: 0.07 });
  burst(at, { type: 'bandpass', hertz: 2_700, q: 2, peak: 0.22, seconds: 0.02 });
  ping(at, { hertz: 260, to: 130, peak: 0.34, seconds: 0.1, type: 'triangle' });
}

/** The last seconds of a period: a small block of wood. */
export function tick(at: At): void {
  ping(at, { hertz: 1_180, to: 900, peak: 0.16, seconds: 0.06, type: 'triangle' });
  burst(at, { type: 'bandpass', hertz: 2_200, q: 4, peak: 0.14, seconds: 0.02 });
}

const C5 = 523.25;
const note = (steps: number): number => C5 * 2 ** (steps / 12);

/** A soft mallet on a bar: its tone, and two more that are gone sooner. */
function bar(at: At, steps: number, after: number, peak: number): void {
  const hertz = note(steps);
  ping(at, { hertz, peak: peak * 0.2, seconds: 0.9, after });
  ping(at, { hertz: hertz * 3.93, peak: peak * 0.05, seconds: 0.22, after });
  ping(at, { hertz: hertz * 2, peak: peak * 0.045, seconds: 0.5, after });
}

/** Steps above C of each grade of winning: the better it is, the further it climbs. */
const ARPEGGIOS = {
  win: [0, 4, 7],
  line: [0, 4, 7, 12],
  point: [-5, 0, 4, 7, 12, 16],
  long: [-5, 0, 4, 7, 12, 16, 19, 24],
  hand: [-12, -5, 0, 4, 7, 12, 7, 12, 16, 19, 24],
} as const;
export type Grade = keyof typeof ARPEGGIOS;

export function arpeggio(grade: Grade): (at: At) => void {
  const steps = ARPEGGIOS[grade];
  const apart = grade === 'win' || grade === 'line' ? 0.085 : 0.095;
  return (at) => {
    for (const [index, step] of steps.entries()) bar(at, step, index * apart, 0.75 + index * 0.03);
    if (grade === 'win' || grade === 'line') return;
    // It ends on a chord that is let ring.
    for (const step of [0, 7, 12, 16]) bar(at, step, steps.length * apart, 0.6);
  };
}

/** People in a large room, too far away to be understood. Answers what stops it. */
export function murmur({ context, out }: Omit<At, 'when' | 'loud'>): () => void {
  const voices = [
    { hertz: 310, q: 1.1, level: 0.05, sway: 0.11 },
    { hertz: 620, q: 1.6, level: 0.028, sway: 0.19 },
    { hertz: 1_150, q: 2.2, level: 0.011, sway: 0.29 },
  ];
  // Walls and carpets take the edge off.
  const room = context.createBiquadFilter();
  room.type = 'lowpass';
  room.frequency.value = 900;
  room.connect(out);
  const started = voices.map(({ hertz, q, level, sway }, index) => {
    const source = context.createBufferSource();
    source.buffer = noiseOf(context);
    source.loop = true;
    source.playbackRate.value = 0.6 + index * 0.17;
    const filter = context.createBiquadFilter();
    filter.type = 'bandpass';
    filter.frequency.value = hertz;
    filter.Q.value = q;
    const gain = context.createGain();
    gain.gain.value = level;
    const swell = context.createOscillator();
    swell.frequency.value = sway;
    const depth = context.createGain();
    depth.gain.value = level * 0.45;
    swell.connect(depth).connect(gain.gain);
    source.connect(filter).connect(gain).connect(room);
    source.start();
    swell.start();
    return [source, swell];
  });
  return () => {
    for (const source of started.flat()) source.stop();
  };
}
