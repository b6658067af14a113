import { uuidv7 } from '../../src/contract/uuid.ts';
import type { Call, Example } from './call.ts';
import { pin, type FilledShop } from './filled-shop.ts';
import { png } from './uploads.ts';

const withoutInput: Example = { call: () => ({}) };

const aboutAmina =
  (rest: Omit<Call, 'path'> = {}): Example['call'] =>
  ({ server }) => ({
    path: { id: server.users.amina.id },
    ...rest,
  });

const aboutNewcomer =
  (rest: Call = {}): Example['call'] =>
  async (filled) => ({ ...rest, path: { id: (await filled.newcomer()).id } });

const emptyChildren = ['data.data.children', 'data.data.children.children'];

/** Examples of the calls that only admins make. */
export const examplesForAdmins: Readonly<Record<string, Example>> = {
  ...aboutOwnPinAndFigures(),
  ...aboutUsers(),
  ...aboutTheCatalogue(),
  ...aboutOrdersAndTickets(),
};

function aboutOwnPinAndFigures(): Record<string, Example> {
  const year: Example = { call: () => ({ query: { period: 'year' } }) };
  return {
    setPin: { call: (_filled, { password }) => ({ body: { password, pin } }) },
    readAdminStats: year,
    readUsersByTime: year,
    readFinancialByTime: year,
    readStatusDistribution: year,
    listRecentOrders: withoutInput,
    listLatestUsers: withoutInput,
    listRecentTickets: withoutInput,
    listRoles: withoutInput,
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
      call: ({ server }) => ({
        path: { id: server.users.amina.id, day: new Date(server.clock.now).toISOString().slice(0, 10) },
      }),
    },
    readUserHistory: { call: aboutAmina() },
    readBalanceHistory: { call: aboutAmina() },
    addToBalance: adjustment,
    subtractFromBalance: adjustment,
  };
}

function aboutTheCatalogue(): Record<string, Example> {
  const productFields = ({ category }: FilledShop) => ({
    title: 'Coffee',
    price: 8,
    cost: 2,
    category_ids: [category],
    has_variants: true,
    product_variants: [{ title: 'Bag', price: 8, cost: 2, status: 'active' }],
  });
  return {
    listCategories: { ...withoutInput, emptyLists: emptyChildren },
    createCategory: {
      call: ({ parent }) => ({ body: { title: 'Music', parent_id: parent } }),
      emptyLists: ['category.children'],
    },
    updateCategory: {
      call: ({ category }) => ({ path: { id: category }, body: { description: 'For everybody' } }),
      emptyLists: ['category.children'],
    },
    listProducts: {
      ...withoutInput,
      emptyLists: ['data.data.product_variants', 'data.data.categories', 'data.data.category_ids'],
    },
    readProduct: { call: ({ productWithVariants }) => ({ path: { id: productWithVariants.id } }) },
    createProduct: { call: (filled) => ({ body: productFields(filled) }) },
    updateProduct: {
      call: async ({ productWithVariants }) => ({
        path: { id: productWithVariants.id },
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
    deleteOrder: { call: async ({ server, product }) => ({ path: { id: await placeOrder(server, product) } }) },
    setTicketStatus: { call: ({ ticket }) => ({ path: { id: ticket }, body: { status: 'pending' } }) },
  };
}

async function placeOrder(server: FilledShop['server'], product: number): Promise<number> {
  const karim = server.withToken(await server.signIn('karim'));
  const answer = await karim.post('/api/orders', { product_id: product }, { 'Idempotency-Key': uuidv7() });
  return answer.body.order.id as number;
}
