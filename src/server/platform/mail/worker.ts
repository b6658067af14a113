import type { Kysely } from 'kysely';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '../context.ts';
import type { Database } from '../database/schema.ts';
import { isOutage, logOutage } from '../outage.ts';
import type { Transport } from './transport.ts';

/** Sends what is queued, with retry; several server nodes share the queue. */
export interface MailWorker {
  /** Looks at the queue soon. */
  wake(): void;
  /** Sends everything that is due now. */
  run(): Promise<void>;
  stop(): Promise<void>;
}

interface Options {
  db: Kysely<Database>;
  reader: Kysely<Database>;
  transport: Transport;
  log: Logger;
  now(): number;
  /** Ms between two looks at the queue. */
  every?: number;
  onLetter: ((recipient: string, link: string) => void) | undefined;
}

interface Wiring extends Options {
  stopping: AbortSignal;
}

/** Ms after which another node may take a letter whose sender has died. */
const lease = 120_000;
const batch = 10;
const waitMin = 15_000;
const waitMax = 3_600_000;
/** Ms between two attempts to mark a letter as sent during an outage. */
const markAgainAfter = 1_000;

/** Makes the worker and starts looking. */
export function startMailWorker(options: Options): MailWorker {
  const stopping = new AbortController();
  const wiring: Wiring = { ...options, stopping: stopping.signal };
  let running: Promise<void> | undefined;
  let again = false;
  const run = async () => {
    if (running) {
      again = true;
      return running;
    }
    running = (async () => {
      do {
        again = false;
        await sendDue(wiring);
      } while (again);
    })().finally(() => (running = undefined));
    return running;
  };
  const look = () =>
    void run().catch((error: unknown) =>
      isOutage(error)
        ? logOutage(wiring.log, error)
        : wiring.log.error({ err: error }, 'the mail queue cannot be read'),
    );
  const timer = setInterval(look, wiring.every ?? 5_000);
  return {
    wake: () => void setTimeout(look, 1).unref(),
    run,
    async stop() {
      clearInterval(timer);
      stopping.abort();
      await running?.catch(() => undefined);
      wiring.transport.close();
    },
  };
}

async function sendDue(wiring: Wiring): Promise<void> {
  while (await anyDue(wiring)) {
    const letters = await takeDue(wiring);
    for (const letter of letters) if (await isStillOurs(wiring, letter)) await sendOne(wiring, letter);
  }
}

/** Takes the letter once more when its turn has come: behind slow ones it may have gone to another node meanwhile. */
async function isStillOurs({ db, now }: Wiring, letter: Taken): Promise<boolean> {
  const renewed = await db
    .updateTable('letters')
    .set({ leased_until: now() + lease })
    .where('id', '=', letter.id)
    .where('sent_at', 'is', null)
    .where('leased_until', '=', letter.leased_until)
    .executeTakeFirst();
  return renewed.numUpdatedRows === 1n;
}

/** A look that takes no lock, since mostly there is nothing. */
async function anyDue({ reader, now }: Wiring): Promise<boolean> {
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

type Taken = Awaited<ReturnType<typeof takeDue>>[number];

/** The conditions stand in the update as well: PostgreSQL looks at them again after waiting for another node. */
async function takeDue({ db, now }: Wiring) {
  const at = now();
  const due = db
    .selectFrom('letters')
    .select('id')
    .where('sent_at', 'is', null)
    .where('next_at', '<=', at)
    .where((row) => row.or([row('leased_until', 'is', null), row('leased_until', '<', at)]))
    .orderBy('next_at')
    .limit(batch);
  return db
    .updateTable('letters')
    .set((row) => ({ leased_until: at + lease, attempts: row('attempts', '+', 1) }))
    .where('id', 'in', due)
    .where('sent_at', 'is', null)
    .where((row) => row.or([row('leased_until', 'is', null), row('leased_until', '<', at)]))
    .returning(['id', 'recipient', 'subject', 'body_text', 'body_html', 'attempts', 'leased_until', 'created_at'])
    .execute();
}

async function sendOne(wiring: Wiring, letter: Taken): Promise<void> {
  const { id, recipient, subject } = letter;
  const body = { text: letter.body_text, html: letter.body_html, writtenAt: letter.created_at };
  try {
    await wiring.transport.send({ id, recipient, subject, ...body });
  } catch (error) {
    return putOff(wiring, letter, error as Error);
  }
  wiring.onLetter?.(recipient, /^https?:\S+$/m.exec(letter.body_text)?.[0] ?? '');
  await markSent(wiring, id);
}

async function putOff({ db, log, now }: Wiring, { id, attempts }: Taken, { message }: Error): Promise<void> {
  const wait = Math.min(waitMax, waitMin * 2 ** (attempts - 1));
  log.warn({ letter: id, attempts, reason: message }, 'a letter could not be sent yet');
  const later = { next_at: now() + wait, leased_until: null, error: message.slice(0, 500) };
  await db.updateTable('letters').set(later).where('id', '=', id).execute();
}

/** Tries until an outage of the database is over: unmarked, the letter would be sent again. */
async function markSent({ db, log, now, stopping }: Wiring, id: number): Promise<void> {
  // The link in a letter is a secret: what was sent is not kept.
  const sent = { sent_at: now(), leased_until: null, error: null, body_text: '', body_html: '' };
  for (;;) {
    try {
      await db.updateTable('letters').set(sent).where('id', '=', id).execute();
      return;
    } catch (error) {
      if (!isOutage(error) || stopping.aborted) throw error;
      logOutage(log, error);
      await pause(markAgainAfter, undefined, { signal: stopping }).catch(() => undefined);
    }
  }
}
