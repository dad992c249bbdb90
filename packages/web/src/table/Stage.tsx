import type { Table } from '@boxperson/rules';
import { lazy, Suspense } from 'react';
import { useCommission } from '../felt/chips.js';
import type { TableState } from '../model.js';
import type { Connected } from './connection.js';
import { PhoneFelt, WideFelt } from './Felts.js';
import type { Play } from './play.js';
import type { Recent } from './recent.js';
import { History, LastRoll, Players, Wagers } from './Side.js';
import { Banners, Stamp } from './States.js';

const TextView = lazy(() => import('./text/TextView.js').then((module) => ({ default: module.TextView })));

export interface StageProps {
  readonly connected: Connected;
  readonly state: TableState;
  readonly table: Table;
  readonly play: Play;
  readonly recent: Recent;
}

/** The table itself: as a felt beside what the roll did, as a phone's felt, or in words. */
export function Stage(props: StageProps) {
  if (props.play.view === 'text') return <TextStage {...props} />;
  return props.play.size === 'phone' ? <PhoneStage {...props} /> : <WideStage {...props} />;
}

const isElectronic = (table: Table): boolean => table.game.rulebook.conduct.run.value === 'electronic';

function useFelt({ connected: { actions }, state, table, play, recent }: StageProps) {
  const { player, options, values, chip, onKey, onSpot, onHold, onMove, standsOn } = play;
  const commission = useCommission(actions, chip, table, player);
  return {
    table,
    player,
    options,
    denominations: values,
    pending: state.pending,
    commission,
    tells: recent.tells,
    moved: recent.moved,
    onKey,
    onSpot,
    onHold,
    onMove,
    standsOn,
  };
}

const StageBanners = ({ state, table, play }: StageProps) => (
  <Banners table={table} state={state} player={play.player} onMoney={() => play.open('money')} />
);

function OwnWagers({ connected: { actions }, table, play }: StageProps) {
  const { player, options, onHold } = play;
  if (player === null || !options) return null;
  return <Wagers table={table} player={player} options={options} actions={actions} onHold={onHold} />;
}

/** Neutral history belongs to the electronic table alone: elsewhere the books keep such displays off the table. */
const PastRolls = ({ state, table, play }: StageProps) =>
  isElectronic(table) ? <History told={state.told} onRecall={() => play.open('recall')} /> : null;

function TextStage(props: StageProps) {
  const { connected, state, table, play } = props;
  return (
    <main className="text-stage">
      <StageBanners {...props} />
      <Suspense fallback={<p className="loading">One moment…</p>}>
        <TextView
          table={table}
          state={state}
          options={play.options}
          actions={connected.actions}
          player={play.player}
        />
      </Suspense>
    </main>
  );
}

type RollProps = StageProps & { readonly size: 'large' | 'strip' };

const Roll = ({ table, play, recent, size }: RollProps) => (
  <LastRoll
    table={table}
    last={recent.last}
    settled={recent.settled}
    size={size}
    onDetails={() => play.open('result')}
  />
);

function PhoneStage(props: StageProps) {
  const { table, play } = props;
  const felt = useFelt(props);
  return (
    <main className="phone-stage">
      <StageBanners {...props} />
      <Roll {...props} size="strip" />
      <PhoneFelt {...felt} />
      <PastRolls {...props} />
      <OwnWagers {...props} />
      <Players table={table} player={play.player} />
    </main>
  );
}

function WideStage(props: StageProps) {
  const { table, play } = props;
  const felt = useFelt(props);
  return (
    <>
      <PastRolls {...props} />
      <main className="stage">
        <WideFelt {...felt}>
          <Stamp table={table} />
        </WideFelt>
        <aside className="side" aria-label="The roll and your wagers">
          <StageBanners {...props} />
          <Roll {...props} size="large" />
          <OwnWagers {...props} />
          <Players table={table} player={play.player} />
        </aside>
      </main>
    </>
  );
}
