import { devicesWithOldApp } from './old-apps.ts';
import type { Tab } from './devices.ts';
import { someFile } from './files.ts';
import { queue } from './queue.ts';
import { adminPin, topupMax } from './simulated-shop.ts';
import type { Story } from './story.ts';

/** Says that money was paid, with up to two slips, the number of the transfer, or both. An old app cannot. */
export async function openTopup(story: Story, tab: Tab): Promise<void> {
  const { random, server } = story;
  const method = devicesWithOldApp.has(tab.device.name) ? undefined : await tab.db.topup_methods.toCollection().first();
  if (!method) return;
  const id = random.id(server.now);
  const files = Array.from({ length: random.pick([0, 1, 1, 2])! }, () => someFile(story));
  // Only the server refuses a missing proof and more than the method's maximum: an earlier form allowed both.
  const hasNumber = files.length === 0 ? random.chance(0.95) : random.chance(0.4);
  const amount = random.chance(0.1) ? topupMax + 1 : 10 + random.below(90);
  const slip_number = hasNumber ? `TR-${id.slice(-8)}` : null;
  const file_ids = files.length === 0 ? {} : { file_ids: files.map((file) => file.id) };
  const args = { id, method_id: method.id, amount, slip_number, paid_on: '2026-11-19', note: null, ...file_ids };
  await queue(story, tab, 'topup.open', { args, files });
}

/** Cancels a request that waits in the user's view, also one that is not sent or decided meanwhile. */
export async function cancelTopup(story: Story, tab: Tab): Promise<void> {
  const waiting = await tab.db.topups.where('[status+created_at]').between(['waiting'], ['waiting', []]).primaryKeys();
  const topup_id = story.random.pick(waiting.toSorted());
  if (topup_id) await queue(story, tab, 'topup.cancel', { args: { topup_id } });
}

/** An admin whose device is not simulated approves or refuses a request, also one that is decided by then. */
export async function decideTopup({ server, random, colleagueChanges }: Story): Promise<void> {
  const topups = server.db.selectFrom('topups').select(['id', 'amount_cents']).orderBy('id');
  const topup = random.pick(await topups.execute());
  if (!topup) return;
  const key = random.id(server.now);
  const isApproval = random.chance(0.5);
  const [verb, body] = isApproval
    ? ['approve', { amount: topup.amount_cents / 100, pin: adminPin }]
    : ['refuse', { reason: 'not_received' }];
  const headers = { authorization: 'Bearer colleague', 'content-type': 'application/json', 'idempotency-key': key };
  const path = `/api/topups/${topup.id}/${verb}`;
  // Half of the approvals are sent twice, as after a lost answer.
  const times = random.pick([1, 2])!;
  for (let time = 0; time < times; time++) {
    const { status } = await server.handle({ method: 'POST', path, headers, body: JSON.stringify(body) });
    if (status === 200) colleagueChanges.set(key, { kind: `topup.${verb}`, args: { topup_id: topup.id } });
  }
}
