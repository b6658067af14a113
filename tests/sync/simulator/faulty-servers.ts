import { roleIds } from '../../../src/contract/limits.ts';
import type { Ask } from '../../../src/contract/order-fields.ts';
import type { Change, EntityName, SyncAnswer, SyncRequest } from '../../../src/contract/sync.ts';
import { addresses } from '../../../src/client/api/addresses.ts';
import { uuidv7 } from '../../../src/contract/uuid.ts';
import type { SimulatedResponse, Packet, SimulatedServer } from './simulated-server.ts';
import { userIds } from './simulated-shop.ts';

/* Faulty servers: each wraps the real one and changes its requests and answers. */

/** Gives each request a new key, so that the server recognises none, and restores the keys in the answer. */
export function serverWithNewKeys(server: SimulatedServer): SimulatedServer['handle'] {
  return async (packet) => {
    const replaceKey = (key: string): string => {
      const fresh = uuidv7(server.now);
      server.originalKeys.set(fresh, key);
      return fresh;
    };
    const key = packet.headers['idempotency-key'];
    if (key) return server.receive({ ...packet, headers: { ...packet.headers, 'idempotency-key': replaceKey(key) } });
    if (packet.path !== addresses.sync.path) return server.receive(packet);
    const request = JSON.parse(String(packet.body)) as SyncRequest;
    const mutations = request.mutations.map((mutation) => ({ ...mutation, id: replaceKey(mutation.id) }));
    const response = await server.receive({ ...packet, body: JSON.stringify({ ...request, mutations }) });
    return withAnswer(response, (answer) => ({
      ...answer,
      results: answer.results.map((result) => ({ ...result, id: server.originalOf(result.id) })),
    }));
  };
}

/** Answers a repeated key with the rows of its first answer. */
export function serverWithOldRows(server: SimulatedServer): SimulatedServer['handle'] {
  const rows = new Map<string, SyncAnswer['results'][number]['rows']>();
  return async (packet: Packet) => {
    const response = await server.receive(packet);
    if (packet.path !== addresses.sync.path) return response;
    return withAnswer(response, (answer) => ({
      ...answer,
      results: answer.results.map((result) => {
        if (!rows.has(result.id)) rows.set(result.id, result.rows);
        return { ...result, rows: rows.get(result.id)! };
      }),
    }));
  };
}

/** Sends every device a row of a table that only later apps store. */
export function serverWithUnnamedRows(server: SimulatedServer): SimulatedServer['handle'] {
  const parcel = { entity: 'parcels' as EntityName, key: 'p1', rev: 1, row: { id: 'p1', rev: 1 } };
  return async (packet) => {
    const response = await server.receive(packet);
    if (packet.path !== addresses.sync.path) return response;
    return withAnswer(response, (answer) => ({ ...answer, changes: [...answer.changes, parcel] }));
  };
}

/** Takes each top-up request for a repetition of the first one, and answers with that. */
export function serverWithFirstTopup(server: SimulatedServer): SimulatedServer['handle'] {
  let first: SyncRequest['mutations'][number]['args'] | null = null;
  return async (packet) => {
    if (packet.path !== addresses.sync.path) return server.receive(packet);
    const request = JSON.parse(String(packet.body)) as SyncRequest;
    const mutations = request.mutations.map((mutation) =>
      mutation.kind === 'topup.open' ? { ...mutation, args: (first ??= mutation.args) } : mutation,
    );
    return server.receive({ ...packet, body: JSON.stringify({ ...request, mutations }) });
  };
}

/** Takes the corrections of any round for those of the round that is asked. */
export function serverWithAnyRound(server: SimulatedServer): SimulatedServer['handle'] {
  const roundOf = new Map<string, unknown>();
  return async (packet) => {
    if (packet.path !== addresses.sync.path) return server.receive(packet);
    const rows = await server.db.selectFrom('orders').select(['id', 'ask']).where('ask', 'is not', null).execute();
    const rounds = new Map<unknown, number>(rows.map(({ id, ask }) => [id, (JSON.parse(ask!) as Ask).round]));
    const request = JSON.parse(String(packet.body)) as SyncRequest;
    const mutations = request.mutations.map((mutation) => {
      const { id, kind, args } = mutation;
      if (kind !== 'order.answers') return mutation;
      // A repeated key must have the arguments of the first time.
      const round = roundOf.get(id) ?? rounds.get(args.order_id) ?? args.round;
      roundOf.set(id, round);
      return { ...mutation, args: { ...args, round } };
    });
    return server.receive({ ...packet, body: JSON.stringify({ ...request, mutations }) });
  };
}

/** Sends each device that stores saved answers those of all users. */
export function serverWithAnswersOfAll(server: SimulatedServer): SimulatedServer['handle'] {
  return async (packet) => {
    const response = await server.receive(packet);
    if (packet.path !== addresses.sync.path) return response;
    const { entities = [] } = JSON.parse(String(packet.body)) as SyncRequest;
    if (!entities.includes('saved_answers')) return response;
    const rows = await server.db.selectFrom('saved_answers').selectAll().where('deleted_at', 'is', null).execute();
    const changes = rows.map(({ id, save_as, name, value, used_at, rev }): Change => {
      const row = { id, save_as, name, value, used_at: new Date(used_at).toISOString(), rev };
      return { entity: 'saved_answers', key: id, rev, row };
    });
    return withAnswer(response, (answer) => ({ ...answer, changes: [...answer.changes, ...changes] }));
  };
}

/** Takes the agent for an admin. */
export function serverWithAdminRights(server: SimulatedServer): SimulatedServer['handle'] {
  const agent = server.db.updateTable('users').where('id', '=', userIds.marc);
  const changed = agent.set({ role_id: roleIds.admin }).execute();
  return async (packet) => {
    await changed;
    return server.receive(packet);
  };
}

function withAnswer(response: SimulatedResponse, change: (answer: SyncAnswer) => SyncAnswer): SimulatedResponse {
  if (response.status !== 200) return response;
  return { ...response, body: JSON.stringify(change(JSON.parse(response.body) as SyncAnswer)) };
}
