import type { Transaction } from 'kysely';
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
  await act.tx
    .insertInto('audit')
    .values({
      actor_id: act.person?.id ?? null,
      session_id: act.person?.sessionId ?? null,
      action: what.action,
      entity: what.entity,
      entity_key: String(what.entityKey),
      old_value: asJson(what.old),
      new_value: asJson(what.new),
      key: act.key ?? null,
      created_at: act.now,
    })
    .execute();
}

const asJson = (value: unknown): string | null => (value === undefined ? null : JSON.stringify(value));
