import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aField, anAnsweredOrder, aSavedAnswer, diamonds, playerField } from '../support/order-fields.ts';
import { aCategory, amina, anAccount, openDevice, visit, type Script } from '../support/storefront.tsx';

const placed: Script = () => [200, { code: 'SUCCESS', order: anAnsweredOrder(501), balance: 95 }];
const refusedWith =
  (errors: Record<string, string[]>): Script =>
  ({ path }) =>
    path === '/api/orders' ? [422, { code: 'INVALID_FIELDS', errors }] : [200, { status: 'ok' }];

const open = async (script: Script = placed, more: { saved?: object[]; product?: object } = {}) => {
  const device = await openDevice(amina, {
    account: [anAccount(100)],
    categories: [aCategory(1, 'Games')],
    products: [more.product ?? diamonds],
    saved_answers: more.saved ?? [],
  });
  device.server.respondWith(script);
  const page = visit('/user/catalogue?buy=5');
  const popup = within(await screen.findByRole('dialog', { name: 'Place an order' }));
  const player = () => popup.getByRole<HTMLInputElement>('textbox', { name: 'Player id' });
  const confirm = () => page.user.click(popup.getByRole('button', { name: 'Confirm order' }));
  const region = () => page.user.click(popup.getByRole('radio', { name: 'Europe' }));
  return { ...device, ...page, popup, player, confirm, region };
};

test('AN-11 the popup asks for what the product asks for, and sends it as it is stored', async () => {
  const { server, user, popup, player, confirm, region } = await open();
  expect(player().inputMode).toBe('numeric');
  expect(popup.getByRole('textbox', { name: 'Remark (optional)' })).toBeTruthy();
  expect(popup.queryByText('Saved answers')).toBeNull();

  await user.type(player(), ' ٥١٢ 3456');
  await region();
  await confirm();

  await waitFor(() => expect(server.orders()).toHaveLength(1));
  const answers = { player: '5123456', region: 'eu' };
  expect(server.orders()[0]!.body).toMatchObject({ answers, total: 20, quantity: 1 });
});

test('AN-11 what is missing or wrong is said under its field before anything is sent', async () => {
  const { server, user, popup, player, confirm, region } = await open();
  await confirm();
  expect(await popup.findByText('\u2068Player id\u2069 is required.')).toBeTruthy();
  expect(popup.getByText('\u2068Region\u2069 is required.')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(player()));

  await user.type(player(), '123');
  await region();
  expect(popup.queryByText('\u2068Region\u2069 is required.')).toBeNull();
  await confirm();

  expect(await popup.findByText('\u2068Player id\u2069 must have at least 6 characters.')).toBeTruthy();
  expect(server.orders()).toEqual([]);
});

test('AN-11 the keyboard fits the kind of a field, and a choice of many is a list', async () => {
  const choices = Array.from({ length: 6 }, (_, n) => ({ value: `v${n}`, label: { en: `Server ${n}` } }));
  const fields = [
    aField('phone', 'Phone', { kind: 'phone' }),
    aField('mail', 'Mail', { kind: 'email' }),
    aField('profile', 'Profile', { kind: 'link', starts: ['https://t.me/'] }),
    aField('server', 'Server', { kind: 'choice', choices }),
  ];
  const { popup, user, confirm } = await open(placed, { product: { ...diamonds, order_fields: fields } });
  const typeOf = (name: string) => popup.getByRole<HTMLInputElement>('textbox', { name }).type;
  expect(['Phone', 'Mail', 'Profile'].map(typeOf)).toEqual(['tel', 'email', 'url']);
  expect(popup.getByRole('combobox', { name: 'Server' }).textContent).toContain('Server 5');

  await user.type(popup.getByRole('textbox', { name: 'Profile' }), 'https://example.test/a');
  await confirm();

  expect(await popup.findByText('\u2068Profile\u2069 must begin with \u2068https://t.me/\u2069.')).toBeTruthy();
});

test('AN-11 an answer that the server refuses is marked, and an order of an older form keeps what is typed', async () => {
  const { server, receive, user, popup, player, confirm, region } = await open(
    refusedWith({ 'answers.player': ['invalid'] }),
  );
  await user.type(player(), '5123456');
  await region();
  await confirm();
  expect(await popup.findByText('\u2068Player id\u2069 is not valid.')).toBeTruthy();

  server.respondWith(refusedWith({ answers: ['unknown'] }));
  await confirm();
  expect(await popup.findByText('The shop has changed what this product asks for.')).toBeTruthy();
  await receive('products', { ...diamonds, order_fields: [playerField, aField('nick', 'Nickname')], rev: 2 });
  await popup.findByRole('textbox', { name: 'Nickname' });
  expect(player().value).toBe('5123456');
  expect(popup.queryByRole('radio', { name: 'Europe' })).toBeNull();
  server.respondWith(placed);
  await user.type(popup.getByRole('textbox', { name: 'Nickname' }), 'Rami');
  await confirm();

  await waitFor(() => expect(server.orders()).toHaveLength(3));
  expect(server.orders()[2]!.body.answers).toEqual({ player: '5123456', nick: 'Rami' });
});

test('AN-12 what is typed stays as a draft, and goes with the order', async () => {
  const { db, user, player, go } = await open();
  await user.type(player(), '5123456');
  await waitFor(async () => expect(await db.drafts.get('order:5.answers')).toBeTruthy());
  await go('/user/catalogue');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

  await go('/user/catalogue?buy=5');
  const popup = await screen.findByRole('dialog', { name: 'Place an order' });
  const found = within(popup).getByRole('textbox', { name: 'Player id' });
  await waitFor(() => expect(found).toHaveProperty('value', '5123456'));
  await user.click(within(popup).getByRole('radio', { name: 'Europe' }));
  await user.click(within(popup).getByRole('button', { name: 'Confirm order' }));

  await waitFor(async () => expect(await db.drafts.count()).toBe(0));
});

test('AN-13 a saved answer fills its field in', async () => {
  const { user, popup, player } = await open(placed, {
    saved: [aSavedAnswer(1, 'Me', '700100200'), aSavedAnswer(2, 'My brother', '5123456789')],
  });
  const chips = within(popup.getByRole('group', { name: 'Saved answers' })).getAllByRole('button');
  expect(chips.map(({ textContent }) => textContent)).toEqual(['My brother· 5123…', 'Me· 7001…']);

  await user.click(chips[0]!);

  expect(player().value).toBe('5123456789');
  expect(chips[0]!.getAttribute('aria-pressed')).toBe('true');
  expect(popup.queryByRole('checkbox', { name: 'Remember this' })).toBeNull();
});

test('AN-13 an answer is kept under a name after the order was placed, when the customer wants it', async () => {
  const { db, server, user, popup, player, confirm, region } = await open();
  await user.type(player(), '5123456');
  await region();
  const box = popup.getByRole('checkbox', { name: 'Remember this' });
  expect(box).toHaveProperty('checked', false);
  await user.click(box);
  await confirm();
  expect(await popup.findByText('Name is required.')).toBeTruthy();
  expect(server.orders()).toEqual([]);
  await user.type(popup.getByRole('textbox', { name: 'Name for it' }), ' My brother ');

  await confirm();

  await waitFor(async () =>
    expect(await db.saved_answers.toArray()).toMatchObject([
      { save_as: 'game_id', name: 'My brother', value: '5123456' },
    ]),
  );
  expect(await db.outbox.toArray()).toMatchObject([{ kind: 'answer.save' }]);
});

test('AN-13 nothing is kept unless the customer wants it, nor after an order that was not placed', async () => {
  const { db, server, user, popup, player, confirm, region } = await open(refusedWith({ message: ['max:500'] }));
  await user.type(player(), '5123456');
  await region();
  await user.click(popup.getByRole('checkbox', { name: 'Remember this' }));
  await user.type(popup.getByRole('textbox', { name: 'Name for it' }), 'Me');
  await confirm();
  expect(await popup.findByText('Please check the marked fields.')).toBeTruthy();
  expect(await db.outbox.count()).toBe(0);

  server.respondWith(placed);
  await user.click(popup.getByRole('checkbox', { name: 'Remember this' }));
  await confirm();

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await db.outbox.count()).toBe(0);
});

test('AN-14 the details of an order show its answers with the labels as they were', async () => {
  await openDevice(amina, { products: [diamonds], orders: [anAnsweredOrder(501)] });

  visit('/user/orders?order=501');

  const dialog = within(await screen.findByRole('dialog'));
  expect((await dialog.findByText('Player number')).closest('div')!.textContent).toBe('Player number5123456');
});

test('AN-16 “Order again” opens the popup with the answers of the order', async () => {
  await openDevice(amina, {
    products: [diamonds],
    categories: [aCategory(1, 'Games')],
    orders: [anAnsweredOrder(501)],
  });
  const { user, address } = visit('/user/orders?order=501');

  await user.click(await screen.findByRole('link', { name: 'Order again' }));

  expect(await screen.findByRole('textbox', { name: 'Player id' })).toHaveProperty('value', '5123456');
  expect(screen.getByRole('radio', { name: 'Europe' })).toHaveProperty('checked', true);
  expect(address()).not.toContain('5123456');
});
