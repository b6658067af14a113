import { uuidv7 } from '../../src/server/platform/uuid.ts';
import type { Call, Example } from './call.ts';
import { pin, type FilledWorld } from './filled-world.ts';
import { png } from './uploads.ts';

const read: Example = { call: () => ({}) };

const aboutAmina =
  (rest: Omit<Call, 'path'> = {}): Example['call'] =>
  ({ world }) => ({
    path: { id: world.people.amina.id },
    ...rest,
  });

const aboutNewcomer =
  (rest: Call = {}): Example['call'] =>
  async (filled) => ({ ...rest, path: { id: (await filled.newcomer()).id } });

const tree = ['data.data.children', 'data.data.children.children'];

/** Examples of the calls that only admins make. */
export const examplesForAdmins: Readonly<Record<string, Example>> = {
  ...aboutThemselvesAndFigures(),
  ...aboutUsers(),
  ...aboutTheCatalogue(),
  ...aboutOrdersAndTickets(),
};

function aboutThemselvesAndFigures(): Record<string, Example> {
  const year: Example = { call: () => ({ query: { period: 'year' } }) };
  return {
    setPin: { call: (_filled, { password }) => ({ body: { password, pin } }) },
    readAdminStats: year,
    readUsersByTime: year,
    readFinancialByTime: year,
    readStatusDistribution: year,
    listRecentOrders: read,
    listLatestUsers: read,
    listRecentTickets: read,
    listRoles: read,
  };
}

function aboutUsers(): Record<string, Example> {
  const adjustment: Example = { call: aboutAmina({ body: { amount: 5, pin, note: 'Cash' } }) };
  return {
    listUsersByRoles: { call: () => ({ query: { roles: 'user,admin' } }) },
    listUsers: { call: () => ({ query: { all: 'true' } }) },
    createUser: {
      call: () => ({
        body: { name: 'Nadia', email: `${uuidv7()}@example.test`, password: 'kept-in-a-safe', balance: 5, pin },
      }),
    },
    readUser: { call: aboutAmina() },
    updateUser: { call: aboutNewcomer({ body: { name: 'Somebody' } }) },
    deleteUser: { call: aboutNewcomer() },
    setUserActive: { call: aboutNewcomer({ body: { is_active: false } }) },
    listUserSessions: { call: aboutAmina() },
    readUserSessionDay: {
      call: ({ world }) => ({
        path: { id: world.people.amina.id, day: new Date(world.clock.now).toISOString().slice(0, 10) },
      }),
    },
    readUserHistory: { call: aboutAmina() },
    readBalanceHistory: { call: aboutAmina() },
    addToBalance: adjustment,
    subtractFromBalance: adjustment,
  };
}

function aboutTheCatalogue(): Record<string, Example> {
  const product = ({ category }: FilledWorld) => ({
    title: 'Coffee',
    price: 8,
    cost: 2,
    category_ids: [category],
    has_variants: true,
    product_variants: [{ title: 'Bag', price: 8, cost: 2, status: 'active' }],
  });
  return {
    listCategories: { ...read, empty: tree },
    createCategory: {
      call: ({ parent }) => ({ body: { title: 'Music', parent_id: parent } }),
      empty: ['category.children'],
    },
    updateCategory: {
      call: ({ category }) => ({ path: { id: category }, body: { description: 'For everybody' } }),
      empty: ['category.children'],
    },
    listProducts: { ...read, empty: ['data.data.product_variants', 'data.data.categories', 'data.data.category_ids'] },
    readProduct: { call: ({ choice }) => ({ path: { id: choice.id } }) },
    createProduct: { call: (filled) => ({ body: product(filled) }) },
    updateProduct: {
      call: async ({ choice }) => ({
        path: { id: choice.id },
        form: { image: await png('card.png'), image_changed: '1' },
      }),
    },
  };
}

function aboutOrdersAndTickets(): Record<string, Example> {
  return {
    updateOrder: {
      call: async ({ order }) => ({ path: { id: order }, form: { status: 'delivered', file: await png() } }),
    },
    deleteOrder: { call: async ({ world, product }) => ({ path: { id: await bought(world, product) } }) },
    setTicketStatus: { call: ({ ticket }) => ({ path: { id: ticket }, body: { status: 'pending' } }) },
  };
}

async function bought(world: FilledWorld['world'], product: number): Promise<number> {
  const karim = world.withToken(await world.signIn('karim'));
  const answer = await karim.post('/api/orders', { product_id: product }, { 'Idempotency-Key': uuidv7() });
  return answer.body.order.id as number;
}
