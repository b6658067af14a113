import type { MutationArgs } from '../../src/contract/mutations.ts';
import { openDatabase } from '../../src/client/local/database.ts';
import { performForm } from '../../src/client/sync/perform.ts';

interface Delivery {
  userId: number;
  args: MutationArgs<'order.deliver'>;
  /** `content` is base64. */
  file: { id: string; name: string; type: string; content: string };
}

/** Queues a delivery with its proof. Runs in the page with its own database connection, like another tab. */
export async function enqueue({ userId, args, file: { content, ...file } }: Delivery): Promise<void> {
  const bytes = Uint8Array.from(atob(content), (char) => char.charCodeAt(0)).buffer;
  const db = openDatabase(userId);
  await performForm(db, 'order.deliver', { args, files: [{ ...file, bytes }] });
  db.close();
}
