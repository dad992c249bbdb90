import type { Person } from '@boxperson/offices';
import { type ReactNode, useCallback, useState } from 'react';
import '../ui/staff/staff.css';
import './styles/entrance.css';
import { SetPasswordForm } from './SetPassword.js';
import { Door, SignIn } from './SignIn.js';
import { signOut, useStanding } from './session.js';
import { InStaff, useLine } from './staff.js';

/** Whoever is not in stands at the door; the address waits for them. */
export function Gate({ children }: { readonly children: ReactNode }) {
  const [standing, look] = useStanding();
  const [typed, setTyped] = useState<string | null>(null);
  switch (standing.kind) {
    case 'looking':
      return <p className="loading">One moment…</p>;
    case 'away':
      return (
        <Door title="Staff entrance" lead="Trying again…">
          <p role="alert">{standing.why}</p>
        </Door>
      );
    case 'out':
      return <SignIn why={standing.why} onPassword={setTyped} />;
    case 'set-password':
      return (
        <Door
          title="Set a password of your own"
          lead="You came in with a password that somebody else has seen. Nothing else is open before you have one of your own."
        >
          <SetPasswordForm old={typed} onDone={look} />
          <p>
            <button type="button" onClick={() => void signOut()}>
              Sign out
            </button>
          </p>
        </Door>
      );
    case 'in':
      return (
        <Inside person={standing.person} onEnded={look}>
          {children}
        </Inside>
      );
  }
}

interface InsideProps {
  readonly person: Person;
  readonly onEnded: () => void;
  readonly children: ReactNode;
}

function Inside({ person, onEnded, children }: InsideProps) {
  const ended = useCallback(() => onEnded(), [onEnded]);
  return <InStaff value={useLine(person, ended)}>{children}</InStaff>;
}
