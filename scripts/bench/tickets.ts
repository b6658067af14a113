import type { Page } from '@playwright/test';
import { readArguments, readCount } from '../../src/server/platform/base/operator-error.ts';
import { openDatabase } from '../../src/server/platform/database/open.ts';
import { readSettings } from '../../src/server/platform/base/settings.ts';
import { endedStatuses } from '../../src/contract/ticket-rules.ts';
import { recordProfile } from './screen/cpu-profile.ts';
import { inFilledApp, openList } from './screen/filled-app.ts';
import { countHeld, type Held } from './shop/held.ts';
import { measureTickets, openQueue } from './tickets/measure-tickets.ts';
import { printTicketsReport } from './tickets/report.ts';

const size = { users: 1_000, products: 300, orders: 3_000, tickets: 5_000 };

/** Wide enough for the queue, the conversation and the details beside one another. */
const viewport = { width: 1640, height: 900 };

/**
 * Measures the tickets of admins in Chromium, with 5,000 open ones on the device. Returns whether every target was met.
 * Options: `--rounds` is the number of times that each change is made, `--json`, `--profile` (writes a CPU profile of
 * each change to `data`).
 */
export async function benchTickets(args: string[]): Promise<boolean> {
  const { values } = readArguments('npm run bench -- tickets [--rounds N] [--json] [--profile]', {
    args,
    options: {
      rounds: { type: 'string', default: '40' },
      json: { type: 'boolean' },
      profile: { type: 'boolean' },
    },
  });
  const rounds = readCount('rounds', values.rounds);
  const setup = { size, role: 'admin', viewport, prepare: openAllTickets } as const;
  const result = await inFilledApp(setup, async ({ page, url }) => {
    await openList(page, `${url}/admin/tickets`);
    await openQueue(page);
    const held = await untilLoaded(page);
    const profile = values.profile ? await recordProfile(page) : null;
    return { held, times: await measureTickets(page, { rounds, profile }) };
  });
  if (values.json) console.log(JSON.stringify(result));
  return printTicketsReport(result);
}

/** Waits until the device stops to receive rows; returns how many it has. */
async function untilLoaded(page: Page): Promise<Held> {
  let held = await countHeld(page);
  for (;;) {
    await page.waitForTimeout(3_000);
    const now = await countHeld(page);
    if (JSON.stringify(now) === JSON.stringify(held)) return now;
    held = now;
  }
}

/** Opens the ended tickets of a filled installation again. Two of three wait for support, one of four has no assignee. */
async function openAllTickets(installation: Record<string, string>): Promise<void> {
  const database = await openDatabase(readSettings(installation).database, (error) => console.error(error));
  try {
    const tickets = (from: number, every: number) =>
      database.db.updateTable('tickets').where(({ eb }) => eb(eb('number', '%', every), '=', from));
    await database.db.updateTable('tickets').set({ status: 'open' }).where('status', 'in', endedStatuses).execute();
    await tickets(0, 3).set({ last_response_by: 'user' }).execute();
    await tickets(1, 3).set({ last_response_by: 'user' }).execute();
    await tickets(0, 4).set({ assignee_id: null }).execute();
  } finally {
    await database.close();
  }
}
