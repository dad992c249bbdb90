import { z } from 'zod';

const NAME = /^[a-z0-9][a-z0-9-]{0,39}$/;
const name = z.string().regex(NAME, 'small letters, digits and hyphens, 40 at most');

/** All that a node must be told. */
export const clusterConfig = z.strictObject({
  /** What the cluster is called: one name, one database. */
  name,
  /** What this node is called: no two of one name at a time. */
  node: name,
  /** PostgreSQL, or the proxy in front of it. */
  database: z.string().regex(/^postgres(ql)?:\/\//, 'an address like postgres://user@host/database'),
  /** The servers of the bus. */
  bus: z
    .array(z.string().regex(/^(nats|tls):\/\//, 'an address like nats://host:4222'))
    .min(1)
    .max(9),
  /** Where this node is reached, for whoever asks which one is which. */
  address: z.string().max(200).optional(),
  /** How long a node that falls silent is waited for, in milliseconds. */
  leaseMs: z.int().min(500).max(60_000).optional(),
});
export type ClusterConfig = z.infer<typeof clusterConfig>;
