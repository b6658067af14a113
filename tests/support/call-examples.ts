import type { Endpoint } from '../../src/contract/endpoint.ts';
import { uuidv7 } from '../../src/contract/uuid.ts';
import { examplesForAdmins } from './call-examples-of-admins.ts';
import { examplesOfCodes } from './call-examples-of-codes.ts';
import { examplesOfTopupSettings } from './call-examples-of-topup-settings.ts';
import { send, type Example } from './call.ts';
import { askForTopup, expectDone, type FilledShop } from './filled-shop.ts';
import { png, putLogo } from './uploads.ts';
import { linkEmailedTo, type TestUser, type TestServer } from './test-server.ts';

let registrationCount = 0;

/** An id that no record has. */
const unknownId = 999_999_999;

const withoutInput: Example = { call: () => ({}) };

/** An example of each endpoint, by the endpoint's name; the tests of all calls are generated from these examples. */
export const examples: Readonly<Record<string, Example>> = {
  ...publicCalls(),
  ...signedInCalls(),
  ...customerCalls(),
  ...examplesForAdmins,
  ...examplesOfTopupSettings,
  ...examplesOfCodes,
};

/**
 * Makes an endpoint's example call: without a session where anyone may, as root or sara where only root or admins may, else
 * as amina.
 */
export async function askExample(filled: FilledShop, endpoint: Endpoint): Promise<Response> {
  const { server } = filled;
  const admin = examples[endpoint.name]!.by ?? 'sara';
  const who = ['anyone', 'signedIn', 'topups.open'].includes(endpoint.audience) ? 'amina' : admin;
  const call = await examples[endpoint.name]!.call(filled, server.users[who]);
  const bearer = { Authorization: `Bearer ${await server.signIn(who)}` };
  return send(server, endpoint, call, endpoint.audience === 'anyone' ? {} : bearer);
}

function publicCalls(): Record<string, Example> {
  return {
    csrfCookie: withoutInput,
    health: withoutInput,
    ready: withoutInput,
    metrics: withoutInput,
    readLogo: { call: async ({ server }) => ({ path: { name: await putLogo(server) } }) },
    login: { call: ({ server }) => ({ body: credentials(server.users.amina) }) },
    register: { call: () => ({ body: registration() }) },
    confirmEmail: { call: async ({ server }) => ({ body: { token: await registerForToken(server) } }) },
    resendConfirmation: { call: () => ({ body: { email: registration().email } }) },
    forgotPassword: { call: () => ({ body: { email: registration().email } }) },
    resetPassword: {
      call: async ({ server, newcomer }) => {
        const { email } = await newcomer();
        expectDone(await server.guest.post('/api/auth/password/forgot', { email }));
        return { body: { token: await deliverAndReadToken(server, email), password: 'a new good phrase' } };
      },
    },
  };
}

function signedInCalls(): Record<string, Example> {
  return {
    currentUser: { ...withoutInput, emptyLists: ['profile.muted_mail', 'profile.muted_notifications'] },
    logout: { call: () => ({ body: {} }) },
    changePassword: {
      call: (_filled, { password }) => ({ body: { current_password: password, password } }),
    },
    updateProfile: {
      call: () => ({ body: { locale: 'fr', muted_mail: ['balance.changed'], muted_notifications: ['ticket.status'] } }),
      emptyLists: ['profile.muted_mail', 'profile.muted_notifications'],
    },
    changeEmail: {
      call: (_filled, { password }) => ({ body: { email: registration().email, current_password: password } }),
    },
    listSessions: withoutInput,
    revokeSession: {
      call: async ({ server }) => ({ path: { id: await createSession(server) } }),
      owned: { by: 'owner', missing: { path: { id: unknownId } } },
    },
    readInitial: { ...withoutInput, emptyLists: ['deliveries', 'cities', 'rates'] },
    countOrders: withoutInput,
    readBalance: withoutInput,
    readOwnBalanceHistory: { ...withoutInput, emptyLists: ['data.data'] },
    listNotifications: { ...withoutInput, emptyLists: ['data.data'] },
    // Marks notifications as read.
    readNotifications: { call: ({ notification }) => ({ body: { ids: [notification] } }) },
    syncEvents: withoutInput,
    sync: { call: () => ({ body: firstPass }), emptyLists: ['results', 'changes', 'elsewhere'] },
    readOutcome: {
      call: ({ deliveredOrder }) => ({ path: { key: deliveredOrder.key } }),
      owned: { by: 'owner', missing: { path: { key: uuidv7() } } },
    },
    cancelOutcome: {
      call: ({ deliveredOrder }) => ({ body: { key: deliveredOrder.key } }),
      owned: { by: 'owner', missing: { body: { key: uuidv7() } } },
    },
  };
}

function customerCalls(): Record<string, Example> {
  return {
    listParentCategories: { ...withoutInput, emptyLists: ['categories.children.children'] },
    listAllCategories: { ...withoutInput, emptyLists: ['categories.children', 'categories.children.children'] },
    listCategoryProducts: { call: ({ category }) => ({ path: { id: category } }), emptyLists: ['category.children'] },
    listArticles: withoutInput,
    listAllProducts: withoutInput,
    placeOrder: {
      call: ({ productWithVariants }) => ({
        body: { product_id: productWithVariants.id, product_variant_id: productWithVariants.variants[0], price: 12 },
      }),
      forAdmins: 422,
    },
    listOrders: { ...withoutInput, emptyLists: ['data'] },
    openTicket: {
      call: async () => ({
        form: { subject: 'A question', type: 'general', content: 'Is it open?', attachments: await png() },
      }),
      forAdmins: 403,
      emptyLists: ['ticket.responses'],
    },
    listTickets: { ...withoutInput, emptyLists: ['data'] },
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
    openTopup: {
      call: async ({ topupMethod }) => ({
        form: { method_id: String(topupMethod), amount: '50', slips: await png() },
      }),
    },
    cancelTopup: {
      call: async ({ server, topupMethod }) => ({ path: { id: await askForTopup(server, topupMethod) } }),
      owned: { by: 'owner', missing: { path: { id: uuidv7() } } },
    },
    listTopups: { ...withoutInput, emptyLists: ['data'], forAgents: 403 },
    readTopup: {
      call: ({ topup }) => ({ path: { id: topup } }),
      owned: { by: 'admins', missing: { path: { id: uuidv7() } } },
      forAgents: 403,
    },
    uploadFile: { call: async () => ({ form: { id: uuidv7(), file: await png() } }) },
    readFile: {
      call: ({ deliveredOrder }) => ({ path: { id: deliveredOrder.file } }),
      owned: { by: 'admins', missing: { path: { id: uuidv7() } } },
    },
  };
}

const firstPass = { protocol: 1, epoch: null, cursor: null, before: null, mutations: [] };

const credentials = ({ email, password }: TestUser) => ({ email, password });

const registration = () => ({
  name: 'Wassim',
  email: `wassim-${++registrationCount}@example.test`,
  password: 'a good long phrase',
});

/** Creates a session of amina; returns its id. */
async function createSession({ services, users, signIn }: TestServer): Promise<number> {
  await signIn('amina');
  const sessions = services.db.selectFrom('sessions').where('user_id', '=', users.amina.id);
  return (await sessions.select((row) => row.fn.max('id').as('id')).executeTakeFirstOrThrow()).id;
}

/** Registers a guest; returns the token of the confirmation link. */
async function registerForToken(server: TestServer): Promise<string> {
  const body = registration();
  expectDone(await server.guest.post('/api/auth/register', body));
  return deliverAndReadToken(server, body.email);
}

/** Sends the queued e-mails; returns the token in the newest one to an address. */
async function deliverAndReadToken(server: TestServer, email: string): Promise<string> {
  await server.mail.deliver();
  return /[?&#]token=([\w-]+)/.exec(linkEmailedTo(server, email))?.[1] ?? '';
}
