import { lazy, Suspense } from 'react';
import { spotUnder } from '../felt/press.js';
import { Acts } from './rail/Acts.js';
import { Meters } from './rail/Meters.js';
import { Shoot } from './rail/Shoot.js';
import { Tray } from './rail/Tray.js';
import type { StageProps } from './Stage.js';

// Most people sit down in the lobby.
const Sit = lazy(() => import('./Sit.js').then((module) => ({ default: module.Sit })));
const Tokens = lazy(() => import('../felt/Tokens.js').then((module) => ({ default: module.Tokens })));

/** The rail in front of the player: meters, chips, what is done to all wagers, the dice. It is always as high. */
export function Rail({ connected, state, table, play, recent }: StageProps) {
  const { model, actions, learning, guest } = connected;
  const { player, options, held } = play;
  if (player === null || !options)
    return (
      <footer className="rail">
        <Suspense fallback={null}>
          <Sit table={table} actions={actions} money={learning ? 'practice' : guest ? 'play' : 'own'} />
        </Suspense>
      </footer>
    );
  const drop = (value: number, x: number, y: number): void => {
    const spot = spotUnder(x, y);
    if (spot) void actions.put(spot, value);
  };
  return (
    <footer className="rail">
      <Meters
        table={table}
        player={player}
        session={state.session}
        won={recent.settled?.won ?? 0}
        onMoney={learning ? null : () => play.open('money')}
        whyNoMoney={state.online ? null : held}
      />
      <div className="controls">
        <Tray values={play.values} chosen={play.chip} held={held} onChoose={play.choose} onDrop={drop} />
        <Suspense fallback={null}>
          <Tokens actions={actions} held={held} />
        </Suspense>
        <Acts
          table={table}
          player={player}
          options={options}
          actions={actions}
          held={held}
          taking={play.taking}
          size={play.size}
          onTaking={play.turnTaking}
          onMore={() => play.open('more')}
        />
        <Shoot table={table} player={player} acts={play.acts} actions={actions} held={held} model={model} />
      </div>
    </footer>
  );
}
