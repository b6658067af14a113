import { screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openBalance, openPhone, story } from '../support/balance-page.tsx';
import { amina } from '../support/storefront.tsx';

const rowsShown = () =>
  within(screen.getByRole('table', { name: 'Balance' }))
    .getAllByRole('row')
    .slice(1);

/** The files that the page saves, in order. */
function catchFiles() {
  const files: Blob[] = [];
  const made = vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => `blob:${files.push(file as Blob)}`);
  const revoked = vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
  onTestFinished(() => [made, revoked].forEach((spy) => spy.mockRestore()));
  return files;
}

test('S1-09 S2B-24 S3-17 the balance is shown with the time it was read, and each movement with its order, amount and the balance after it', async () => {
  await openPhone(story(3));
  openBalance('/user/balance');

  const hero = within((await screen.findByRole('heading', { name: 'Your balance' })).closest('section')!);
  expect(await hero.findByText('€997.77')).toBeTruthy();
  expect(await hero.findByText(/^Updated/)).toBeTruthy();
  await waitFor(() => expect(rowsShown()).toHaveLength(3));
  // The number of movements beside it would read as the balance.
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Balance');
  const [newest, , oldest] = rowsShown();
  const cells = within(newest!);
  expect(cells.getByRole('link', { name: 'Order #1002' }).getAttribute('href')).toBe('/user/orders?order=1002');
  expect(cells.getByText('−€1.12')).toBeTruthy();
  expect(cells.getByText('€997.77')).toBeTruthy();
  expect(within(oldest!).getByText('Opening balance')).toBeTruthy();
});

test('S2B-24 OF-04 a newcomer reads that there are no movements; offline, nothing that needs a connection can be pressed', async () => {
  const { server } = await openPhone([]);
  const { user } = openBalance('/user/balance');
  expect(await screen.findByText('No movements yet.')).toBeTruthy();

  await server.goOffline();

  const verify = screen.getByRole('button', { name: 'Verify' });
  await waitFor(() => expect(verify).toHaveProperty('disabled', true));
  const reason = document.getElementById(verify.getAttribute('aria-describedby')!);
  expect(reason?.textContent).toBe('You are offline. This needs a connection.');
  await user.click(verify);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('S2B-24 movements that are not on this device come from the server, by kind and day as well; offline the list says how many are here', async () => {
  const all = story(40);
  const { server, asked } = await openPhone(all, 15);
  const { user, go } = openBalance('/user/balance');
  await screen.findByText('Showing 1–10 of 40');
  await user.click(screen.getByRole('button', { name: 'Next page' }));
  await user.click(await screen.findByRole('button', { name: 'Next page' }));
  await waitFor(() => expect(rowsShown()[0]!.textContent).toContain('Order #1019'));

  await go('/user/balance?kind=add&from=2026-01-02&to=2026-01-31');

  const added = all.filter(({ id, kind }) => kind === 'add' && id <= 31);
  await screen.findByText(`Showing 1–${added.length} of ${added.length}`);
  expect(asked.at(-1)!.searchParams.get('kind')).toBe('add');
  await server.goOffline();
  await go('/user/balance');
  expect(
    await screen.findByText('15 of 40 movements are on this device. The others can be seen when you are connected.'),
  ).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Export CSV' })).toHaveProperty('disabled', true);
});

test('S2B-24 the CSV file has all movements that match the filters, also older ones, and no formulas', async () => {
  const files = catchFiles();
  await openPhone(story(230), 20);
  const { user, go } = openBalance('/user/balance');
  await screen.findByText('Showing 1–10 of 230');

  await user.click(await screen.findByRole('button', { name: 'Export CSV' }));
  await waitFor(() => expect(files).toHaveLength(1));
  await go('/user/balance?kind=opening');
  await user.click(await screen.findByRole('button', { name: 'Export CSV' }));
  await waitFor(() => expect(files).toHaveLength(2));

  const [whole, filtered] = await Promise.all(files.map(async (file) => (await file.text()).trim().split('\r\n')));
  expect(whole).toHaveLength(231);
  expect(whole![229]).toBe('2,2026-01-02 12:00,Order #1001,1001,-1.11,1000,998.89,EUR,');
  expect(filtered![1]).toBe("1,2026-01-01 12:00,Opening balance,,1000,0,1000,EUR,'=1+0");
  expect(filtered).toHaveLength(2);
});

test('S2B-25 a statement has customer, days, opening balance, movements and closing balance, also offline, and is printed', async () => {
  const print = vi.fn();
  vi.stubGlobal('print', print);
  const all = story(40);
  const { server } = await openPhone(all, 30);
  const { user, go } = openBalance('/user/balance/statement?from=2026-01-20&to=2026-01-22');
  await server.goOffline();

  const paper = within((await screen.findByRole('heading', { name: 'Statement of your balance' })).closest('section')!);
  expect(await paper.findByText(amina.name)).toBeTruthy();
  expect(paper.getByText('January 20, 2026 to January 22, 2026')).toBeTruthy();
  const texts = paper.getAllByRole('row').map((line) => line.textContent);
  expect(texts[1]).toContain('Balance at the beginning');
  const money = new Intl.NumberFormat('en', { style: 'currency', currency: 'EUR' });
  expect(texts[1]).toContain(money.format(all[19]!.balance_before));
  expect(texts.slice(2, -1).map((text) => /#(\d+)|added/.exec(text)?.[0])).toEqual(['#1019', 'added', '#1021']);
  expect(texts.at(-1)).toContain(money.format(all[21]!.balance_after));
  await user.click(screen.getByRole('button', { name: 'Print' }));
  expect(print).toHaveBeenCalledTimes(1);

  await go('/user/balance/statement?from=2026-01-02&to=2026-01-03');
  expect(await screen.findByText(/this device does not have all movements of these days/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Print' })).toHaveProperty('disabled', true);
});

test('S2B-25 a statement of days without movements has the balance before them, read from the server', async () => {
  const all = story(3);
  const { asked } = await openPhone(all, 0);
  openBalance('/user/balance/statement?from=2026-03-01&to=2026-03-31');

  expect(await screen.findByText('No movements in these days.')).toBeTruthy();

  expect(screen.getAllByText('€997.77')).toHaveLength(2);
  expect(asked).toHaveLength(2);
});
