import { searchText } from '../../src/contract/search.ts';
import { uuidv7 } from '../../src/contract/uuid.ts';
import { putTopupMethod } from './topup-calls.ts';
import type { TestServer } from './test-server.ts';

/** Stores a request of amina's as of now, without a file; returns its id. */
export async function putTopup(server: TestServer, columns: { status?: string; reason?: string }): Promise<string> {
  const { services, users } = server;
  const now = services.now();
  const id = uuidv7(now);
  const { last } = await services.db
    .selectFrom('topups')
    .select((row) => row.fn.max<number | null>('number').as('last'))
    .executeTakeFirstOrThrow();
  await services.db
    .insertInto('topups')
    .values({
      id,
      number: Number(last ?? 0) + 1,
      user_id: users.amina.id,
      user_name: 'Amina',
      method_id: await putTopupMethod(services),
      method_name: JSON.stringify({ en: 'Bank transfer' }),
      amount_cents: 50_00,
      slip_number: 'A1',
      slip_number_key: 'A1',
      status: 'waiting',
      alike: '[]',
      search_text: searchText(['Amina']),
      created_at: now,
      updated_at: now,
      ...columns,
    })
    .execute();
  return id;
}

/** Slips of a demo shop whose pictures are not drawn. */
export const demoSlips = Array.from({ length: 4 }, (_, index) => ({
  stored: `proofs/${index}.webp`,
  size: 100,
  digest: String(index),
}));
