import type { Table } from '@boxperson/rules';
import { lazy, Suspense, useState } from 'react';
import { useCommission } from '../felt/chips.js';
import type { TableState } from '../model.js';
import type { Connected } from './connection.js';
import { PhoneFelt, WideFelt } from './Felts.js';
import { endFirstHand } from './first-hand/end.js';
import type { Past } from './past.js';
import type { Play } from './play.js';
import type { Recent } from './recent.js';
import { History, LastRoll, Players } from './Side.js';
import { Banners, Stamp } from './States.js';
import { useWorkingNote } from './working.js';

const Wagers = lazy(() => import('./Wagers.js').then((module) => ({ default: module.Wagers })));
const Distribution = lazy(() => import('./Before.js').then((module) => ({ default: module.Distribution })));
const HandSoFar = lazy(() => import('./Before.js').then((module) => ({ default: module.HandSoFar })));
const Guide = lazy(() => import('../guide/Guide.js').then((module) => ({ default: module.Guide })));
const TextView = lazy(() => import('./text/TextView.js').then((module) => ({ default: module.TextView })));

export interface StageProps {
  readonly connected: Connected;
  readonly state: TableState;
  readonly table: Table;
  readonly play: Play;
  readonly recent: Recent;
  readonly past: Past;
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

const StageBanners = ({
  connected,
  state,
  table,
  play,
  which,
  rolled,
}: StageProps & { readonly which?: 'first' | 'others'; readonly rolled?: boolean }) => (
  <Banners
    table={table}
    state={state}
    player={play.player}
    which={which ?? 'all'}
    rolled={rolled ?? false}
    now={() => connected.model.now()}
    onCard={play.showCard}
    onMoney={() => play.open('money')}
  />
);

function OwnWagers({ connected: { actions }, table, play }: StageProps) {
  const { player, options, onHold } = play;
  if (player === null || !options) return null;
  return (
    <Suspense fallback={null}>
      <Wagers table={table} player={player} options={options} actions={actions} onHold={onHold} />
    </Suspense>
  );
}

/** Neutral history belongs to the electronic table alone: elsewhere the books keep such displays off the table. */
const PastRolls = ({ table, play, past }: StageProps) =>
  isElectronic(table) ? <History rolls={past.rolls} onRecall={() => play.open('recall')} /> : null;

/** An electronic table shows how often each total came; a crew tells its hand where the house lets it. */
const Before = ({ table, past }: StageProps) => (
  <Suspense fallback={null}>
    {isElectronic(table) ? <Distribution rolls={past.rolls} /> : <HandSoFar {...past} />}
  </Suspense>
);

function TextStage(props: StageProps) {
  const { connected, state, table, play } = props;
  return (
    <main className="text-stage">
      <StageBanners {...props} />
      <Guided {...props} />
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

/** Whoever learns is alone. */
const Others = ({ connected, table, play }: StageProps) =>
  connected.learning ? null : <Players table={table} player={play.player} />;

/** Words beside the dice for whoever learns; they cover nothing. */
const Guided = ({ connected, state, table, play }: StageProps) =>
  connected.learning ? (
    <Suspense fallback={<div className="guide" />}>
      <Guide table={table} player={play.player} state={state} onEnd={endFirstHand} />
    </Suspense>
  ) : null;

type RollProps = StageProps & { readonly size: 'large' | 'strip' };

const Roll = ({ connected, table, play, recent, past, size }: RollProps) => (
  <LastRoll
    called={past.rolls.at(-1) ?? null}
    note={useWorkingNote(table, play.player)}
    table={table}
    last={recent.last}
    settled={recent.settled}
    size={size}
    onDetails={() => play.open('result')}
    {...(play.player !== null && connected.rounds && !isElectronic(table)
      ? { onRecall: () => play.open('recall') }
      : {})}
  />
);

/** Has there been a roll since the notices that are up were put up, or this page was opened? */
function useRolledSince({ table: { posted, pays, closing }, recent }: StageProps): boolean {
  const last = recent.last?.n ?? null;
  const up = [posted?.from, pays?.from, closing?.kind, closing?.at].join();
  const [seen, setSeen] = useState({ up, last });
  if (seen.up !== up) setSeen({ up, last });
  return seen.up === up && seen.last !== last;
}

function PhoneStage(props: StageProps) {
  const felt = useFelt(props);
  const rolled = useRolledSince(props);
  return (
    <main className="phone-stage">
      <StageBanners {...props} which="first" rolled={rolled} />
      <Guided {...props} />
      <Roll {...props} size="strip" />
      <PhoneFelt {...felt} />
      <StageBanners {...props} which="others" rolled={rolled} />
      <PastRolls {...props} />
      <OwnWagers {...props} />
      <Before {...props} />
      <Others {...props} />
    </main>
  );
}

function WideStage(props: StageProps) {
  const { table } = props;
  const felt = useFelt(props);
  return (
    <>
      <PastRolls {...props} />
      <main className="stage">
        <WideFelt {...felt}>
          <Stamp table={table} state={props.state} />
        </WideFelt>
        <aside className="side" aria-label="The roll and your wagers">
          <StageBanners {...props} />
          <Guided {...props} />
          <Roll {...props} size="large" />
          <OwnWagers {...props} />
          <Before {...props} />
          <Others {...props} />
        </aside>
      </main>
    </>
  );
}
