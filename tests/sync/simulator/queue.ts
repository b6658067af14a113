import type { MutationArgs, MutationKind } from '../../../src/contract/mutations.ts';
import type { StoredFile } from '../../../src/client/local/stored.ts';
import { perform, performForm } from '../../../src/client/sync/perform.ts';
import { NotSaved } from '../../../src/client/sync/storage.ts';
import type { Tab } from './devices.ts';
import { noteFiles } from './files.ts';
import type { Story } from './story.ts';

interface Change<Kind extends MutationKind> {
  args: MutationArgs<Kind>;
  draft?: string;
  files?: readonly StoredFile[];
}

/** Performs, and notes the intent; on a full disk, or when the storage fails, the person is told so, and nothing is owed. */
export async function queue<Kind extends MutationKind>(
  story: Story,
  tab: Tab,
  kind: Kind,
  change: Change<Kind>,
): Promise<void> {
  const { device, db } = tab;
  const { chance, bug } = story;
  device.full = chance.happens(kind.startsWith('order.') ? 0.3 : 0.06) ? chance.of([1, 1, 9])! : 0;
  if (bug?.dropsRows && device.full === 1) await db.orders.clear();
  try {
    await note(story, tab, kind, { ...change, id: await store(story, tab, kind, change) });
  } catch (thrown) {
    if (!(thrown instanceof NotSaved)) throw thrown;
    if (bug?.savedAnyway) await note(story, tab, kind, { ...change, id: chance.id(story.stage.now) });
  } finally {
    device.full = 0;
  }
}

/** An intent that was merged into an unsent one goes on under that one's id, with the newer arguments. */
async function note<Kind extends MutationKind>(
  story: Story,
  tab: Tab,
  kind: Kind,
  { id, args, files = [] }: Change<Kind> & { id: string },
): Promise<void> {
  const { intents, sentTexts } = story;
  const { lane, args: kept } = (await tab.db.outbox.get({ id })) ?? { lane: '', args };
  const { place } = intents.get(id) ?? { place: intents.size };
  intents.set(id, { device: tab.device, kind, lane, place, args: kept });
  noteFiles(story, files);
  if ('content' in args) sentTexts.add(args.content);
  await judgeRoom(story, tab, args);
}

function store<Kind extends MutationKind>(
  { bug }: Story,
  { db, outside: { means } }: Tab,
  kind: Kind,
  { args, draft, files = [] }: Change<Kind>,
): Promise<string> {
  const kept = bug?.draftApart ? undefined : draft;
  if (files.length === 0 && kept === undefined) return perform(db, kind, args, means);
  return performForm(db, kind, { args, draft: kept, files, means });
}

/** Room is never made by dropping the row that is being changed: orders are never deleted. */
async function judgeRoom({ faults }: Story, { db }: Tab, args: object): Promise<void> {
  const { order_id: id, subject } = args as { order_id?: number | null; subject?: string };
  if (!id || subject !== undefined) return;
  if (!(await db.orders.get(id))) faults.push(`dropped to make room: order ${id}`);
}
