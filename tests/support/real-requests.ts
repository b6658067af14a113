import { randomUUID } from 'node:crypto';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { mutationSchemas } from '../../src/contract/mutations.ts';
import type { Random } from '../../src/server/demo/random.ts';
import { keyedPin } from '../../src/server/shared/pins.ts';
import { exampleOf } from './schema-examples.ts';
import { credit, putArticle, putCategory, putPlace, putProduct } from './shop.ts';
import { keyed } from './sold.ts';
import { linkTokens, renew } from './renewed-accounts.ts';
import { fieldsOfCodes, orderCode, orderOfCode, putCodes } from './call-examples-of-codes.ts';
import { actorOf, topupSettingsFields } from './call-examples-of-topup-settings.ts';
import { picture, png, postForm, putLogo } from './uploads.ts';
import { putTopupMethod, setTopupLimits, topupsOn } from './topup-calls.ts';
import type { TestUserName, TestServer } from './test-server.ts';

/** A call that succeeds: its user has the right to it, and its records exist. */
export interface RealCall {
  /** null: a guest. */
  who: TestUserName | null;
  /** The path, with real ids. */
  path: string;
  /** The fields of the body or the query; values that must be unique differ at each call. */
  fields(random: Random): Record<string, unknown>;
  /** The file of its form, by the field's name; empty without a form. */
  file: Record<string, Uint8Array>;
}

export interface RealCalls {
  callTo(endpoint: Endpoint): Promise<RealCall>;
  /** Restores the passwords, PINs, activations and e-mailed links that earlier requests may have changed. */
  renew(): Promise<void>;
}

const password = 'kept-in-a-safe';
const pin = '80412';

/** Creates records on a test server and returns a successful request for each call of the contract. */
export async function realCalls(server: TestServer): Promise<RealCalls> {
  const records = await createRecords(server);
  const image = Uint8Array.from(await picture('png'));
  return {
    async callTo(endpoint) {
      const params = await createParams(server, records, endpoint);
      const example = exampleOf(endpoint.input) as Record<string, unknown>;
      const part = partOf(endpoint);
      return {
        who: actorOf(endpoint),
        path: endpoint.path.replaceAll(/:(\w+)/g, (_all, name: string) => params[name]!),
        fields: (random) => {
          const wanted = { ...example, ...fieldsOf[endpoint.name]?.(records, random) };
          return Object.fromEntries(
            Object.entries(wanted).filter(([name, value]) => value !== undefined && !(name in params)),
          );
        },
        file: endpoint.multipart ? { [part]: image } : {},
      };
    },
    renew: () => renew(server, records),
  };
}

const topupOf = ({ topupMethod }: Records) => ({ method_id: topupMethod, amount: 5, paid_on: '2026-11-19' });

/** The part of a call's form that is a file. */
const partOf = ({ path }: Endpoint): string =>
  /^\/api\/(products|shop)/.test(path) ? 'image' : path === '/api/topups' ? 'slips' : 'file';

type Records = Awaited<ReturnType<typeof createRecords>>;

/** Creates records of every kind; all that belong to a customer are amina's. */
async function createRecords(server: TestServer) {
  const { services, users } = server;
  await server.as('sara').post('/api/auth/pin', { password, pin });
  await credit(services, users.amina, 1_000_000);
  const category = await putCategory(services, { title: 'Drinks' });
  const tea = await putProduct(services, { price: 10, categories: [category] });
  const juice = await putProduct(services, { categories: [category], variants: [{ title: 'Small', price: 12 }] });
  const registration = await server.guest.post('/api/auth/register', { ...userFields(), email: 'wassim@example.test' });
  if (registration.status !== 200) throw new Error('the registration failed');
  const order = await placeOrder(server, tea.id);
  const ticket = await openTicket(server, order);
  const places = { delivery_id: await putPlace(services, 'deliveries'), city_id: await putPlace(services, 'cities') };
  const topupMethod = await putTopupMethod(services, { min: 0.01, max: 1_000_000 });
  await setTopupLimits(services, { open_max: 1_000_000, day_max: 1_000_000 });
  const file = randomUUID();
  await postForm(server, 'sara', '/api/files', { id: file, file: await png() });
  const { password_hash } = await services.db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', users.amina.id)
    .executeTakeFirstOrThrow();
  const pin_hash = await services.hasher.hash(keyedPin(services.settings.pepper, pin));
  const stock = await putCodes(server);
  return { category, tea, juice, stock, order, ticket, places, topupMethod, file, password_hash, pin_hash, users };
}

async function placeOrder(server: TestServer, product_id: number): Promise<number> {
  return (await server.as('amina').post('/api/orders', { product_id }, keyed())).body.order.id;
}

async function openTicket(server: TestServer, order_id: number): Promise<string> {
  const ticket = { subject: 'Late', type: 'order', content: 'Where is it?', order_id };
  return (await server.as('amina').post('/api/tickets', ticket)).body.ticket.id;
}

const userFields = () => ({ name: 'Nour', email: `${randomUUID()}@example.test`, password: 'a good long phrase' });

/** Creates or finds the record of each path parameter, by the segment before it; returns their ids by name. */
async function createParams(server: TestServer, records: Records, endpoint: Endpoint): Promise<Record<string, string>> {
  const params: Record<string, string> = {};
  for (const [, before, name] of endpoint.path.matchAll(/([\w-]+)\/:(\w+)/g)) {
    params[name!] = String(await recordMakers[before!]!(server, records, endpoint));
  }
  return params;
}

type RecordMaker = (
  server: TestServer,
  records: Records,
  endpoint: Endpoint,
) => Promise<string | number> | string | number;

const recordMakers: Record<string, RecordMaker> = {
  users: async (server) => {
    const { user } = (await server.as('root').post('/api/users', userFields(), keyed())).body;
    await credit(server.services, user, 10_000);
    return user.id;
  },
  // A call that changes a record gets a new one.
  categories: ({ services }, records, { method }) =>
    method === 'GET' ? records.category : putCategory(services, { title: 'Tea' }),
  products: async ({ services }, { tea, stock }, { method, name }) => {
    if (name === 'withdrawCodes') return stock.id;
    return (method === 'GET' ? tea : await putProduct(services)).id;
  },
  articles: ({ services }) => putArticle(services),
  deliveries: ({ services }) => putPlace(services, 'deliveries'),
  cities: ({ services }) => putPlace(services, 'cities'),
  orders: (server, { tea }, { name }) => (name === 'revealCodes' ? orderOfCode(server) : placeOrder(server, tea.id)),
  tickets: (_server, records) => records.ticket,
  codes: async (server) => (await orderCode(server)).code,
  topups: async (server, records) => (await topupsOn(server).opened('amina', topupOf(records))).id,
  'topup-methods': ({ services }) => putTopupMethod(services),
  outcomes: () => randomUUID(),
  files: (_server, records) => records.file,
  logo: putLogo,
  sessions: async (server) => {
    await server.signIn('amina');
    return (await server.as('amina').get('/api/auth/sessions')).body.sessions[0].id;
  },
};

type Fields = (records: Records, random: Random) => Record<string, unknown>;

const without = (...names: string[]) => Object.fromEntries(names.map((name) => [name, undefined]));
const title: Fields = (_records, random) => ({ title: `Place ${random.int(1, 1e9)}` });

const accountFields = (random: Random) => ({ ...userFields(), username: `u${random.int(1, 1e9)}`, role_id: 1 });

const variant = { id: undefined, title: 'Small', price: 12, cost: 3, status: 'active' };

const product: Fields = (records) => ({
  price: 10,
  cost: 4,
  has_variants: true,
  product_variants: [variant, { ...variant, title: 'Large' }],
  category_ids: [records.category],
  category_id: records.category,
  image: 'https://pictures.example/tea.png',
});

/** Values that do not follow from the schema, such as ids of existing records. */
const fieldsOf: Record<string, Fields> = {
  login: (records) => ({ email: records.users.karim.email, password }),
  register: () => userFields(),
  confirmEmail: () => ({ token: linkTokens.confirm }),
  resendConfirmation: () => ({ email: 'wassim@example.test' }),
  forgotPassword: (records) => ({ email: records.users.karim.email }),
  resetPassword: () => ({ token: linkTokens.reset, password: 'another good phrase' }),
  setPin: () => ({ password, pin }),
  changePassword: () => ({ current_password: password, password: 'another good phrase' }),
  changeEmail: () => ({ email: userFields().email, current_password: password }),
  createUser: (_records, random) => ({ ...accountFields(random), balance: 5, pin }),
  updateUser: (_records, random) => ({ ...accountFields(random), from: undefined }),
  addToBalance: () => ({ amount: 5, pin }),
  subtractFromBalance: () => ({ amount: 0.01, pin }),
  createCategory: (records) => ({ parent_id: records.category }),
  updateCategory: () => ({ parent_id: null }),
  ...Object.fromEntries(['createDelivery', 'updateDelivery', 'createCity', 'updateCity'].map((name) => [name, title])),
  updateShop: () => ({ name: 'Night shop', hours: [{ from: '09:00', to: '18:00' }, ...Array(6).fill(null)] }),
  ...topupSettingsFields,
  setRate: ({ places }) => ({ ...places, price: 5 }),
  createProduct: product,
  updateProduct: product,
  ...fieldsOfCodes,
  placeOrder: ({ juice }) => ({
    product_id: juice.id,
    price: 12,
    order_price: 12,
    total: 12,
    quantity: 1,
    answers: undefined,
    product_variant_id: juice.variants[0],
    selected_variant_id: juice.variants[0],
    selected_variant: { id: juice.variants[0] },
  }),
  refundPart: () => ({ amount: 1, seen: 10 }),
  updateOrder: () => ({ status: 'completed', from: undefined, file_id: undefined }),
  openTicket: (records, random) => ({ id: random.uuid(0), order_id: records.order, file_ids: undefined }),
  openTopup: (records, random) => ({ ...topupOf(records), id: random.uuid(0), file_ids: undefined }),
  approveTopup: () => ({ amount: 5, pin, despite_alike: true }),
  setTicketStatus: () => ({
    ...without('from', 'from_priority', 'from_assignee_id'),
    status: 'open',
    assignee_id: null,
  }),
  replyToTicket: (_records, random) => ({ response_id: random.uuid(0), file_ids: undefined }),
  readNotifications: (_records, random) => ({ ids: [random.uuid(0), random.uuid(0)] }),
  uploadFile: (_records, random) => ({ id: random.uuid(0) }),
  cancelOutcome: (_records, random) => ({ key: random.uuid(0) }),
  sync: (records, random) => ({
    protocol: 1,
    epoch: null,
    cursor: random.pick([null, 'v1.user.1', 'v1.user.1', 'v1.user.1']),
    before: random.pick([null, '0:', '3:1']),
    mutations: [0, 1].map(() => newMutation(records, random)),
  }),
};

/** A mutation of a customer's device; a kind that only admins may use is refused in the pass's results. */
function newMutation(records: Records, random: Random): Record<string, unknown> {
  const name = random.pick(Object.keys(mutationSchemas)) as keyof typeof mutationSchemas;
  const [kind, v] = name.split('@');
  const example = exampleOf(mutationSchemas[name]) as Record<string, unknown>;
  const real = {
    ticket_id: records.ticket,
    order_id: records.order,
    product_id: records.tea.id,
    category_id: records.category,
  };
  const known = Object.entries(real).filter(([field]) => field in example);
  const args = { ...example, ...Object.fromEntries(known), ...('id' in example && { id: random.uuid(0) }) };
  return { id: random.uuid(0), kind, v: Number(v), lane: `tickets:${records.ticket}`, args };
}
