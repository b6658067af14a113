import type { Selectable, Transaction } from 'kysely';
import { prepared } from './database/prepared.ts';
import type { Audit } from './database/schema-house.ts';
import type { Database } from './database/schema.ts';

interface Act {
  tx: Transaction<Database>;
  person: { id: number; sessionId?: number } | null;
  now: number;
  key?: string | null;
}

/** Writes who changed what, in the transaction of the change. Old and new values never hold a password or a PIN. */
export async function audit(
  act: Act,
  what: { action: string; entity: string; entityKey: string | number; old?: unknown; new?: unknown },
): Promise<void> {
  await insertAudit(act.tx, {
    actor_id: act.person?.id ?? null,
    session_id: act.person?.sessionId ?? null,
    action: what.action,
    entity: what.entity,
    entity_key: String(what.entityKey),
    old_value: asJson(what.old),
    new_value: asJson(what.new),
    key: act.key ?? null,
    created_at: act.now,
  });
}

type Entry = Omit<Selectable<Audit>, 'id'>;

const insertAudit = prepared((db, entry: Entry) =>
  db.insertInto('audit').values({
    actor_id: entry.actor_id,
    session_id: entry.session_id,
    action: entry.action,
    entity: entry.entity,
    entity_key: entry.entity_key,
    old_value: entry.old_value,
    new_value: entry.new_value,
    key: entry.key,
    created_at: entry.created_at,
  }),
);

const asJson = (value: unknown): string | null => (value === undefined ? null : JSON.stringify(value));
