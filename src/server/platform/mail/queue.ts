import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.ts';

/** The table of e-mails, for a worker. */
export interface MailQueue {
  db: Kysely<Database>;
  reader: Kysely<Database>;
  now(): number;
}

/** An e-mail that no other server may send until `leased_until`. */
export type LeasedEmail = Awaited<ReturnType<typeof leaseDueEmails>>[number];

/** How long, in ms, no other server may send an e-mail that this server has leased. */
const leaseDuration = 120_000;
/** The number of e-mails leased at once: some for each of the parallel senders. */
const batchSize = 20;

/** Returns whether an e-mail is due, without a lock, because usually none is. */
export async function isAnyDue({ reader, now }: MailQueue): Promise<boolean> {
  const row = await reader
    .selectFrom('letters')
    .select('id')
    .where('sent_at', 'is', null)
    .where('next_at', '<=', now())
    .where((row) => row.or([row('leased_until', 'is', null), row('leased_until', '<', now())]))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Leases due e-mails, except those to some recipients, and counts the attempt; returns them oldest first. The update
 * repeats the conditions, because PostgreSQL evaluates them again after waiting for another server.
 */
export async function leaseDueEmails({ db, now }: MailQueue, exceptRecipients: readonly string[]) {
  const at = now();
  const due = db
    .selectFrom('letters')
    .select('id')
    .where('sent_at', 'is', null)
    .where('next_at', '<=', at)
    .where((row) => row.or([row('leased_until', 'is', null), row('leased_until', '<', at)]))
    .$if(exceptRecipients.length > 0, (query) => query.where('recipient', 'not in', exceptRecipients))
    .orderBy('next_at')
    .orderBy('id')
    .limit(batchSize);
  const emails = await db
    .updateTable('letters')
    .set((row) => ({ leased_until: at + leaseDuration, attempts: row('attempts', '+', 1) }))
    .where('id', 'in', due)
    .where('sent_at', 'is', null)
    .where((row) => row.or([row('leased_until', 'is', null), row('leased_until', '<', at)]))
    .returning(['id', 'recipient', 'subject', 'body_text', 'body_html', 'attempts', 'leased_until', 'created_at'])
    .execute();
  return emails.toSorted((a, b) => a.id - b.id);
}

/** Renews a lease directly before sending. Returns undefined when another server has leased the e-mail meanwhile. */
export async function renewLease<Email extends LeasedEmail>(
  { db, now }: MailQueue,
  email: Email,
): Promise<Email | undefined> {
  const leased_until = now() + leaseDuration;
  const renewed = await db
    .updateTable('letters')
    .set({ leased_until })
    .where('id', '=', email.id)
    .where('sent_at', 'is', null)
    .where('leased_until', '=', email.leased_until)
    .executeTakeFirst();
  return renewed.numUpdatedRows === 1n ? { ...email, leased_until } : undefined;
}

/** Ends the leases of e-mails that were not tried, and takes the attempt back. */
export async function returnToQueue({ db }: MailQueue, emails: readonly LeasedEmail[]): Promise<void> {
  for (const email of emails)
    await db
      .updateTable('letters')
      .set((row) => ({ leased_until: null, attempts: row('attempts', '-', 1) }))
      .where('id', '=', email.id)
      .where('sent_at', 'is', null)
      .where('leased_until', '=', email.leased_until)
      .execute();
}
