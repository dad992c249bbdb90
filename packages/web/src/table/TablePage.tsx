import type { HouseClient } from '@boxperson/house/client';
import {
  type Command,
  makeDollars,
  nameOf,
  type Refusal,
  type Spot,
  type SpotOptions,
  spotOf,
  type Table,
  tableOptions,
} from '@boxperson/rules';
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { connect, me, morePlayMoney } from '../house.js';
import { go } from '../main.js';
import { TableModel, type TableState } from '../model.js';
import { dollars } from '../money.js';
import { chipColour } from './Chip.js';
import { DicePair } from './Dice.js';
import { Felt } from './Felt.js';
import { isRolled, sayOwn, sayPhase, sayRoll } from './words.js';

const CHIPS = [100, 500, 2_500, 10_000, 50_000];
const BUY_IN = 100_000;

interface Connected {
  readonly client: HouseClient;
  readonly model: TableModel;
  readonly token: string;
}

/** Comes in, connects and watches the table. */
function useTable(id: string): { connected: Connected | null; fault: string | null } {
  const [connected, setConnected] = useState<Connected | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  useEffect(() => {
    let model: TableModel | null = null;
    let client: HouseClient | null = null;
    let stopped = false;
    me().then(
      ({ token }) => {
        if (stopped) return;
        client = connect(token, (online) => model?.online(online));
        model = new TableModel(client, id);
        setConnected({ client, model, token });
      },
      (error: Error) => setFault(error.message),
    );
    return () => {
      stopped = true;
      model?.close();
      client?.close();
    };
  }, [id]);
  return { connected, fault };
}

const EMPTY: TableState = { online: true, table: null, own: null, told: [], refused: null, pending: 0 };
const noSubscription = () => () => {};

export function TablePage({ id }: { id: string }) {
  const { connected, fault } = useTable(id);
  const model = connected?.model;
  const state = useSyncExternalStore(model?.subscribe ?? noSubscription, model?.snapshot ?? (() => EMPTY));
  if (fault) return <p className="banner">{fault}</p>;
  if (!connected || !state.table) return <p className="loading">Walking to the table…</p>;
  return <Play connected={connected} state={state} table={state.table} />;
}

function Play({
  connected: { model, token },
  state,
  table,
}: {
  connected: Connected;
  state: TableState;
  table: Table;
}) {
  const [chip, setChip] = useState(500);
  const [taking, setTaking] = useState(false);
  const player = state.own?.player ?? null;
  const options = useMemo(
    () => (player === null ? null : tableOptions(table, { player }).spots),
    [table, player],
  );
  const history = useRef<{ readonly undo: Command; readonly redo: Command }[]>([]);
  const give = useCallback((command: Command) => model.do(command), [model]);
  const needsCard = player !== null && lacksCard(table, player);
  useEffect(() => {
    if (needsCard) void give({ do: 'card', player });
  }, [give, needsCard, player]);

  const take = useCallback(
    (spot: Spot) => {
      const option = options?.[spot.index];
      if (player === null || !option || option.stands === 0) return;
      void give({ do: 'take', player, ...selection(spot) });
    },
    [give, options, player],
  );
  const put = useCallback(
    async (spot: Spot, amount = chip) => {
      if (player === null) return;
      if (taking) return take(spot);
      const bet = { do: 'bet', player, ...selection(spot), amount };
      if (await give(bet))
        history.current.push({
          undo: { do: 'take', player, ...selection(spot), ...partOf(options?.[spot.index], amount) },
          redo: bet,
        });
    },
    [chip, give, options, player, take, taking],
  );
  const work = useCallback(
    (spot: Spot) => {
      const call = options?.[spot.index]?.call;
      if (player !== null && call?.may)
        void give({
          do: 'call',
          player,
          wager: spot.wager,
          number: spot.number,
          to: call.working ? 'off' : 'on',
        });
    },
    [give, options, player],
  );
  const undo = async () => {
    const last = history.current.pop();
    if (last) await give(last.undo);
  };

  return (
    <div className={table.game.rulebook.conduct.run.value === 'electronic' ? 'play electronic' : 'play'}>
      <TopBar table={table} state={state} />
      {!state.online && (
        <p className="banner offline" role="alert">
          The connection is lost. Nothing is bet until it is back.
        </p>
      )}
      <div className="stage">
        <Felt table={table} player={player} options={options} onSpot={put} onTake={take} onWork={work} />
        <aside className="side">
          <LastRoll table={table} state={state} />
          {player !== null && options && (
            <Wagers table={table} player={player} options={options} give={give} />
          )}
        </aside>
      </div>
      <footer className="rail">
        {state.own ? (
          <>
            <Meters own={state.own} />
            <div className="chips" role="radiogroup" aria-label="Chip">
              {CHIPS.map((value) => (
                <ChipButton
                  key={value}
                  value={value}
                  selected={chip === value && !taking}
                  onSelect={() => {
                    setChip(value);
                    setTaking(false);
                  }}
                />
              ))}
            </div>
            <div className="acts">
              <button type="button" aria-pressed={taking} onClick={() => setTaking(!taking)}>
                Take
              </button>
              <button type="button" onClick={() => void undo()}>
                Undo
              </button>
              <button
                type="button"
                onClick={() =>
                  void give({ do: 'leave', player: state.own?.player }).then((left) => left && go('/'))
                }
              >
                Leave
              </button>
            </div>
            <Shoot table={table} player={state.own.player} give={give} />
          </>
        ) : (
          <Sit table={table} give={give} token={token} />
        )}
      </footer>
      {state.refused && (
        <RefusalCard
          table={table}
          refused={state.refused.refused}
          command={state.refused.command}
          give={give}
          dismiss={() => model.dismiss()}
        />
      )}
    </div>
  );
}

/** star-2024 10.1: a player shows a card before play; the house knows whose. */
const lacksCard = (table: Table, player: string): boolean =>
  table.game.rulebook.conduct.wagers.card.value === 'own-card' &&
  table.guests.find((guest) => guest.player === player)?.card === null;

const selection = ({ wager, number, high, dice }: Spot): Command => ({
  wager,
  ...(number === undefined ? {} : { number }),
  ...(high === undefined ? {} : { high }),
  ...(dice === undefined ? {} : { dice }),
});

/** What an undo takes back: the whole wager when there was none before. */
const partOf = (option: SpotOptions | undefined, amount: number): Command =>
  option && option.stands > 0 ? { amount } : {};

function TopBar({ table, state }: { table: Table; state: TableState }) {
  const { default: limit } = table.sign.limits;
  return (
    <header className="top">
      <a
        className="back"
        href="/"
        onClick={(event) => {
          event.preventDefault();
          go('/');
        }}
        aria-label="Back to the lobby"
      >
        ‹
      </a>
      <div className="top-title">
        <b>{table.game.rulebook.title}</b>
        <span>
          {makeDollars(limit.min)} to {makeDollars(limit.max)}
        </span>
      </div>
      <p className="phase" aria-live="polite">
        {sayPhase(table, state.own?.player ?? null)}
      </p>
      <Ring table={table} />
    </header>
  );
}

/** Seconds left of the wagering period, or of the shooter's time. */
function Ring({ table }: { table: Table }) {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, []);
  if (table.deadline === null) return null;
  const left = Math.max(0, Math.ceil((table.deadline - now) / 1000));
  const whole = table.phase === 'shooting' ? 10 : table.settings.wageringMs / 1000;
  const part = Math.min(1, left / whole);
  return (
    <svg
      className={left <= 5 ? 'ring last' : 'ring'}
      viewBox="0 0 72 72"
      role="timer"
      aria-label={`${left} seconds`}
    >
      <circle cx="36" cy="36" r="30" className="ring-back" />
      <circle
        cx="36"
        cy="36"
        r="30"
        className="ring-front"
        strokeDasharray={`${part * 188.5} 188.5`}
        transform="rotate(-90 36 36)"
      />
      <text x="36" y="37" textAnchor="middle" dominantBaseline="central">
        {left}
      </text>
    </svg>
  );
}

function LastRoll({ table, state }: { table: Table; state: TableState }) {
  const rolls = state.told.filter(({ event }) => isRolled(event));
  const last = rolls.at(-1);
  const event = last && isRolled(last.event) ? last.event : null;
  const rolling = table.phase === 'thrown' || table.phase === 'rolling';
  const lines = event && state.own ? sayOwn(table.game.rulebook, event, state.own.player) : [];
  return (
    <section className="last" aria-live="polite">
      <DicePair dice={event?.dice ?? null} rolling={rolling} spin={last?.n ?? 0} />
      <p className="call">{rolling ? '…' : event ? sayRoll(event) : 'Waiting for the first roll'}</p>
      <ul className="lines">
        {lines.map(({ key, kind, text, amount, clause }) => (
          <li key={key} className={kind}>
            <span>
              {kind === 'won' ? '▲' : kind === 'lost' ? '▼' : '='} {text}
            </span>
            <b>{amount}</b>
            {clause && <small>§ {clause}</small>}
          </li>
        ))}
      </ul>
    </section>
  );
}

interface WagersProps {
  readonly table: Table;
  readonly player: string;
  readonly options: readonly SpotOptions[];
  readonly give: (command: Command) => Promise<boolean>;
}

/** One's own wagers, with what may be done to each. */
function Wagers({ table, player, options, give }: WagersProps) {
  const wagers = table.game.players.find(({ name }) => name === player)?.wagers ?? [];
  const room = (spot: Spot): number => {
    const bet = options[spot.index]?.bet;
    return bet?.may ? bet.amounts.most : 0;
  };
  return (
    <section className="wagers" aria-label="Your wagers">
      {wagers.map(({ spot, amount }) => {
        const option = options[spot.index];
        const odds = oddsFor(spot);
        const most = odds ? room(odds) : 0;
        return (
          <div className="wager" key={spot.index}>
            <span>
              {nameOf(table.game.rulebook, spot)} <b>{dollars(amount)}</b>
            </span>
            {odds && most > 0 && (
              <button
                type="button"
                onClick={() => void give({ do: 'bet', player, ...selection(odds), amount: most })}
              >
                Odds {dollars(most)}
              </button>
            )}
            {option?.call.may && (
              <button
                type="button"
                onClick={() =>
                  void give({
                    do: 'call',
                    player,
                    wager: spot.wager,
                    number: spot.number,
                    to: option.call.may && option.call.working ? 'off' : 'on',
                  })
                }
              >
                {option.call.working ? 'Off' : 'On'}
              </button>
            )}
            {option?.take.may && option.take.all && (
              <button type="button" onClick={() => void give({ do: 'take', player, ...selection(spot) })}>
                Down
              </button>
            )}
          </div>
        );
      })}
    </section>
  );
}

function oddsFor(spot: Spot): Spot | null {
  if (spot.wager === 'pass') return spotOf('pass-odds');
  if (spot.wager === 'dont-pass') return spotOf('dont-pass-odds');
  if (spot.number === undefined) return null;
  if (spot.wager === 'come') return spotOf('come-odds', spot.number);
  return spot.wager === 'dont-come' ? spotOf('dont-come-odds', spot.number) : null;
}

const Meters = ({ own }: { own: { balance: number; onLayout: number } }) => (
  <div className="meters">
    <div>
      <span>Credit</span>
      <b data-meter="credit">{dollars(own.balance)}</b>
    </div>
    <div>
      <span>At risk</span>
      <b data-meter="risk">{dollars(own.onLayout)}</b>
    </div>
  </div>
);

function ChipButton({
  value,
  selected,
  onSelect,
}: {
  value: number;
  selected: boolean;
  onSelect: () => void;
}) {
  const { face, ink } = chipColour(value);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a chip is drawn, and a radio input cannot be
    <button
      type="button"
      role="radio"
      aria-checked={selected}
      className={selected ? 'chip selected' : 'chip'}
      style={{ background: face, color: ink }}
      onClick={onSelect}
    >
      {dollars(value)}
    </button>
  );
}

/** Whatever moves the dice on: take them, throw them, shoot. */
function Shoot({
  table,
  player,
  give,
}: {
  table: Table;
  player: string;
  give: (command: Command) => Promise<boolean>;
}) {
  const { acts } = useMemo(() => tableOptions(table, { player }), [table, player]);
  const may = (verb: string) =>
    acts.find(({ command, may: allowed }) => command['do'] === verb && allowed)?.command;
  const accept = may('accept');
  if (accept) {
    return (
      <div className="shoot">
        <button type="button" className="main" onClick={() => void give(accept)}>
          Take the dice
        </button>
        <button type="button" onClick={() => void give({ do: 'decline', player })}>
          Not now
        </button>
      </div>
    );
  }
  const act = may('throw') ?? may('shoot');
  const electronic = table.game.rulebook.conduct.run.value === 'electronic';
  const why = acts.find(({ command }) => command['do'] === (electronic ? 'shoot' : 'throw'))?.why;
  return (
    <div className="shoot">
      <button type="button" className="main" disabled={!act} onClick={() => act && void give(act)}>
        {electronic ? 'SHOOT' : 'THROW'}
      </button>
      {!act && <small>{why?.message}</small>}
    </div>
  );
}

function Sit({
  table,
  give,
  token,
}: {
  table: Table;
  give: (command: Command) => Promise<boolean>;
  token: string;
}) {
  const taken = new Set(table.game.players.map(({ seat }) => seat));
  const free = Array.from({ length: table.settings.seats }, (_, index) => index + 1).find(
    (seat) => !taken.has(seat),
  );
  const sit = async () => {
    await morePlayMoney(token).catch(() => {});
    await give({ do: 'sit', seat: free, bankroll: BUY_IN });
  };
  return (
    <div className="sit">
      <button type="button" className="main" disabled={free === undefined} onClick={() => void sit()}>
        {free === undefined ? 'No place free' : `Sit down with ${dollars(BUY_IN)} play money`}
      </button>
    </div>
  );
}

interface RefusalProps {
  readonly table: Table;
  readonly refused: Refusal;
  readonly command: Command;
  readonly give: (command: Command) => Promise<boolean>;
  readonly dismiss: () => void;
}

/** Every "no" says why, by which clause, and what would be accepted instead. */
function RefusalCard({ table, refused, command, give, dismiss }: RefusalProps) {
  const { message, clause, ruling, nearest } = refused;
  return (
    <div className="refusal" role="alertdialog" aria-label="Not accepted">
      <p>{message}</p>
      <p className="refusal-clause">
        {clause ? `${table.game.rulebook.id} § ${clause}` : ruling ? `our reading, ${ruling}` : ''}
      </p>
      <div>
        {nearest !== undefined && (
          <button type="button" className="main" onClick={() => void give({ ...command, amount: nearest })}>
            {command['do'] === 'take' ? 'Take' : 'Bet'} {dollars(nearest)} instead
          </button>
        )}
        <button type="button" onClick={dismiss}>
          Close
        </button>
      </div>
    </div>
  );
}
