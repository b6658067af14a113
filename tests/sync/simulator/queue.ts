import type { MutationArgs, MutationKind } from '../../../src/contract/mutations.ts';
import { deleteDrafts, type OpenDraft } from '../../../src/client/local/form-drafts.ts';
import type { StoredFile } from '../../../src/client/local/stored.ts';
import { perform, performForm } from '../../../src/client/sync/perform.ts';
import { NotSaved } from '../../../src/client/sync/storage.ts';
import type { Tab } from './devices.ts';
import { recordFiles } from './files.ts';
import type { Bug, Story } from './story.ts';

interface QueuedChange<Kind extends MutationKind> {
  args: MutationArgs<Kind>;
  drafts?: readonly OpenDraft[];
  files?: readonly StoredFile[];
}

/** Performs a change and records it as an intent, except when it is not saved: then the user sees an error. */
export async function queue<Kind extends MutationKind>(
  story: Story,
  tab: Tab,
  kind: Kind,
  change: QueuedChange<Kind>,
): Promise<void> {
  const { device, db } = tab;
  const { random, bug } = story;
  const changedOrder = await orderOf(tab, change.args);
  device.fullWrites = random.chance(shareOfFull(kind, bug)) ? random.pick([1, 1, 9])! : 0;
  if (bug?.dropsChangedRows && device.fullWrites === 1) await db.orders.clear();
  try {
    await recordIntent(story, tab, kind, { ...change, id: await store(story, tab, kind, change) });
    await checkOrderIsKept(story, tab, changedOrder);
  } catch (thrown) {
    if (!(thrown instanceof NotSaved)) throw thrown;
    if (bug?.reportedAsSaved) await recordIntent(story, tab, kind, { ...change, id: random.id(story.server.now) });
  } finally {
    device.fullWrites = 0;
  }
}

/** How many changes find the device full; none in a run with many answers, as it deletes the orders to correct. */
function shareOfFull(kind: MutationKind, bug: Bug | null): number {
  if (bug?.answersOften) return 0;
  return kind.startsWith('order.') ? 0.3 : 0.06;
}

/** Records an intent. After a merge into an unsent item this replaces the intent of that item. */
async function recordIntent<Kind extends MutationKind>(
  story: Story,
  tab: Tab,
  kind: Kind,
  { id, args, files = [] }: QueuedChange<Kind> & { id: string },
): Promise<void> {
  const { intents, sentTexts } = story;
  const { lane, args: storedArgs } = (await tab.db.outbox.get({ id })) ?? { lane: '', args };
  const { position } = intents.get(id) ?? { position: intents.size };
  intents.set(id, { device: tab.device, kind, lane, position, args: storedArgs });
  recordFiles(story, files);
  if ('content' in args) sentTexts.add(args.content);
}

function store<Kind extends MutationKind>(
  { bug }: Story,
  { db, environment: { runtime } }: Tab,
  kind: Kind,
  { args, drafts = [], files = [] }: QueuedChange<Kind>,
): Promise<string> {
  const isDeleted = drafts.length > 0 && !bug?.draftInOwnTransaction;
  if (files.length === 0 && !isDeleted) return perform(db, kind, args, runtime);
  const deletion = isDeleted ? () => deleteDrafts(db, drafts) : undefined;
  return performForm(db, kind, { args, deleteDrafts: deletion, files, runtime });
}

/** Checks that a full device did not delete the order that is being changed. */
async function checkOrderIsKept({ faults }: Story, { db }: Tab, id: number | undefined): Promise<void> {
  if (id !== undefined && !(await db.orders.get(id))) faults.push(`deleted by a full device: order ${id}`);
}

/** Returns the order that is being changed; undefined where the cache was reset while its form was open. */
async function orderOf({ db }: Tab, args: object): Promise<number | undefined> {
  const { order_id: id, subject } = args as { order_id?: number | null; subject?: string };
  if (!id || subject !== undefined) return undefined;
  return (await db.orders.get(id))?.id;
}
