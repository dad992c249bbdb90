import type { Table } from '@boxperson/rules';
import { useEffect, useState } from 'react';
import { useNow } from '../felt/hooks.js';
import { spotUnder } from '../felt/press.js';
import type { TableModel } from '../model.js';
import { sound } from '../settings/voice.js';
import { Acts } from './rail/Acts.js';
import { Meters } from './rail/Meters.js';
import { Shoot } from './rail/Shoot.js';
import { Tray } from './rail/Tray.js';
import { Sit } from './Sit.js';
import type { StageProps } from './Stage.js';

/** The rail in front of the player: meters, chips, what is done to all wagers, the dice. It is always as high. */
export function Rail({ connected, state, table, play, recent }: StageProps) {
  const { model, actions, learning } = connected;
  const { player, options } = play;
  if (player === null || !options)
    return (
      <footer className="rail">
        <Sit table={table} actions={actions} money={learning ? 'practice' : 'play'} />
      </footer>
    );
  const drop = (value: number, x: number, y: number): void => {
    const spot = spotUnder(x, y);
    if (spot) void actions.put(spot, value);
  };
  return (
    <footer className="rail">
      <Meters
        table={state.landing ?? table}
        player={player}
        session={state.session}
        won={state.landing ? 0 : (recent.settled?.won ?? 0)}
        onMoney={learning ? null : () => play.open('money')}
      />
      <div className="controls">
        <Tray values={play.values} chosen={play.chip} onChoose={play.choose} onDrop={drop} />
        <Acts
          table={table}
          player={player}
          options={options}
          actions={actions}
          taking={play.taking}
          size={play.size}
          onTaking={play.turnTaking}
          onMore={() => play.open('more')}
        />
        <Shoot table={table} player={player} acts={play.acts} actions={actions} model={model} />
      </div>
    </footer>
  );
}

const LAST_SECONDS = 5;

/** Seconds left of the wagering period, or of the shooter's time: by number, colour, thickness and sound. */
export function Ring({ table, model }: { table: Table; model: TableModel }) {
  const [read] = useState(() => () => model.now());
  const { deadline, phase } = table;
  const now = useNow(read, deadline === null ? null : 200);
  const left = deadline === null ? 0 : Math.max(0, Math.ceil((deadline - now) / 1000));
  const isLast = left > 0 && left <= LAST_SECONDS && phase === 'wagering';
  useEffect(() => {
    if (isLast && left > 0) sound('tick');
  }, [isLast, left]);
  if (deadline === null) return null;
  const whole =
    phase === 'shooting'
      ? (table.game.rulebook.conduct.round?.shootSeconds.value ?? 1)
      : table.settings.wageringMs / 1000;
  const part = Math.min(1, left / whole);
  return (
    <svg
      className={isLast ? 'ring last-seconds' : 'ring'}
      viewBox="0 0 72 72"
      role="timer"
      aria-label={`${left} seconds`}
    >
      <circle cx="36" cy="36" r="29" className="ring-back" />
      <circle
        cx="36"
        cy="36"
        r="29"
        className="ring-front"
        strokeDasharray={`${part * 182.2} 182.2`}
        transform="rotate(-90 36 36)"
      />
      <text x="36" y="37" className={left > 99 ? 'many' : ''}>
        {left}
      </text>
    </svg>
  );
}
