import { topupNotificationKinds } from '../../../src/contract/notifications.ts';
import { can } from '../../../src/contract/permissions.ts';
import type { MutationArgs } from '../../../src/contract/mutations.ts';
import { pass } from '../../../src/client/sync/pass.ts';
import { newDevice } from './devices.ts';
import { devicesWithOldApp } from './old-apps.ts';
import { withFullPages } from './small-limits.ts';
import type { Story } from './story.ts';

type Topup = Awaited<ReturnType<typeof readTopups>>[number];

const readTopups = ({ server }: Story) => server.db.selectFrom('topups').selectAll().orderBy('id').execute();

/** Checks that each request is on the server as it was sent, decided once, paid once, and on the right devices only. */
export async function checkTopups(story: Story): Promise<void> {
  const topups = new Map((await readTopups(story)).map((topup) => [topup.id, topup]));
  const { applied } = await story.server.readApplied();
  checkOpened(story, topups, applied);
  checkDecisions(story, topups, applied);
  await checkConflicts(story, topups);
  await checkCredits(story, topups);
  await checkWithoutTopups(story);
  await checkAdmin(story, topups);
}

/** Checks that every accepted request exists under its own id, with what its customer has typed, and no other does. */
function checkOpened({ intents, faults }: Story, topups: ReadonlyMap<string, Topup>, applied: ReadonlySet<string>) {
  const opened = new Set<string>();
  for (const [id, { kind, args: sent, device }] of intents) {
    if (!applied.has(id) || kind !== 'topup.open') continue;
    const args = sent as MutationArgs<'topup.open'>;
    const topup = topups.get(args.id);
    opened.add(args.id);
    if (!topup) {
      faults.push(`lost: the request of ${device.name} that was answered as opened`);
      continue;
    }
    const { user_id, amount_cents, slip_number, note } = topup;
    const found = JSON.stringify([user_id, amount_cents, slip_number, note]);
    const wanted = JSON.stringify([device.userId, args.amount * 100, args.slip_number ?? null, args.note ?? null]);
    if (found !== wanted) faults.push(`a request has ${found} and not ${wanted}`);
  }
  for (const id of topups.keys()) if (!opened.has(id)) faults.push(`no customer opened the request ${id}`);
}

const statusAfter: Record<string, string> = {
  'topup.cancel': 'cancelled',
  'topup.approve': 'approved',
  'topup.refuse': 'refused',
};

/** Checks that what was answered as decided stays so, and that nothing is decided that was not. */
function checkDecisions(story: Story, topups: ReadonlyMap<string, Topup>, applied: ReadonlySet<string>): void {
  const { intents, colleagueChanges, faults } = story;
  const decided = new Set<unknown>();
  for (const [id, { kind, args }] of [...intents, ...colleagueChanges]) {
    const wanted = statusAfter[kind];
    if (!wanted || (intents.has(id) && !applied.has(id))) continue;
    decided.add(args.topup_id);
    const found = topups.get(String(args.topup_id))?.status;
    if (found !== wanted) faults.push(`${kind} was accepted, and the request is ${String(found)}`);
  }
  for (const { id, status } of topups.values())
    if (status !== 'waiting' && !decided.has(id)) faults.push(`nobody decided the request ${id}, which is ${status}`);
}

/** Checks that the user reads the decision that the server has, without its admin, where a cancellation came too late. */
async function checkConflicts({ devices, faults }: Story, topups: ReadonlyMap<string, Topup>): Promise<void> {
  for (const { tabs, name } of devices) {
    const items = await tabs[0]!.db.outbox.where('state').equals('conflict').toArray();
    for (const { kind, args, error } of items) {
      if (kind !== 'topup.cancel') continue;
      const { current, by } = error?.details ?? {};
      const { status } = topups.get(String(args.topup_id)) ?? {};
      if (current !== status) faults.push(`shown as ${String(current)}, yet ${status}: a request on ${name}`);
      if (by !== null) faults.push(`a customer reads who decided: ${by as string} on ${name}`);
    }
  }
}

/** Checks that each approved request has one row in the ledger, with its amount, and every other none. */
async function checkCredits({ server, faults }: Story, topups: ReadonlyMap<string, Topup>): Promise<void> {
  const lines = await server.db.selectFrom('ledger').selectAll().where('topup_id', 'is not', null).execute();
  const credits = Map.groupBy(lines, (line) => line.topup_id);
  for (const { id, status, credited_cents, user_id } of topups.values()) {
    const found = (credits.get(id) ?? []).map((line) => [line.kind, line.user_id, line.amount_cents]);
    const wanted = status === 'approved' ? [['add', user_id, credited_cents]] : [];
    if (JSON.stringify(found) !== JSON.stringify(wanted))
      faults.push(`a request is ${status}, with ${found.length} rows in the ledger: ${JSON.stringify(found)}`);
  }
}

/** Checks that agents and apps from before top-up requests have nothing of them (D-27). */
async function checkWithoutTopups({ devices, faults }: Story): Promise<void> {
  for (const { tabs, name, role } of devices) {
    if (!devicesWithOldApp.has(name) && (can(role, 'topups.open') || can(role, 'topups.decide'))) continue;
    const { db } = tabs[0]!;
    const notices = db.notifications.filter(({ kind }) => topupNotificationKinds.some((one) => one === kind));
    const counts = await Promise.all([db.topups.count(), db.topup_methods.count(), notices.count()]);
    if (counts.some((count) => count > 0))
      faults.push(`top-up requests, methods and notices on ${name}: ${counts.join(', ')}`);
  }
}

/** Checks that a new device of an admin has all requests, with their files. */
async function checkAdmin(story: Story, topups: ReadonlyMap<string, Topup>): Promise<void> {
  const [tab] = newDevice({ ...story, wrapTransport: undefined }, 'colleague', 1).tabs;
  story.scheduler.spawn(() => pass(tab!.db, tab!.environment));
  await withFullPages(() => story.scheduler.drain());
  const textOf = (rows: readonly { id: string; status: string; number: number | null; user_name: string }[]) =>
    JSON.stringify(rows.map(({ id, status, number, user_name }) => [id, status, number, user_name]));
  const held = await tab!.db.topups.orderBy('id').toArray();
  if (textOf(held) !== textOf([...topups.values()])) story.faults.push('an admin has other requests than the server');
  tab!.db.close();
}
