import { HouseSaysNo } from '@boxperson/house/client';
import { useEffect, useState } from 'react';
import { Button, Form } from 'react-aria-components';
import { Shell } from '../ui/Shell.js';
import { Line } from '../ui/staff/Field.js';
import { signIn } from './session.js';

const SECOND = 1_000;

/** Seconds that are left to wait, counted down. */
function useWait(): readonly [number, (seconds: number) => void] {
  const [left, setLeft] = useState(0);
  useEffect(() => {
    if (left <= 0) return;
    const timer = setTimeout(() => setLeft(left - 1), SECOND);
    return () => clearTimeout(timer);
  }, [left]);
  return [left, setLeft];
}

const sayWait = (seconds: number): string =>
  seconds < 60
    ? `${seconds} second${seconds === 1 ? '' : 's'}`
    : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;

function useSignIn(onPassword: (password: string) => void) {
  const [fault, setFault] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [wait, setWait] = useWait();
  const send = async (login: string, password: string): Promise<void> => {
    if (busy || wait > 0) return;
    setBusy(true);
    setFault(null);
    try {
      onPassword(password);
      await signIn(login.trim(), password);
    } catch (error) {
      setBusy(false);
      if (error instanceof HouseSaysNo) setWait(error.refused.retryAfter ?? 0);
      const isHeard = error instanceof HouseSaysNo || (error as Error).name === 'Error';
      setFault(isHeard ? (error as Error).message : 'The house cannot be reached. Try again.');
    }
  };
  return { fault, busy, wait, send };
}

interface SignInProps {
  /** Why somebody stands here again. */
  readonly why: string | null;
  /** What was typed, for whoever has to set another one next. */
  readonly onPassword: (password: string) => void;
}

/** The staff's door. A wrong login and a wrong password are answered alike. */
export function SignIn({ why, onPassword }: SignInProps) {
  const [login, setLogin] = useState('');
  const [password, setPassword] = useState('');
  const { fault, busy, wait, send } = useSignIn(onPassword);
  const [missing, setMissing] = useState(false);
  const submit = (): void => {
    const isMissing = login.trim() === '' || password === '';
    setMissing(isMissing);
    if (!isMissing) void send(login, password);
  };
  const needs = (value: string) => (missing && value.trim() === '' ? { says: 'This is needed.' } : undefined);
  return (
    <Door title="Staff entrance" lead="For those who work here. Players come in at the tables.">
      <Form
        className="form"
        aria-label="Sign in"
        validationBehavior="aria"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        {why !== null && fault === null && (
          <p className="staff-note" role="status">
            {why}
          </p>
        )}
        {fault !== null && (
          <div className="form-whole" role="alert">
            <p>{wait > 0 ? `Too many tries. Wait ${sayWait(wait)} and try again.` : fault}</p>
          </div>
        )}
        <Line label="Login" value={login} change={setLogin} autoComplete="username" fault={needs(login)} />
        <Line
          label="Password"
          look="secret"
          value={password}
          change={setPassword}
          autoComplete="current-password"
          fault={needs(password)}
        />
        <div className="form-acts">
          <Button type="submit" className="main" isPending={busy} isDisabled={wait > 0}>
            {wait > 0 ? `Wait ${sayWait(wait)}` : busy ? 'One moment…' : 'Sign in'}
          </Button>
        </div>
      </Form>
    </Door>
  );
}

interface DoorProps {
  readonly title: string;
  readonly lead: string;
  readonly children: React.ReactNode;
}

/** What stands at the door, before anybody is in. */
export const Door = ({ title, lead, children }: DoorProps) => (
  <Shell
    title={title}
    here={null}
    area="Places"
    places={[]}
    home={['/', 'To the tables']}
    look="door"
    lead={<p>{lead}</p>}
  >
    <div className="panel staff-door">{children}</div>
  </Shell>
);
