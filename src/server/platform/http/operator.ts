import type { FastifyRequest } from 'fastify';
import { BlockList } from 'node:net';
import { isSameText } from '../crypto/tokens.ts';
import type { Settings } from '../base/settings.ts';

/**
 * Returns whether a request comes from the operator: with METRICS_TOKEN as its bearer token, or directly from this
 * machine. A proxy on this machine forwards requests from outside, so a request that passed a proxy, or that names
 * another host than this machine, does not count as coming from it.
 */
export function isOperator({ metricsToken }: Settings, { headers, raw }: FastifyRequest): boolean {
  const token = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
  if (metricsToken !== null && token !== undefined && isSameText(token, metricsToken)) return true;
  const passedProxy = Object.keys(headers).some((name) => proxyHeader.test(name));
  return !passedProxy && isLoopback(raw.socket.remoteAddress) && ownHost.test(headers.host ?? '');
}

const proxyHeader = /^(forwarded|via|x-forwarded-.+|x-real-ip|x-client-ip|x-cluster-client-ip|true-client-ip|cf-.+)$/;
const ownHost = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i;

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Node may report an IPv4 address in its IPv6 form. */
function isLoopback(address: string | undefined): boolean {
  if (address === undefined) return false;
  return loopback.check(address, address.includes(':') ? 'ipv6' : 'ipv4');
}
