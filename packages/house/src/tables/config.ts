import { tableConfig } from '@boxperson/offices';
import { z } from 'zod';
import { isNetwork } from '../people/proxies.js';

/** How much one address may ask for, and how much all together. */
const limits = z.strictObject({
  /** Calls over HTTP from one address in a minute. */
  requests: z.number().int().positive().default(6_000),
  /** Sockets from one address at once. */
  sockets: z.number().int().positive().default(100),
  /** Connections of any kind, from everywhere. */
  connections: z.number().int().positive().default(10_000),
});

export const houseConfig = z.strictObject({
  name: z.string().min(1).max(60).default('The Demonstration House'),
  /** Guests with play money. */
  guests: z.boolean().default(true),
  playMoney: z.number().int().positive().default(500_000),
  /** A switch in the lobby fills tables with a few bots. */
  bots: z.boolean().default(false),
  /** A tournament against bots that anybody may enter at any time, and the tables that are kept for it. */
  quickCup: z.strictObject({ tables: z.array(z.string().min(1).max(60)).min(1).max(4) }).optional(),
  /** Dice tumblers: where they connect, and the key of each. */
  tumblers: z
    .strictObject({
      host: z.string().default('127.0.0.1'),
      port: z.number().int().min(0).max(65_535),
      devices: z
        .array(z.strictObject({ id: z.string().min(1).max(40), key: z.string().min(32).max(200) }))
        .min(1),
    })
    .optional(),
  /** Reverse proxies whose word on where a call comes from is taken: addresses, or networks like `10.0.0.0/8`. */
  proxies: z.array(z.string().refine(isNetwork, 'must be an address or a network')).max(100).default([]),
  /** Names under which the house is called, with or without a port; left out, any. */
  hosts: z.array(z.string().min(1).max(255)).min(1).max(100).optional(),
  limits: limits.prefault({}),
  promotions: z
    .strictObject({
      /** Words for things that regulations forbid as prizes (star 10.5.5): a prize that bears one is refused. */
      prescribed: z.array(z.string().min(1).max(80)).max(500).default([]),
    })
    .prefault({}),
  tables: z.array(tableConfig).min(1).max(500),
});
export type HouseConfig = z.infer<typeof houseConfig>;

const CHIPS = [100, 500, 2_500, 10_000, 50_000];
const HARD = { min: 100, max: 20_000 };

/** One table of each game, with sensible signs, one where anybody may have the stick, and one that people deal: what a first start opens. */
export const DEMONSTRATION: HouseConfig = houseConfig.parse({
  bots: true,
  quickCup: { tables: ['cup-one', 'cup-two'] },
  tables: [
    {
      id: 'harbour',
      name: 'Harbour',
      tellsHand: true,
      settings: {
        rulebook: 'star-2024',
        seats: 16,
        chips: CHIPS,
        limits: { default: { min: 1_000, max: 200_000 }, hardway: HARD, field: { min: 500, max: 100_000 } },
      },
    },
    {
      id: 'wharf',
      name: 'Wharf',
      tellsHand: true,
      settings: {
        rulebook: 'star',
        seats: 16,
        chips: CHIPS,
        limits: { default: { min: 500, max: 100_000 }, hardway: HARD },
      },
    },
    {
      id: 'yarra',
      name: 'Yarra',
      settings: {
        rulebook: 'crown',
        seats: 16,
        chips: CHIPS,
        limits: { default: { min: 1_000, max: 200_000 }, hardway: HARD },
        oddsMultiple: { 4: 3, 5: 4, 6: 5, 8: 5, 9: 4, 10: 3 },
      },
    },
    {
      id: 'laneway',
      name: 'Laneway Mini',
      settings: {
        rulebook: 'crown-mini',
        seats: 8,
        chips: CHIPS,
        limits: { default: { min: 500, max: 50_000 }, hardway: HARD },
      },
    },
    {
      id: 'parklands',
      name: 'Parklands',
      tellsHand: true,
      settings: {
        rulebook: 'adelaide',
        seats: 16,
        chips: CHIPS,
        limits: { default: { min: 500, max: 100_000 }, hardway: HARD },
        oddsMultiple: 5,
      },
    },
    {
      id: 'tumbler',
      name: 'Tumbler',
      settings: {
        rulebook: 'aruze',
        seats: 10,
        limits: { default: { min: 100, max: 100_000 } },
        wageringMs: 25_000,
      },
    },
    {
      id: 'rehearsal',
      name: 'Rehearsal',
      tellsHand: true,
      settings: {
        rulebook: 'star',
        seats: 8,
        chips: CHIPS,
        limits: { default: { min: 500, max: 50_000 }, hardway: HARD },
      },
      crew: { stickperson: 'people' },
      dice: 'called',
      practice: true,
    },
    ...['One', 'Two'].map((name) => ({
      id: `cup-${name.toLowerCase()}`,
      name: `Cup Table ${name}`,
      pace: { window: 10, answer: 8, throw: 15 },
      settings: {
        rulebook: 'crown',
        seats: 8,
        chips: CHIPS,
        limits: { default: { min: 1_000, max: 50_000 }, hardway: HARD },
        tournament: true,
      },
    })),
    {
      id: 'quay',
      name: 'Quay',
      tellsHand: true,
      settings: {
        rulebook: 'star',
        seats: 16,
        chips: CHIPS,
        limits: { default: { min: 1_000, max: 100_000 }, hardway: HARD },
      },
      crew: 'people',
      dice: 'called',
    },
  ],
});
