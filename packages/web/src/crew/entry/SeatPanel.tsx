import type { Guest, Player } from '@boxperson/rules';
import { useState } from 'react';
import { ClauseButton } from '../../felt/Clause.js';
import { dollars } from '../../ui/money.js';
import { useCrew } from '../crew.js';
import { BuyIn, ColourUp } from './Money.js';
import { OddsList } from './OddsList.js';
import type { OddsAsks } from './odds.js';
import { SitDown } from './SitDown.js';
import type { Entry } from './use-entry.js';
import { ExchangeVoucher, sayTerms } from './Voucher.js';
import { WagerRows } from './WagerRows.js';

interface SeatPanelProps {
  readonly entry: Entry;
  readonly odds: OddsAsks;
}

/** The chosen seat: who it is, what they have up, what can be done with it. */
export function SeatPanel({ entry, odds }: SeatPanelProps) {
  const { chosen } = entry;
  if (!chosen)
    return (
      <section className="panel seat-panel" aria-label="No seat chosen">
        <h2>Which seat?</h2>
        <p className="quiet">Touch a seat, then chips, then the felt.</p>
        <OddsList {...odds} names />
      </section>
    );
  const { seat, player, guest } = chosen;
  if (!player || !guest) return <SitDown key={seat} seat={seat} />;
  return (
    <section className="panel seat-panel" aria-label={`Seat ${seat}, ${player.name}`}>
      <SeatTop key={player.name} player={player} guest={guest} onClose={() => entry.choose(null)} />
      <WagerRows entry={entry} player={player} odds={odds} />
    </section>
  );
}

type Opened = 'none' | 'buy-in' | 'colour-up' | 'leave' | 'voucher';

interface SeatTopProps {
  readonly player: Player;
  readonly guest: Guest;
  readonly onClose: () => void;
}

function SeatTop({ player, guest, onClose }: SeatTopProps) {
  const [opened, open] = useState<Opened>('none');
  const turn = (what: Opened) => () => open(opened === what ? 'none' : what);
  const close = (): void => open('none');
  const takesTokens = useCrew().table.game.rulebook.conduct.wagers.tokens.value === 'as-chips';
  return (
    <header className="seat-top">
      <div className="seat-who">
        <span className="crew-seat">{player.seat}</span>
        <h2>{player.name}</h2>
        <button type="button" aria-label="Let go of this seat" onClick={onClose}>
          ✕
        </button>
      </div>
      <About player={player} guest={guest} />
      {takesTokens && (
        <div className="seat-acts">
          <button type="button" aria-pressed={opened === 'voucher'} onClick={turn('voucher')}>
            Voucher for tokens
          </button>
        </div>
      )}
      {guest.chips && (
        <div className="seat-acts">
          <button type="button" aria-pressed={opened === 'buy-in'} onClick={turn('buy-in')}>
            Buy in
          </button>
          <button type="button" aria-pressed={opened === 'colour-up'} onClick={turn('colour-up')}>
            Colour up
          </button>
          <button type="button" aria-pressed={opened === 'leave'} onClick={turn('leave')}>
            Leaves
          </button>
        </div>
      )}
      {opened === 'buy-in' && <BuyIn player={player.name} onDone={close} />}
      {opened === 'colour-up' && <ColourUp player={player} onDone={close} />}
      {opened === 'voucher' && <ExchangeVoucher player={player.name} onDone={close} />}
      {opened === 'leave' && <Leaves player={player} onDone={close} />}
    </header>
  );
}

/** What the crew should know of somebody: how they play, what is known of their rail, limits, and what is missing. */
function About({ player, guest }: { player: Player; guest: Guest }) {
  const { table } = useCrew();
  const { rulebook } = table.game;
  const { card } = rulebook.conduct.wagers;
  const { limit } = player;
  return (
    <div className="seat-about">
      <p>
        {guest.chips
          ? `Chips on the felt; ${dollars(player.balance)} known in the rail.`
          : `Plays at a screen; ${dollars(player.balance)} in the rail.`}
        {guest.card && ` Card ${guest.card.id}.`}
      </p>
      {(player.tokens ?? []).map(
        ({ voucher, amount, terms }) =>
          amount > 0 && (
            <p key={voucher} className="seat-tokens">
              <span className="marker">TOKENS</span> {dollars(amount)} of {voucher}:{' '}
              {sayTerms(rulebook, terms)}
            </p>
          ),
      )}
      {limit && (
        <p className="seat-limit">
          <span className="marker limit">LIMIT</span> {dollars(limit.min)} to {dollars(limit.max)}
        </p>
      )}
      {card.value === 'own-card' && guest.card === null && (
        <p className="seat-missing">
          No card presented: no wager is taken. <ClauseButton book={rulebook} cited={card} />
        </p>
      )}
      {guest.chips && card.value === 'own-card' && guest.card === null && <PresentCard guest={guest} />}
    </div>
  );
}

function PresentCard({ guest: { player, person } }: { guest: Guest }) {
  const { act } = useCrew();
  const [number, setNumber] = useState('');
  return (
    <form
      className="seat-form"
      aria-label={`Card of ${player}`}
      onSubmit={(event) => {
        event.preventDefault();
        void act({ do: 'card', player, card: number.trim(), holder: person });
      }}
    >
      <label className="field">
        Player card
        <input value={number} onChange={(event) => setNumber(event.target.value)} />
      </label>
      <button type="submit" className="main" disabled={number.trim() === ''}>
        Presented
      </button>
    </form>
  );
}

function Leaves({ player, onDone }: { player: Player; onDone: () => void }) {
  const { act } = useCrew();
  const leave = (more: object) => () => void act({ do: 'leave', player: player.name, ...more }).then(onDone);
  return (
    <div className="seat-form">
      <p>{player.name} leaves with all chips.</p>
      <button type="button" className="main" onClick={leave({})}>
        Goodbye
      </button>
      {player.wagers.length > 0 && (
        <>
          <p>Or leaves wagers behind: what can be taken down is, the rest plays out.</p>
          <button type="button" onClick={leave({ standing: true })}>
            Goodbye, wagers stand
          </button>
        </>
      )}
    </div>
  );
}
