import { lazy, Suspense, useState } from 'react';
import { Ask } from '../ui/staff/Dialog.js';
import { tell } from '../ui/staff/Toast.js';
import { Frame } from './Frame.js';
import { OwnSessions } from './OwnSessions.js';
import { SetPasswordForm } from './SetPassword.js';
import { signOutEverywhere } from './session.js';
import { useStaff } from './staff.js';

const SettingsDialog = lazy(() =>
  import('../settings/SettingsDialog.js').then((module) => ({ default: module.SettingsDialog })),
);

/** One's own matters: the password, the sessions, how it all looks. */
export function Account() {
  const { person } = useStaff();
  const [settings, setSettings] = useState(false);
  return (
    <Frame title="Your account" lead={<p>{person.name}</p>} place={null} here="/staff/account">
      <div className="staff-account">
        <section className="panel" aria-labelledby="password">
          <h2 id="password">Your password</h2>
          <p className="quiet">Another one ends every other session of yours.</p>
          <SetPasswordForm onDone={() => tell('Your password is set.')} />
        </section>
        <div>
          <OwnSessions />
          <Everywhere />
          <section className="panel" aria-labelledby="looks">
            <h2 id="looks">How it looks</h2>
            <p>
              <button type="button" onClick={() => setSettings(true)}>
                Settings
              </button>
            </p>
          </section>
        </div>
      </div>
      <Suspense fallback={null}>{settings && <SettingsDialog onClose={() => setSettings(false)} />}</Suspense>
    </Frame>
  );
}

function Everywhere() {
  const [asks, setAsks] = useState(false);
  const yes = async (): Promise<void> => {
    setAsks(false);
    const why = await signOutEverywhere();
    if (why !== null) tell(why, 'fault');
  };
  return (
    <section className="panel" aria-labelledby="everywhere">
      <h2 id="everywhere">Sign out everywhere</h2>
      <p className="quiet">
        Ends every session of yours, in this browser and in all others, at once. Do it when you left one open
        somewhere.
      </p>
      <p>
        <button type="button" onClick={() => setAsks(true)}>
          Sign out everywhere
        </button>
      </p>
      {asks && (
        <Ask
          title="Sign out everywhere?"
          yes="Sign out everywhere"
          onYes={() => void yes()}
          onNo={() => setAsks(false)}
        >
          <p>You sign in anew afterwards, here too.</p>
        </Ask>
      )}
    </section>
  );
}
