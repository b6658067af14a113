import { filesOf } from '../../../src/client/actions/all.ts';
import type { Story } from './story.ts';

const kindsWithFiles: readonly string[] = ['ticket.open', 'ticket.reply', 'ticket.note', 'topup.open'];

/** Checks that each file arrived once, unchanged and in its place, and that devices keep only their items' files. */
export async function checkFiles(story: Story): Promise<void> {
  const { server, intents, faults } = story;
  const { applied } = await server.readApplied();
  const attached = await attachments(story);
  for (const [id, { kind, args }] of intents) {
    if (!applied.has(id) || !kindsWithFiles.includes(kind)) continue;
    const message = String(args.id);
    const [wanted, found] = [args.file_ids ?? [], attached.get(message) ?? []].map((ids) => JSON.stringify(ids));
    if (wanted !== found) faults.push(`the files of ${kind} ${id} are ${found} and not ${wanted}`);
    attached.delete(message);
  }
  for (const message of attached.keys()) faults.push(`files are attached to ${message}, which no device sent`);
  await checkContents(story);
  await checkFilesOnDevices(story);
}

/** The ids of attached files, in their order, by the id of the response, the ticket or the top-up request. */
async function attachments({ server }: Story): Promise<Map<string, string[]>> {
  const rows = await server.db.selectFrom('ticket_files').selectAll().orderBy('position').execute();
  const found = new Map<string, string[]>();
  const slips = await server.db.selectFrom('topup_files').selectAll().orderBy('position').execute();
  const ofTopups = slips.map(({ file_id, topup_id }) => ({ file_id, response_id: null, ticket_id: topup_id }));
  for (const { file_id, response_id, ticket_id } of [...rows, ...ofTopups]) {
    const message = response_id ?? ticket_id;
    found.set(message, [...(found.get(message) ?? []), file_id]);
  }
  return found;
}

async function checkContents({ server, files, faults }: Story): Promise<void> {
  for (const { id, digest } of await server.db.selectFrom('files').select(['id', 'digest']).execute())
    if (files.get(id) !== digest) faults.push(`wrong content: file ${id}`);
}

async function checkFilesOnDevices({ devices, faults }: Story): Promise<void> {
  for (const { tabs, name } of devices) {
    const { db } = tabs[0]!;
    const needed = new Set((await db.outbox.toArray()).flatMap(filesOf));
    const kept = new Set(await db.blobs.toCollection().primaryKeys());
    for (const id of needed) if (!kept.has(id)) faults.push(`lost: file ${id} of a queued item on ${name}`);
    for (const id of kept) if (!needed.has(id)) faults.push(`left behind: file ${id} on ${name}`);
  }
}
