import type { Story } from './story.ts';

/** Checks that the categories are in the order which the applied moves give, one after the other. */
export async function checkCategoryOrder({ server, intents, faults }: Story): Promise<void> {
  const rows = server.db.selectFrom('categories').select('id');
  // Before the first move all have the same position.
  const expected = (await rows.orderBy('sort_key').orderBy('id').execute()).map(({ id }) => id);
  for (const id of (await server.readApplied()).inOrder) {
    const intent = intents.get(id);
    if (intent?.kind === 'category.move') move(expected, intent.args as unknown as Move);
  }
  const order = (await rows.orderBy('position').orderBy('sort_key').orderBy('id').execute()).map(({ id }) => id);
  if (order.join() !== expected.join())
    faults.push(`the categories are in the order ${order.join()} and not ${expected.join()}`);
}

interface Move {
  category_id: number;
  before_id: number | null;
}

function move(ids: number[], { category_id: id, before_id: before }: Move): void {
  ids.splice(ids.indexOf(id), 1);
  ids.splice(before === null ? ids.length : ids.indexOf(before), 0, id);
}
