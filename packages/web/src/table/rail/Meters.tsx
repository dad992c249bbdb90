import { onLayout, type Table } from '@boxperson/rules';
import { useNow } from '../../felt/hooks.js';
import type { Session } from '../../model.js';
import { dollars } from '../../ui/money.js';
import { signed } from '../words.js';

interface MetersProps {
  readonly table: Table;
  readonly player: string;
  readonly session: Session | null;
  readonly won: number;
  /** Null at a table where no money is anybody's. */
  readonly onMoney: (() => void) | null;
  /** Why the house cannot be asked for any now. */
  readonly whyNoMoney: string | null;
}

/** Money at a glance. Only what the house has acknowledged counts. */
export function Meters({ table, player, session, won, onMoney, whyNoMoney }: MetersProps) {
  const me = table.game.players.find(({ name }) => name === player);
  if (!me) return null;
  const risk = onLayout(me);
  const fresh = Math.min(
    risk,
    me.wagers.reduce((sum, { added }) => sum + added, 0),
  );
  const net = session ? me.balance + risk - session.brought : 0;
  return (
    <dl className="meters" data-guide="meters">
      <Meter name="Credit" id="credit" cents={me.balance} />
      {/* One figure for what lies on the felt; what came to it since the last roll is a part of that. */}
      <Meter name="At risk" id="risk" cents={risk} part={fresh > 0 ? `${dollars(fresh)} new` : ''} />
      <Meter name="Last win" id="win" cents={won} />
      {session && (
        <div className="meter session">
          <dt>
            Net <Clock since={session.since} />
          </dt>
          <dd data-meter="net" data-cents={net} className={net > 0 ? 'won' : net < 0 ? 'lost' : ''}>
            {net === 0 ? 'even' : `${net > 0 ? '▲' : '▼'} ${signed(net)}`}
          </dd>
        </div>
      )}
      {me.limit && (
        <div className="meter limit">
          <dt>Your own limits</dt>
          <dd>
            {dollars(me.limit.min)}–{dollars(me.limit.max)}
          </dd>
        </div>
      )}
      {onMoney && (
        <div className="meter-act">
          <dt className="unseen">Money</dt>
          <dd>
            <button
              type="button"
              aria-disabled={whyNoMoney !== null || undefined}
              title={whyNoMoney ?? undefined}
              onClick={() => whyNoMoney === null && onMoney()}
            >
              Money
            </button>
          </dd>
        </div>
      )}
    </dl>
  );
}

interface MeterProps {
  readonly name: string;
  readonly id: string;
  readonly cents: number;
  /** Said beside the name. */
  readonly part?: string;
}

const Meter = ({ name, id, cents, part = '' }: MeterProps) => (
  <div className={`meter ${id}`}>
    <dt>
      {name}
      {part && <span className="part"> {part}</span>}
    </dt>
    <dd data-meter={id} data-cents={cents}>
      {dollars(cents)}
    </dd>
  </div>
);

const clock = Date.now.bind(Date);
/** How long somebody has been here; nothing to say in the first minute. */
function Clock({ since }: { since: number }) {
  const minutes = Math.floor((useNow(clock, 10_000) - since) / 60_000);
  return minutes < 1 ? null : <span className="clock">after {sayMinutes(minutes)}</span>;
}

/** `12 min`, `1 h 5 min`. */
const sayMinutes = (minutes: number): string =>
  [
    ...(minutes >= 60 ? [`${Math.floor(minutes / 60)} h`] : []),
    ...(minutes % 60 > 0 ? [`${minutes % 60} min`] : []),
  ].join(' ');
