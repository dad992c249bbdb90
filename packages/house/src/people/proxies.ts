import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

/** Is it an address, or a network such as `10.0.0.0/8`? */
export function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}

export type IsProxy = (address: string) => boolean;

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');
/** An address of the old kind in the clothes of the new. */
const bare = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '');

/** Which machines are reverse proxies of the house, whose word on where a call comes from is taken. */
export function proxiesOf(networks: readonly string[]): IsProxy {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    if (bits === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(bits), familyOf(address));
  }
  return (address) => isIP(bare(address)) !== 0 && list.check(bare(address), familyOf(bare(address)));
}

/**
 * Where a connection comes from: the nearest address that is no proxy of ours. What stands further off in the header,
 * anybody may have written.
 */
export function addressOf({ socket, headers }: IncomingMessage, isProxy: IsProxy): string {
  const said = String(headers['x-forwarded-for'] ?? '');
  const hops = [socket.remoteAddress ?? '', ...said.split(',').reverse()].map((hop) => bare(hop.trim()));
  const known = hops.filter((hop, index) => index === 0 || isIP(hop) !== 0);
  return known.find((hop) => !isProxy(hop)) ?? known.at(-1) ?? '';
}
