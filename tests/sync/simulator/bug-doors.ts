import type { SyncAnswer, SyncRequest } from '../../../src/contract/sync.ts';
import { addresses } from '../../../src/client/api/addresses.ts';
import { newId } from '../../../src/client/local/ids.ts';
import type { Answered, Packet, Stage } from './stage.ts';

/* Faulty servers: what stands before the real one and changes what goes in and comes out. */

/** Each arrival is new to the server: the keys of what arrives are replaced, and put back into the answer. */
export function forgetfulDoor(stage: Stage): Stage['handle'] {
  return async (packet) => {
    const rename = (key: string): string => {
      const fresh = newId(stage.now);
      stage.renamed.set(fresh, key);
      return fresh;
    };
    const key = packet.headers['idempotency-key'];
    if (key) return stage.receive({ ...packet, headers: { ...packet.headers, 'idempotency-key': rename(key) } });
    if (packet.path !== addresses.sync.path) return stage.receive(packet);
    const request = JSON.parse(String(packet.body)) as SyncRequest;
    const mutations = request.mutations.map((mutation) => ({ ...mutation, id: rename(mutation.id) }));
    const answered = await stage.receive({ ...packet, body: JSON.stringify({ ...request, mutations }) });
    return withAnswer(answered, (answer) => ({
      ...answer,
      results: answer.results.map((result) => ({ ...result, id: stage.originalOf(result.id) })),
    }));
  };
}

/** An old key is answered with the rows of its day. */
export function replayingDoor(stage: Stage): Stage['handle'] {
  const rows = new Map<string, SyncAnswer['results'][number]['rows']>();
  return async (packet: Packet) => {
    const answered = await stage.receive(packet);
    if (packet.path !== addresses.sync.path) return answered;
    return withAnswer(answered, (answer) => ({
      ...answer,
      results: answer.results.map((result) => {
        if (!rows.has(result.id)) rows.set(result.id, result.rows);
        return { ...result, rows: rows.get(result.id)! };
      }),
    }));
  };
}

function withAnswer(answered: Answered, change: (answer: SyncAnswer) => SyncAnswer): Answered {
  if (answered.status !== 200) return answered;
  return { ...answered, body: JSON.stringify(change(JSON.parse(answered.body) as SyncAnswer)) };
}
