import { z } from 'zod';
import type { House } from '../house.js';
import type { Metrics } from '../metrics.js';
import { type Health, health } from './health.js';
import { type Route, route } from './route.js';

/** For whoever watches over the house. */
export const watchRoutes = (report: Health, metrics: Metrics, house: House): readonly Route[] => [
  route({
    method: 'GET',
    url: '/health',
    summary: 'Whether the house is well, and what is wrong if it is not; within a second',
    tag: 'Watching over the house',
    for: 'everybody',
    answers: health,
    more: 'Answered with 503 when anything is wrong.',
    act: async ({ reply }) => {
      const found = await report.report();
      reply.status(found.ok ? 200 : 503);
      return found;
    },
  }),
  route({
    method: 'GET',
    url: '/metrics',
    summary: 'Figures in the text form that monitoring systems read',
    tag: 'Watching over the house',
    for: 'everybody',
    plain: true,
    answers: z.string(),
    act: async ({ reply }) => {
      reply.type(metrics.contentType);
      return metrics.text(house);
    },
  }),
];
