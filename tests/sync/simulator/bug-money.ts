import { readOutcome } from '../../../src/contract/sync.ts';
import { addresses } from '../../../src/client/api/addresses.ts';
import type { CallOptions } from '../../../src/client/api/call.ts';
import type { Transport } from '../../../src/client/sync/transport.ts';
import { withoutChecks } from './bug-passes.ts';
import type { Tab } from './devices.ts';

/* Bugs in money calls and in the calls that cancel an idempotency key. */

/** Takes the key of an outbox item for cancelled without asking the server. */
export const itemCancelledWithoutServer = (transport: Transport, { db }: Tab): Transport['call'] =>
  (async (address: { path: string }, input: { key: string }, options?: CallOptions) =>
    address.path === addresses.cancelOutcome.path && (await db.outbox.get({ id: input.key }))
      ? { code: 'SUCCESS', state: 'cancelled', touched: [] }
      : transport.call(address as never, input as never, options)) as Transport['call'];

/** Accepts any JSON as the answer of a money call. */
export const uncheckedMoneyCalls = (transport: Transport): Transport['call'] =>
  withoutChecks(transport, ['/api/orders', addresses.cancelOutcome.path]);

/** Takes the key of a money call for cancelled without asking the server. */
export const pledgeCancelledWithoutServer = (transport: Transport, { db }: Tab): Transport['call'] =>
  (async (address: { path: string }, input: { key: string }, options?: CallOptions) =>
    address.path === addresses.cancelOutcome.path && (await db.pledges.get(input.key))
      ? { code: 'SUCCESS', state: 'cancelled', touched: [] }
      : transport.call(address as never, input as never, options)) as Transport['call'];

/** Deletes a call in doubt as soon as its outcome is known. */
export const forgottenBeforeSeen = (transport: Transport, { db }: Tab): Transport['call'] =>
  (async (address: { path: string }, input: { key: string }, options?: CallOptions) => {
    const answer = await transport.call(address as never, input as never, options);
    if (address.path === addresses.cancelOutcome.path) await db.pledges.delete(input.key);
    return answer;
  }) as Transport['call'];

/** Reads the outcome instead of cancelling the key, and takes `unknown` for `cancelled`. */
export const readWithoutCancelling = (transport: Transport): Transport['call'] =>
  (async (address: { path: string }, input: unknown, options?: CallOptions) => {
    if (address.path !== addresses.cancelOutcome.path) return transport.call(address as never, input as never, options);
    const answer = await transport.call<typeof readOutcome>(readOutcome, input as never, options);
    return answer.state === 'unknown' ? { ...answer, state: 'cancelled' } : answer;
  }) as Transport['call'];

/** Sends a repeated call with another key. */
export function newKeyForEachTry(transport: Transport, tab: Tab): Transport['call'] {
  const used = new Set<string>();
  const keyFor = (key: string): string => (used.has(key) ? tab.environment.runtime.newId() : (used.add(key), key));
  return ((address: { path: string }, input: unknown, options?: CallOptions) =>
    transport.call(
      address as never,
      input as never,
      options?.key ? { ...options, key: keyFor(options.key) } : options,
    )) as Transport['call'];
}
