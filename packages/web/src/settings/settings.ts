import { useSyncExternalStore } from 'react';

/** What somebody likes, each with what may be chosen; the first is what a newcomer gets. */
export const CHOICES = {
  theme: ['night', 'day', 'contrast', 'safe'],
  text: ['100', '125', '150', '200'],
  felt: ['easy', 'whole'],
  chips: ['medium', 'small', 'large'],
  hand: ['right', 'left'],
  sound: ['on', 'off'],
  volume: ['60', '30', '100'],
  room: ['murmur', 'quiet'],
  calls: ['silent', 'spoken'],
  motion: ['full', 'reduced'],
} as const;

export type Settings = { readonly [K in keyof typeof CHOICES]: (typeof CHOICES)[K][number] };
export type SettingName = keyof Settings;

const KEY = 'boxperson.settings';
export const SETTING_NAMES = Object.keys(CHOICES) as readonly SettingName[];

const DEFAULTS = Object.fromEntries(SETTING_NAMES.map((name) => [name, CHOICES[name][0]])) as Settings;

/** What was kept, as far as it is still a choice; a browser that keeps nothing gets the defaults. */
export function readSettings(kept: string | null): Settings {
  try {
    const read = JSON.parse(kept ?? '{}') as Partial<Record<SettingName, unknown>>;
    const known = SETTING_NAMES.filter((name) =>
      (CHOICES[name] as readonly unknown[]).includes(read?.[name]),
    ).map((name) => [name, read[name]]);
    return { ...DEFAULTS, ...Object.fromEntries(known) };
  } catch {
    return DEFAULTS;
  }
}

const storage = (): Storage | null => {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    return null; // Forbidden by the browser: settings last as long as the page.
  }
};

let current: Settings = readSettings(storage()?.getItem(KEY) ?? null);
const listeners = new Set<() => void>();

/** Styles read settings from attributes of the page: `data-theme`, `data-text`, `data-hand` … */
function show(settings: Settings): void {
  for (const name of SETTING_NAMES) document.documentElement.dataset[name] = settings[name];
}

export function startSettings(): void {
  show(current);
  // Another tab of the same person.
  addEventListener('storage', ({ key, newValue }) => {
    if (key === KEY) apply(readSettings(newValue));
  });
}

function apply(settings: Settings): void {
  current = settings;
  show(settings);
  for (const listener of listeners) listener();
}

export function choose<K extends SettingName>(name: K, value: Settings[K]): void {
  const next = { ...current, [name]: value };
  storage()?.setItem(KEY, JSON.stringify(next));
  apply(next);
}

export const settingsNow = (): Settings => current;

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useSettings = (): Settings => useSyncExternalStore(subscribe, settingsNow);

/** No movement is wanted, by this setting or by the whole computer's. */
export const wantsStill = (): boolean =>
  current.motion === 'reduced' || matchMedia('(prefers-reduced-motion: reduce)').matches;
