import type { Kysely } from 'kysely';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '../base/logger.ts';
import type { Database } from '../database/schema.ts';
import { isOutage, logOutage } from '../database/outage.ts';
import { isAnyDue, leaseDueEmails, renewLease, returnToQueue, type LeasedEmail, type MailQueue } from './queue.ts';
import { readMailSettings } from './settings.ts';
import { parallelEmails, type MailTransport, type Sender } from './transport.ts';

/** Sends queued e-mails and retries; several servers share the queue. */
export interface MailWorker {
  /** Checks the queue soon. */
  wake(): void;
  /** Sends everything that is due now; resolves when no e-mail is being sent. */
  run(): Promise<void>;
  stop(): Promise<void>;
}

interface Options extends MailQueue {
  transport: MailTransport;
  log: Logger;
  /** How often the queue is checked, in ms. */
  every?: number;
  onEmailSent: ((recipient: string, link: string) => void) | undefined;
}

interface WorkerState extends Options {
  stopping: AbortSignal;
  /** The loops that send e-mails, each one at a time. */
  senders: Set<Promise<void>>;
  /** Whether an e-mail may have become due after the last query for more e-mails began. */
  isWoken: boolean;
  /** Leased e-mails that no sender has taken yet. */
  leased: Outgoing[];
  /** The recipients to whom an e-mail is being sent. */
  busyRecipients: Set<string>;
  /** The query that leases more e-mails, for all senders that wait for it. */
  leasing: Promise<boolean> | undefined;
}

/** A leased e-mail, with what the shop sets of its sender. */
type Outgoing = LeasedEmail & { sender: Sender };

const retryDelayMinMs = 15_000;
const retryDelayMaxMs = 3_600_000;
/** The pause between two attempts to mark an e-mail as sent during an outage, in ms. */
const markRetryDelay = 1_000;

/** Creates the worker and starts to check the queue. */
export function startMailWorker(options: Options): MailWorker {
  const stopping = new AbortController();
  const state: WorkerState = {
    ...options,
    stopping: stopping.signal,
    senders: new Set(),
    isWoken: false,
    leased: [],
    busyRecipients: new Set(),
    leasing: undefined,
  };
  let checking: Promise<void> | undefined;
  const check = () => (checking ??= startSenders(state).finally(() => (checking = undefined)));
  const checkFromNow = async () => {
    await checking?.catch(() => undefined); // it may have looked too early
    await check();
  };
  const checkQueue = () => void checkFromNow().catch((error: unknown) => logFailure(state, error));
  const timer = setInterval(checkQueue, state.every ?? 5_000);
  return {
    wake: () => void setTimeout(checkQueue, 1).unref(),
    async run() {
      await checkFromNow();
      // A wake in the meantime starts more senders, which take over e-mails that were due.
      while (state.senders.size > 0) await Promise.all(state.senders);
    },
    async stop() {
      clearInterval(timer);
      stopping.abort();
      await checking?.catch(() => undefined);
      await Promise.all(state.senders);
      await returnToQueue(state, state.leased.splice(0)).catch((error: unknown) => logFailure(state, error));
      state.transport.close();
    },
  };
}

function logFailure({ log }: WorkerState, error: unknown): void {
  if (isOutage(error)) logOutage(log, error);
  else log.error({ err: error }, 'the mail queue failed');
}

/** Starts the senders that do not run when an e-mail is due: it does not wait for one that takes long. */
async function startSenders(state: WorkerState): Promise<void> {
  if (state.stopping.aborted || (state.leased.length === 0 && !(await isAnyDue(state)))) return;
  state.isWoken = true;
  while (state.senders.size < parallelEmails && !state.stopping.aborted) {
    const sender: Promise<void> = sendAll(state)
      .catch((error: unknown) => logFailure(state, error))
      .finally(() => state.senders.delete(sender));
    state.senders.add(sender);
  }
}

async function sendAll(state: WorkerState): Promise<void> {
  do {
    for (let email = await nextEmail(state); email; email = await nextEmail(state)) await sendUnlessTaken(state, email);
  } while (state.isWoken && !state.stopping.aborted);
}

/**
 * Returns a leased e-mail, or undefined when none can be sent now. A recipient gets one e-mail at a time, in their order;
 * a recipient who takes long holds no other.
 */
async function nextEmail(state: WorkerState): Promise<Outgoing | undefined> {
  while (!state.stopping.aborted) {
    const index = state.leased.findIndex(({ recipient }) => !state.busyRecipients.has(recipient));
    const [email] = index === -1 ? [] : state.leased.splice(index, 1);
    if (email) {
      state.busyRecipients.add(email.recipient);
      return email;
    }
    state.leasing ??= leaseMore(state).finally(() => (state.leasing = undefined));
    if (!(await state.leasing)) return undefined;
  }
  return undefined;
}

/** Returns whether there were more e-mails. Those of recipients with a waiting one stay in the queue until it is sent. */
async function leaseMore(state: WorkerState): Promise<boolean> {
  const sender = await readSender(state.reader);
  state.isWoken = false;
  const except = [...state.busyRecipients, ...state.leased.map(({ recipient }) => recipient)];
  const emails = await leaseDueEmails(state, except);
  state.leased.push(...emails.map((email) => ({ ...email, sender })));
  return emails.length > 0;
}

async function readSender(reader: Kysely<Database>): Promise<Sender> {
  const { sender_name: name, reply_to: replyTo } = await readMailSettings(reader);
  return { name, replyTo };
}

async function sendUnlessTaken(state: WorkerState, email: Outgoing): Promise<void> {
  try {
    const renewed = await renewLease(state, email);
    if (!renewed) return;
    if (state.stopping.aborted) await returnToQueue(state, [renewed]);
    else await sendOne(state, renewed);
  } finally {
    state.busyRecipients.delete(email.recipient);
    // A running query for more e-mails leaves out this recipient, so a sender looks once more after it.
    if (state.leasing) state.isWoken = true;
  }
}

async function sendOne(state: WorkerState, email: Outgoing): Promise<void> {
  const { id, recipient, subject, sender } = email;
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
