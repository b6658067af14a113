import { randomUUID } from 'node:crypto';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { mutationSchemas } from '../../src/contract/mutations.ts';
import type { Random } from '../../src/server/demo/random.ts';
import { keyedPin } from '../../src/server/platform/secrets/pins.ts';
import { hashToken } from '../../src/server/platform/secrets/tokens.ts';
import { exampleOf } from './examples.ts';
import { credit, putCategory, putProduct } from './shop.ts';
import { picture, png, postForm } from './uploads.ts';
import type { Name, World } from './world.ts';

/** A call the server takes: from somebody who may, about records that are there. */
export interface RealCall {
  /** null: a guest. */
  who: Name | null;
  /** With real ids in it. */
  path: string;
  /** The fields beside those of the path, a body or a query; others than before where something exists only once. */
  fields(random: Random): Record<string, unknown>;
  /** The file of its form, by the form's part. */
  file: Record<string, Uint8Array>;
}

export interface RealCalls {
  of(endpoint: Endpoint): Promise<RealCall>;
  /** Gives everybody their passwords, PINs and letters back, whatever earlier requests did to them. */
  renew(): Promise<void>;
}

const password = 'kept-in-a-safe';
const pin = '80412';
const letters = { confirm: 'a-link-to-confirm-that-was-posted', reset: 'a-link-to-a-new-password-that-was-posted' };

/** Furnishes a world and tells for each call of the contract how it succeeds there. */
export async function realCalls(world: World): Promise<RealCalls> {
  const house = await furnished(world);
  const image = Uint8Array.from(await picture('png'));
  return {
    async of(endpoint) {
      const params = await paramsOf(world, house, endpoint);
      const example = exampleOf(endpoint.input) as Record<string, unknown>;
      const part = endpoint.path.startsWith('/api/products') ? 'image' : 'file';
      return {
        who: endpoint.audience === 'anyone' ? null : actors[endpoint.audience],
        path: endpoint.path.replaceAll(/:(\w+)/g, (_all, name: string) => params[name]!),
        fields: (random) => {
          const wanted = { ...example, ...fieldsOf[endpoint.name]?.(house, random) };
          return Object.fromEntries(
            Object.entries(wanted).filter(([name, value]) => value !== undefined && !(name in params)),
          );
        },
        file: endpoint.multipart ? { [part]: image } : {},
      };
    },
    renew: () => renew(world, house),
  };
}

const actors = { signedIn: 'amina', admin: 'sara', root: 'root' } as const;

type House = Awaited<ReturnType<typeof furnished>>;

/** A shop with something of everything, and nobody's records among it but amina's. */
async function furnished(world: World) {
  const { means, people } = world;
  await world.as('sara').post('/api/auth/pin', { password, pin });
  await credit(means, people.amina, 1_000_000);
  const category = await putCategory(means, { title: 'Drinks' });
  const tea = await putProduct(means, { price: 10, categories: [category] });
  const juice = await putProduct(means, { categories: [category], variants: [{ title: 'Small', price: 12 }] });
  const waiting = await world.guest.post('/api/auth/register', { ...newcomer(), email: 'wassim@example.test' });
  if (waiting.status !== 200) throw new Error('nobody waits for a confirmation');
  const order = await ordered(world, tea.id);
  const ticket = await opened(world, order);
  const file = randomUUID();
  await postForm(world, 'sara', '/api/files', { id: file, file: await png() });
  const { password_hash } = await means.db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', people.amina.id)
    .executeTakeFirstOrThrow();
  const pin_hash = await means.hasher.hash(keyedPin(means.settings.pepper, pin));
  return { category, tea, juice, order, ticket, file, password_hash, pin_hash, emails: people };
}

async function ordered(world: World, product_id: number): Promise<number> {
  const key = { 'Idempotency-Key': randomUUID() };
  return (await world.as('amina').post('/api/orders', { product_id }, key)).body.order.id;
}

async function opened(world: World, order_id: number): Promise<string> {
  const ticket = { subject: 'Late', type: 'order', content: 'Where is it?', order_id };
  return (await world.as('amina').post('/api/tickets', ticket)).body.ticket.id;
}

const newcomer = () => ({ name: 'Nour', email: `${randomUUID()}@example.test`, password: 'a good long phrase' });

/** What stands in a path, by the word before it. */
async function paramsOf(world: World, house: House, endpoint: Endpoint): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const [, before, name] of endpoint.path.matchAll(/([\w-]+)\/:(\w+)/g)) {
    found[name!] = String(await recordOf[before!]!(world, house, endpoint));
  }
  return found;
}

type Found = (world: World, house: House, endpoint: Endpoint) => Promise<string | number> | string | number;

const recordOf: Record<string, Found> = {
  users: async (world) => {
    const key = { 'Idempotency-Key': randomUUID() };
    const { user } = (await world.as('root').post('/api/users', newcomer(), key)).body;
    await credit(world.means, user, 10_000);
    return user.id;
  },
  // What is changed is not what the other calls are about.
  categories: ({ means }, house, { method }) =>
    method === 'GET' ? house.category : putCategory(means, { title: 'Tea' }),
  products: async ({ means }, house, { method }) => (method === 'GET' ? house.tea : await putProduct(means)).id,
  orders: (world, house) => ordered(world, house.tea.id),
  tickets: (_world, house) => house.ticket,
  outcomes: () => randomUUID(),
  files: (_world, house) => house.file,
  sessions: async (world) => {
    await world.signIn('amina');
    return (await world.as('amina').get('/api/auth/sessions')).body.sessions[0].id;
  },
};

type Fields = (house: House, random: Random) => Record<string, unknown>;

const variant = { id: undefined, title: 'Small', price: 12, cost: 3, status: 'active' };

const product: Fields = (house) => ({
  price: 10,
  cost: 4,
  has_variants: true,
  product_variants: [variant, { ...variant, title: 'Large' }],
  category_ids: [house.category],
  category_id: house.category,
  image: 'https://pictures.example/tea.png',
});

/** What an example that fits the schema does not know: who is there, and what belongs together. */
const fieldsOf: Record<string, Fields> = {
  login: (house) => ({ email: house.emails.karim.email, password }),
  register: () => newcomer(),
  confirmEmail: () => ({ token: letters.confirm }),
  resendConfirmation: () => ({ email: 'wassim@example.test' }),
  forgotPassword: (house) => ({ email: house.emails.karim.email }),
  resetPassword: () => ({ token: letters.reset, password: 'another good phrase' }),
  setPin: () => ({ password, pin }),
  changePassword: () => ({ current_password: password, password: 'another good phrase' }),
  changeEmail: () => ({ email: newcomer().email, current_password: password }),
  createUser: (_house, random) => ({ ...newcomer(), username: `u${random.int(1, 1e9)}`, role_id: 1, balance: 5, pin }),
  updateUser: (_house, random) => ({ ...newcomer(), username: `u${random.int(1, 1e9)}`, role_id: 1 }),
  addToBalance: () => ({ amount: 5, pin }),
  subtractFromBalance: () => ({ amount: 0.01, pin }),
  createCategory: (house) => ({ parent_id: house.category }),
  updateCategory: () => ({ parent_id: null }),
  createProduct: product,
  updateProduct: product,
  placeOrder: ({ juice }) => ({
    product_id: juice.id,
    price: 12,
    order_price: 12,
    product_variant_id: juice.variants[0],
    selected_variant_id: juice.variants[0],
    selected_variant: { id: juice.variants[0] },
  }),
  updateOrder: () => ({ status: 'completed', from: undefined, file_id: undefined }),
  openTicket: (house, random) => ({ id: random.uuid(0), order_id: house.order, file_ids: undefined }),
  setTicketStatus: () => ({
    status: 'open',
    from: undefined,
    from_priority: undefined,
    assignee_id: null,
    from_assignee_id: undefined,
  }),
  replyToTicket: (_house, random) => ({ response_id: random.uuid(0), file_ids: undefined }),
  readNotifications: (_house, random) => ({ ids: [random.uuid(0), random.uuid(0)] }),
  uploadFile: (_house, random) => ({ id: random.uuid(0) }),
  cancelOutcome: (_house, random) => ({ key: random.uuid(0) }),
  sync: (house, random) => ({
    protocol: 1,
    epoch: null,
    cursor: random.pick([null, 'v1.user.1', 'v1.user.1', 'v1.user.1']),
    before: random.pick([null, '0:', '3:1']),
    mutations: [0, 1].map(() => action(house, random)),
  }),
};

/** Something a device did offline; what only admins may do is refused in its place. */
function action(house: House, random: Random): Record<string, unknown> {
  const name = random.pick(Object.keys(mutationSchemas)) as keyof typeof mutationSchemas;
  const [kind, v] = name.split('@');
  const example = exampleOf(mutationSchemas[name]) as Record<string, unknown>;
  const real = {
    ticket_id: house.ticket,
    order_id: house.order,
    product_id: house.tea.id,
    category_id: house.category,
  };
  const known = Object.entries(real).filter(([field]) => field in example);
  const args = { ...example, ...Object.fromEntries(known), ...('id' in example && { id: random.uuid(0) }) };
  return { id: random.uuid(0), kind, v: Number(v), lane: `tickets:${house.ticket}`, args };
}

async function renew({ means, people }: World, { password_hash, pin_hash }: House): Promise<void> {
  const { db } = means;
  const now = means.now();
  const fresh = { password_hash, pin_failures: 0, pin_locked_until: null, is_active: 1 };
  for (const { id, role } of Object.values(people)) {
    const user = db.updateTable('users').set({ ...fresh, pin_hash: role === 'admin' ? pin_hash : null });
    await user.where('id', '=', id).execute();
  }
  const wassim = db.updateTable('users').set({ confirmed_at: null, is_active: 0 });
  await wassim.where('email', '=', 'wassim@example.test').execute();
  const { id: waiting } = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', 'wassim@example.test')
    .executeTakeFirstOrThrow();
  await db.deleteFrom('mail_tokens').execute();
  const link = { expires_at: now + 60_000, created_at: now, used_at: null };
  const links = [
    { ...link, kind: 'confirm', user_id: waiting, token_hash: hashToken(letters.confirm) },
    { ...link, kind: 'reset', user_id: people.karim.id, token_hash: hashToken(letters.reset) },
  ];
  for (const one of links) await db.insertInto('mail_tokens').values(one).execute();
}
