import type { FastifyInstance } from 'fastify';
import { endpoints, type EndpointName } from '../../src/contract/all.ts';

/**
 * The refusal codes that the release before (`keep-release.mjs`) does not have, with the calls that may use them: calls
 * that it does not have either (D-27). Emptied when the next release is kept.
 */
export const laterCodes: Readonly<Record<string, readonly EndpointName[]>> = {
  ALIKE: ['approveTopup'],
  LIMIT_REACHED: ['openTopup', 'approveTopup'],
};

/** Replaces a refusal with a later code where an older app also makes the call: that app would not understand it. */
export function refuseLaterCodes(
  app: FastifyInstance,
  codes: Readonly<Record<string, readonly string[]>> = laterCodes,
) {
  app.addHook('onSend', async ({ method, routeOptions }, reply, payload) => {
    if (reply.statusCode < 400 || typeof payload !== 'string' || !payload.startsWith('{"code"')) return;
    const { code } = JSON.parse(payload) as { code: string };
    const call = endpoints.find((one) => one.method === method && one.path === routeOptions.url);
    if (codes[code]?.includes(call?.name ?? '') === false)
      throw new Error(`${call?.name ?? routeOptions.url} refuses with ${code}, which an older app does not know`);
  });
}
