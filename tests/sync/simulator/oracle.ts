import { checkAnswers } from './oracle-answers.ts';
import { checkCategoryOrder } from './oracle-categories.ts';
import { checkDevices } from './oracle-devices.ts';
import { checkFiles } from './oracle-files.ts';
import { checkMoney } from './oracle-money.ts';
import { checkRecords } from './oracle-records.ts';
import { checkSavedAnswers } from './oracle-saved-answers.ts';
import { checkSeenValues } from './oracle-seen.ts';
import { checkStock } from './oracle-stock.ts';
import { checkTopups } from './oracle-topups.ts';
import { checkVotes } from './oracle-votes.ts';
import { checkViews } from './oracle-views.ts';
import { isPendingItem } from '../../../src/client/sync/optimistic.ts';
import { actionOf, filesOf } from '../../../src/client/actions/all.ts';
import type { OutboxItem } from '../../../src/client/local/stored.ts';
import type { Device } from './devices.ts';
import type { Intent, Story } from './story.ts';

/** Checks after a run that every change was applied once, in order, is the same on all devices and was reported. */
export async function checkStory(story: Story): Promise<void> {
  await checkViews(story);
  await checkIntents(story);
  await checkDevices(story);
  await checkRecords(story);
  await checkSeenValues(story);
  await checkCategoryOrder(story);
  await checkFiles(story);
  await checkVotes(story);
  await checkTopups(story);
  await checkAnswers(story);
  await checkSavedAnswers(story);
  await checkStock(story);
  await checkMoney(story);
  await checkDrafts(story);
}

/** Checks that a 500 parked only mutations on which the server itself failed eight times: an outage parks nothing. */
export async function checkParked({ devices, server, faults }: Story): Promise<void> {
  for (const { tabs, name } of devices) {
    for (const { id, state, error } of await tabs[0]!.db.outbox.toArray()) {
      const isParkedBy500 = state === 'failed' && (error?.status ?? 0) >= 500;
      if (isParkedBy500 && (server.failures.get(id) ?? 0) < 8) faults.push(`parked by an outage: ${id} of ${name}`);
    }
  }
}

/** Checks that a file that never gets through holds back nothing but its item and the later ones of its lane. */
export async function checkLostUpload({ devices, conditions, faults }: Story): Promise<void> {
  const { lostFile } = conditions;
  if (lostFile === null) return;
  for (const device of devices) {
    const items = await device.tabs[0]!.db.outbox.orderBy('seq').toArray();
    const heldLanes = new Set<string>();
    for (const item of items) {
      if (filesOf(item).includes(lostFile)) heldLanes.add(item.lane);
      if (!isPendingItem(item) || heldLanes.has(item.lane) || (await isHeld(device, item))) continue;
      faults.push(`held back by the upload of another item: ${item.id} ${item.kind} of ${device.name}`);
    }
  }
}

async function checkDrafts({ devices, sentTexts, faults }: Story): Promise<void> {
  for (const { tabs, name } of devices) {
    for (const { k, value } of await tabs[0]!.db.drafts.toArray())
      if (sentTexts.has(value as string)) faults.push(`a draft beside its sent text: ${k} on ${name}`);
  }
}

async function checkIntents(story: Story): Promise<void> {
  const { intents, server, faults } = story;
  const done = await server.readApplied();
  for (const [id, count] of done.counts) if (count > 1) faults.push(`applied ${count} times: ${id}`);
  for (const [id, intent] of intents) {
    const left = await intent.device.tabs[0]!.db.outbox.get({ id });
    faults.push(...(await faultsOf(story, { id, intent, left, isApplied: done.applied.has(id) })));
  }
  checkOrderInLanes(story, done.applied);
}

interface Case {
  id: string;
  intent: Intent;
  /** Its item, if the outbox still has it. */
  left: OutboxItem | undefined;
  isApplied: boolean;
}

async function faultsOf(story: Story, one: Case): Promise<string[]> {
  const { id, intent, left } = one;
  const onLeft = left ? await faultsOfLeft(story, { ...one, left }) : {};
  const found = Object.entries({ ...faultsOfEnded(story, one), ...onLeft }).filter(([, isFault]) => isFault);
  return found.map(([fault]) => `${fault}: ${id} ${intent.kind} of ${intent.device.name}`);
}

function faultsOfEnded(
  { discarded, superseded, discardRequested }: Story,
  { id, left, isApplied }: Case,
): Record<string, boolean> {
  const ended = discarded.has(id) ? 'discarded' : superseded.has(id) ? 'continued under a new id' : null;
  if (ended !== null) return { [`${ended}, yet applied`]: isApplied, [`${ended}, yet still here`]: left !== undefined };
  return { lost: !isApplied && !left && !discardRequested.has(id) };
}

async function faultsOfLeft(
  story: Story,
  { intent, left, isApplied }: Case & { left: OutboxItem },
): Promise<Record<string, boolean>> {
  if (isPendingItem(left)) return { stuck: !(await isHeld(intent.device, left)) };
  return {
    'shown as refused, yet applied': isApplied,
    'left undecided by "Send now"': (left.error?.status ?? 0) >= 500,
    'refused for missing files that the device has': isMissingFiles(story, left),
  };
}

/** Whether the server misses a file that it has not removed: then the file was never sent. */
function isMissingFiles({ removedFiles }: Story, item: OutboxItem): boolean {
  const { file_ids, file_id } = item.error?.errors ?? {};
  // `required`: the user has sent no proof of a payment.
  const isUnknown = [file_ids, file_id].flat().includes('invalid');
  return isUnknown && !filesOf(item).some((id) => removedFiles.has(id));
}

/** Whether an item waits for an earlier one of its lane: a refused create or an undecided item. */
async function isHeld({ tabs }: Device, item: OutboxItem): Promise<boolean> {
  const lane = await tabs[0]!.db.outbox.where('[lane+seq]').between([item.lane, 0], [item.lane, item.seq]).toArray();
  return lane.some((other) => !isPendingItem(other) && (actionOf(other.kind)?.createsRecord || other.error?.open));
}

/** Checks that the changes of one device to one record were applied in the order in which they were made. */
function checkOrderInLanes({ intents, superseded, faults }: Story, inOrder: Iterable<string>): void {
  const newIds = new Set(superseded.values());
  const last = new Map<string, number>();
  for (const id of inOrder) {
    const intent = intents.get(id);
    if (!intent || newIds.has(id)) continue;
    const lane = `${intent.device.name} ${intent.lane}`;
    if ((last.get(lane) ?? -1) > intent.position) faults.push(`out of order in lane ${lane}`);
    last.set(lane, intent.position);
  }
}
