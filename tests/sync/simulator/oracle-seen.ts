import type { Intent, Story } from './story.ts';

/** The values of a record that the user saw before the change, by the change's kind; null when it names none. */
const seenBy: Record<string, (args: Intent['args']) => Record<string, unknown> | null | undefined> = {
  'ticket.status': ({ from }) => ({ status: from }),
  'ticket.priority': ({ from }) => ({ priority: from }),
  'ticket.assign': ({ from }) => ({ assignee_id: from }),
  'ticket.snooze': ({ from }) => ({ snoozed_until: from }),
  'order.status': ({ from }) => ({ status: from }),
  'order.deliver': ({ from }) => from as Record<string, unknown> | null | undefined,
};

/** Checks in the audit log that no change has replaced values which its user did not see (OF-12). */
export async function checkSeenValues({ server, intents, faults }: Story): Promise<void> {
  const rows = await server.db.selectFrom('audit').select(['key', 'old_value']).where('key', 'is not', null).execute();
  for (const { key, old_value: json } of rows) {
    const intent = intents.get(server.originalOf(key!));
    const seen = intent && seenBy[intent.kind]?.(intent.args);
    if (!intent || !seen) continue;
    const old = JSON.parse(json ?? '{}') as Record<string, unknown>;
    for (const [field, value] of Object.entries(seen))
      if (old[field] !== value)
        faults.push(`${intent.kind} has replaced ${field} ${String(old[field])}, and its user saw ${String(value)}`);
  }
}
