import { settingsNow } from './settings.js';

/** Reads a call aloud where somebody asked for that and the browser can. A newer call cuts off an older one. */
export function speak(text: string): void {
  if (settingsNow().calls !== 'spoken' || !('speechSynthesis' in globalThis)) return;
  speechSynthesis.cancel();
  speechSynthesis.speak(new SpeechSynthesisUtterance(text));
}

let audio: AudioContext | null = null;

const TONES = {
  /** The last five seconds of a period. */
  tick: { hertz: 880, seconds: 0.07, loud: 0.12 },
  /** A chip on the felt. */
  chip: { hertz: 1900, seconds: 0.03, loud: 0.05 },
  /** Dice against the wall. */
  dice: { hertz: 190, seconds: 0.09, loud: 0.14 },
} as const;

/** A short sound, unless sound is off. Browsers stay silent until the page was touched. */
export function sound(name: keyof typeof TONES): void {
  if (settingsNow().sound === 'off' || !('AudioContext' in globalThis)) return;
  audio ??= new AudioContext();
  if (audio.state !== 'running') {
    void audio.resume();
    return;
  }
  const { hertz, seconds, loud } = TONES[name];
  const end = audio.currentTime + seconds;
  const volume = audio.createGain();
  volume.gain.setValueAtTime(loud, audio.currentTime);
  volume.gain.exponentialRampToValueAtTime(0.001, end);
  const tone = audio.createOscillator();
  tone.frequency.value = hertz;
  tone.connect(volume).connect(audio.destination);
  tone.start();
  tone.stop(end);
}
