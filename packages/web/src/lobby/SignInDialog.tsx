import { useId, useState } from 'react';
import { signIn } from '../house.js';
import { Dialog } from '../ui/Dialog.js';

interface SignInProps {
  readonly onClose: () => void;
  readonly onSignedIn: () => void;
}

/** Card and PIN. A wrong one is said without telling which of the two was wrong. */
export function SignInDialog({ onClose, onSignedIn }: SignInProps) {
  const [card, setCard] = useState('');
  const [pin, setPin] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const id = useId();
  const submit = async () => {
    if (card.trim() === '' || pin === '') {
      setFault(card.trim() === '' ? 'Card number: type the number on your card.' : 'PIN: type your PIN.');
      return;
    }
    setBusy(true);
    setFault(null);
    try {
      await signIn(card.trim(), pin);
      onSignedIn();
    } catch (error) {
      setFault((error as Error).message);
      setPin('');
      setBusy(false);
    }
  };
  return (
    <Dialog title="Sign in with your card" onClose={onClose}>
      <form
        className="sign-in"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <label>
          Card number
          <input
            value={card}
            autoComplete="username"
            inputMode="numeric"
            aria-describedby={fault ? id : undefined}
            onChange={(event) => setCard(event.target.value)}
          />
        </label>
        <label>
          PIN
          <input
            value={pin}
            type="password"
            inputMode="numeric"
            autoComplete="current-password"
            aria-describedby={fault ? id : undefined}
            onChange={(event) => setPin(event.target.value)}
          />
        </label>
        <p className="sign-in-fault" id={id} role="alert">
          {fault}
        </p>
        <button type="submit" className="main" disabled={busy}>
          {busy ? 'One moment…' : 'Sign in'}
        </button>
      </form>
    </Dialog>
  );
}
