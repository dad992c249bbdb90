import { readFileSync } from 'node:fs';
import { type ConnectionOptions, credsAuthenticator, nkeyAuthenticator } from 'nats';
import type { ClusterConfig } from './config.js';
import { DoesNotFit } from './registry.js';

/** Where the bus is, and how a node comes in there. */
export type BusAccess = Pick<ClusterConfig, 'bus' | 'busLogin' | 'busTls'>;

export type LineOptions = Pick<ConnectionOptions, 'user' | 'pass' | 'token' | 'authenticator' | 'tls'>;

/** Read whenever a line is made, so that one that was renewed holds at once. */
function reading(field: string, file: string): () => Uint8Array {
  const read = () => readFileSync(file);
  try {
    read();
  } catch (error) {
    throw new DoesNotFit(`${field}: ${(error as Error).message}`);
  }
  return read;
}

function loginOptions(login: NonNullable<BusAccess['busLogin']>): LineOptions {
  if ('user' in login) return { user: login.user, pass: login.password };
  if ('token' in login) return { token: login.token };
  if ('credentials' in login)
    return { authenticator: credsAuthenticator(reading('busLogin.credentials', login.credentials)) };
  const seed = reading('busLogin.nkey', login.nkey);
  const bare = () => new TextEncoder().encode(new TextDecoder().decode(seed()).trim());
  return { authenticator: nkeyAuthenticator(bare) };
}

/** An address may hold a password. */
export const withoutSecret = (server: string): string => server.replace(/\/\/[^@/]*@/, '//');

/** The library does not know what to do with a name and password in an address. */
const loginIn = (server: string): LineOptions => {
  const [, user, , pass] = /^\w+:\/\/([^:@/]*)(:([^@/]*))?@/.exec(server) ?? [];
  if (user === undefined) return {};
  return pass === undefined
    ? { token: decodeURIComponent(user) }
    : { user: decodeURIComponent(user), pass: decodeURIComponent(pass) };
};

/** With these a server without TLS, or with another's certificate, is none. */
function tlsOptions({ bus, busTls }: BusAccess): LineOptions {
  if (busTls === undefined && !bus.some((server) => server.startsWith('tls:'))) return {};
  const { ca, certificate, key } = busTls ?? {};
  for (const [name, file] of Object.entries(busTls ?? {})) if (file) reading(`busTls.${name}`, file);
  return {
    tls: {
      ...(ca === undefined ? {} : { caFile: ca }),
      ...(certificate === undefined ? {} : { certFile: certificate }),
      ...(key === undefined ? {} : { keyFile: key }),
    },
  };
}

/** How a node says who it is, and what it asks of the servers. */
export const lineOptions = (access: BusAccess): LineOptions => ({
  ...(access.busLogin ? loginOptions(access.busLogin) : loginIn(access.bus[0] ?? '')),
  ...tlsOptions(access),
});
