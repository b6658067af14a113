import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { DeliveriesScreen } from '../../src/client/features/shop/deliveries-screen.tsx';
import { MailScreen } from '../../src/client/features/mail/mail-screen.tsx';
import { ShopSettingsScreen } from '../../src/client/features/shop/shop-settings-screen.tsx';
import { isOnline } from '../../src/client/sync/connectivity.ts';
import { emailKinds } from '../../src/contract/mail.ts';
import { localeCodes } from '../../src/contract/locales.ts';
import { windowLimits } from '../../src/contract/windows.ts';
import { createKeyedServer } from '../support/keyed-server.ts';
import { openDevice, sara, visit, type Script } from '../support/storefront.tsx';

type Server = Pick<ReturnType<typeof createKeyedServer>, 'script'>;

const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
const offline = 'You are offline, or the server cannot be reached.';

async function openPage(path: string, Page: () => React.ReactNode, { script }: Server) {
  const device = await openDevice(sara);
  const reconnect = async () => {
    await device.server.goOnline(script);
    await expect.poll(isOnline).toBe(true);
  };
  await reconnect();
  return { ...device, ...visit(path, { [path]: Page }), reconnect };
}

const placeServer = (records: { id: number; title: string; rev: number }[] = []) =>
  createKeyedServer(
    {
      path: '/api/deliveries',
      entity: 'deliveries',
      answer: (_, deliveries) => ({ deliveries, cities: [{ id: 1, title: 'Fez', rev: 1 }], rates: [] }),
    },
    records,
  );

test.each([
  ['request', 1],
  ['answer', 2],
] as const)(
  'S2U-01 a delivery company is created once when the %s was lost and its name has changed since',
  async (what, rev) => {
    const shop = placeServer();
    const { user, reconnect } = await openPage('/admin/settings/deliveries', DeliveriesScreen, shop);
    await user.click(await screen.findByRole('button', { name: 'Add a company' }));
    await user.type(field('Name'), 'Rapid');
    shop.lose(what);
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText(offline);
    await reconnect();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', false));
    await user.type(field('Name'), ' SA');

    await user.click(screen.getByRole('button', { name: 'Save' }));

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(shop.records).toEqual([{ id: 40, title: 'Rapid SA', rev }]);
  },
);

test('S2U-01 a city’s rate whose answer was lost is no conflict with the same admin’s next one', async () => {
  const rates = createKeyedServer(
    {
      path: '/api/rates',
      entity: 'cities',
      isSettings: true,
      answer: (rate) => ({
        deliveries: [{ id: 1, title: 'Atlas', rev: 1 }],
        cities: [{ id: 1, title: 'Fez', rev: 1 }],
        rates: [{ delivery_id: 1, city_id: 1, price: Number(rate?.price), rev: rate?.rev }],
      }),
    },
    [{ id: 1, price: 4, rev: 3 }],
  );
  const script: Script = (asked) =>
    rates.script({ ...asked, path: asked.path === '/api/deliveries' ? '/api/rates' : asked.path });
  const { user, reconnect } = await openPage('/admin/settings/deliveries', DeliveriesScreen, { script });
  const price = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Price of Atlas for Fez' });
  rates.lose('answer');
  await user.clear(price);
  await user.type(price, '5{Enter}');
  await screen.findByText(offline);
  await reconnect();
  await waitFor(() => expect([price.readOnly, price.value]).toEqual([false, '5.00']));
  await user.clear(price);
  await user.type(price, '6{Enter}');

  await waitFor(() => expect(rates.records).toEqual([{ id: 1, delivery_id: 1, city_id: 1, price: '6', rev: 5 }]));
  await waitFor(() => expect(price.value).toBe('6.00'));
  expect(price.getAttribute('aria-invalid')).toBeNull();
});

/** The shop settings, in which the first change of the name has got no answer. */
async function loseNameOfShop() {
  const hours = Array.from({ length: 7 }, () => null);
  const shop = createKeyedServer(
    { path: '/api/shop', entity: 'shop', isSettings: true, answer: (saved) => ({ shop: saved, windows }) },
    [{ id: 0, name: 'Comptoir', hours, accent: 'teal', logo: null, rev: 4 }],
  );
  const { user, reconnect } = await openPage('/admin/settings', ShopSettingsScreen, shop);
  const name = await screen.findByRole('textbox', { name: 'Name of the shop' });
  const save = () => screen.getAllByRole<HTMLButtonElement>('button', { name: 'Save' })[0]!;
  await user.type(name, ' Sfax');
  shop.lose('answer');
  await user.click(save());
  await screen.findByText(offline);
  await reconnect();
  await waitFor(() => expect(save().disabled).toBe(false));
  return { shop, user, name, save };
}

test('S2U-03 shop settings whose answer was lost are no conflict with the same admin’s next ones', async () => {
  const { shop, user, name, save } = await loseNameOfShop();
  await user.type(name, '!');

  await user.click(save());

  await waitFor(() => expect(shop.records).toMatchObject([{ name: 'Comptoir Sfax!', rev: 6 }]));
  expect(screen.queryByText('Changed by two people')).toBeNull();
});

test('S2U-03 OF-12 after a lost answer, shop settings that another admin has saved since are not overwritten', async () => {
  const { shop, user, name, save } = await loseNameOfShop();
  shop.saveElsewhere(0, { name: 'Bazar' });
  await user.type(name, '!');

  await user.click(save());

  expect(await screen.findByText('Changed by two people')).toBeTruthy();
  expect(shop.records).toMatchObject([{ name: 'Bazar', rev: 6 }]);
});

const windows = Object.fromEntries(Object.entries(windowLimits).map(([kind, { usual }]) => [kind, usual]));

test('e-mail texts whose answer was lost are no conflict with the same admin’s next ones', async () => {
  const standard = emailKinds.flatMap((kind) =>
    localeCodes.map((locale) => ({ kind, locale, subject: 'Subject', body: 'Text {link}', button: 'Open' })),
  );
  const example = {
    name: 'Amina',
    shop: 'Souk',
    number: '1042',
    subject: 'Card',
    product: 'Netflix',
    total: '€15.00',
    amount: '€10.00',
    balance: '€42.50',
    link: 'https://shop.example/…',
  };
  const mail = createKeyedServer(
    {
      path: '/api/shop/mail',
      entity: 'shop',
      isSettings: true,
      answer: (saved) => ({
        mail: saved,
        standard,
        sender: 'Shop <shop@example.test>',
        examples: { en: example, fr: example, ar: example },
      }),
    },
    [{ id: 0, sender_name: '', reply_to: '', texts: [], rev: 4 }],
  );
  const { user, reconnect } = await openPage('/admin/settings/mail', MailScreen, mail);
  const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save' });
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Souk');
  mail.lose('answer');
  await user.click(save());
  await screen.findByText(offline);
  await reconnect();
  await waitFor(() => expect(save().disabled).toBe(false));
  await user.type(field('Name'), ' Sfax');

  await user.click(save());

  await waitFor(() => expect(mail.records).toMatchObject([{ sender_name: 'Souk Sfax', rev: 6 }]));
  expect(screen.queryByText('Changed by two people')).toBeNull();
});
