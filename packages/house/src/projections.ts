import {
  type CaseNotice,
  type Earned,
  type Earning,
  earning,
  followingCases,
  type Mispay,
  mispays,
  openingCases,
  type PitFigures,
  pitFigures,
  type RaisedCase,
  raising,
  type ToldAlert,
  type Unearned,
} from '@boxperson/offices';
import type { Clock } from './clock.js';
import { alarmText, type FairnessNotice, fairnessOf, noteOf, type Sources } from './dice/fairness.js';
import { earningPoints, type Points } from './figures/points.js';
import type { House } from './house.js';
import { LogPages } from './office/log-pages.js';
import { Projector, type ProjectorOptions } from './office/projector.js';
import type { Store } from './store/store.js';
import type { Alarms } from './watches.js';

/** What the house asks of its whole log: folds that decide nothing, and what follows from them. */
export interface Projections {
  /** Are the dice fair? */
  readonly fairness: Projector<Sources, FairnessNotice>;
  /** What somebody on the floor has to look at. */
  readonly alerts: Projector<null, ToldAlert>;
  /** What the tables rolled and won of late. */
  readonly pit: Projector<PitFigures>;
  /** What has to be a case opens itself. */
  readonly openedCases: Projector<null, RaisedCase>;
  /** What cases oblige the house to, and what of that is done, goes to its duties. */
  readonly followedCases: Projector<ReturnType<typeof followingCases.start>, CaseNotice>;
  /** Entries to promotions that are earned by play. */
  readonly earnt: Projector<Earning, Earned | Unearned>;
  /** Points for play. */
  readonly points: Projector<Points>;
  /** Payments that went wrong at the tables are learned from at the school. */
  readonly lessons: Projector<unknown, Mispay>;
}

export interface AroundProjections {
  readonly store: Store;
  readonly clock: Clock;
  readonly alarms: Alarms;
  /** What is found in the past waits until the house is open. */
  readonly opened: Promise<House>;
  /** Whose it is to tell and save, where nodes share the work. */
  readonly isOurs?: () => boolean;
  readonly onError?: (error: unknown, what: string) => void;
}

interface Around extends AroundProjections {
  /** One reading of the log for all of them. */
  readonly pages: LogPages;
}

export function openProjections(outside: AroundProjections): Projections {
  const around: Around = { ...outside, pages: new LogPages(outside.store) };
  return {
    fairness: openFairness(around),
    alerts: openAlerts(around),
    pit: new Projector(around.store, pitFigures, about(around, 'pit')),
    openedCases: openCases(around),
    followedCases: followCases(around),
    earnt: openEarning(around),
    points: new Projector(around.store, earningPoints, about(around, 'points')),
    lessons: openLessons(around),
  };
}

export async function closeProjections(projections: Projections): Promise<void> {
  await Promise.all(Object.values(projections).map((one) => one.close()));
}

const about = (
  { isOurs, onError, pages, clock }: Around,
  what: string,
): Omit<ProjectorOptions<never>, 'notice' | 'where'> => ({
  pages,
  clock,
  ...(isOurs ? { isOurs } : {}),
  onError: (error) => onError?.(error, what),
});

const openFairness = (around: Around) =>
  new Projector(around.store, fairnessOf(), {
    ...about(around, 'dice statistics'),
    notice: async (notice, failed) => {
      const isNew = await (await around.opened).raise('house', 'note-dice', noteOf(notice));
      // Tried before, it may have gone on record although nobody could tell us: better heard twice than never.
      if (isNew || failed > 0) around.alarms.tell(alarmText(notice));
    },
  });

/** Older than this it is nobody's alert any more: a house that has kept none so far does not begin with its past. */
const ALERTS_SINCE_MS = 24 * 3_600_000;

/** Whatever somebody on the floor has to look at becomes an alert of theirs. */
const openAlerts = (around: Around) =>
  new Projector(around.store, raising, {
    ...about(around, 'alerts'),
    notice: async ({ do: verb, body }) => {
      if ('since' in body && around.clock.now() - body.since > ALERTS_SINCE_MS) return;
      await (await around.opened).raise('alerts', verb, body);
    },
  });

/** A house that has kept no cases so far begins with those of its last month. */
const CASES_SINCE_MS = 31 * 24 * 3_600_000;

const openCases = (around: Around) =>
  new Projector(around.store, openingCases, {
    ...about(around, 'cases'),
    where: ({ case: name }) => name,
    notice: async ({ case: name, at, body }) => {
      if (around.clock.now() - at > CASES_SINCE_MS) return;
      await (await around.opened).raise(`cases/${name}`, 'raise', body);
    },
  });

const followCases = (around: Around) =>
  new Projector(around.store, followingCases, {
    ...about(around, 'duties'),
    notice: async ({ do: verb, body }) => {
      await (await around.opened).raise('duties', verb, body);
    },
  });

/** Whoever is not eligible has earned nothing; what is on record is not put there again. */
const NOT_ENTERED: readonly string[] = ['taken', 'not-eligible', 'not-found', 'used-up', 'excluded'];

/** Whatever is earned by play becomes an entry; what is invalidated afterwards is struck (R123). */
const openEarning = (around: Around) =>
  new Projector(around.store, earning, {
    ...about(around, 'promotions'),
    where: ({ promotion }) => promotion,
    notice: async ({ promotion, ...body }) => {
      const verb = 'undone' in body ? 'unearn' : 'earn';
      // Its books are opened where they are not; a promotion that is not on record refuses it, and nobody waits for it.
      await (await around.opened).raise(`promotions/${promotion}`, verb, body, NOT_ENTERED);
    },
  });

const openLessons = (around: Around) =>
  new Projector(around.store, mispays, {
    ...about(around, 'mispays'),
    notice: async (mispay) => {
      await (await around.opened).raise('school', 'note-mispay', mispay);
    },
  });
