import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { currentToasts } from '../../src/client/ui/toast.ts';
import type { TopupRow } from '../../src/contract/topups.ts';
import { unanswered } from '../support/adjustments.tsx';
import { uuid } from '../support/help-desk.tsx';
import { anAccountOf } from '../support/people-office.tsx';
import { toastTexts, type Script } from '../support/storefront.tsx';
import { aSlip, karim, openTopupOffice, visitTopups } from '../support/topup-office.tsx';
import { aTopup } from '../support/topups.tsx';

const approved = (n: number, credited: number): TopupRow =>
  aTopup(n, {
    status: 'approved',
    credited,
    decided_by: 'Sara',
    decided_at: '2026-11-20T10:02:00.000Z',
    rev: 2,
  });

const done =
  (n: number, credited: number): Script =>
  ({ path }) =>
    path.endsWith('/approve')
      ? [200, { code: 'SUCCESS', topup: approved(n, credited), user: anAccountOf({ balance: 60 }) }]
      : [200, { status: 'ok' }];

const approvals = (requests: readonly { path: string; body: Record<string, unknown>; key: string | null }[]) =>
  requests.filter(({ path }) => path.endsWith('/approve'));

const field = (name: string | RegExp) => screen.getByLabelText<HTMLInputElement>(name);

/** Opens the request 1, and a second one that waits. */
async function open(script: Script, topup: TopupRow = aTopup(1)) {
  const device = await openTopupOffice({ topups: [topup, aTopup(2)], script });
  const page = visitTopups(`/admin/top-ups/${topup.id}`);
  await screen.findByLabelText('Amount to add');
  const fill = async (amount: string, pin: string, note = '') => {
    await page.user.clear(field('Amount to add'));
    await page.user.type(field('Amount to add'), amount);
    if (note) await page.user.type(field(/^Note/), note);
    if (pin) await page.user.type(field('Your PIN'), pin);
  };
  const press = (name: RegExp | string) => page.user.click(screen.getByRole('button', { name }));
  return { ...device, ...page, fill, press };
}

test('TU-33 the slip is large beside what the customer said, and zooms and turns by buttons and keys', async () => {
  const { user } = await open(
    done(1, 50),
    aTopup(1, { attachments: [aSlip(uuid(500))], note: 'From my brother', slip_number: 'TRX-9' }),
  );

  for (const text of ['TRX-9', 'Method 1', 'From my brother', 'C-7-E', 'Oct 01, 2026'])
    expect(screen.getAllByText(text).length).toBeGreaterThan(0);
  expect(await screen.findByText('€10.00')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Amina Haddad' }).getAttribute('href')).toBe('/admin/users/7');
  const picture = within(screen.getByRole('region', { name: 'Slip' })).getByRole<HTMLImageElement>('img');
  expect(picture.getAttribute('src')).toBe(`/api/files/${uuid(500)}`);
  await user.click(screen.getByRole('button', { name: 'Zoom in' }));
  await user.click(screen.getByRole('button', { name: 'Rotate' }));
  await user.keyboard('+r');
  expect(picture.parentElement!.style.width).toBe('200%');
  expect(picture.style.rotate).toBe('180deg');
  await user.keyboard('0');
  expect(picture.style.rotate).toBe('0deg');
});

test('TU-34 the amount is typed, not taken over: it is added with the PIN and a key, and the next request opens', async () => {
  const { server, db, fill, press, address } = await open(done(1, 50));
  expect(field('Amount to add').value).toBe('');

  await fill('50', '1234');
  await press(/^Add €50.00 to/);

  await waitFor(() => expect(address()).toBe(`/admin/top-ups/${uuid(2)}`));
  expect(approvals(server.requests)).toMatchObject([
    { path: `/api/topups/${uuid(1)}/approve`, body: { amount: 50, pin: '1234', note: null }, key: expect.any(String) },
  ]);
  expect(toastTexts()).toEqual(['€50.00 added to \u2068Amina Haddad\u2069']);
  expect((await db.topups.get(uuid(1)))?.status).toBe('approved');
  expect(JSON.stringify([await db.pledges.toArray(), await db.drafts.toArray()])).not.toContain('1234');
  await screen.findByRole('heading', { name: 'Top-up #2' });
  expect(field('Amount to add').value).toBe('');
  currentToasts()[0]!.action!.onSelect();
  await waitFor(() => expect(address()).toBe(`/admin/top-ups/${uuid(1)}`));
  expect(await screen.findByText(/Approved by/)).toBeTruthy();
});

test('TU-34 another amount needs a note, and nothing is sent without it or without a PIN', async () => {
  const { server, fill, press } = await open(done(1, 45));

  await fill('45', '');
  expect(screen.getByText(/compared with the amount asked for/).textContent).toContain('€5.00');
  await press(/^Add €45.00 to/);
  expect(screen.getByText('Say why the amount is not the one asked for.')).toBeTruthy();
  expect(screen.getByText('PIN is required for balance operations.')).toBeTruthy();
  expect(approvals(server.requests)).toEqual([]);
  await fill('45', '1234', 'Only 45 arrived');
  await press(/^Add €45.00 to/);

  await waitFor(() => expect(approvals(server.requests)).toHaveLength(1));
  expect(approvals(server.requests)[0]!.body).toMatchObject({ amount: 45, note: 'Only 45 arrived' });
});

test('TU-35 a request that looks like an approved one is approved only with a tick, with another key', async () => {
  const alike = {
    id: uuid(31),
    number: 31,
    user_name: karim.name,
    status: 'approved' as const,
    cause: 'file' as const,
  };
  let isFirst = true;
  const { server, fill, press, user } = await open(
    (asked) => {
      if (!asked.path.endsWith('/approve')) return [200, { status: 'ok' }];
      const refused = isFirst;
      isFirst = false;
      return refused ? [409, { code: 'ALIKE', details: { alike: [alike] } }] : done(1, 50)(asked);
    },
    aTopup(1, { alike: [alike] }),
  );
  expect(screen.getByText('Same file as #31')).toBeTruthy();
  await fill('50', '1234');
  await press(/^Add €50.00 to/);

  const tick = await screen.findByRole('checkbox', { name: /^Approve although it looks like #31 of/ });
  expect(screen.getByRole<HTMLButtonElement>('button', { name: /^Add €50.00 to/ }).disabled).toBe(true);
  await user.click(tick);
  await user.type(field('Your PIN'), '1234');
  await press(/^Add €50.00 to/);

  await waitFor(() => expect(approvals(server.requests)).toHaveLength(2));
  const [first, second] = approvals(server.requests);
  expect(first!.body.despite_alike).toBeUndefined();
  expect(second!.body.despite_alike).toBe(true);
  expect(second!.key).not.toBe(first!.key);
});

test('TU-36 a request that another admin has decided meanwhile says by whom and when, and is shown as decided', async () => {
  const current = approved(1, 50);
  const { db, fill, press } = await open(({ path }) =>
    path.endsWith('/approve')
      ? [409, { code: 'CONFLICT', details: { current, by: 'Sara', at: current.decided_at } }]
      : [200, { status: 'ok' }],
  );
  await fill('50', '1234');
  await press(/^Add €50.00 to/);

  expect(await screen.findByText(/^Approved by .*Sara.* at .*Nothing was added now/)).toBeTruthy();
  await waitFor(async () => expect((await db.topups.get(uuid(1)))?.status).toBe('approved'));
  await waitFor(() =>
    expect(screen.getByRole<HTMLButtonElement>('button', { name: /^Add €50.00 to/ }).disabled).toBe(true),
  );
});

test('TU-36 a wrong PIN and a limit are said in words, and the PIN is asked for again', async () => {
  const refusals = [
    [400, { code: 'INVALID_PIN', details: {} }],
    [422, { code: 'LIMIT_REACHED', details: { limit: 'balance', of: 500, until: null } }],
  ] as const;
  let at = 0;
  const { fill, press, user } = await open(({ path }) =>
    path.endsWith('/approve') ? (refusals[at++] as never) : [200, { status: 'ok' }],
  );
  await fill('50', '1234');
  await press(/^Add €50.00 to/);
  expect(await screen.findByText('Invalid PIN.')).toBeTruthy();
  expect(field('Your PIN').value).toBe('');
  await user.type(field('Your PIN'), '4321');
  await press(/^Add €50.00 to/);

  expect(await screen.findByText('The balance of a customer can be at most €500.00. Nothing was added.')).toBeTruthy();
});

test('TU-37 an approval whose answer was lost is settled with its key, and then the next request opens', async () => {
  let isSettled = false;
  const { server, db, fill, press, address } = await open((asked) => {
    if (asked.path === '/api/outcomes/cancel')
      return isSettled ? [200, { code: 'SUCCESS', state: 'applied', touched: [`topups:${uuid(1)}`] }] : 'lost';
    return asked.path.endsWith('/approve') ? unanswered(asked) : [200, { status: 'ok' }];
  });
  await fill('50', '1234');
  await press(/^Add €50.00 to/);

  expect(await screen.findByText('We do not know yet whether the balance was changed.')).toBeTruthy();
  expect(JSON.stringify(await db.pledges.toArray())).not.toContain('1234');
  isSettled = true;
  await press('Check now');

  await waitFor(() => expect(address()).toBe(`/admin/top-ups/${uuid(2)}`));
  expect(new Set(approvals(server.requests).map(({ key }) => key)).size).toBe(1);
});

test('TU-38 a request is refused with a reason and without a PIN; the last one leads to “All done”', async () => {
  const { server } = await openTopupOffice({
    topups: [aTopup(1)],
    script: ({ path }) =>
      path.endsWith('/refuse')
        ? [200, { code: 'SUCCESS', topup: aTopup(1, { status: 'refused', reason: 'other', rev: 2 }) }]
        : [200, { status: 'ok' }],
  });
  const { user, address } = visitTopups(`/admin/top-ups/${uuid(1)}`);
  await user.click(await screen.findByRole('button', { name: 'Refuse…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Refuse request #1' }));

  await user.click(dialog.getByRole('button', { name: 'Refuse' }));
  expect(dialog.getByText('Reason is required.')).toBeTruthy();
  await user.click(dialog.getByRole('radio', { name: 'Another reason' }));
  await user.click(dialog.getByRole('button', { name: 'Refuse' }));
  expect(dialog.getByText('Note is required.')).toBeTruthy();
  await user.type(dialog.getByLabelText('Note'), 'Ask your bank');
  await user.click(dialog.getByRole('button', { name: 'Refuse' }));

  await waitFor(() => expect(address()).toBe('/admin/top-ups?status=waiting'));
  expect(await screen.findByText('All done: no request is waiting.')).toBeTruthy();
  const sent = server.requests.filter(({ path }) => path.endsWith('/refuse'));
  expect(sent).toMatchObject([{ body: { reason: 'other', note: 'Ask your bank' } }]);
});

test('TU-38 J and K open the next and the previous request, and offline the page reads while its buttons say why they are off', async () => {
  const { server, user, address } = await open(done(1, 50));
  await screen.findByText('2 waiting');
  await user.keyboard('j');
  await waitFor(() => expect(address()).toBe(`/admin/top-ups/${uuid(2)}`));
  await screen.findByRole('heading', { name: 'Top-up #2' });
  await screen.findByText('2 waiting');
  await user.keyboard('k');
  await waitFor(() => expect(address()).toBe(`/admin/top-ups/${uuid(1)}`));
  await screen.findByRole('heading', { name: 'Top-up #1' });

  await server.goOffline();

  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Refuse…' }).disabled).toBe(true));
  expect(screen.getByText('You are offline. A balance is only changed with a connection.')).toBeTruthy();
  expect(screen.getByText('TRX-1')).toBeTruthy();
});
