import type { How, SoundName } from '../sound/room.js';
import { settingsNow } from './settings.js';

const volume = (): number => Number(settingsNow().volume) / 100;
const isSilent = (): boolean => settingsNow().sound === 'off';

/** Reads a call aloud where somebody asked for that and the browser can. A newer call cuts off an older one. */
export function speak(text: string): void {
  if (settingsNow().calls !== 'spoken' || isSilent() || !('speechSynthesis' in globalThis)) return;
  speechSynthesis.cancel();
  const said = new SpeechSynthesisUtterance(text);
  said.volume = volume();
  speechSynthesis.speak(said);
}

type Room = typeof import('../sound/room.js');
let loading: Promise<Room> | null = null;

/** What sounds are made of comes when the first is heard. Nobody waits for it, and without it there is silence. */
function inRoom(act: (room: Room) => void): void {
  if (!('AudioContext' in globalThis)) return;
  loading ??= import('../sound/room.js');
  loading.then(act).catch(() => {
    loading = null;
  });
}

/** A sound, unless sound is off. Browsers stay silent until the page was touched. */
export function sound(name: SoundName, how: How = {}): void {
  if (!isSilent()) inRoom(({ play }) => play(name, volume(), how));
}

/** The dice lie, whatever was still to be heard of them. */
export const hushDice = (): void => {
  if (loading) inRoom((room) => room.hushDice());
};

/** Sound as the settings have it now: called when they change, and where there is a room to be heard. */
export function tuneRoom(here: boolean): void {
  const isHeard = here && !isSilent();
  if (!isHeard && !loading) return;
  if (isSilent() && 'speechSynthesis' in globalThis) speechSynthesis.cancel();
  inRoom(({ setVolume, setMurmur }) => {
    setVolume(isSilent() ? 0 : volume());
    setMurmur(isHeard && settingsNow().room === 'murmur', volume());
  });
}
