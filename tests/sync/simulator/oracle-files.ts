import { filesOf } from '../../../src/client/actions/all.ts';
import type { Story } from './story.ts';

/** Each file arrived as it was, once, with its own message and in its order; and none is lost or left on a device. */
export async function judgeFiles(story: Story): Promise<void> {
  const { stage, intents, faults } = story;
  const { applied } = await stage.done();
  const attached = await attachments(story);
  for (const [id, { kind, args }] of intents) {
    if (!applied.has(id) || (kind !== 'ticket.open' && kind !== 'ticket.reply')) continue;
    const message = String(args.id);
    const [wanted, found] = [args.file_ids ?? [], attached.get(message) ?? []].map((ids) => JSON.stringify(ids));
    if (wanted !== found) faults.push(`the files of ${kind} ${id} are ${found} and not ${wanted}`);
    attached.delete(message);
  }
  for (const message of attached.keys()) faults.push(`files are attached to ${message}, which nobody sent`);
  await judgeContents(story);
  await judgeDevicesFiles(story);
}

/** The ids of attached files, in their order, by the id of the response or the ticket. */
async function attachments({ stage }: Story): Promise<Map<string, string[]>> {
  const rows = await stage.db.selectFrom('ticket_files').selectAll().orderBy('position').execute();
  const found = new Map<string, string[]>();
  for (const { file_id, response_id, ticket_id } of rows) {
    const message = response_id ?? ticket_id;
    found.set(message, [...(found.get(message) ?? []), file_id]);
  }
  return found;
}

async function judgeContents({ stage, files, faults }: Story): Promise<void> {
  for (const { id, digest } of await stage.db.selectFrom('files').select(['id', 'digest']).execute())
    if (files.get(id) !== digest) faults.push(`another content: file ${id}`);
}

async function judgeDevicesFiles({ devices, faults }: Story): Promise<void> {
  for (const { tabs, name } of devices) {
    const { db } = tabs[0]!;
    const needed = new Set((await db.outbox.toArray()).flatMap(filesOf));
    const kept = new Set(await db.blobs.toCollection().primaryKeys());
    for (const id of needed) if (!kept.has(id)) faults.push(`lost: file ${id} of what waits on ${name}`);
    for (const id of kept) if (!needed.has(id)) faults.push(`left behind: file ${id} on ${name}`);
  }
}
