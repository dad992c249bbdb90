import { WebSocket } from 'ws';
import type { SocketLike } from './client.js';

/** A connection to the wire of a house, for programs: browsers bring their own. */
export const dial = (url: string): SocketLike =>
  new WebSocket(`${url.replace(/^http/, 'ws').replace(/\/+$/, '')}/wire`) as unknown as SocketLike;
