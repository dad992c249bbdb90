import { Dialog } from '../ui/Dialog.js';
import { choose, type SettingName, type Settings, useSettings } from './settings.js';
import './settings.css';

interface Group {
  readonly name: SettingName;
  readonly title: string;
  /** In the order in which they are shown; the first of the settings' own is what a newcomer gets. */
  readonly says: Readonly<Record<string, string>>;
}

const GROUPS: readonly Group[] = [
  {
    name: 'theme',
    title: 'Colours',
    says: { night: 'Night', day: 'Day', contrast: 'High contrast', safe: 'Colour-blind safe' },
  },
  {
    name: 'text',
    title: 'Text size',
    says: { '100': 'Normal', '125': '125 %', '150': '150 %', '200': '200 %' },
  },
  { name: 'felt', title: 'The felt', says: { easy: 'Easy', whole: 'Whole' } },
  { name: 'chips', title: 'Chips', says: { small: 'Small', medium: 'Medium', large: 'Large' } },
  { name: 'hand', title: 'Controls for', says: { right: 'Right hand', left: 'Left hand' } },
  { name: 'sound', title: 'Sound', says: { on: 'On', off: 'Off' } },
  { name: 'volume', title: 'Volume', says: { '30': 'Low', '60': 'Medium', '100': 'High' } },
  { name: 'room', title: 'The room', says: { murmur: 'Murmurs', quiet: 'Is quiet' } },
  { name: 'calls', title: 'The stick’s calls', says: { silent: 'Written', spoken: 'Read aloud' } },
  { name: 'motion', title: 'Movement', says: { full: 'Full', reduced: 'Reduced' } },
];

function Choice({ group: { name, title, says }, settings }: { group: Group; settings: Settings }) {
  return (
    <fieldset className="setting">
      <legend>{title}</legend>
      <div className="setting-choices">
        {(Object.keys(says) as Settings[SettingName][]).map((value) => (
          <label key={value} className={`setting-choice setting-${name}-${value}`}>
            <input
              type="radio"
              name={name}
              value={value}
              checked={settings[name] === value}
              onChange={() => choose(name, value as Settings[typeof name])}
            />
            <span>{says[value]}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** Every choice holds at once and stays in this browser. */
export function SettingsDialog({ onClose }: { onClose: () => void }) {
  const settings = useSettings();
  return (
    <Dialog title="Settings" onClose={onClose}>
      <p className="quiet">They hold at once, and stay in this browser.</p>
      {GROUPS.map((group) => (
        <Choice key={group.name} group={group} settings={settings} />
      ))}
    </Dialog>
  );
}
