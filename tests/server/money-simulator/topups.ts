import type { Endpoint, InputOf } from '../../../src/contract/endpoint.ts';
import { approveTopup, cancelTopup, openTopup, refuseTopup } from '../../../src/contract/topups.ts';
import { settle } from '../../../src/client/sync/money.ts';
import type { SeededRandom } from '../../sync/simulator/seeded-random.ts';
import { makeCall, pin, recordIntent, waitForProgress } from './admin.ts';
import type { Intent, Story, TestDevice } from './story.ts';

/** How often each customer opens a top-up request: 44 in all. */
const rounds = 11;
/** Of 44 requests about 11 are cancelled and about 7 refused while the admins approve them. */
const cancelledShare = 0.25;
const refusedShare = 0.15;

/** The signed-in devices that open requests, one of each customer, and those that decide them. */
interface TopupDevices {
  customers: readonly TestDevice[];
  admins: readonly TestDevice[];
}

/** A request as its customer's device knows it. */
interface Asked {
  id: string;
  customer: TestDevice;
  cents: number;
}

/**
 * Opens requests on a device of each customer, and decides each of them on all devices of the admins at the same time:
 * two of sara's and one of another admin.
 */
export async function runTopups(story: Story, devices: TopupDevices, random: SeededRandom): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    await waitForProgress(story, (round + 1) / (rounds + 2));
    const opened = await Promise.all(devices.customers.map((customer) => open(story, customer, random)));
    const known = opened.filter((request) => request !== null);
    await Promise.all(known.map((request) => decide(story, devices.admins, request, random)));
  }
}

/** Opens a request; null when its key was cancelled, so that the request does not exist. */
async function open(story: Story, customer: TestDevice, random: SeededRandom): Promise<Asked | null> {
  const cents = 200 + random.below(700);
  const intent = recordIntent(story, customer, { action: 'open topup', accountId: customer.userId, cents }, random);
  // Without an id the key becomes the id.
  const id = random.chance(0.5) ? random.id(Date.UTC(2026, 10, 20)) : undefined;
  intent.topupId = id ?? intent.key;
  const fields = { method_id: story.topupMethod, amount: cents / 100, slip_number: intent.key };
  const send = () => callAbout(customer, openTopup, { ...fields, ...(id && { id }) }, intent);
  const isOpened = await send();
  if (random.chance(0.2)) await send();
  if (!isOpened) return null;
  return { id: intent.topupId, customer, cents };
}

/** Approves a request on all devices; some are cancelled by their customers, or refused on one device, meanwhile. */
async function decide(
  story: Story,
  [first, ...others]: readonly TestDevice[],
  request: Asked,
  random: SeededRandom,
): Promise<void> {
  const fate = random.next();
  const isRefused = fate >= cancelledShare && fate < cancelledShare + refusedShare;
  const [approved] = await Promise.all([
    isRefused ? refuse(story, first!, request, random) : approve(story, first!, request, random),
    ...others.map((device) => approve(story, device, request, random)),
    ...(fate < cancelledShare ? [cancel(story, request, random)] : []),
  ]);
  if (approved) await repeat(story, [first!, ...others], approved, random);
}

/** An approval that was sent, with the body of its call. */
interface Sent {
  intent: Intent;
  input: InputOf<typeof approveTopup>;
}

async function approve(
  story: Story,
  device: TestDevice,
  { id, customer, cents }: Asked,
  random: SeededRandom,
): Promise<Sent> {
  const isSame = random.chance(0.6);
  const typed = isSame ? cents : cents - 1 - random.below(150);
  const fields = { action: 'approve topup', accountId: customer.userId, cents: typed } as const;
  const intent = Object.assign(recordIntent(story, device, fields, random), { topupId: id });
  const input = { id, amount: typed / 100, pin, ...(!isSame && { note: 'Another amount has arrived' }) };
  await callAbout(device, approveTopup, input, intent);
  return { intent, input };
}

/** Sends some approvals once more with their key, from the same device or as another admin. */
async function repeat(
  story: Story,
  devices: readonly TestDevice[],
  { intent, input }: Sent,
  random: SeededRandom,
): Promise<void> {
  if (random.chance(0.3)) await callAbout(devices[0]!, approveTopup, input, intent);
  if (!random.chance(0.4)) return;
  const { key, action, accountId, cents, topupId } = intent;
  const other = devices.at(-1)!;
  const own = Object.assign(recordIntent(story, other, { action, accountId, cents, key }, random), { topupId });
  await callAbout(other, approveTopup, input, own);
}

async function refuse(story: Story, device: TestDevice, { id, customer, cents }: Asked, random: SeededRandom) {
  const fields = { action: 'refuse topup', accountId: customer.userId, cents } as const;
  const intent = Object.assign(recordIntent(story, device, fields, random), { topupId: id });
  await callAbout(device, refuseTopup, { id, reason: 'not_received' }, intent);
}

async function cancel(story: Story, { id, customer, cents }: Asked, random: SeededRandom): Promise<void> {
  const fields = { action: 'cancel topup', accountId: customer.userId, cents } as const;
  const intent = Object.assign(recordIntent(story, customer, fields, random), { topupId: id });
  await callAbout(customer, cancelTopup, { id }, intent);
}

/**
 * Makes a call about a request, records which request its answer names, and settles it when its answer was lost. Returns
 * whether it is known to be done.
 */
async function callAbout<E extends Endpoint>(
  device: TestDevice,
  endpoint: E,
  input: InputOf<E>,
  intent: Intent,
): Promise<boolean> {
  await makeCall(device, endpoint, input, intent, (answer) => {
    (intent.answeredIds ??= new Set()).add((answer as { topup: { id: string } }).topup.id);
  });
  if (intent.reported !== 'asked') return intent.reported === 'done';
  return (await settle(device.db, intent.key, device.environment.transport)) === 'applied';
}
