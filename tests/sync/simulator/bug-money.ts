import { readOutcome } from '../../../src/contract/sync.ts';
import { addresses } from '../../../src/client/api/addresses.ts';
import type { CallOptions } from '../../../src/client/api/call.ts';
import type { Line } from '../../../src/client/sync/line.ts';
import { unchecked } from './bug-passes.ts';
import type { Tab } from './devices.ts';

/* Faulty calls of money, and of what decides keys. */

export const sealedUnasked = (line: Line, { db }: Tab): Line['call'] =>
  (async (address: { path: string }, input: { key: string }, options?: CallOptions) =>
    address.path === addresses.cancelOutcome.path && (await db.outbox.get({ id: input.key }))
      ? { code: 'SUCCESS', state: 'cancelled', touched: [] }
      : line.call(address as never, input as never, options)) as Line['call'];

/** The answers of money calls are taken as they come. */
export const trustingMoney = (line: Line): Line['call'] =>
  unchecked(line, ['/api/orders', addresses.cancelOutcome.path]);

export const canceledUnasked = (line: Line, { db }: Tab): Line['call'] =>
  (async (address: { path: string }, input: { key: string }, options?: CallOptions) =>
    address.path === addresses.cancelOutcome.path && (await db.pledges.get(input.key))
      ? { code: 'SUCCESS', state: 'cancelled', touched: [] }
      : line.call(address as never, input as never, options)) as Line['call'];

/** The pledge is gone as soon as its outcome is known. */
export const forgottenUnseen = (line: Line, { db }: Tab): Line['call'] =>
  (async (address: { path: string }, input: { key: string }, options?: CallOptions) => {
    const answer = await line.call(address as never, input as never, options);
    if (address.path === addresses.cancelOutcome.path) await db.pledges.delete(input.key);
    return answer;
  }) as Line['call'];

export const askedOnly = (line: Line): Line['call'] =>
  (async (address: { path: string }, input: unknown, options?: CallOptions) => {
    if (address.path !== addresses.cancelOutcome.path) return line.call(address as never, input as never, options);
    const answer = await line.call<typeof readOutcome>(readOutcome, input as never, options);
    return answer.state === 'unknown' ? { ...answer, state: 'cancelled' } : answer;
  }) as Line['call'];

export function newKeys(line: Line, tab: Tab): Line['call'] {
  const used = new Set<string>();
  const keyFor = (key: string): string => (used.has(key) ? tab.outside.means.newId() : (used.add(key), key));
  return ((address: { path: string }, input: unknown, options?: CallOptions) =>
    line.call(
      address as never,
      input as never,
      options?.key ? { ...options, key: keyFor(options.key) } : options,
    )) as Line['call'];
}
