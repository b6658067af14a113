import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, onTestFinished, test } from 'vitest';
import { Brand } from '../../src/client/app/layout/brand.tsx';
import { Providers } from '../../src/client/app/root.tsx';
import { ShopSettingsScreen } from '../../src/client/features/shop/shop-settings-screen.tsx';
import { isOnline } from '../../src/client/sync/connectivity.ts';
import { setShop } from '../../src/client/text/shop.ts';
import { keepAccent, swatchOf, type AccentColours } from '../../src/client/ui/theme/accents.ts';
import { windowLimits } from '../../src/contract/windows.ts';
import type { ShopSettings } from '../../src/contract/shop.ts';
import { aTicket, openHelpDesk, uuid, visitHelpDesk } from '../support/help-desk.tsx';
import { amina, openDevice, sara, visit, type Script } from '../support/storefront.tsx';

const closed = Array.from({ length: 7 }, () => null);
const day = { from: '09:00', to: '18:00' };

const usual = { high: 1, medium: 4, low: 24 };

const numbersOf = (values: object) =>
  Object.fromEntries(Object.entries(values).map(([kind, value]) => [kind, Number(value)]));

/** The button of the form with name, colour and opening hours. */
const saveButton = () => screen.getAllByRole('button', { name: 'Save' })[0]!;

async function openSettings(
  saved: ShopSettings = { name: 'Comptoir', hours: closed, accent: 'teal', logo: null, goals: usual, rev: 4 },
) {
  let current = saved;
  let logos = 0;
  const windows = numbersOf(Object.fromEntries(Object.entries(windowLimits).map(([kind, { usual }]) => [kind, usual])));
  const script: Script = ({ method, path, body, revision }) => {
    if (path.startsWith('/api/shop/logo')) {
      current = { ...current, logo: path.endsWith('remove') ? null : `${++logos}.png` };
      return [200, { code: 'SUCCESS', shop: current }];
    }
    if (path === '/api/shop/windows') {
      if (method === 'POST') Object.assign(windows, numbersOf(body));
      return [200, { code: 'SUCCESS', windows }];
    }
    if (path !== '/api/shop') return [200, { status: 'ok' }];
    if (method === 'POST' && revision !== `"${current.rev}"`)
      return [412, { code: 'REVISION_CHANGED', details: { current } }];
    if (method === 'POST') {
      const { goals, ...rest } = body as unknown as ShopSettings;
      const parsed = goals && { goals: numbersOf(goals) as typeof usual };
      current = { ...current, ...rest, ...parsed, rev: current.rev + 1 };
    }
    return [200, { code: 'SUCCESS', shop: current }];
  };
  const device = await openDevice(sara);
  await device.server.goOnline(script);
  await expect.poll(isOnline).toBe(true);
  const page = visit('/admin/settings', { '/admin/settings': ShopSettingsScreen });
  const name = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Name of the shop' });
  /** The values that another admin saves meanwhile. */
  const saveElsewhere = (more: Partial<ShopSettings>) => (current = { ...current, ...more, rev: current.rev + 1 });
  return { ...device, ...page, name, saveElsewhere, windows, current: () => current };
}

test('S2U-03 S2U-04 an admin changes the name and the opening hours of the shop', async () => {
  const { user, name, current } = await openSettings();
  await user.clear(name);
  await user.type(name, 'Souk');
  await user.click(screen.getByRole('switch', { name: 'Monday' }));
  await user.click(screen.getByRole('switch', { name: 'Tuesday' }));
  await screen.findByText(/We answer Monday to Tuesday, 0?9:00.* to .*00.*\./);
  await user.click(saveButton());

  await waitFor(() => expect(current()).toMatchObject({ name: 'Souk', hours: [day, day, ...closed.slice(2)], rev: 5 }));
  // The fields are disabled until then.
  await waitFor(() => expect(name.disabled).toBe(false));
  await user.type(name, ' 2');
  await user.click(saveButton());
  await waitFor(() => expect(current()).toMatchObject({ name: 'Souk 2', rev: 6 }));
});

test('S2R-17 an admin sets the hours until the answer, and sees those that another admin has saved', async () => {
  const { user, saveElsewhere, current } = await openSettings();
  const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
  await user.clear(field('High'));
  await user.type(field('High'), '0');
  await user.click(saveButton());
  await waitFor(() => expect(field('High').getAttribute('aria-invalid')).toBe('true'));
  expect(current().goals).toEqual(usual);

  await user.clear(field('High'));
  await user.type(field('High'), '2');
  saveElsewhere({ goals: { ...usual, low: 48 } });
  await user.click(saveButton());
  await screen.findByText(/High: .*1 hr.* · .*Low: .*48 hr/);
  await user.click(screen.getByRole('button', { name: 'Save mine anyway' }));
  await user.click(saveButton());

  await waitFor(() => expect(current().goals).toEqual({ high: 2, medium: 4, low: 24 }));
});

test('S2R-17 a server of an earlier version, which stores no goals, is not asked to', async () => {
  const { user, name, current } = await openSettings({
    name: 'Comptoir',
    hours: closed,
    accent: 'teal',
    logo: null,
    rev: 4,
  });
  expect(screen.queryByRole('textbox', { name: 'High' })).toBeNull();
  await user.type(name, ' 2');
  await user.click(saveButton());

  await waitFor(() => expect(current().name).toBe('Comptoir 2'));
  expect(current()).not.toHaveProperty('goals');
});

test('S2U-03 settings that another admin has saved meanwhile are shown beside one’s own', async () => {
  const { user, name, saveElsewhere, current } = await openSettings();
  saveElsewhere({ name: 'Bazaar' });
  await user.clear(name);
  await user.type(name, 'Souk');
  await user.click(saveButton());

  await screen.findByText('Bazaar');
  expect(current().name).toBe('Bazaar');
  await user.click(screen.getByRole('button', { name: 'Use the saved version' }));
  await waitFor(() => expect(name.value).toBe('Bazaar'));
  await user.type(name, ' 2');
  await user.click(saveButton());
  await waitFor(() => expect(current().name).toBe('Bazaar 2'));
});

test('S2U-04 a customer whose ticket waits for support sees the opening hours, and only then', async () => {
  setShop({ name: 'Souk', hours: [day, day, day, day, day, { from: '10:00', to: '12:30' }, null] });
  const waiting = aTicket(1, { status: 'open', last_response_by: null });
  const answered = aTicket(2, { status: 'in_progress', last_response_by: 'admin' });
  await openHelpDesk(amina, { tickets: [waiting, answered] });

  const { go } = visitHelpDesk(`/user/tickets/${uuid(1)}`);
  const sentence = /^We answer Monday to Friday, 0?9:00.* to (18|6):00.*; Saturday, 10:00.* to 12:30.*\.$/;
  await screen.findByText(sentence);
  await waitFor(() => expect(document.title).toMatch(/ · \u2068Souk\u2069$/));
  await go(`/user/tickets/${uuid(2)}`);
  await waitFor(() => expect(screen.queryByText(sentence)).toBeNull());
});

test('S2U-04 customers in another time zone than the shop read whose time the opening hours are', async () => {
  const zoneOfDevice = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const elsewhere = zoneOfDevice === 'Asia/Tokyo' ? 'Europe/Paris' : 'Asia/Tokyo';
  await openHelpDesk(amina, { tickets: [aTicket(1, { status: 'open', last_response_by: null })] });
  const shop = { name: 'Souk', hours: [day, day, day, day, day, null, null] };
  setShop({ ...shop, time_zone: elsewhere });

  visitHelpDesk(`/user/tickets/${uuid(1)}`);
  await screen.findByText(/^We answer Monday to Friday, .* \((?:Japan Standard|Central European) Time\)\.$/);
  act(() => setShop({ ...shop, time_zone: zoneOfDevice }));

  await screen.findByText(/^We answer Monday to Friday, [^()]*\.$/);
});

test('S2U-07 an admin sees a colour while choosing it; it is that of the shop once it is saved', async () => {
  const { user, current } = await openSettings();
  const shown: unknown[] = [];
  const follow = ({ detail }: Event & { detail?: AccentColours }) => shown.push(detail?.light?.['brand-solid']);
  window.addEventListener('cod-theme', follow as EventListener);
  onTestFinished(() => window.removeEventListener('cod-theme', follow as EventListener));
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Teal' }).checked).toBe(true);

  await user.click(screen.getByRole('radio', { name: 'Teal' }));
  await user.keyboard('{ArrowRight}{ArrowRight}');
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Blue' }).checked).toBe(true);
  expect(shown.at(-1)).toBe(swatchOf('blue'));
  expect(localStorage.getItem('cod_accent')).toBeNull();

  await user.click(saveButton());
  await waitFor(() => expect(current()).toMatchObject({ accent: 'blue' }));
  await waitFor(() => expect(localStorage.getItem('cod_accent')).toContain(swatchOf('blue')));
});

test('S2U-07 leaving the settings without saving shows the colour of the shop again', async () => {
  const { user } = await openSettings();
  keepAccent('green');
  const shown: unknown[] = [];
  const follow = ({ detail }: Event & { detail?: AccentColours }) => shown.push(detail?.light?.['brand-solid']);
  window.addEventListener('cod-theme', follow as EventListener);
  onTestFinished(() => window.removeEventListener('cod-theme', follow as EventListener));

  await user.click(screen.getByRole('radio', { name: 'Slate' }));
  expect(shown.at(-1)).toBe(swatchOf('slate'));
  cleanup();
  expect(shown.at(-1)).toBe(swatchOf('green'));
});

test('S2U-07 an admin chooses a logo, replaces it and removes it after a question', async () => {
  const { user, current } = await openSettings();
  const field = screen.getByLabelText<HTMLInputElement>('Logo', { selector: 'input' });
  const png = (name: string) => new File(['picture'], name, { type: 'image/png' });
  await user.upload(field, png('mark.png'));
  const picture = await screen.findByRole<HTMLImageElement>('img', { name: 'The logo on a dark ground' });
  expect(picture.src).toMatch(/\/files\/logo\/1\.png$/);
  await user.upload(field, png('better.png'));
  await waitFor(() => expect(picture.src).toMatch(/\/files\/logo\/2\.png$/));

  await user.click(screen.getByRole('button', { name: 'Remove logo' }));
  const dialog = await screen.findByRole('alertdialog');
  await user.click(within(dialog).getByRole('button', { name: 'Remove logo' }));
  await screen.findByRole('img', { name: 'The mark of the app' });
  expect(current()).toMatchObject({ logo: null, rev: 4 });
});

test('S2U-07 a file that is no picture, or too large, is not sent', async () => {
  const { current } = await openSettings();
  const field = screen.getByLabelText<HTMLInputElement>('Logo', { selector: 'input' });
  const user = userEvent.setup({ applyAccept: false });
  await user.upload(field, new File(['<svg/>'], 'logo.svg', { type: 'image/svg+xml' }));
  await screen.findByText('This file type is not allowed.');
  await user.upload(field, new File([new Uint8Array(4_194_305)], 'logo.png', { type: 'image/png' }));
  await screen.findByText('The file is too large. The limit is 4 MB.');
  expect(current().logo).toBeNull();
});

test('S2U-07 the app shows the logo beside the name, and its own mark where the picture cannot be loaded', () => {
  onTestFinished(() => act(() => setShop({ name: 'Comptoir', hours: [] })));
  setShop({ name: 'Souk', hours: [], logo: 'abc.png' });
  const { container } = render(
    <Providers>
      <Brand />
    </Providers>,
  );
  const picture = container.querySelector('img')!;
  expect(picture.src).toMatch(/\/files\/logo\/abc\.png$/);
  fireEvent.error(picture);
  expect(picture.src).toMatch(/\/icons\/icon\.svg$/);
  act(() => setShop({ name: 'Souk', hours: [], logo: 'def.png' }));
  expect(container.querySelector('img')!.src).toMatch(/\/files\/logo\/def\.png$/);
});

test('S2U-06 an admin sets how many records devices store, within the limits of each kind', async () => {
  const { user, windows } = await openSettings();
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Orders, for support' });
  const save = screen.getAllByRole('button', { name: 'Save' })[1]!;
  expect([field.value, windows.orders]).toEqual(['10000', 500]);
  await user.clear(field);
  await user.type(field, '100');
  await user.click(save);
  await screen.findByText('Orders, for support must be at least 500.');
  expect(windows.all_orders).toBe(10_000);

  await user.type(field, '0');
  await user.click(save);
  await waitFor(() => expect(windows).toMatchObject({ all_orders: 1_000, orders: 500 }));
});
