import { z } from 'zod';

const cents = z.number().int().positive().meta({ money: true });

/** The money side of the terminals of an electronic table. */
export const terminalConfig = z.strictObject({
  /** Notes that are taken, in cents (aruze 3.4.1). */
  notes: z
    .array(cents.meta({ title: 'Note' }))
    .min(1)
    .default([500, 1_000, 2_000, 5_000, 10_000])
    .meta({ title: 'Notes that are taken' }),
  /** More than this is paid by hand (aruze 4.1). */
  handPayAbove: cents.default(500_000).meta({ title: 'Paid by hand above' }),
});
export type TerminalConfig = z.infer<typeof terminalConfig>;

/** How a table is run, beside its settings under the rules. */
export const tableConfig = z.strictObject({
  id: z.string().regex(/^[a-z0-9-]{1,40}$/, 'letters, digits and hyphens, at most 40'),
  name: z.string().min(1).max(60),
  /** Passed to the rules, which check it: rulebook, limits, chips, oddsMultiple, seats … */
  settings: z.record(z.string(), z.unknown()).meta({
    description:
      'What the rules need, as JSON: {"rulebook": "star", "limits": {"default": {"min": 500, "max": 50000}}}',
  }),
  crew: z.enum(['automatic', 'people']).default('automatic'),
  dice: z
    .union([
      z.enum(['random', 'called']).meta({ title: 'Drawn or called' }),
      z
        .string()
        .regex(/^tumbler:.+/)
        .meta({ title: 'A tumbler', description: 'Like tumbler:t1.' }),
    ])
    .default('random'),
  /** What a guest may bring from play money. */
  buyIn: cents.default(50_000).meta({ title: 'Buy-in offered' }),
  terminals: terminalConfig.prefault({}),
});
export type TableConfig = z.infer<typeof tableConfig>;

const TUMBLER = 'tumbler:';

/** The tumbler that a table's dice come from; null for any other source. */
export const tumblerIn = ({ dice }: Pick<TableConfig, 'dice'>): string | null =>
  dice.startsWith(TUMBLER) ? dice.slice(TUMBLER.length) : null;
