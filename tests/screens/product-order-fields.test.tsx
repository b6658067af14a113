import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { OrderField } from '../../src/contract/order-fields.ts';
import { anOrderField, aPlayerId } from '../support/order-field-values.ts';
import {
  aCostedProduct,
  accepts,
  answerOf,
  answers,
  openShop,
  saveButton,
  visitProducts,
} from '../support/product-pages.tsx';

const field = (number: number) => within(screen.getByRole('group', { name: `Field ${number}` }));
const input = (number: number, name: string) => field(number).getByRole<HTMLInputElement>('textbox', { name });
const sold = (...fields: OrderField[]) => aCostedProduct(9, 'Coins', { rev: 41, order_fields: fields });
const preview = (locale: string) => within(screen.getByRole('group', { name: locale }));

/** Opens the edit of a product with these fields. */
async function openEdit(...fields: OrderField[]) {
  const device = await openShop({ products: [sold(...fields)] });
  device.server.respondWith(accepts(sold(...fields)));
  const page = visitProducts('/admin/products/9/edit');
  await screen.findByRole('button', { name: 'Add a field' });
  const type = async (number: number, name: string, text: string) => {
    await page.user.clear(input(number, name));
    if (text) await page.user.type(input(number, name), text);
  };
  return { ...device, ...page, type };
}

test('AN-21 fields are added with labels in three languages, and saved in their order', async () => {
  const { user, type, sent } = await openEdit(aPlayerId);
  await user.click(screen.getByRole('button', { name: 'Add a field' }));
  await type(2, 'Label · English', 'Server name');
  expect(input(2, 'Key').value).toBe('server_name');
  await type(2, 'Label · Français', 'Serveur');
  await type(2, 'Hint · English', 'Where you play');
  await user.selectOptions(field(2).getByRole('combobox', { name: 'Kind' }), 'Choice');
  await user.click(field(2).getByRole('button', { name: 'Add a choice' }));
  const choice = within(field(2).getByRole('group', { name: 'Choice 1' }));
  await user.type(choice.getByRole('textbox', { name: 'Value in the order' }), 'eu');
  await user.type(choice.getByRole('textbox', { name: 'Label · English' }), 'Europe');
  await user.click(field(2).getByRole('switch', { name: 'Required' }));

  await user.click(screen.getByRole('button', { name: /Move .*Server name.* up/ }));
  await user.click(saveButton());

  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]!.fields.order_fields).toEqual([
    {
      key: 'server_name',
      kind: 'choice',
      label: { en: 'Server name', fr: 'Serveur' },
      hint: { en: 'Where you play' },
      required: false,
      min: null,
      max: null,
      starts: [],
      choices: [{ value: 'eu', label: { en: 'Europe' } }],
      save_as: null,
    },
    { ...aPlayerId, min: '6' },
  ]);
});

test('AN-21 limits, beginnings and the name under which answers are kept are sent; a removed field is not', async () => {
  const { user, type, sent } = await openEdit(aPlayerId, anOrderField('phone', { kind: 'phone' }));
  await user.click(screen.getByRole('button', { name: /Remove .*Player id/ }));
  await type(1, 'Accepted beginnings (optional)', '00218، +218,');
  await type(1, 'Shortest (optional)', '٨');
  await type(1, 'Kept as (optional)', 'my_phone');

  await user.click(saveButton());

  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]!.fields.order_fields).toMatchObject([
    { key: 'phone', kind: 'phone', min: '8', max: null, starts: ['00218', '+218'], save_as: 'my_phone' },
  ]);
});

test('AN-22 the key and the kind of a saved field stay; a typed key is not replaced by the label', async () => {
  const { user, type } = await openEdit(aPlayerId);
  expect(input(1, 'Key').readOnly).toBe(true);
  expect(field(1).getByRole<HTMLSelectElement>('combobox', { name: 'Kind' }).disabled).toBe(true);

  await user.click(screen.getByRole('button', { name: 'Add a field' }));
  await type(2, 'Key', 'my_key');
  await type(2, 'Label · English', 'Account');

  expect(input(2, 'Key').value).toBe('my_key');
  expect(input(2, 'Key').readOnly).toBe(false);
});

test('AN-23 the form that customers get is shown in each language while it is written', async () => {
  const { type } = await openEdit(aPlayerId, anOrderField('region', { kind: 'choice', label: { fr: 'Région' } }));

  expect(preview('ar').getByText('رقم اللاعب')).toBeTruthy();
  expect(preview('fr').getByText('Player id')).toBeTruthy();
  expect(preview('en').getByText('Région')).toBeTruthy();
  await type(1, 'Label · Français', 'Numéro du joueur');

  expect(await preview('fr').findByText('Numéro du joueur')).toBeTruthy();
  expect(preview('en').getByRole('textbox', { name: 'Player id' }).closest('fieldset')?.disabled).toBe(true);
});

test('AN-24 faults of fields are shown beside them, those of the form and those of the server', async () => {
  const { user, type, server, sent } = await openEdit(aPlayerId);
  await user.click(screen.getByRole('button', { name: 'Add a field' }));
  await user.selectOptions(field(2).getByRole('combobox', { name: 'Kind' }), 'Choice');
  await type(2, 'Key', 'player_id');

  await user.click(saveButton());

  expect((await field(2).findAllByText('Label is required.')).length).toBeGreaterThan(0);
  expect(field(2).getByText('Key is already taken.')).toBeTruthy();
  expect(field(2).getByText('Choices: at least one is required.')).toBeTruthy();
  expect(sent).toEqual([]);

  await user.click(screen.getByRole('button', { name: /Remove .*field 2/ }));
  const errors = { 'order_fields.0.max': ['number-min:6'], 'order_fields.0.label.fr': ['max:80'] };
  server.respondWith(answers([422, { code: 'INVALID_FIELDS', errors }]));
  await user.click(saveButton());
  expect(await field(1).findByText('Longest must be at least 6.')).toBeTruthy();
  expect(field(1).getByText('Label can have at most 80 characters.')).toBeTruthy();
  expect(screen.getByRole('radiogroup', { name: 'Languages of the text', hidden: true }).textContent).toContain(
    'Français',
  );
});

test('AN-22 fields are kept as a draft, and those that another admin has saved are one field of the conflict', async () => {
  const { type, server, db, close } = await openEdit(aPlayerId);
  await type(1, 'Label · English', 'Id');
  await waitFor(async () => expect(await db.drafts.count()).toBe(1));
  close();
  const again = visitProducts('/admin/products/9/edit');
  await waitFor(() => expect(input(1, 'Label · English').value).toBe('Id'));
  const newer = { ...sold(aPlayerId, anOrderField('server')), rev: 44 };
  const changed = { code: 'REVISION_CHANGED', message: 'No.', details: { current: answerOf(newer).product } };
  server.respondWith(answers([412, changed], [200, answerOf(newer)]));

  await again.user.click(saveButton());

  await screen.findByText('Changed by two people');
  const group = within(screen.getByRole('group', { name: 'Order fields' }));
  expect(group.getByRole('button', { name: /Id.*Digits/, pressed: true })).toBeTruthy();
  await again.user.click(group.getByRole('button', { name: /server.*Text/ }));
  expect(input(2, 'Key').value).toBe('server');
  await again.user.click(saveButton());

  await waitFor(() => expect(again.address()).toBe('/admin/products/9'));
});

test('AN-21 a product has at most ten fields', async () => {
  const { user } = await openEdit(...Array.from({ length: 9 }, (_, at) => anOrderField(`field_${at}`)));
  const add = screen.getByRole<HTMLButtonElement>('button', { name: 'Add a field' });

  await user.click(add);

  expect(add.disabled).toBe(true);
  expect(screen.getByText('At most 10 fields.')).toBeTruthy();
});

test('AN-29 the page of a product lists what its orders say', async () => {
  await openShop({ products: [sold(aPlayerId, anOrderField('note', { kind: 'note', required: false }))] });
  visitProducts('/admin/products/9');

  const list = await screen.findByRole('list', { name: 'Order fields' });

  expect(
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['Player idplayer_id · Digits · Required', 'notenote · Longer text · Optional']);
});
