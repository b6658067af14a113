import type { Kysely } from 'kysely';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '../base/logger.ts';
import type { Database } from '../database/schema.ts';
import { isOutage, logOutage } from '../database/outage.ts';
import { readMailSettings } from './settings.ts';
import type { MailTransport, Sender } from './transport.ts';

/** Sends queued e-mails and retries; several servers share the queue. */
export interface MailWorker {
  /** Checks the queue soon. */
  wake(): void;
  /** Sends everything that is due now. */
  run(): Promise<void>;
  stop(): Promise<void>;
}

interface Options {
  db: Kysely<Database>;
  reader: Kysely<Database>;
  transport: MailTransport;
  log: Logger;
  now(): number;
  /** How often the queue is checked, in ms. */
  every?: number;
  onEmailSent: ((recipient: string, link: string) => void) | undefined;
}

interface WorkerState extends Options {
  stopping: AbortSignal;
}

/** How long, in ms, no other server may send an e-mail that this server has leased. */
const leaseDuration = 120_000;
const batchSize = 10;
const retryDelayMinMs = 15_000;
const retryDelayMaxMs = 3_600_000;
/** The pause between two attempts to mark an e-mail as sent during an outage, in ms. */
const markRetryDelay = 1_000;

/** Creates the worker and starts to check the queue. */
export function startMailWorker(options: Options): MailWorker {
  const stopping = new AbortController();
  const state: WorkerState = { ...options, stopping: stopping.signal };
  let running: Promise<void> | undefined;
  let mustRunAgain = false;
  const run = async () => {
    if (running) {
      mustRunAgain = true;
      return running;
    }
    running = (async () => {
      do {
        mustRunAgain = false;
        await sendDue(state);
      } while (mustRunAgain);
    })().finally(() => (running = undefined));
    return running;
  };
  const checkQueue = () =>
    void run().catch((error: unknown) =>
      isOutage(error) ? logOutage(state.log, error) : state.log.error({ err: error }, 'the mail queue cannot be read'),
    );
  const timer = setInterval(checkQueue, state.every ?? 5_000);
  return {
    wake: () => void setTimeout(checkQueue, 1).unref(),
    run,
    async stop() {
      clearInterval(timer);
      stopping.abort();
      await running?.catch(() => undefined);
      state.transport.close();
    },
  };
}

async function sendDue(state: WorkerState): Promise<void> {
  while (!state.stopping.aborted && (await isAnyDue(state))) {
    const { sender_name: name, reply_to: replyTo } = await readMailSettings(state.reader);
    const emails = await leaseDueEmails(state);
    for (const [sent, email] of emails.entries()) {
      if (state.stopping.aborted) return returnToQueue(state, emails.slice(sent));
      if (await renewLease(state, email)) await sendOne(state, email, { name, replyTo });
    }
  }
}

/** Ends the leases of e-mails that were not tried: a stopping server sends at most one more, the next server the others. */
async function returnToQueue({ db }: WorkerState, emails: LeasedEmail[]): Promise<void> {
  for (const email of emails)
    await db
      .updateTable('letters')
      .set((row) => ({ leased_until: null, attempts: row('attempts', '-', 1) }))
      .where('id', '=', email.id)
      .where('sent_at', 'is', null)
      .where('leased_until', '=', email.leased_until)
      .execute();
}

/** Renews the lease directly before sending. Returns false when another server has leased the e-mail meanwhile. */
async function renewLease({ db, now }: WorkerState, email: LeasedEmail): Promise<boolean> {
  const renewed = await db
    .updateTable('letters')
    .set({ leased_until: now() + leaseDuration })
    .where('id', '=', email.id)
    .where('sent_at', 'is', null)
    .where('leased_until', '=', email.leased_until)
    .executeTakeFirst();
  return renewed.numUpdatedRows === 1n;
}

/** Returns whether an e-mail is due, without a lock, because usually none is. */
async function isAnyDue({ reader, now }: WorkerState): Promise<boolean> {
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

type LeasedEmail = Awaited<ReturnType<typeof leaseDueEmails>>[number];

/**
 * Leases due e-mails and counts the attempt. The update repeats the conditions, because PostgreSQL evaluates them again
 * after waiting for another server.
 */
async function leaseDueEmails({ db, now }: WorkerState) {
  const at = now();
  const due = db
    .selectFrom('letters')
    .select('id')
    .where('sent_at', 'is', null)
    .where('next_at', '<=', at)
    .where((row) => row.or([row('leased_until', 'is', null), row('leased_until', '<', at)]))
    .orderBy('next_at')
    .limit(batchSize);
  return db
    .updateTable('letters')
    .set((row) => ({ leased_until: at + leaseDuration, attempts: row('attempts', '+', 1) }))
    .where('id', 'in', due)
    .where('sent_at', 'is', null)
    .where((row) => row.or([row('leased_until', 'is', null), row('leased_until', '<', at)]))
    .returning(['id', 'recipient', 'subject', 'body_text', 'body_html', 'attempts', 'leased_until', 'created_at'])
    .execute();
}

async function sendOne(state: WorkerState, email: LeasedEmail, sender: Sender): Promise<void> {
  const { id, recipient, subject } = email;
  const body = { text: email.body_text, html: email.body_html, writtenAt: email.created_at };
  try {
    await state.transport.send({ id, recipient, subject, ...body, sender });
  } catch (error) {
    return postpone(state, email, error as Error);
  }
  state.onEmailSent?.(recipient, /\bhttps?:\S+/.exec(email.body_text)?.[0] ?? '');
  await markSentAndClear(state, id);
}

async function postpone(
  { db, log, now }: WorkerState,
  { id, attempts }: LeasedEmail,
  { message }: Error,
): Promise<void> {
  const wait = Math.min(retryDelayMaxMs, retryDelayMinMs * 2 ** (attempts - 1));
  log.warn({ email: id, attempts, reason: message }, 'an e-mail could not be sent yet');
  const later = { next_at: now() + wait, leased_until: null, error: message.slice(0, 500) };
  await db.updateTable('letters').set(later).where('id', '=', id).execute();
}

/** Marks an e-mail as sent and clears its body. Retries during an outage: an unmarked e-mail would be sent again. */
async function markSentAndClear({ db, log, now, stopping }: WorkerState, id: number): Promise<void> {
  // The link in an e-mail is a secret, so sent bodies are not kept.
  const sent = { sent_at: now(), leased_until: null, error: null, body_text: '', body_html: '' };
  for (;;) {
    try {
      await db.updateTable('letters').set(sent).where('id', '=', id).execute();
      return;
    } catch (error) {
      if (!isOutage(error) || stopping.aborted) throw error;
      logOutage(log, error);
      await pause(markRetryDelay, undefined, { signal: stopping }).catch(() => undefined);
    }
  }
}
