import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { activateLocale } from '../../src/client/text/locales.ts';
import { setShop } from '../../src/client/text/shop.ts';
import { referenceOf } from '../../src/contract/topup-rules.ts';
import { openHelpDesk, park, uuid, waitingIn } from '../support/help-desk.tsx';
import { openRoute } from '../support/open-route.tsx';
import { amina, anAccount, aProduct, aCategory, toastTexts } from '../support/storefront.tsx';
import { aTopup, aTopupMethod } from '../support/topups.tsx';
import userEvent from '@testing-library/user-event';

// The device of the test is open already.
vi.mock(import('../../src/client/app/open-personal-database.ts'), () => ({
  openPersonalDatabase: () => Promise.resolve(),
}));

beforeEach(() => activateLocale('en'));

const path = '/user/top-up';
const today = () => new Date().toISOString();
const field = (name: string | RegExp) => screen.findByLabelText<HTMLInputElement>(name);
const aFile = (name: string) => new File([new Uint8Array(4)], name);

/** Opens a customer's device with these requests and methods. */
async function openCustomer(topups: object[] = [], methods: object[] = [aTopupMethod(1)]) {
  const device = await openHelpDesk(amina, { account: [anAccount(40)], topups, topup_methods: methods });
  await device.db.setFact('lastSyncAt', Date.now());
  return device;
}

async function open(address = path) {
  const router = await openRoute(address);
  await screen.findByRole('heading', { level: 1 });
  return { user: userEvent.setup(), address: () => decodeURIComponent(router.state.location.href) };
}

/** Sets the limits of the shop until the end of the test. */
function setLimits(limits: object): void {
  onTestFinished(() => act(() => setShop({ name: 'Comptoir', hours: [] })));
  const all = { open_max: 3, day_max: 5, day_amount: null, balance_max: null, ...limits };
  act(() => setShop({ name: 'Comptoir', hours: [], topup_limits: all }));
}

test('TU-21 a customer reads how to pay with the own reference, and sends amount, number and picture; offline it waits on the device', async () => {
  const { db, server } = await openCustomer();
  await server.goOffline();
  const { user, address } = await open();
  const reference = referenceOf(amina.id);
  expect((await screen.findByText(/with the text/)).textContent).toContain(reference);
  expect(screen.getByText('Your reference').closest('div')!.textContent).toContain(reference);
  expect(screen.getByText('LY38 0210 1')).toBeTruthy();

  await user.type(await field(/^Amount/), '12.5');
  expect(screen.getByText(/with the text/).textContent).toContain('€12.50');
  await user.type(await field('Number of the transfer'), ' TRX-9 ');
  await user.upload(await screen.findByLabelText<HTMLInputElement>('Attach files', { selector: 'input' }), [
    aFile('slip.png'),
  ]);
  expect(await screen.findByRole('button', { name: /Remove/ })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Send' }));

  expect((await screen.findAllByText('Waiting on this device')).length).toBeGreaterThan(0);
  expect(address()).toMatch(/^\/user\/top-ups\/[0-9a-f-]{36}$/);
  await waitFor(() => expect(toastTexts()).toEqual(['Saved on this device. It will be sent when you are connected.']));
  const [item] = await waitingIn(db);
  expect(item).toMatchObject({
    kind: 'topup.open',
    args: { method_id: 1, amount: 12.5, slip_number: 'TRX-9', note: null },
  });
  expect(item!.args.file_ids).toHaveLength(1);
  expect(await db.drafts.count()).toBe(0);
});

test('TU-21 what is missing is said at its field, which gets the focus: the amount, the way to pay, the proof', async () => {
  const { db } = await openCustomer([], [aTopupMethod(1), aTopupMethod(2, { proof: 'number', min: 20 })]);
  const { user } = await open();
  await user.click(await screen.findByRole('button', { name: 'Send' }));
  expect(await screen.findByText('Way to pay is required.')).toBeTruthy();
  expect(screen.getByText('Amount is required.')).toBeTruthy();
  await waitFor(() => expect((document.activeElement as HTMLInputElement).type).toBe('radio'));

  await user.keyboard(' {ArrowDown}');
  await user.click(await screen.findByRole('radio', { name: /Method 2/ }));
  await user.type(await field(/^Amount/), '12');
  await user.keyboard('{Enter}');

  expect(await screen.findByText('Amount must be at least 20.')).toBeTruthy();
  expect(screen.getByText('Number of the transfer is required.')).toBeTruthy();
  expect(await db.outbox.count()).toBe(0);
});

test('TU-22 the draft survives leaving the app; leaving the page asks first; ?amount= fills in the amount', async () => {
  const { db } = await openCustomer();
  const { user, address } = await open(`${path}?amount=12.50`);
  await waitFor(async () => expect((await field(/^Amount/)).value).toBe('12.50'));
  await user.type(await field('Number of the transfer'), 'TRX-7');
  await waitFor(async () => expect(await db.drafts.count()).toBe(1));

  await user.click(within(screen.getByRole('main')).getByRole('link', { name: 'Balance' }));
  expect(await screen.findByText('Discard your changes?')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Keep editing' }));
  expect(address()).toContain(path);

  document.body.replaceChildren();
  await open();
  await waitFor(async () => expect((await field('Number of the transfer')).value).toBe('TRX-7'));
});

test('TU-23 the limits are said before; a reached one stands in place of the form', async () => {
  setLimits({ open_max: 2, day_amount: 90 });
  const { receive } = await openCustomer([aTopup(1, { created_at: today() })]);
  await open();
  expect(await screen.findByText('1 of 5 requests today')).toBeTruthy();
  expect(screen.getByText('1 of 2 waiting')).toBeTruthy();
  const used = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(used).toContain('€50.00 of €90.00 today');

  await receive('topups', aTopup(2, { created_at: today() }));

  expect(await screen.findByText(/^As many requests as possible wait/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Send' })).toBeNull();
});

test('TU-23 requests that the server has refused to take do not count for the limits', async () => {
  setLimits({ open_max: 1 });
  const { db, server } = await openCustomer();
  await server.goOffline();
  const { user } = await open();
  await user.type(await field(/^Amount/), '20');
  await user.type(await field('Number of the transfer'), 'A1');
  await user.click(screen.getByRole('button', { name: 'Send' }));
  await screen.findAllByText('Waiting on this device');
  await park(db, 'topup.open', 'failed', { status: 422, code: 'LIMIT_REACHED', details: { limit: 'day', of: 5 } });
  expect(await screen.findByText('Needs you')).toBeTruthy();
  expect(screen.getByText(/^You have sent as many requests as possible today/)).toBeTruthy();

  document.body.replaceChildren();
  await open();
  expect(await screen.findByText('0 of 1 waiting')).toBeTruthy();
});

test('TU-24 without a way to pay the shop’s text stands there; the balance page offers the request only with one', async () => {
  const { receive } = await openCustomer([], []);
  await open();
  expect(await screen.findByText('This shop takes no requests here at the moment.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Ask support to add balance' })).toBeTruthy();
  document.body.replaceChildren();

  await open('/user/balance');
  const main = within(await screen.findByRole('main'));
  expect(await main.findByText('How to add balance')).toBeTruthy();
  expect(main.queryByRole('link', { name: 'Add balance' })).toBeNull();
  await receive('topup_methods', aTopupMethod(1));
  expect((await main.findByRole('link', { name: 'Add balance' })).getAttribute('href')).toBe(path);
});

test('TU-24 beside a balance that is not enough, the missing amount is filled in', async () => {
  await openHelpDesk(amina, {
    account: [anAccount(4)],
    categories: [aCategory(3, 'Drinks')],
    products: [aProduct(8, 'Tea', { category_ids: [3], price: 16.5 })],
    topup_methods: [aTopupMethod(1)],
  });
  await open('/user/categories/3?buy=8');
  const dialog = within(await screen.findByRole('dialog'));
  const link = await dialog.findByRole('link', { name: 'Add balance' });
  expect(link.getAttribute('href')).toBe(`${path}?amount=12.50`);
});

test('TU-25 a shared picture that did not arrive is chosen here, and the address forgets it', async () => {
  await openCustomer();
  const { address } = await open(`${path}?shared=none`);
  expect(await screen.findByText('The shared picture did not arrive. Choose the picture here.')).toBeTruthy();
  await waitFor(() => expect(address()).toBe(path));
});

test('TU-26 the newest requests stand beside the form, with their states', async () => {
  await openCustomer([
    aTopup(1, { status: 'approved', credited: 45 }),
    aTopup(2, { status: 'refused', reason: 'not_received' }),
    aTopup(3),
  ]);
  await open();
  const list = within((await screen.findByRole('heading', { name: 'Your requests' })).closest('section')!);
  const rows = list.getAllByRole('link');
  expect(rows.map((row) => row.getAttribute('href'))).toEqual([3, 2, 1].map((n) => `/user/top-ups/${uuid(n)}`));
  expect(rows.map((row) => /Waiting for the shop|Refused|Approved/.exec(row.textContent)?.[0])).toEqual([
    'Waiting for the shop',
    'Refused',
    'Approved',
  ]);
  expect(rows[2]!.textContent).toContain('€45.00');
});

test('TU-29 in Arabic the page has its words, and the reference and the accounts stay from left to right', async () => {
  await activateLocale('ar');
  await openCustomer([], [aTopupMethod(1, { name: { ar: 'بنك' }, steps: { ar: 'حوّل {amount} باسم {reference}' } })]);
  await activateLocale('ar');
  await open();
  expect(await screen.findByRole('heading', { level: 1, name: 'إضافة رصيد' })).toBeTruthy();
  const reference = referenceOf(amina.id);
  await waitFor(() => expect(screen.getByText(reference).getAttribute('dir')).toBe('ltr'));
  expect(screen.getByText('LY38 0210 1').getAttribute('dir')).toBe('ltr');
  expect(screen.getByText(/حوّل/).textContent).toContain('المبلغ');
});
