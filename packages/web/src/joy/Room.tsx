import { useEffect, useState } from 'react';
import { useKeys } from '../felt/keys.js';
import { choose, settingsNow, useSettings } from '../settings/settings.js';
import { tuneRoom } from '../settings/voice.js';

const SAID_MS = 1_500;

/** Browsers are silent until a page was touched, and so is the room. */
function useTouched(): boolean {
  const [touched, setTouched] = useState(false);
  useEffect(() => {
    if (touched) return;
    const touch = (): void => setTouched(true);
    const kinds = ['pointerdown', 'keydown'] as const;
    for (const kind of kinds) addEventListener(kind, touch, { once: true });
    return () => {
      for (const kind of kinds) removeEventListener(kind, touch);
    };
  }, [touched]);
  return touched;
}

/** The sound of the room, as the settings have it; `m` turns everything that is heard off and on. */
export function Room() {
  const { sound, volume, room } = useSettings();
  const [said, setSaid] = useState<string | null>(null);
  const touched = useTouched();
  // biome-ignore lint/correctness/useExhaustiveDependencies: tuned anew for every change of what is heard
  useEffect(() => {
    tuneRoom(touched);
  }, [touched, sound, volume, room]);
  useEffect(() => () => tuneRoom(false), []);
  useEffect(() => {
    if (said === null) return;
    const timer = setTimeout(() => setSaid(null), SAID_MS);
    return () => clearTimeout(timer);
  }, [said]);
  useKeys((key) => {
    if (key !== 'm') return false;
    const next = settingsNow().sound === 'off' ? 'on' : 'off';
    choose('sound', next);
    setSaid(next === 'on' ? 'Sound is on' : 'Sound is off');
    return true;
  });
  return (
    <p className="sound-said" role="status">
      {said}
    </p>
  );
}
