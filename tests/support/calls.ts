import { uuidv7 } from '../../src/server/platform/uuid.ts';
import { examplesForAdmins } from './calls-of-admins.ts';
import type { Example } from './call.ts';
import { done } from './filled-world.ts';
import { png } from './uploads.ts';
import { linkTo, type TestPerson, type World } from './world.ts';

let registered = 0;

/** An id that nobody has. */
const nobody = 999_999_999;

const read: Example = { call: () => ({}) };

/** An example for each endpoint of the contract, by its name: what the tests of all calls are generated from. */
export const examples: Readonly<Record<string, Example>> = {
  ...openToAnyone(),
  ...ofOneself(),
  ...ofCustomers(),
  ...examplesForAdmins,
};

function openToAnyone(): Record<string, Example> {
  return {
    csrfCookie: read,
    health: read,
    ready: read,
    metrics: read,
    login: { call: ({ world }) => ({ body: credentials(world.people.amina) }) },
    register: { call: () => ({ body: registration() }) },
    confirmEmail: { call: async ({ world }) => ({ body: { token: await confirmation(world) } }) },
    resendConfirmation: { call: () => ({ body: { email: registration().email } }) },
    forgotPassword: { call: () => ({ body: { email: registration().email } }) },
    resetPassword: {
      call: async ({ world, newcomer }) => {
        const { email } = await newcomer();
        done(await world.guest.post('/api/auth/password/forgot', { email }));
        return { body: { token: await tokenTo(world, email), password: 'a new good phrase' } };
      },
    },
  };
}

function ofOneself(): Record<string, Example> {
  return {
    currentUser: { ...read, empty: ['profile.muted_mail'] },
    logout: { call: () => ({ body: {} }) },
    changePassword: {
      call: (_filled, { password }) => ({ body: { current_password: password, password } }),
    },
    updateProfile: {
      call: () => ({ body: { locale: 'fr', muted_mail: ['balance.changed'] } }),
      empty: ['profile.muted_mail'],
    },
    changeEmail: {
      call: (_filled, { password }) => ({ body: { email: registration().email, current_password: password } }),
    },
    listSessions: read,
    revokeSession: {
      call: async ({ world }) => ({ path: { id: await furtherSession(world) } }),
      owned: { by: 'owner', missing: { path: { id: nobody } } },
    },
    readInitial: { ...read, empty: ['deliveries', 'cities', 'rates'] },
    countOrders: read,
    readBalance: read,
    readOwnBalanceHistory: { ...read, empty: ['data.data'] },
    listNotifications: { ...read, empty: ['data.data'] },
    readNotifications: { call: ({ notification }) => ({ body: { ids: [notification] } }) },
    syncEvents: read,
    sync: { call: () => ({ body: firstPass }), empty: ['results', 'changes', 'elsewhere'] },
    readOutcome: {
      call: ({ delivered }) => ({ path: { key: delivered.key } }),
      owned: { by: 'owner', missing: { path: { key: uuidv7() } } },
    },
    cancelOutcome: {
      call: ({ delivered }) => ({ body: { key: delivered.key } }),
      owned: { by: 'owner', missing: { body: { key: uuidv7() } } },
    },
  };
}

function ofCustomers(): Record<string, Example> {
  return {
    listParentCategories: { ...read, empty: ['categories.children.children'] },
    listAllCategories: { ...read, empty: ['categories.children', 'categories.children.children'] },
    listCategoryProducts: { call: ({ category }) => ({ path: { id: category } }), empty: ['category.children'] },
    listAllProducts: read,
    placeOrder: {
      call: ({ choice }) => ({ body: { product_id: choice.id, product_variant_id: choice.variants[0], price: 12 } }),
      forAdmins: 422,
    },
    listOrders: { ...read, empty: ['data'] },
    openTicket: {
      call: async () => ({
        form: { subject: 'A question', type: 'general', content: 'Is it open?', attachments: await png() },
      }),
      forAdmins: 403,
      empty: ['ticket.responses'],
    },
    listTickets: { ...read, empty: ['data'] },
    readTicket: {
      call: ({ ticket }) => ({ path: { id: ticket } }),
      owned: { by: 'admins', missing: { path: { id: uuidv7() } } },
    },
    replyToTicket: {
      call: async ({ ticket }) => ({
        path: { id: ticket },
        form: { content: 'One thing more.', attachments: await png() },
      }),
      owned: { by: 'admins', missing: { path: { id: uuidv7() }, form: { content: 'One thing more.' } } },
    },
    uploadFile: { call: async () => ({ form: { id: uuidv7(), file: await png() } }) },
    readFile: {
      call: ({ delivered }) => ({ path: { id: delivered.file } }),
      owned: { by: 'admins', missing: { path: { id: uuidv7() } } },
    },
  };
}

const firstPass = { protocol: 1, epoch: null, cursor: null, before: null, mutations: [] };

const credentials = ({ email, password }: TestPerson) => ({ email, password });

const registration = () => ({
  name: 'Wassim',
  email: `wassim-${++registered}@example.test`,
  password: 'a good long phrase',
});

/** The id of one more session of amina's. */
async function furtherSession({ means, people, signIn }: World): Promise<number> {
  await signIn('amina');
  const own = means.db.selectFrom('sessions').where('user_id', '=', people.amina.id);
  return (await own.select((row) => row.fn.max('id').as('id')).executeTakeFirstOrThrow()).id;
}

async function confirmation(world: World): Promise<string> {
  const body = registration();
  done(await world.guest.post('/api/auth/register', body));
  return tokenTo(world, body.email);
}

/** The secret in the link of the newest letter to an address. */
async function tokenTo(world: World, email: string): Promise<string> {
  await world.post.deliver();
  return /[?&#]token=([\w-]+)/.exec(linkTo(world, email))?.[1] ?? '';
}
