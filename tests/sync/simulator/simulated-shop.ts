import { roleIds } from '../../../src/contract/limits.ts';
import type { OrderField } from '../../../src/contract/order-fields.ts';
import type { RoleName } from '../../../src/contract/permissions.ts';
import { fold, searchText } from '../../../src/contract/search.ts';
import { syncProtocol } from '../../../src/contract/sync-limits.ts';
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
  elsewhere: 'amina',
  colleague: 'root',
};

/** Articles of the help centre that users vote on; no article has the last id, and votes on it change nothing. */
export const articleIds = [1, 2, 999_999] as const;

const field = { hint: {}, max: null, starts: [], choices: [] };

/** What the first two products ask for. */
export const orderFields: readonly OrderField[] = [
  { ...field, key: 'player', kind: 'digits', label: { en: 'Player id' }, required: true, min: 6, save_as: 'game_id' },
  { ...field, key: 'remark', kind: 'note', label: { en: 'Remark' }, required: false, min: null, save_as: null },
];
const productsWithFields: readonly number[] = [1, 2];

/** The id of the product that sells codes; it has none when a run begins, and the devices order none. */
export const codesProduct = prices.length + 1;

/** The player id of each order when it is placed. */
export const firstAnswer = '100001';

/** The answers to what a product asks for. */
export const answersTo = (productId: number): { answers?: Record<string, string> } =>
  productsWithFields.includes(productId) ? { answers: { player: firstAnswer } } : {};

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
  await putCodesProduct(services, category);
  const asking = services.db.updateTable('products').set({ order_fields: JSON.stringify(orderFields) });
  await asking.where('id', 'in', productsWithFields).execute();
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

async function putCodesProduct(services: Services, category: number): Promise<void> {
  await putProduct(services, { title: 'Voucher', price: 5, cost: 1, categories: [category] });
  await services.db.updateTable('products').set({ sells_codes: 1 }).where('id', '=', codesProduct).execute();
  await services.db.insertInto('stock').values({ product_id: codesProduct, variant_id: 0, low_at: null }).execute();
}

/** The orders that exist when a run begins. */
export const earlierOrders: readonly string[] = [idOf('0'), idOf('1')];

/** Creates the records that exist when a run begins: a top-up method, two orders, three tickets and a saved answer. */
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
    await post('phone', '/api/orders', { product_id: at + 1, price: prices[at], ...answersTo(at + 1) }, key);
  for (const [at, token] of ['phone', 'laptop', 'unsimulated'].entries()) {
    const ticket = { id: idOf(String(at + 2)), subject: `Before ${at}`, type: 'general', content: 'Hello' };
    await post(token, '/api/tickets', ticket);
  }
  for (const { id, token, kind, args } of [...earlierChanges, foreignChange]) {
    const mutations = [{ id, kind, v: 1, lane: id, args }];
    const request = { protocol: syncProtocol, epoch: null, cursor: null, before: null, mutations };
    await post(token, '/api/sync', request);
  }
}

/** An answer that the customer keeps whose devices are not simulated: no simulated device may receive it. */
export const foreignAnswer = { id: idOf('5'), save_as: 'game_id', name: 'Me', value: '777777' };
const foreignChange = { id: idOf('6'), token: 'unsimulated', kind: 'answer.save', args: foreignAnswer };

/** The changes before a run: two kept answers, and a question about each order. */
export const earlierChanges: readonly { id: string; token: string; kind: string; args: Record<string, unknown> }[] = [
  ...['7', '8'].map((digit) => {
    const args = { id: idOf(digit), save_as: 'game_id', name: 'My sister', value: `80000${digit}` };
    return { id: idOf(`1${digit}`), token: 'elsewhere', kind: 'answer.save', args };
  }),
  ...[1, 2].map((order_id) => {
    const args = { order_id, round: 1, keys: ['player'], text: 'Please look again' };
    return { id: idOf(`2${order_id}`), token: 'colleague', kind: 'order.ask', args };
  }),
];

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

function idOf(digits: string): string {
  return `01a00000-0000-7000-8000-${digits.padStart(12, '0')}`;
}
