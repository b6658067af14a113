import { windowLimits } from '../../src/contract/windows.ts';
import { uuidv7 } from '../../src/contract/uuid.ts';
import type { Call, Example } from './call.ts';
import { askForTopup, pin, type FilledShop } from './filled-shop.ts';
import { putArticle, putPlace } from './shop.ts';
import { png } from './uploads.ts';

const usualSizes = Object.fromEntries(Object.entries(windowLimits).map(([kind, { usual }]) => [kind, usual]));

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
  ...aboutTopups(),
  ...aboutArticles(),
  ...aboutDeliveries(),
  ...aboutTheShop(),
};

function aboutOwnPinAndFigures(): Record<string, Example> {
  const year: Example = { call: () => ({ query: { period: 'year' } }) };
  return {
    setPin: { call: (_filled, { password }) => ({ body: { password, pin } }) },
    readAdminStats: year,
    readUsersByTime: year,
    readFinancialByTime: year,
    readStatusDistribution: year,
    readAnswerTimes: year,
    listRecentOrders: withoutInput,
    listLatestUsers: withoutInput,
    listRecentTickets: withoutInput,
    listAudit: { call: () => ({ query: { entity: 'orders,tickets' } }) },
    listRoles: withoutInput,
  };
}

function aboutUsers(): Record<string, Example> {
  const adjustment: Example = { call: aboutAmina({ body: { amount: 5, pin, note: 'Cash' } }) };
  return {
    listUsersByRoles: { call: () => ({ query: { roles: 'user,admin' } }) },
    listUsersByIds: { call: ({ server }) => ({ query: { ids: `${server.users.amina.id},${server.users.sara.id}` } }) },
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
    listTicketActivity: { call: ({ ticket }) => ({ path: { id: ticket } }) },
    readOrderHistory: { call: ({ order }) => ({ path: { id: order } }) },
    refundPart: {
      call: async ({ server, product }) => ({
        path: { id: await placeOrder(server, product) },
        body: { amount: 1, reason: 'Not all was delivered', seen: 10 },
      }),
    },
    deleteOrder: { call: async ({ server, product }) => ({ path: { id: await placeOrder(server, product) } }) },
    reportPresence: {
      call: ({ ticket }) => ({ path: { id: ticket }, body: { state: 'viewing' } }),
      emptyLists: ['others'],
    },
    setTicketStatus: { call: ({ ticket }) => ({ path: { id: ticket }, body: { status: 'pending' } }) },
  };
}

function aboutTopups(): Record<string, Example> {
  const withNewRequest =
    (body: object): Example['call'] =>
    async ({ server, topupMethod }) => ({ path: { id: await askForTopup(server, topupMethod) }, body });
  return {
    approveTopup: { call: withNewRequest({ amount: 50, pin, despite_alike: true }) },
    refuseTopup: { call: withNewRequest({ reason: 'not_received' }) },
  };
}

function aboutArticles(): Record<string, Example> {
  const texts = { en: { title: 'Cards', body: 'How they **work**' }, fr: { title: 'Cartes', body: 'Leur *usage*' } };
  const fields = { topic: 'orders', texts, is_active: true, until: null };
  const withNewArticle =
    (more: Call): Example['call'] =>
    async ({ server }) => ({ ...more, path: { id: await putArticle(server.services) } });
  return {
    createArticle: { call: () => ({ body: { kind: 'article', ...fields } }) },
    updateArticle: { call: withNewArticle({ body: fields }) },
    moveArticle: { call: withNewArticle({ body: { before_id: null } }) },
    deleteArticle: { call: withNewArticle({}) },
    listArticleVotes: { ...withoutInput, emptyLists: ['votes'] },
  };
}

function aboutTheShop(): Record<string, Example> {
  const hours = [...Array.from({ length: 6 }, () => ({ from: '09:00', to: '18:00' })), null];
  return {
    readShop: withoutInput,
    updateShop: { call: () => ({ body: { name: 'Comptoir', hours } }) },
    readMail: { ...withoutInput, emptyLists: ['mail.texts'] },
    updateMail: {
      call: () => ({
        body: {
          sender_name: 'Comptoir',
          reply_to: '',
          texts: [{ kind: 'ticket_reply', locale: 'en', subject: '', body: 'Hello {name}' }],
        },
      }),
    },
    replaceLogo: { call: async () => ({ form: { image: await png() } }) },
    removeLogo: withoutInput,
    readWindows: withoutInput,
    updateWindows: { call: () => ({ body: usualSizes }) },
  };
}

function aboutDeliveries(): Record<string, Example> {
  const title = () => ({ title: uuidv7() });
  const emptyLists = ['deliveries', 'cities', 'rates'];
  const withNew = (table: 'deliveries' | 'cities', more: () => Call): Example => ({
    call: async ({ server }) => ({ ...more(), path: { id: await putPlace(server.services, table) } }),
    emptyLists,
  });
  return {
    listDeliveries: { ...withoutInput, emptyLists },
    createDelivery: { call: () => ({ body: title() }), emptyLists },
    updateDelivery: withNew('deliveries', () => ({ body: title() })),
    deleteDelivery: withNew('deliveries', () => ({})),
    createCity: { call: () => ({ body: title() }), emptyLists },
    updateCity: withNew('cities', () => ({ body: title() })),
    deleteCity: withNew('cities', () => ({})),
    setRate: {
      call: async ({ server }) => ({
        body: {
          delivery_id: await putPlace(server.services, 'deliveries'),
          city_id: await putPlace(server.services, 'cities'),
          price: 3.5,
        },
      }),
    },
  };
}

async function placeOrder(server: FilledShop['server'], product: number): Promise<number> {
  const karim = server.withToken(await server.signIn('karim'));
  const answer = await karim.post('/api/orders', { product_id: product }, { 'Idempotency-Key': uuidv7() });
  return answer.body.order.id as number;
}
