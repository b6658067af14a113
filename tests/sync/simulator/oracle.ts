import { judgeDevices } from './oracle-devices.ts';
import { judgeFiles } from './oracle-files.ts';
import { judgeMoney } from './oracle-money.ts';
import { judgeRecords } from './oracle-records.ts';
import { judgeViews } from './oracle-views.ts';
import { waits } from '../../../src/client/sync/fold.ts';
import { actionOf, filesOf } from '../../../src/client/actions/all.ts';
import type { OutboxItem } from '../../../src/client/local/stored.ts';
import type { Device } from './devices.ts';
import type { Intent, Story } from './story.ts';

/** Judges a story that has ended: nothing lost, nothing twice, in order, the same everywhere, and the truth was told. */
export async function judge(story: Story): Promise<void> {
  await judgeViews(story);
  await judgeIntents(story);
  await judgeDevices(story);
  await judgeRecords(story);
  await judgeFiles(story);
  await judgeMoney(story);
  await judgeDrafts(story);
}

/** Only a mutation on which the server itself broke, eight times, is parked as its fault: an outage parks nothing. */
export async function judgeParked({ devices, stage, faults }: Story): Promise<void> {
  for (const { tabs, name } of devices) {
    for (const { id, state, error } of await tabs[0]!.db.outbox.toArray()) {
      const isBlamed = state === 'failed' && (error?.status ?? 0) >= 500;
      if (isBlamed && (stage.broke.get(id) ?? 0) < 8) faults.push(`parked by an outage: ${id} of ${name}`);
    }
  }
}

async function judgeDrafts({ devices, sentTexts, faults }: Story): Promise<void> {
  for (const { tabs, name } of devices) {
    for (const { k, value } of await tabs[0]!.db.drafts.toArray())
      if (sentTexts.has(value as string)) faults.push(`a draft beside its sent text: ${k} on ${name}`);
  }
}

async function judgeIntents(story: Story): Promise<void> {
  const { intents, stage, faults } = story;
  const done = await stage.done();
  for (const [id, count] of done.counts) if (count > 1) faults.push(`applied ${count} times: ${id}`);
  for (const [id, intent] of intents) {
    const left = await intent.device.tabs[0]!.db.outbox.get({ id });
    faults.push(...(await verdictsOn(story, { id, intent, left, applied: done.applied.has(id) })));
  }
  judgeOrder(story, done.inOrder);
}

interface Case {
  id: string;
  intent: Intent;
  left: OutboxItem | undefined;
  applied: boolean;
}

async function verdictsOn(story: Story, one: Case): Promise<string[]> {
  const { id, intent, left } = one;
  const onLeft = left ? await verdictsOnLeft(story, { ...one, left }) : {};
  const found = Object.entries({ ...verdictsOnEnd(story, one), ...onLeft }).filter(([, isFault]) => isFault);
  return found.map(([fault]) => `${fault}: ${id} ${intent.kind} of ${intent.device.name}`);
}

function verdictsOnEnd(
  { discarded, superseded, dropping }: Story,
  { id, left, applied }: Case,
): Record<string, boolean> {
  const ended = discarded.has(id) ? 'discarded' : superseded.has(id) ? 'went on under a new id' : null;
  if (ended !== null) return { [`${ended}, yet applied`]: applied, [`${ended}, yet still here`]: left !== undefined };
  return { lost: !applied && !left && !dropping.has(id) };
}

async function verdictsOnLeft(
  story: Story,
  { intent, left, applied }: Case & { left: OutboxItem },
): Promise<Record<string, boolean>> {
  if (waits(left)) return { stuck: !(await isHeld(intent.device, left)) };
  return {
    'shown as refused, yet applied': applied,
    'left undecided by "Send now"': (left.error?.status ?? 0) >= 500,
    'refused for want of files that the device has': lacksFiles(story, left),
  };
}

/** The server did not find a file, and neither has it removed one: it was never sent. */
function lacksFiles({ removedFiles }: Story, item: OutboxItem): boolean {
  const { errors = {} } = item.error ?? {};
  return ('file_ids' in errors || 'file_id' in errors) && !filesOf(item).some((id) => removedFiles.has(id));
}

/** A refused create, and what the server could not decide, hold what follows them. */
async function isHeld({ tabs }: Device, item: OutboxItem): Promise<boolean> {
  const lane = await tabs[0]!.db.outbox.where('[lane+seq]').between([item.lane, 0], [item.lane, item.seq]).toArray();
  return lane.some((other) => !waits(other) && (actionOf(other.kind)?.opensLane || other.error?.open));
}

/** What one device did to one record arrived in the order in which it was done. */
function judgeOrder({ intents, superseded, faults }: Story, inOrder: readonly string[]): void {
  const again = new Set(superseded.values());
  const last = new Map<string, number>();
  for (const id of inOrder) {
    const intent = intents.get(id);
    if (!intent || again.has(id)) continue;
    const lane = `${intent.device.name} ${intent.lane}`;
    if ((last.get(lane) ?? -1) > intent.place) faults.push(`out of order in lane ${lane}`);
    last.set(lane, intent.place);
  }
}
