import { makeDollars, type SpotOptions, type Table, whyNoTokens } from '@boxperson/rules';
import { useEffect, useState } from 'react';
import type { TableActions } from '../felt/actions.js';
import { trayOf } from '../felt/chips.js';
import { me, morePlayMoney } from '../house.js';
import { Dialog } from '../ui/Dialog.js';
import { Link } from '../ui/Link.js';
import { dollars } from '../ui/money.js';

interface MenuProps {
  readonly table: Table;
  readonly player: string | null;
  readonly view: 'felt' | 'text';
  readonly onView: () => void;
  readonly onSettings: () => void;
  readonly onHelp: () => void;
  /** Null where nobody keeps one's rounds. */
  readonly onRecall: (() => void) | null;
  readonly onLeave: (manner: 'plainly' | 'standing') => void;
}
interface MoreProps extends MenuProps {
  /** Why nothing can be played from here now; what may still be taken down may be. */
  readonly held: string | null;
  readonly options: readonly SpotOptions[] | null;
  readonly actions: TableActions;
  readonly chip: number;
  /** A phone has a menu beside; a wide screen has what is in it here. */
  readonly menu: 'here' | 'beside';
  readonly onClose: () => void;
}

/** Patterns, stay-up and the rest of what is done to wagers: what is not needed every roll. */
export const MoreDialog = (props: MoreProps) => (
  <Dialog title="More" onClose={props.onClose}>
    <div className="more">
      <Wagering {...props} />
      {props.menu === 'here' && <MenuActs {...props} />}
    </div>
  </Dialog>
);

/** What is about the page and one's place at the table, not about wagers. */
export const MenuDialog = ({ onClose, ...props }: MenuProps & { readonly onClose: () => void }) => (
  <Dialog title="Menu" onClose={onClose}>
    <div className="more">
      <MenuActs {...props} />
    </div>
  </Dialog>
);

function MenuActs({ table, player, view, onView, onSettings, onHelp, onRecall, onLeave }: MenuProps) {
  const stands = table.game.players.some(({ name, wagers }) => name === player && wagers.length > 0);
  return (
    <section className="more-acts">
      <button type="button" onClick={onView}>
        {view === 'felt' ? 'The table in words' : 'The felt'}
      </button>
      <button type="button" onClick={onSettings}>
        Settings
      </button>
      <button type="button" onClick={onHelp}>
        Help and keys
      </button>
      {player !== null && onRecall && (
        <button type="button" onClick={onRecall}>
          My last rounds
        </button>
      )}
      {player !== null && (
        <button type="button" onClick={() => onLeave(stands ? 'standing' : 'plainly')}>
          {stands ? 'Leave, and let your wagers play out' : 'Leave the table'}
        </button>
      )}
    </section>
  );
}

interface WageringProps {
  readonly actions: TableActions;
  readonly finish: (act: unknown) => void;
}

/** What is done to all wagers at once, and patterns. */
function Wagering({ actions, chip, table, held, options, onClose }: MoreProps) {
  const finish = (act: unknown): void => {
    void act;
    onClose();
  };
  if (held !== null)
    return (
      <section>
        <p>{held}.</p>
        {options?.some(({ take }) => take.may) && (
          <div className="more-acts">
            <button type="button" onClick={() => finish(actions.clear())}>
              Clear
            </button>
          </div>
        )}
      </section>
    );
  const hasCalls = table.game.rulebook.calls.inactiveOnComeOut.value.length > 0;
  return (
    <>
      <AllWagers actions={actions} finish={finish} calls={hasCalls ? 'offered' : 'none'} />
      <Patterns actions={actions} finish={finish} chip={chip} />
    </>
  );
}

function AllWagers({ actions, finish, calls }: WageringProps & { calls: 'offered' | 'none' }) {
  const act = (name: string, does: () => unknown) => (
    <button type="button" onClick={() => finish(does())}>
      {name}
    </button>
  );
  return (
    <section>
      <h3>All wagers</h3>
      <div className="more-acts">
        <button type="button" onClick={() => finish(actions.redo())} disabled={actions.nextRedo === null}>
          Redo
        </button>
        {act('Clear', () => actions.clear())}
        {act('Double', () => actions.double())}
        {calls === 'offered' && act('All on', () => actions.call('all', 'on'))}
        {calls === 'offered' && act('All off', () => actions.call('all', 'off'))}
        {act('Max odds', () => actions.maxOdds())}
        {act('Half', () => actions.half())}
        <button
          type="button"
          aria-pressed={actions.stayUp}
          onClick={() => actions.setStayUp(actions.stayUp ? 'off' : 'on')}
        >
          Stay up: {actions.stayUp ? 'on' : 'off'}
        </button>
      </div>
      <p className="quiet">
        Stay up places a winning place, buy, lay, hardway or Big wager again at once, if credit and limits
        allow.
      </p>
    </section>
  );
}

function Patterns({ actions, finish, chip }: WageringProps & { chip: number }) {
  return (
    <section>
      <h3>Patterns</h3>
      <p className="quiet">{dollars(chip)} on each number, or the nearest amount that is taken.</p>
      <div className="more-acts">
        {actions.patterns().map(({ name: id, title, saved }) => (
          <span key={id} className="pattern">
            <button type="button" onClick={() => finish(actions.pattern(id, chip))}>
              {title}
            </button>
            {saved && (
              <button type="button" aria-label={`Forget ${title}`} onClick={() => actions.dropPattern(id)}>
                ✕
              </button>
            )}
          </span>
        ))}
      </div>
      <SavePattern actions={actions} />
    </section>
  );
}

function SavePattern({ actions }: Pick<WageringProps, 'actions'>) {
  const [name, setName] = useState('');
  return (
    <form
      className="save-pattern"
      onSubmit={(event) => {
        event.preventDefault();
        if (actions.savePattern(name).ok) setName('');
      }}
    >
      <label>
        Keep what stands now as
        <input value={name} maxLength={24} onChange={(event) => setName(event.target.value)} />
      </label>
      <button type="submit" disabled={name.trim() === ''}>
        Keep
      </button>
    </form>
  );
}

interface MoneyProps {
  readonly table: Table;
  readonly player: string;
  readonly actions: TableActions;
  /** Does whoever plays here play as a guest, with play money? */
  readonly guest: boolean;
  /** Does an automatic dealer take vouchers here? */
  readonly dealer: 'automatic' | 'people';
  readonly onClose: () => void;
}

const NOTES = [2_000, 5_000, 10_000, 50_000, 100_000];

/** Chips at a staffed table. A terminal has a money side of its own. */
export function MoneyDialog({ table, player, actions, guest, dealer, onClose }: MoneyProps) {
  const [wallet, setWallet] = useState<number | null>(null);
  const [says, setSays] = useState('');
  const balance = table.game.players.find(({ name }) => name === player)?.balance ?? 0;
  const look = (): void => {
    me().then(
      (now) => setWallet(now.wallet),
      () => setSays('The house did not say what is in your account.'),
    );
  };
  useEffect(look, []);
  const bring = async (amount: number): Promise<void> => {
    const done = await actions.buyIn(amount);
    setSays(done.ok ? `${dollars(amount)} added.` : done.refused.message);
    look();
  };
  const more = async (): Promise<void> => {
    await morePlayMoney().then(
      () => setSays('Your play money is topped up.'),
      (error: Error) => setSays(error.message),
    );
    look();
  };
  return (
    <Dialog title="Money" onClose={onClose}>
      <div className="money">
        <p className="money-now">
          <span>
            Chips in front of you <b>{dollars(balance)}</b>
          </span>
          <span>
            In your account <b>{wallet === null ? '…' : makeDollars(wallet)}</b>
          </span>
        </p>
        <section>
          <h3>{guest ? 'Buy chips (play money)' : 'Buy chips from your account'}</h3>
          <div className="notes">
            {NOTES.map((amount) => (
              <button
                type="button"
                key={amount}
                className="note"
                disabled={wallet !== null && wallet < amount}
                onClick={() => void bring(amount)}
              >
                {dollars(amount)}
              </button>
            ))}
          </div>
          {guest && (
            <button type="button" onClick={() => void more()}>
              Ask for more play money
            </button>
          )}
        </section>
        {!guest && dealer === 'automatic' && whyNoTokens(table.game) === null && (
          <Voucher actions={actions} says={setSays} />
        )}
        <p role="status" className="money-says">
          {says}
        </p>
      </div>
    </Dialog>
  );
}

/** star 1.1, R124: a voucher in the player's own name becomes tokens, once. */
function Voucher({ actions, says }: { actions: TableActions; says: (text: string) => void }) {
  const [number, setNumber] = useState('');
  const change = async (): Promise<void> => {
    const done = await actions.exchange(number.trim());
    says(
      done.ok
        ? `Voucher ${number.trim()} is exchanged: your tokens lie beside your chips.`
        : done.refused.message,
    );
    if (done.ok) setNumber('');
  };
  return (
    <form
      className="voucher"
      onSubmit={(event) => {
        event.preventDefault();
        void change();
      }}
    >
      <h3>A promotional voucher in your name</h3>
      <label>
        Its number
        <input
          value={number}
          maxLength={12}
          placeholder="V-7"
          autoComplete="off"
          onChange={(event) => setNumber(event.target.value)}
        />
      </label>
      <button type="submit" disabled={number.trim() === ''}>
        Change it into tokens
      </button>
    </form>
  );
}

/** What the keys do, at a tray of so many chips. */
const keysFor = (chips: number): readonly (readonly [string, string])[] => [
  ['Tab', 'to the felt, then out of it again'],
  ['← ↑ → ↓', 'move over the places of the felt'],
  ['Enter or +', 'put the chosen chip'],
  ['−', 'take one chip off'],
  ['Delete', 'take the wager down'],
  [`1 … ${chips}`, 'choose a chip'],
  ['a', 'an amount of your own, and all that may be done there'],
  ['o', 'the most odds behind this wager'],
  ['w', 'call it on or off'],
  ['u and y', 'undo and redo'],
  ['r', 'repeat the last round'],
  ['s', 'take the dice, throw, shoot; while they tumble: let them lie'],
  ['m', 'sound off and on'],
  ['k', 'tokens, or chips again'],
  ['v', 'felt or text'],
  ['?', 'this help'],
];

const Keys = ({ chips }: { chips: number }) => (
  <>
    <h3>Keys</h3>
    <dl className="keys">
      {keysFor(chips).map(([key, does]) => (
        <div key={key}>
          <dt>{key}</dt>
          <dd>{does}</dd>
        </div>
      ))}
    </dl>
  </>
);

export function HelpDialog({ table, onClose }: { table: Table; onClose: () => void }) {
  const { rulebook } = table.game;
  // A phone has no keys to tell of.
  const hasKeys = matchMedia('(any-hover: hover)').matches;
  return (
    <Dialog title={hasKeys ? 'Help and keys' : 'Help'} onClose={onClose}>
      <div className="help">
        <h3>At the felt</h3>
        <ul>
          <li>Choose a chip, then tap a place. Or drag the chip there.</li>
          <li>Press and hold a place for an amount of your own, to take, move or call a wager.</li>
          <li>
            A solid line may be bet. A dashed line with “take only” may only be reduced. Hatched and “closed”
            takes nothing now.
          </li>
          <li>A pale chip is on its way to the house. It counts when it turns solid.</li>
        </ul>
        {hasKeys && <Keys chips={trayOf(table).length} />}
        <p>
          <Link href={`/rules/${rulebook.id}`}>The rulebook of this table: {rulebook.title}</Link>
        </p>
      </div>
    </Dialog>
  );
}
