import type { Selectable, Transaction } from 'kysely';
import { prepared } from './database/prepared.ts';
import type { Audit } from './database/schema-system.ts';
import type { Database } from './database/schema.ts';

/** Who changes something, when, and in which transaction. */
interface AuditContext {
  tx: Transaction<Database>;
  person: { id: number; sessionId?: number } | null;
  now: number;
  key?: string | null;
}

/** Writes an audit row in the transaction of the change. Old and new values never contain a password or a PIN. */
export async function audit(
  context: AuditContext,
  change: { action: string; entity: string; entityKey: string | number; old?: unknown; new?: unknown },
): Promise<void> {
  await insertAudit(context.tx, {
    actor_id: context.person?.id ?? null,
    session_id: context.person?.sessionId ?? null,
    action: change.action,
    entity: change.entity,
    entity_key: String(change.entityKey),
    old_value: asJson(change.old),
    new_value: asJson(change.new),
    key: context.key ?? null,
    created_at: context.now,
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
