import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Change, EntityName, Mutation, SyncAnswer } from '../../src/contract/sync.ts';
import { syncProtocol } from '../../src/contract/sync-limits.ts';
import { uuidv7 } from '../../src/contract/uuid.ts';
import type { Answer, TestClient } from './client.ts';

interface ReplyFields {
  ticket: string;
  content?: string;
}

/** A device as the server sees it: its cursor and its rows. Uses no code of the real client. */
export interface TestDevice {
  cursor: string | null;
  before: string | null;
  epoch: string | null;
  /** The tables that it names in its requests; `undefined`: none, as an app from before requests named them. */
  entities: string[] | undefined;
  /** The newest version of each row, by `entity:key`; the row is null when it was deleted or is no longer visible. */
  rows: Map<string, Change>;
  /** One sync call; applies its answer. */
  exchange(mutations?: Mutation[]): Promise<SyncAnswer>;
  /** One sync call with any body; does not apply its answer. */
  postSync(body: object): Promise<Answer>;
  /** Syncs until the server has no more changes; returns all answers. */
  catchUp(mutations?: Mutation[]): Promise<SyncAnswer[]>;
  /** The keys of the existing rows. */
  keys(entity: EntityName): string[];
  row(entity: EntityName, key: string | number): Record<string, unknown> | null | undefined;
}

/** A new device of this client's user. */
export function createDevice(client: TestClient): TestDevice {
  const device: TestDevice = {
    cursor: null,
    before: null,
    epoch: null,
    entities: undefined,
    rows: new Map(),
    async postSync(body) {
      const { cursor, before, epoch, entities } = device;
      const position = { protocol: syncProtocol, epoch, cursor, before, entities };
      return client.post('/api/sync', { ...position, mutations: [], ...body });
    },
    async exchange(mutations = []) {
      const { status, body } = await device.postSync({ mutations });
      expect({ status, code: body.code }).toEqual({ status: 200, code: 'SUCCESS' });
      applyAnswer(device, body as SyncAnswer);
      return body as SyncAnswer;
    },
    async catchUp(mutations = []) {
      const answers = [await device.exchange(mutations)];
      while (answers.at(-1)!.more) answers.push(await device.exchange());
      return answers;
    },
    keys: (entity) =>
      [...device.rows.values()].filter((change) => change.entity === entity && change.row).map(({ key }) => key),
    row: (entity, key) => device.rows.get(`${entity}:${key}`)?.row,
  };
  return device;
}

function applyAnswer(device: TestDevice, answer: SyncAnswer): void {
  if (answer.reset) device.rows.clear();
  device.epoch = answer.epoch;
  device.cursor = answer.reset ? null : answer.cursor;
  device.before = answer.reset ? null : answer.before;
  for (const change of [...answer.results.flatMap(({ rows }) => rows), ...answer.older, ...answer.changes]) {
    const name = `${change.entity}:${change.key}`;
    const known = device.rows.get(name);
    if (!known || change.rev >= known.rev) device.rows.set(name, change);
  }
}

/** A queued new ticket; its lane is its id. */
export function openTicketMutation(id: string = uuidv7(), more: object = {}): Mutation {
  const args = { id, subject: 'Where is it?', type: 'general', content: 'I am waiting.', order_id: null, ...more };
  return { id: randomUUID(), kind: 'ticket.open', v: 1, lane: id, args };
}

/** A queued reply. */
export function replyMutation({ ticket, content = 'And now?' }: ReplyFields, id: string = uuidv7()): Mutation {
  return { id: randomUUID(), kind: 'ticket.reply', v: 1, lane: ticket, args: { id, ticket_id: ticket, content } };
}

/** A queued change of a ticket's status. */
export function statusMutation(ticket: string, from: string, to: string): Mutation {
  return { id: randomUUID(), kind: 'ticket.status', v: 1, lane: ticket, args: { ticket_id: ticket, from, to } };
}

/** Any queued mutation. */
export const mutationOf = (kind: string, lane: string, args: Record<string, unknown>): Mutation => ({
  id: randomUUID(),
  kind,
  v: 1,
  lane,
  args,
});
