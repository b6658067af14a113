import proxyAddr from '@fastify/proxy-addr';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** Says whether the address of a peer, or of the hop before it, is that of a trusted proxy. */
export type IsTrusted = (address: string, hop: number) => boolean;

/** Compiles the list of TRUSTED_PROXY: addresses, ranges and names such as `loopback`, with commas between. */
export function trustOf(list: string | null): IsTrusted | false {
  if (list === null) return false;
  return proxyAddr.compile(list.split(',').map((address) => address.trim()));
}

/** Makes the ids of requests: that of a trusted proxy when it looks like one, otherwise a new UUID. */
export function requestIds(isTrusted: IsTrusted | false): (request: IncomingMessage) => string {
  return ({ socket, headers }) => {
    const given = headers['x-request-id'];
    const peer = socket.remoteAddress;
    if (!isTrusted || peer === undefined || typeof given !== 'string' || !idForm.test(given)) return randomUUID();
    return isTrusted(peer, 0) ? given : randomUUID();
  };
}

/** UUIDs, hexadecimal ids and the trace ids of load balancers; nothing that could break a line or a page. */
const idForm = /^[\w.:=-]{8,128}$/;
