import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { AuditEntry } from '../../src/contract/audit.ts';
import { isOnline } from '../../src/client/sync/connectivity.ts';
import { AuditScreen } from '../../src/client/features/audit/audit-screen.tsx';
import { aPlayerId } from '../support/order-field-values.ts';
import { aCategory, aProduct, openDevice, sara, visit, type Script } from '../support/storefront.tsx';

const set = (field: string, old: unknown, next: unknown) => ({ field, old_value: old, new_value: next });

const anEntry = (id: number, more: Partial<AuditEntry> = {}): AuditEntry => ({
  id,
  action: 'order.status',
  entity: 'orders',
  entity_key: String(1600 + id),
  entity_name: null,
  actor_id: 2,
  actor_name: 'Sara',
  created_at: new Date(Date.now() - (500 - id) * 60_000).toISOString(),
  fields: [set('status', 'new', 'refunded')],
  ...more,
});

const entries = [
  anEntry(251),
  anEntry(250, {
    action: 'product.update',
    entity: 'products',
    entity_key: '3',
    entity_name: 'Steam 20',
    fields: [set('price_cents', 2000, 2150), set('is_available', 1, 0), set('category_ids', [], [9])],
  }),
  anEntry(249, {
    action: 'user.registered',
    entity: 'users',
    entity_key: '8',
    entity_name: 'Nadia',
    actor_id: null,
    actor_name: null,
    fields: [],
  }),
  ...Array.from({ length: 117 }, (_, at) => anEntry(248 - at)),
];

/** A server with these entries, which reads `below`, `per_page` and `action` of requests. */
const logOf =
  (all: readonly AuditEntry[] = entries): Script =>
  ({ path, url }) => {
    if (path !== '/api/audit') return [200, { status: 'ok' }];
    const given = (name: string) => url.searchParams.get(name);
    const [below, size, actions] = [Number(given('below') ?? Infinity), Number(given('per_page')), given('action')];
    const found = all.filter(({ id, action }) => id < below && (!actions || actions.split(',').includes(action)));
    const page = found.slice(0, size);
    return [200, { code: 'SUCCESS', entries: page, next: found.length > size ? page.at(-1)!.id : null }];
  };

async function openLog(address = '/admin/audit', script: Script = logOf()) {
  const device = await openDevice(sara, {
    people: [{ ...sara, is_active: true }],
    products: [aProduct(3, 'Steam 20')],
  });
  await device.server.goOnline(script);
  await expect.poll(isOnline).toBe(true);
  const page = visit(address, { '/admin/audit': AuditScreen });
  const asked = () => device.server.requests.filter(({ path }) => path === '/api/audit').map(({ url }) => url.search);
  return { ...device, ...page, asked };
}

const rows = async () => within(await screen.findByRole('list', { name: 'Changes' })).findAllByRole('button');

test('S2T-01 the log lists who changed what, newest first, and older changes on demand', async () => {
  const { user } = await openLog();

  const first = await rows();
  expect(first.slice(0, 3).map(({ textContent }) => textContent?.replace(/[\u2068\u2069]/g, ''))).toEqual([
    expect.stringMatching(/^SaraChanged the status of order #1851/),
    expect.stringMatching(/^SaraChanged product Steam 20/),
    expect.stringMatching(/^Without sign-inRegistration of Nadia/),
  ]);
  expect(first).toHaveLength(50);
  await user.click(screen.getByRole('button', { name: 'Show older changes' }));
  await waitFor(async () => expect((await rows()).length).toBe(100));
});

test('S2T-02 a row opens its values before and after, in words and in the shop’s currency', async () => {
  const { user, receive } = await openLog();
  await receive('categories', aCategory(9, 'Games'));
  await user.click((await rows())[1]!);

  const dialog = within(await screen.findByRole('dialog'));
  await dialog.findByText('Games');
  const cells = dialog.getAllByRole('row').map((row) => [...row.children].map(({ textContent }) => textContent));
  expect(cells).toEqual([
    ['Field', 'Before', 'After'],
    ['Price', '€20.00', '€21.50'],
    ['Available', 'Yes', 'No'],
    ['Categories', '–', 'Games'],
  ]);
});

test('AN-29 fields of products, questions and corrected answers are read in words', async () => {
  const plain = (text: string | null) => text?.replace(/[\u2068\u2069]/g, '');
  const log = logOf([
    anEntry(3, { action: 'order.answers', fields: [set('answers', { player: '512' }, { player: '5123' })] }),
    anEntry(2, { action: 'order.ask', fields: [set('round', null, 1), set('keys', null, ['player', 'server'])] }),
    anEntry(1, {
      action: 'product.update',
      entity: 'products',
      entity_key: '3',
      entity_name: 'Steam 20',
      fields: [
        set('order_fields', [], [{ ...aPlayerId, max: 12, starts: ['5'] }]),
        set('quantity_max', 1, 5_000),
        set('price_per', 1, 1000),
      ],
    }),
  ]);
  const { user } = await openLog('/admin/audit', log);
  const listed = await rows();
  expect(listed.map(({ textContent }) => plain(textContent))).toEqual([
    expect.stringMatching(/^SaraCorrected the answers of order #1603/),
    expect.stringMatching(/^SaraAsked to correct order #1602/),
    expect.stringMatching(/^SaraChanged product Steam 20/),
  ]);
  const cellsOf = async (at: number) => {
    await user.click((await rows())[at]!);
    const dialog = within(await screen.findByRole('dialog'));
    const cells = dialog
      .getAllByRole('row')
      .slice(1)
      .map((row) => [...row.children].map(({ textContent }) => plain(textContent)));
    await user.click(dialog.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    return cells;
  };

  expect(await cellsOf(0)).toEqual([['Answers', 'player: 512', 'player: 5123']]);
  expect(await cellsOf(1)).toEqual([
    ['Round', '–', '1'],
    ['What to correct', '–', 'player · server'],
  ]);
  expect(await cellsOf(2)).toEqual([
    [
      'Order fields',
      '–',
      'Player id: player_id · Digits · required · at least 6 characters · at most 12 characters · 5 · player_id',
    ],
    ['Largest quantity', '1', '5000'],
    ['Units per price', '1', '1000'],
  ]);
});

test('S2T-01 the filters are in the address and in the request, and a row narrows the log to its record', async () => {
  const { user, address, asked } = await openLog('/admin/audit?action=product.update&from=2026-01-01&user=2');

  await waitFor(async () => expect(await rows()).toHaveLength(1));
  expect(asked().at(-1)).toBe('?user=2&action=product.update&from=2026-01-01&per_page=50');
  await user.click((await rows())[0]!);
  await user.click(await screen.findByRole('button', { name: 'Changes of this record' }));

  await waitFor(() => expect(address()).toBe('/admin/audit?key=3&entity=products'));
  expect(screen.queryByRole('dialog')).toBeNull();
  await waitFor(() => expect(asked().at(-1)).toBe('?entity=products&key=3&per_page=50'));
  await user.click(await screen.findByRole('button', { name: 'Clear' }));
  await waitFor(() => expect(address()).toBe('/admin/audit'));
});

test('S2T-03 all rows that match are saved as CSV, page by page', async () => {
  const saved: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => `blob:${saved.push(blob as Blob)}`);
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  const { user } = await openLog();
  await rows();
  await user.click(screen.getByRole('button', { name: 'Export CSV' }));

  await waitFor(() => expect(saved).toHaveLength(1));
  const lines = (await saved[0]!.text()).trim().split('\r\n');
  expect(lines).toHaveLength(1 + entries.length);
  expect(lines[1]).toMatch(/^251,.*,Sara,2,order\.status,Changed the status of order #1851,Orders,#1851,/);
});

test('S2T-03 a long export shows its progress and can be cancelled', async () => {
  const saved: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => `blob:${saved.push(blob as Blob)}`);
  const script = logOf();
  const { user } = await openLog('/admin/audit', (asked) =>
    asked.url.searchParams.get('below') && asked.url.searchParams.get('per_page') === '100'
      ? new Promise(() => undefined)
      : script(asked),
  );
  await rows();
  await user.click(screen.getByRole('button', { name: 'Export CSV' }));
  await screen.findByText('100 rows so far');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));

  expect(await screen.findByRole('button', { name: 'Export CSV' })).toBeTruthy();
  expect(saved).toHaveLength(0);
});

test('S2T-01 when the changes for another filter cannot be loaded, those of the filter before are not shown for it', async () => {
  const { go } = await openLog('/admin/audit', (asked) =>
    asked.url.searchParams.get('action') ? [503, { code: 'BUSY' }] : logOf()(asked),
  );
  await rows();

  await go('/admin/audit?action=product.update');

  await screen.findByText(/The server is busy/);
  expect(screen.queryByRole('list', { name: 'Changes' })).toBeNull();
});

test('S2T-01 without rows, after a failure and offline the log says so', async () => {
  let isBroken = true;
  const { user, server } = await openLog('/admin/audit?action=order.delete', (asked) =>
    isBroken && asked.path === '/api/audit' ? [503, { code: 'BUSY' }] : logOf()(asked),
  );
  await screen.findByText(/The server is busy/);
  isBroken = false;
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await screen.findByText('No changes match these filters.');
  await server.goOffline();
  await user.click(screen.getByRole('button', { name: 'Clear filters' }));

  expect(await screen.findByText('You are offline. The audit log needs a connection.')).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Export CSV' }).disabled).toBe(true);
});
