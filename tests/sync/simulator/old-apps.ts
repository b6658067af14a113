import type { SyncAnswer, SyncRequest } from '../../../src/contract/sync.ts';
import { entitiesUnlessNamed } from '../../../src/contract/sync-limits.ts';
import { addresses } from '../../../src/client/api/addresses.ts';
import { callAt } from '../../../src/client/api/call.ts';
import { CallFailure } from '../../../src/client/api/failure.ts';
import type { Transport } from '../../../src/client/sync/transport.ts';

/** The devices whose app is from before requests named tables (D-27). */
export const devicesWithOldApp: ReadonlySet<string> = new Set(['tablet', 'laptop']);

const tables: readonly string[] = entitiesUnlessNamed;

/** Calls as an old app does: it names no tables, and a row of a table that it does not know is no answer of our server. */
export function callOfOldApp(fetch: typeof globalThis.fetch): Transport['call'] {
  const call = async (...[address, input, options]: Parameters<Transport['call']>) => {
    if (address.path !== addresses.sync.path) return callAt(address, input, { ...options, fetch });
    const { entities: _named, ...request } = input as SyncRequest;
    const answer = (await callAt(address, request, { ...options, fetch })) as SyncAnswer;
    const rows = [...answer.changes, ...answer.older, ...answer.results.flatMap((result) => result.rows)];
    if (!rows.every(({ entity }) => tables.includes(entity))) throw new CallFailure('unreachable');
    return answer;
  };
  return call as Transport['call'];
}
