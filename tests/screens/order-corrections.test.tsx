import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { OrderHistoryEntry } from '../../src/contract/order-history.ts';
import type { Order } from '../../src/contract/orders.ts';
import { onlyOrders, rowOf, visitOrders } from '../support/admin-orders.tsx';
import { openHelpDesk, park, waitingIn } from '../support/help-desk.tsx';
import { anOrderField, aPlayerId } from '../support/order-field-values.ts';
import { amina, anOrder, aProduct, marc, sara, type Script } from '../support/storefront.tsx';

const [item] = anOrder(41).items;
const answered: Order['items'][number] = {
  ...item!,
  quantity: 2_500,
  unit_price: 0.9,
  price_per: 1000,
  answers: [
    { key: 'player_id', kind: 'digits', label: { en: 'Player id', ar: 'رقم اللاعب' }, value: '51234567' },
    { key: 'page', kind: 'link', label: { en: 'Page' }, value: 'https://pages.test/amina' },
  ],
};
const asked = (round: number, more: Partial<Order> = {}): Order =>
  anOrder(41, {
    items: [{ ...answered, answers_round: round }],
    ask: { round, keys: ['player_id'], text: 'Not found in the game', by: 'Marc', at: '2026-11-21T08:00:00.000Z' },
    ...more,
  });

/** Opens the orders of a shop whose product asks for a player id and a server. */
async function openOrders(person: typeof sara | typeof marc, order: Order) {
  const device = await openHelpDesk(person, {
    orders: [order],
    people: [amina, sara, marc].map((one) => ({ ...one, is_active: true })),
    products: [aProduct(1, 'Netflix', { order_fields: [aPlayerId, anOrderField('server', { required: false })] })],
  });
  return { ...device, ...visitOrders('/admin/orders?order=41') };
}

/** The details of the order, which replace the dialog with its placeholders. */
const details = () =>
  waitFor(() => {
    const dialog = within(screen.getByRole('dialog', { name: 'Order #41' }));
    dialog.getByText('Order ID');
    return dialog;
  });
const question = async () => within(await screen.findByRole('dialog', { name: 'Ask to correct order #41' }));

test('AN-25 an order shows its answers as lines that are copied, and in short with its quantity in the table', async () => {
  const { user } = await openOrders(sara, anOrder(41, { items: [answered] }));
  const dialog = await details();
  expect(dialog.getByText('Player id').closest('div')?.textContent).toBe('Player id51234567Copy');
  expect(dialog.getByText('pages.test')).toBeTruthy();

  await user.click(dialog.getAllByRole('button', { name: 'Copy' })[0]!);

  expect(await navigator.clipboard.readText()).toBe('51234567');
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  expect((await rowOf(41)).textContent).toContain('2,500 × · 51234567 · https://pages.test/amina');
});

test.each([
  ['an admin', sara],
  ['an agent', marc],
] as const)('AN-26 %s asks the customer to correct ticked answers, also offline', async (_, person) => {
  const { user, db, server } = await openOrders(person, anOrder(41, { items: [answered] }));
  await server.goOffline();
  await user.click((await details()).getByRole('button', { name: 'Ask to correct…' }));
  const form = await question();
  await form.findByRole('checkbox', { name: 'server' });
  await user.click(form.getByRole('button', { name: 'Ask' }));
  expect(await form.findByText('Choose at least one.')).toBeTruthy();
  expect(form.getByText('What is wrong is required.')).toBeTruthy();

  await user.click(form.getByRole('checkbox', { name: /^Player id/ }));
  await user.type(form.getByRole('textbox', { name: 'What is wrong' }), ' Not found ');
  await user.click(form.getByRole('button', { name: 'Ask' }));

  await waitFor(async () =>
    expect(await waitingIn(db)).toEqual([
      {
        kind: 'order.ask',
        args: { order_id: 41, round: 1, keys: ['player_id'], text: 'Not found' },
        state: 'queued',
      },
    ]),
  );
  const dialog = await details();
  expect(await dialog.findByText('The customer is asked to correct')).toBeTruthy();
  expect(dialog.getByText('Not found')).toBeTruthy();
  await waitFor(async () => expect(await db.drafts.count()).toBe(0));
});

test('AN-26 the next question has the next round, also after the customer has corrected the last one', async () => {
  const { user, db } = await openOrders(sara, asked(3, { ask: undefined }));
  const send = async (text: string) => {
    await user.click((await details()).getByRole('button', { name: 'Ask to correct…' }));
    const form = await question();
    await user.click(await form.findByRole('checkbox', { name: /^Page/ }));
    await user.type(form.getByRole('textbox', { name: 'What is wrong' }), text);
    await user.click(form.getByRole('button', { name: 'Ask' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: /^Ask to correct/ })).toBeNull());
  };
  const rounds = async () => (await waitingIn(db)).map(({ args }) => args.round);

  await send('Private page');
  expect(await rounds()).toEqual([4]);
  await send('Still private');
  expect(await rounds()).toEqual([4, 5]);
});

test('AN-26 what is typed is kept on the device, and a question of another colleague stays in view', async () => {
  const { user, db } = await openOrders(sara, asked(1));
  const dialog = await details();
  expect(dialog.getByText('Not found in the game')).toBeTruthy();
  expect(dialog.getByText('Marc')).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Ask to correct…' }));
  await user.type((await question()).getByRole('textbox', { name: 'What is wrong' }), 'Digits only');
  await waitFor(async () => expect(await db.drafts.count()).toBe(1));

  await user.click((await question()).getByRole('button', { name: 'Cancel' }));
  await user.click((await details()).getByRole('button', { name: 'Ask to correct…' }));

  await waitFor(async () =>
    expect((await question()).getByRole<HTMLTextAreaElement>('textbox', { name: 'What is wrong' }).value).toBe(
      'Digits only',
    ),
  );
});

test('AN-26 a question that came too late says so in the order, and a closed order offers none', async () => {
  const { user, db, server, receive } = await openOrders(sara, anOrder(41, { items: [answered] }));
  await server.goOffline();
  await user.click((await details()).getByRole('button', { name: 'Ask to correct…' }));
  const form = await question();
  await user.click(await form.findByRole('checkbox', { name: /^Player id/ }));
  await user.type(form.getByRole('textbox', { name: 'What is wrong' }), 'Not found');
  await user.click(form.getByRole('button', { name: 'Ask' }));
  await waitFor(async () => expect(await waitingIn(db)).toHaveLength(1));

  const error = { current: 'completed', by: 'Root', at: '2026-11-21T08:00:00.000Z' };
  await park(db, 'order.ask', 'conflict', { status: 409, code: 'CONFLICT', details: error });
  await receive('orders', anOrder(41, { items: [answered], status: 'completed', rev: 9 }));

  const dialog = await details();
  expect(await dialog.findByText('Not accepted')).toBeTruthy();
  await waitFor(() => expect(dialog.queryByRole('button', { name: 'Ask to correct…' })).toBeNull());
});

test('AN-27 the history of an order has what was asked and the answers before and after', async () => {
  const change = (id: number, more: Partial<OrderHistoryEntry>): OrderHistoryEntry => ({
    id,
    action: 'order.ask',
    action_by: 'Marc',
    created_at: new Date(Date.now() - (30 - id) * 60_000).toISOString(),
    fields: [],
    amount: null,
    ...more,
  });
  const set = (field: string, old: unknown, next: unknown) => ({ field, old_value: old, new_value: next });
  const history = [
    change(2, {
      action: 'order.answers',
      action_by: 'Amina Haddad',
      fields: [set('answers', { player_id: '512' }, { player_id: '51234567' })],
    }),
    change(1, { fields: [set('keys', null, ['player_id', 'gone']), set('text', null, 'Not found')] }),
  ];
  const meta = { current_page: 1, per_page: 20, total: 2, next_page_url: null, prev_page_url: null };
  const script: Script = ({ path }) =>
    path.endsWith('/history') ? [200, { code: 'SUCCESS', history, meta, ...meta }] : [200, { status: 'ok' }];
  const { user, server } = await openOrders(sara, anOrder(41, { items: [answered] }));
  server.respondWith(onlyOrders(script));

  await user.click((await details()).getByRole('button', { name: 'History' }));

  const list = within(await screen.findByRole('list', { name: 'History of order 41' }));
  const entries = (await list.findAllByRole('listitem')).map(({ textContent }) => textContent);
  expect(entries[0]).toMatch(/^Corrected by the customerPlayer id 512 .*51234567.* · .*Amina Haddad/);
  expect(entries[1]).toMatch(/^Asked to correctPlayer idgoneNot found.* · .*Marc/);
});
