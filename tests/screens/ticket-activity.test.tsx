import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { AuditEntry } from '../../src/contract/audit.ts';
import { aTicket, openHelpDesk, uuid, visitHelpDesk } from '../support/help-desk.tsx';
import { sara, type Script } from '../support/storefront.tsx';

const entry = (id: number, action: string, fields: AuditEntry['fields'] = []): AuditEntry => ({
  id,
  action,
  entity: 'tickets',
  entity_key: uuid(1),
  entity_name: '1001',
  actor_id: sara.id,
  actor_name: 'Sara',
  created_at: new Date(Date.now() - (30 - id) * 60_000).toISOString(),
  fields,
});
const set = (field: string, old: unknown, next: unknown) => ({ field, old_value: old, new_value: next });

const entries = [
  entry(9, 'ticket.tags', [set('tags', [], ['refund'])]),
  entry(7, 'ticket.assign', [set('assignee_id', null, sara.id)]),
  entry(5, 'ticket.status', [set('status', 'new', 'open')]),
  entry(2, 'ticket.open', [set('subject', null, 'Subject 1')]),
];

/** A server with these changes, in pages of `size`. */
const activityOf =
  (size: number): Script =>
  ({ path, url }) => {
    if (path !== `/api/tickets/${uuid(1)}/activity`) return [200, { status: 'ok' }];
    const below = Number(url.searchParams.get('below') ?? Infinity);
    const page = entries.filter(({ id }) => id < below).slice(0, size);
    const last = page.at(-1)!.id;
    return [200, { code: 'SUCCESS', entries: page, next: last === entries.at(-1)!.id ? null : last }];
  };

async function openActivity({ server }: Awaited<ReturnType<typeof openHelpDesk>>) {
  const { user } = visitHelpDesk(`/admin/tickets/${uuid(1)}`);
  const opener = await screen.findByRole('button', { name: 'Activity' });
  const asked = () => server.requests.filter(({ path }) => path.endsWith('/activity')).length;
  expect(asked()).toBe(0);
  await user.click(opener);
  return { user, asked };
}

test('S2R-10 the activity of a ticket is loaded when it is opened: who changed what, from which value to which', async () => {
  const device = await openHelpDesk(sara, { tickets: [aTicket(1)], people: [{ ...sara, is_active: false }] });
  device.server.respondWith(activityOf(20));
  const { asked } = await openActivity(device);

  const list = within(await screen.findByRole('list', { name: 'Activity' }));
  const readTexts = () => list.queryAllByRole('listitem').map(({ textContent }) => textContent);
  // The names come from the device, and the entries from the server.
  await waitFor(() => expect(readTexts()[1]).toMatch(/^Changed the assignee.*→ .*Sara.*Sara/));
  const texts = readTexts();

  expect(texts).toHaveLength(4);
  expect(texts[0]).toMatch(/^Changed the tags.*→ .*refund.*Sara/);
  expect(texts[2]).toMatch(/^Changed the status\u2068New\u2069 → \u2068Open\u2069.*Sara/);
  expect(texts[3]).toMatch(/^Opened the ticket.*Sara/);
  expect(asked()).toBe(1);
});

test('S2R-10 further activity comes with More, and all of it again after a change of the ticket', async () => {
  const device = await openHelpDesk(sara, { tickets: [aTicket(1)] });
  device.server.respondWith(activityOf(3));
  const { user, asked } = await openActivity(device);
  const list = await screen.findByRole('list', { name: 'Activity' });
  await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(3));
  await user.click(screen.getByRole('button', { name: 'More' }));
  await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(4));
  expect(screen.queryByRole('button', { name: 'More' })).toBeNull();

  await device.receive('tickets', aTicket(1, { rev: 2, status: 'closed' }));

  await waitFor(() => expect(asked()).toBe(3));
});

test('S2R-10 offline the activity says that it needs a connection', async () => {
  const device = await openHelpDesk(sara, { tickets: [aTicket(1)] });
  await device.server.goOffline();
  await openActivity(device);

  expect(await screen.findByText('You are offline. The activity is loaded when you are connected.')).toBeTruthy();
});
