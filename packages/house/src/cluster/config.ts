import { isIP } from 'node:net';
import { z } from 'zod';

/** How long a node that falls silent is waited for at most. */
export const LEASE_MOST_MS = 60_000;

const NAME = /^[a-z0-9][a-z0-9-]{0,39}$/;
const name = z.string().regex(NAME, 'small letters, digits and hyphens, 40 at most');
const secret = z.string().min(1).max(500);
const file = z.string().min(1).max(1_000);

/** Who a node is at the bus, in one of the ways that a server knows. */
const busLogin = z.union(
  [
    z.strictObject({ user: secret, password: secret }),
    z.strictObject({ token: secret }),
    /** The seed of a key pair. */
    z.strictObject({ nkey: file }),
    /** What `nsc` makes for a user. */
    z.strictObject({ credentials: file }),
  ],
  'user and password, or token, or the file of an nkey or of credentials',
);

/** TLS to the bus: whose word is taken for a server, and this node's own certificate where servers ask for one. */
const busTls = z
  .strictObject({ ca: file.optional(), certificate: file.optional(), key: file.optional() })
  .refine(
    ({ certificate, key }) => (certificate === undefined) === (key === undefined),
    'a certificate and its key go together',
  );

const schemeOf = (server: string): string => server.slice(0, server.indexOf(':'));
const loginOf = (server: string): string => /\/\/([^@/]*)@/.exec(server)?.[1] ?? '';
const hostOf = (server: string): string =>
  server.replace(/^\w+:\/\/([^@/]*@)?/, '').replace(/^\[?([^\]]*?)\]?(:\d+)?$/, '$1');
const areAlike = (parts: readonly string[]): boolean => new Set(parts).size <= 1;

/** All that a node must be told. */
export const clusterConfig = z
  .strictObject({
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
      .max(9)
      .refine((servers) => areAlike(servers.map(schemeOf)), 'all with tls:// or none')
      .refine((servers) => areAlike(servers.map(loginOf)), 'one name and password for all'),
    busLogin: busLogin.optional(),
    busTls: busTls.optional(),
    /** Where this node is reached, for whoever asks which one is which. */
    address: z.string().max(200).optional(),
    /** How long a node that falls silent is waited for, in milliseconds. */
    leaseMs: z.int().min(500).max(LEASE_MOST_MS).optional(),
  })
  .refine(({ bus, busLogin: login }) => login === undefined || bus.every((one) => loginOf(one) === ''), {
    path: ['busLogin'],
    message: 'here or in the addresses of the bus, not both',
  })
  // The library compares a certificate with a name alone.
  .refine(
    ({ bus, busTls: tls }) =>
      (tls === undefined && bus.every((one) => schemeOf(one) === 'nats')) ||
      bus.every((one) => isIP(hostOf(one)) === 0),
    { path: ['bus'], message: 'with TLS a server goes by its name, not by a number' },
  );
export type ClusterConfig = z.infer<typeof clusterConfig>;
