import { roleIds } from '../../../src/contract/limits.ts';
import type { RoleName } from '../../../src/contract/permissions.ts';
import { fold, searchText } from '../../../src/contract/search.ts';
import { adjust } from '../../../src/server/ledger/ledger.ts';
import type { Services } from '../../../src/server/platform/context.ts';
import { readShopSettings, storeShopSettings } from '../../../src/server/platform/database/shop.ts';
import { keyedPin } from '../../../src/server/shared/pins.ts';
import { hashToken } from '../../../src/server/platform/crypto/tokens.ts';
import { actAs, putCategory, putProduct } from '../../support/shop.ts';
import type { TestUserName } from '../../support/test-server.ts';
import type { SimulatedServer } from './simulated-server.ts';

/** The users of a test server, and an agent. */
type UserName = TestUserName | 'marc';

/** The ids that the server gives its users. */
export const userIds = { root: 1, sara: 2, amina: 3, karim: 4, marc: 5 } as const satisfies Record<UserName, number>;

export const roleOfUser = (name: UserName): RoleName =>
  name === 'marc' ? 'agent' : name === 'root' || name === 'sara' ? 'admin' : 'user';

/** Euros: amina's first balance and the prices of the products. */
export const openingBalance = 100;
export const prices = [5, 8, 12, 16, 20, 24] as const;

/** The signed-in devices and their users; a device's token is its name. */
export const sessions: Record<string, UserName> = {
  phone: 'amina',
  laptop: 'amina',
  tablet: 'sara',
  desktop: 'marc',
  unsimulated: 'karim',
  colleague: 'root',
};

/** Articles of the help centre that users vote on; no article has the last id, and votes on it change nothing. */
export const articleIds = [1, 2, 999_999] as const;

/** The PIN with which the admin whose device is not simulated approves top-up requests. */
export const adminPin = '4711';
/** Euros: the largest amount of a top-up request. */
export const topupMax = 5_000;

/** How many of the newest users devices of admins store: one, so that the others come with orders and tickets. */
export const peopleWindow = 1;

/** Creates the agent, the catalogue, amina's balance and the sessions. */
export async function fillShop(services: Services): Promise<void> {
  await createAgent(services);
  await services.db.transaction().execute(async (tx) => {
    const shop = await readShopSettings(tx);
    // Above what a run plays: the device would send a request that a limit refuses again and again.
    const topup_limits = { open_max: 50, day_max: 100, day_amount: null, balance_max: null };
    await storeShopSettings(tx, { ...shop, windows: { ...shop.windows, people: peopleWindow }, topup_limits });
  });
  const pin_hash = await services.hasher.hash(keyedPin(services.settings.pepper, adminPin));
  await services.db.updateTable('users').set({ pin_hash }).where('id', '=', userIds.root).execute();
  const category = await putCategory(services, { title: 'Tea' });
  for (const title of ['Coffee', 'Juice', 'Water']) await putCategory(services, { title });
  for (const price of prices)
    await putProduct(services, { title: `Tea of ${price}`, price, cost: 1, categories: [category] });
  await actAs(services, { id: userIds.root }, (transaction) =>
    adjust(transaction, { userId: userIds.amina, kind: 'opening', cents: openingBalance * 100, note: null }),
  );
  for (const [token, name] of Object.entries(sessions)) {
    const times = { created_at: services.now(), used_at: services.now(), revoked_at: null };
    const session = { token_hash: hashToken(token), user_id: userIds[name], user_agent: null, address: null };
    await services.db
      .insertInto('sessions')
      .values({ ...session, ...times })
      .execute();
  }
}

/** The orders that exist when a run begins. */
export const earlierOrders: readonly string[] = [idOf('0'), idOf('1')];

/** Creates the records that exist when a run begins: a top-up method, two orders and three tickets, one of them another customer's. */
export async function createHistory(inject: SimulatedServer['receive']): Promise<void> {
  const post = async (token: string, path: string, body: object, key?: string) => {
    const headers = { authorization: `Bearer ${token}`, ...(key && { 'idempotency-key': key }) };
    const request = { method: 'POST', path, headers: { ...headers, 'content-type': 'application/json' } };
    const { status, body: answer } = await inject({ ...request, body: JSON.stringify(body) });
    if (status !== 200) throw new Error(`${path} of the history answered ${status}: ${answer}`);
  };
  const method = {
    name: { en: 'Bank' },
    steps: { en: 'Transfer it.' },
    accounts: [],
    proof: 'either',
    is_active: true,
  };
  await post('colleague', '/api/topup-methods', { ...method, min: 1, max: topupMax });
  for (const [at, key] of earlierOrders.entries())
    await post('phone', '/api/orders', { product_id: at + 1, price: prices[at] }, key);
  for (const [at, token] of ['phone', 'laptop', 'unsimulated'].entries()) {
    const ticket = { id: idOf(String(at + 2)), subject: `Before ${at}`, type: 'general', content: 'Hello' };
    await post(token, '/api/tickets', ticket);
  }
}

async function createAgent({ db, now }: Services): Promise<void> {
  const [name, email] = ['Marc', 'marc@example.test'];
  const names = { name, email, search_text: searchText([name, email]), sort_key: fold(name) };
  const times = { created_at: now(), updated_at: now(), confirmed_at: now() };
  const user = { id: userIds.marc, ...names, ...times, role_id: roleIds.agent, is_active: 1, locale: 'en' };
  await db
    .insertInto('users')
    .values({ ...user, password_hash: 'none' })
    .execute();
}

function idOf(digit: string): string {
  return `01a00000-0000-7000-8000-00000000000${digit}`;
}
