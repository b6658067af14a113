import type { Transaction } from 'kysely';
import type { Services } from './context.ts';
import { isOutage, logOutage } from './database/outage.ts';
import type { Database } from './database/schema.ts';

const minuteMs = 60_000;

/** Runs `send` every minute: it decides whether an e-mail is due. `failed` is logged when it throws. */
export function checkEveryMinute(
  services: Services,
  { send, failed }: { send(services: Services): Promise<void>; failed: string },
): { stop(): Promise<void> } {
  const { log } = services;
  let running: Promise<unknown> = Promise.resolve();
  const check = () => {
    running = send(services).catch((error: unknown) =>
      isOutage(error) ? logOutage(log, error) : log.error({ err: error }, failed),
    );
  };
  const timer = setInterval(check, minuteMs);
  const stop = async () => {
    clearInterval(timer);
    await running;
  };
  return { stop };
}

/** Returns the day for which an e-mail was sent last; empty before the first one. */
export async function recordedDay({ reader }: Services, fact: string): Promise<string> {
  const row = await reader.selectFrom('house').select('value').where('name', '=', fact).executeTakeFirst();
  return row?.value ?? '';
}

/** Records that the e-mail of a day is sent; returns false when it already was, also by another server. */
export async function recordDay(tx: Transaction<Database>, fact: string, day: string): Promise<boolean> {
  await tx
    .insertInto('house')
    .values({ name: fact, value: '' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const recorded = await tx
    .updateTable('house')
    .set({ value: day })
    .where('name', '=', fact)
    .where('value', '<', day)
    .executeTakeFirst();
  return recorded.numUpdatedRows === 1n;
}
