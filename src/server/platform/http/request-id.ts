import proxyAddr from '@fastify/proxy-addr';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/**
 * Returns whether an address belongs to a trusted proxy. `hop` is 0 for the connection's peer and grows towards the
 * client.
 */
export type IsTrusted = (address: string, hop: number) => boolean;

/** Compiles TRUSTED_PROXY: addresses, ranges and names such as `loopback`, separated by commas. */
export function compileTrustedProxies(list: string | null): IsTrusted | false {
  if (list === null) return false;
  return proxyAddr.compile(list.split(',').map((address) => address.trim()));
}

/** Creates the ids of requests: the one sent by a trusted proxy when its format is valid, otherwise a new UUID. */
export function requestIds(isTrusted: IsTrusted | false): (request: IncomingMessage) => string {
  return ({ socket, headers }) => {
    const sentId = headers['x-request-id'];
    const peer = socket.remoteAddress;
    if (!isTrusted || peer === undefined || typeof sentId !== 'string' || !idFormat.test(sentId)) return randomUUID();
    return isTrusted(peer, 0) ? sentId : randomUUID();
  };
}

/** UUIDs, hexadecimal ids and the trace ids of load balancers; no characters that could break a log line or a page. */
const idFormat = /^[\w.:=-]{8,128}$/;
