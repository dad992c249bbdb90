import { useState } from 'react';
import { api } from '../../session.js';
import { verbsAt } from '../../workplace.js';
import type { BooksProps } from '../index.js';

/** One press: a verb, what it says, and what goes with it. */
export interface Press {
  readonly verb: string;
  readonly says: string;
  readonly body?: object;
  /** What is asked for before it goes: a reason, a number of minutes, faces of dice. */
  readonly asks?: Asks;
  /** The one thing to do next. */
  readonly main?: boolean;
}
export interface Asks {
  readonly field: string;
  readonly label: string;
  readonly number?: boolean;
  /** What is offered where nobody types: dice that the console throws. */
  readonly offer?: () => string;
}

/** What the person at this console may press, and what was refused last. */
export function usePresses({ place, office, matter }: BooksProps) {
  const may = new Set(verbsAt(place, office).map(([name]) => name));
  const [fault, setFault] = useState<string | null>(null);
  const send = async (verb: string, body: object = {}): Promise<boolean> => {
    const answered = await api.submit(`tournaments/${matter ?? ''}`, { do: verb, ...body });
    setFault(answered.ok ? null : tellRefusal(answered.refused));
    return answered.ok;
  };
  return { may: (verb: string) => matter !== undefined && may.has(verb), fault, send };
}
export type Presses = ReturnType<typeof usePresses>;

const tellRefusal = ({ message, clause }: { readonly message: string; readonly clause: string | null }) =>
  clause === null ? message : `${message} (§ ${clause})`;

/** Buttons for what may be done now; what needs a word more asks for it in its place. */
export function PressRow({ presses, of }: { presses: Presses; of: readonly Press[] }) {
  const [asking, setAsking] = useState<Press | null>(null);
  const open = of.filter(({ verb }) => presses.may(verb));
  if (open.length === 0) return null;
  const press = (one: Press) => (one.asks ? setAsking(one) : void presses.send(one.verb, one.body));
  return (
    <div className="director-presses">
      {open.map((one) => (
        <button
          key={`${one.verb} ${one.says}`}
          type="button"
          className={one.main ? 'main' : ''}
          aria-expanded={one.asks ? asking?.says === one.says : undefined}
          onClick={() => press(one)}
        >
          {one.says}
          {one.asks ? '…' : ''}
        </button>
      ))}
      {asking?.asks && (
        <AskFor
          key={asking.says}
          press={asking}
          asks={asking.asks}
          presses={presses}
          done={() => setAsking(null)}
        />
      )}
    </div>
  );
}

interface AskForProps {
  readonly press: Press;
  readonly asks: Asks;
  readonly presses: Presses;
  readonly done: () => void;
}

function AskFor({ press, asks, presses, done }: AskForProps) {
  const [value, setValue] = useState(asks.offer?.() ?? '');
  const send = async () => {
    const said = asks.number ? Number(value) : value;
    if (await presses.send(press.verb, { ...press.body, [asks.field]: said })) done();
  };
  return (
    <form
      className="director-ask"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <label>
        {asks.label}{' '}
        <input
          value={value}
          inputMode={asks.number ? 'numeric' : 'text'}
          onChange={({ target }) => setValue(target.value)}
        />
      </label>
      <button type="submit" className="main" disabled={value.trim() === ''}>
        {press.says}
      </button>
      <button type="button" onClick={done}>
        Leave it
      </button>
    </form>
  );
}
