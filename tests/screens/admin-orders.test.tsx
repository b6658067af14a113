import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { readDraft } from '../support/drafts.ts';
import { waitingIn } from '../support/help-desk.tsx';
import { ahmed, listedOrders, ofMobile, openOrderDevice, rowOf, visitOrders } from '../support/admin-orders.tsx';
import { anOrder, toastTexts } from '../support/storefront.tsx';

const button = (name: string | RegExp) => screen.getByRole('button', { name });
// Loads the code that an opened filter loads, so that no test waits for it.
beforeAll(() => import('../../src/client/ui/choice-list.tsx'));

const orders = (count: number) => Array.from({ length: count }, (_, at) => anOrder(at + 1));
const ofAhmed = { user_id: ahmed.id, user_name: ahmed.name };

test('S2K-04 a row has the order’s id, user, products with variants, total, status, date and time, attachment and actions', async () => {
  await openOrderDevice([anOrder(41, { file_url: '/api/files/x', status: 'processing' }), anOrder(40)]);
  visitOrders();

  const cells = within(await rowOf(41));

  expect(cells.getByText('#41')).toBeTruthy();
  expect(cells.getByText('Amina Haddad')).toBeTruthy();
  expect(await cells.findByText('amina@example.test')).toBeTruthy();
  expect(cells.getByText('Netflix').parentElement?.textContent).toBe('Netflix\u00a0· 1 month');
  // A long name is cut, but not its variant.
  expect(cells.getByTitle('Netflix').textContent).toBe('Netflix');
  expect(cells.getByText('€25.00')).toBeTruthy();
  expect(cells.getByRole('button', { name: 'Status of order 41: Processing' })).toBeTruthy();
  expect(cells.getByText(/Nov 20, 2026/).textContent).toMatch(/^Nov 20, 2026 \d+:23 [AP]M$/);
  expect(cells.getByRole('button', { name: 'Attachment of order 41' })).toBeTruthy();
  expect(cells.getByRole('button', { name: 'Actions for order 41' })).toBeTruthy();
  expect(within(await rowOf(40)).queryByRole('button', { name: /Attachment/ })).toBeNull();
});

test('S2K-01 S2K-10 the list has ten skeleton rows, then ten orders a page or another size, and is searched on Enter', async () => {
  const { db, receive } = await openOrderDevice([]);
  await db.setFact('load', { done: 0, total: 100 });
  const { user, address } = visitOrders();
  await waitFor(() => expect(document.querySelectorAll('tbody tr[aria-hidden]')).toHaveLength(10));
  await receive('orders', ...orders(12), ofMobile(13));
  await db.setFact('load', null);
  expect(await screen.findByText('Showing 1–10 of 13')).toBeTruthy();
  expect(
    within(screen.getByRole('combobox'))
      .getAllByRole('option')
      .map((one) => one.textContent),
  ).toEqual(['5', '10', '20', '50', '75', '100'].map((size) => expect.stringContaining(size)));

  await user.selectOptions(screen.getByRole('combobox'), '5');
  await user.click(button('Next page'));
  expect(await screen.findByText('Showing 6–10 of 13')).toBeTruthy();
  expect(address()).toBe('/admin/orders?per_page=5&page=2');
  await user.type(screen.getByRole('searchbox'), 'credit{Enter}');

  await waitFor(() => expect(listedOrders()).toEqual(['#13']));
});

test('S2K-02 S2K-03 S7-35 S8-27 products and customers are searched without accents, and Apply filters offline and in the address', async () => {
  const { server } = await openOrderDevice([anOrder(1), ofMobile(2, ofAhmed), anOrder(3, ofAhmed), ofMobile(4)]);
  await server.goOffline();
  const { user, address } = visitOrders();
  await rowOf(1);

  await user.click(button('Filters'));
  await user.click(button('Product'));
  await user.type(await screen.findByLabelText('Search in Product'), 'credit');
  await waitFor(() => expect(screen.queryByRole('option', { name: 'Netflix' })).toBeNull());
  await user.click(await screen.findByRole('option', { name: 'Crédit mobile' }));
  await user.keyboard('{Escape}');
  await user.click(within(screen.getByRole('form', { name: 'Filters' })).getByRole('button', { name: 'Customer' }));
  await user.type(await screen.findByLabelText('Search in Customer'), 'احمد');
  await user.click(await screen.findByRole('option', { name: /ahmed@example.test/ }));
  await user.keyboard('{Escape}');
  expect(listedOrders()).toHaveLength(4);
  await user.click(button('Apply'));

  await waitFor(() => expect(listedOrders()).toEqual(['#2']));
  expect(address()).toBe('/admin/orders?product=2&user=8');
  await user.click(button('Clear Filters'));
  await waitFor(() => expect(listedOrders()).toEqual(['#4', '#3', '#2', '#1']));
  expect(address()).toBe('/admin/orders');
});

test('S2K-02 S2K-03 several statuses and a range of days from the address filter the device, and are sent for older orders', async () => {
  const at = (day: number, hour: number) => ({ created_at: new Date(2026, 9, day, hour).toISOString() });
  const { server, receive } = await openOrderDevice([
    anOrder(1, { ...at(1, 23), status: 'completed' }),
    anOrder(2, { ...at(2, 0), status: 'completed' }),
    anOrder(3, { ...at(2, 23), status: 'canceled' }),
    anOrder(4, { ...at(2, 12), status: 'new' }),
    anOrder(5, { ...at(3, 0), status: 'completed' }),
  ]);
  server.respondWith(({ path }) => {
    const meta = { current_page: 1, per_page: 10, total: 50, next_page_url: null, prev_page_url: null };
    return [200, path === '/api/orders' ? { code: 'SUCCESS', data: [], meta, ...meta } : { status: 'ok' }];
  });
  visitOrders('/admin/orders?status=completed,canceled&from=2026-10-02&to=2026-10-02&product=1,2&user=7');
  const sent = () => server.requests.filter(({ path, url }) => path === '/api/orders' && url.searchParams.has('from'));

  await waitFor(() => expect(sent()).not.toEqual([]));
  expect(Object.fromEntries(sent()[0]!.url.searchParams)).toMatchObject({
    status: 'completed,canceled',
    product: '1,2',
    user: '7',
    from: new Date(2026, 9, 2).toISOString(),
    to: new Date(2026, 9, 2, 23, 59, 59, 999).toISOString(),
  });
  await server.goOffline();
  await receive('orders', anOrder(6, { ...at(2, 13), status: 'completed' }));

  await waitFor(() => expect(listedOrders()).toEqual(['#6', '#3', '#2']));
  expect(button(/^Filters/).textContent).toContain('4');
});

const aFile = (name: string, size = 4) => new File([new Uint8Array(size)], name);
const deliverDialog = async () => within(await screen.findByRole('dialog', { name: 'Deliver order #41' }));

test('S2K-07 S2K-08 S4-03 S5-26 C-21 offline an order is delivered as completed, with a proof and notes', async () => {
  const { db, server } = await openOrderDevice([anOrder(41)]);
  await server.goOffline();
  const { user } = visitOrders();
  await rowOf(41);
  await user.click(button('Actions for order 41'));
  await user.click(await screen.findByRole('menuitem', { name: 'Deliver' }));
  const dialog = await deliverDialog();
  const status = dialog.getByRole<HTMLSelectElement>('combobox', { name: /Status/ });
  expect(status.value).toBe('completed');
  // There is always a status: none of the choices is empty.
  expect([...status.options].map(({ value }) => value)).toEqual(['new', 'processing', 'delivered', 'completed']);
  expect(dialog.getByText('PNG, JPG, GIF, WEBP, PDF, DOC or DOCX, up to 4 MB')).toBeTruthy();

  await user.upload(dialog.getByLabelText('Choose a file', { selector: 'input' }), aFile('code.png'));
  await dialog.findByText('code.png');
  await user.type(dialog.getByRole('textbox', { name: /notes/ }), ' ABC-1 ');
  await user.click(dialog.getByRole('button', { name: 'Deliver' }));

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const [file] = await db.blobs.toArray();
  expect(await waitingIn(db)).toEqual([
    {
      kind: 'order.deliver',
      args: {
        order_id: 41,
        status: 'completed',
        notes: 'ABC-1',
        file_id: file!.id,
        from: { status: 'new', notes: null, file_id: null },
      },
      state: 'queued',
    },
  ]);
  expect(file!.name).toBe('code.png');
  expect(await within(await rowOf(41)).findByRole('button', { name: 'Status of order 41: Completed' })).toBeTruthy();
  expect(toastTexts()).toEqual(['Saved on this device. It will be sent when you are connected.']);
  await user.click(button('Attachment of order 41'));
  expect((await screen.findByRole<HTMLImageElement>('img', { name: 'Attachment of order 41' })).src).toMatch(/^blob:/);
});

test('S2K-08 S5-27 S5-28 a proof that is too large or of another type is refused, notes have at most 500 characters, and a draft', async () => {
  const { db } = await openOrderDevice([anOrder(41)]);
  const { user } = visitOrders('/admin/orders?deliver=41');
  const dialog = await deliverDialog();
  const input = dialog.getByLabelText('Choose a file', { selector: 'input' });

  fireEvent.change(input, { target: { files: [aFile('huge.pdf', 4_194_305)] } });
  expect(await dialog.findByText('“\u2068huge.pdf\u2069” is larger than 4 MB and was not added.')).toBeTruthy();
  fireEvent.change(input, { target: { files: [aFile('run.exe')] } });
  expect(await dialog.findByText(/^“\u2068run\.exe\u2069” was not added: only pictures/)).toBeTruthy();
  fireEvent.change(input, { target: { files: [aFile('largest.docx', 4_194_304)] } });
  expect(await dialog.findByText('largest.docx')).toBeTruthy();
  const notes = dialog.getByRole('textbox', { name: /notes/ });
  fireEvent.change(notes, { target: { value: 'x'.repeat(501) } });
  expect(dialog.getByRole('img', { name: '501 of 500 characters' })).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Deliver' }));

  expect(document.activeElement).toBe(notes);
  expect(await waitingIn(db)).toEqual([]);
  await waitFor(async () => expect(await readDraft(db, 'order.deliver.41')).toHaveLength(501));
});

test('S2K-05 a picture opens in a viewer, and every attachment can be downloaded', async () => {
  await openOrderDevice([anOrder(41, { file_url: '/api/files/x' })]);
  const { user } = visitOrders();
  await rowOf(41);

  await user.click(button('Attachment of order 41'));

  const picture = await screen.findByRole('img', { name: 'Attachment of order 41' });
  expect(picture.getAttribute('src')).toBe('/api/files/x');
  expect(screen.getByRole('link', { name: 'Download' }).getAttribute('href')).toBe('/api/files/x');
  // A document is no picture.
  fireEvent.error(picture);
  expect(await screen.findByText('This file has no preview. Download it to open it.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Download' }).hasAttribute('download')).toBe(true);
});

test('offline the address of an order that is not on this device does not say that there is none', async () => {
  const { server } = await openOrderDevice([anOrder(5)]);
  await server.goOffline();

  visitOrders('/admin/orders?order=900');

  const dialog = within(await screen.findByRole('dialog', { name: 'Order #900' }));
  expect(await dialog.findByText('This order is not on this device.')).toBeTruthy();
  expect(dialog.getByText('You are offline. This needs a connection.')).toBeTruthy();
  expect(dialog.queryByText('Order not found')).toBeNull();
});

test('S8-12 when the server does not send an order, its dialog says so, and Retry asks again', async () => {
  const { server } = await openOrderDevice([anOrder(5)]);
  server.respondWith(({ path }) => (path === '/api/orders' ? [500, { code: 'ERROR' }] : [200, { status: 'ok' }]));
  const { user } = visitOrders('/admin/orders?deliver=900');
  const dialog = within(await screen.findByRole('dialog', { name: 'Order #900' }));

  const retry = await dialog.findByRole('button', { name: 'Retry' });
  const page = { current_page: 1, per_page: 100, total: 1, next_page_url: null, prev_page_url: null };
  const answer = { code: 'SUCCESS', data: [anOrder(900)], meta: page, ...page };
  server.respondWith(({ path }) => [200, path === '/api/orders' ? answer : { status: 'ok' }]);
  await user.click(retry);

  expect(await screen.findByRole('dialog', { name: 'Deliver order #900' })).toBeTruthy();
});
