import { REWARDS, type Rewards } from '@boxperson/offices';
import { z } from 'zod';
import { type Points, wholePoints } from '../figures/points.js';
import type { House } from '../house.js';
import type { OfficeHost } from '../office/office-host.js';
import { type Route, route } from './route.js';

const rewardsAnswer = z.strictObject({
  /** Theoretical win for one point, in cents; null: the house gives none. */
  every: z.number().int().nullable(),
  earned: z.number().int(),
  redeemed: z.number().int(),
});

/** One's own points, from the record (R121). */
export const rewardRoutes = (house: House, points: () => Points): readonly Route[] => [
  route({
    method: 'GET',
    url: '/api/rewards',
    summary: 'Your own points, and of how much theoretical win a point is made',
    tag: 'The house',
    for: 'signed-in',
    answers: rewardsAnswer,
    act: async ({ person }) => {
      const { every, redeemed } = (house.offices.host(REWARDS.name) as OfficeHost).told.state as Rewards;
      return { every, earned: wholePoints(points(), person.id), redeemed: redeemed[person.id] ?? 0 };
    },
  }),
];
