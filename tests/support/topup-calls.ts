import { randomUUID } from 'node:crypto';
import type { TopupProof } from '../../src/contract/topup-rules.ts';
import type { TopupLimits } from '../../src/contract/shop.ts';
import { uuidv7 } from '../../src/contract/uuid.ts';
import { findFaults } from '../../src/server/ledger/verify.ts';
import { toCents } from '../../src/server/platform/base/wire-values.ts';
import { lockShopSettings, storeShopSettings } from '../../src/server/platform/database/shop.ts';
import { inTransaction } from '../../src/server/platform/database/transaction.ts';
import type { Services } from '../../src/server/platform/context.ts';
import type { Answer } from './client.ts';
import type { TestServer, TestUser, TestUserName } from './test-server.ts';
import { png, postForm, type Upload } from './uploads.ts';

interface MethodFields {
  name?: string;
  proof?: TopupProof;
  /** In euros. */
  min?: number;
  max?: number;
  isActive?: boolean;
}

/** Inserts a way to pay, from 10 to 500 € with a file or a number unless given; returns its id. */
export async function putTopupMethod(services: Services, fields: MethodFields = {}): Promise<number> {
  const { name = 'Bank of Tripoli', proof = 'either', min = 10, max = 500, isActive = true } = fields;
  const { id } = await services.db
    .insertInto('topup_methods')
    .values({
      name: JSON.stringify({ en: name }),
      steps: JSON.stringify({ en: 'Send {amount}, write {reference}' }),
      accounts: JSON.stringify([{ label: { en: 'IBAN' }, value: 'LY83002048000020100120361' }]),
      min_cents: toCents(min),
      max_cents: toCents(max),
      proof,
      is_active: isActive ? 1 : 0,
      position: 0,
      created_at: services.now(),
      updated_at: services.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Changes limits of the shop. */
export const setTopupLimits = (services: Services, limits: Partial<TopupLimits>): Promise<void> =>
  inTransaction(services.db, async (tx) => {
    const shop = await lockShopSettings(tx);
    await storeShopSettings(tx, { ...shop, topup_limits: { ...shop.topup_limits, ...limits } });
  });

/** The PIN of the admins of these tests. */
const topupPin = '80412';

const keyed = (key: string = randomUUID()) => ({ 'Idempotency-Key': key });

type Actor = TestUserName | TestUser;

/** What tests of top-up requests do on a server. */
export const topupsOn = (server: TestServer) => ({
  /** Gives the admins a PIN. */
  async setPins(): Promise<void> {
    for (const who of ['sara', 'root'] as const)
      await server.as(who).post('/api/auth/pin', { password: server.users[who].password, pin: topupPin });
  },
  open: (who: Actor, body: object, key?: string): Promise<Answer> =>
    server.as(who).post('/api/topups', body, keyed(key)),
  /** A customer asks for 50 € with a number of its own; returns the request. */
  async opened(who: Actor, body: { method_id: number } & Record<string, unknown>) {
    const wanted = { amount: 50, slip_number: uuidv7(), ...body };
    const answer = await server.as(who).post('/api/topups', wanted, keyed());
    if (answer.status !== 200) throw new Error(`the request was refused: ${JSON.stringify(answer.body)}`);
    return answer.body.topup as { id: string; number: number; amount: number };
  },
  approve: (who: Actor, id: string, body: object = {}, key?: string): Promise<Answer> =>
    server.as(who).post(`/api/topups/${id}/approve`, { amount: 50, pin: topupPin, ...body }, keyed(key)),
  refuse: (who: Actor, id: string, body: object = { reason: 'not_received' }): Promise<Answer> =>
    server.as(who).post(`/api/topups/${id}/refuse`, body, keyed()),
  cancel: (who: Actor, id: string): Promise<Answer> => server.as(who).post(`/api/topups/${id}/cancel`, {}, keyed()),
  read: (who: Actor, id: string): Promise<Answer> => server.as(who).get(`/api/topups/${id}`),
  /** Uploads a file; returns its id. */
  async upload(who: TestUserName, file?: Upload): Promise<string> {
    const id = uuidv7();
    const { status } = await postForm(server, who, '/api/files', { id, file: file ?? (await png()) });
    if (status !== 200) throw new Error('the upload was refused');
    return id;
  },
  ledgerFaults: async (): Promise<string[]> => (await findFaults(server.services.reader)).faults,
});
