import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { newId } from '../../src/client/local/ids.ts';
import { pass } from '../../src/client/sync/pass.ts';
import { perform } from '../../src/client/sync/perform.ts';
import { aTicket, openDesk, uuid, visitDesk } from '../support/desk.tsx';
import { amina, sara } from '../support/storefront.tsx';
import { deviceOf, eachMutation, nothingNew } from '../sync/support.ts';

const at = '2026-11-20T14:23:00.000Z';

test('a ticket says that another admin holds changes to it, and says so no more when they were sent', async () => {
  const { db } = await openDesk(sara, { tickets: [aTicket(1), aTicket(2)] });
  await db.setFact('elsewhere', [{ lane: uuid(1), own: false, by: 'Root', at }]);
  const { go } = visitDesk(`/admin/tickets/${uuid(1)}`);

  expect(await screen.findByText(/has changes to this ticket on another device\./)).toBeTruthy();
  expect(screen.getByText('Root')).toBeTruthy();
  await go(`/admin/tickets/${uuid(2)}`);
  await screen.findByText('Content 2');
  expect(screen.queryByText('Not sent yet from another device')).toBeNull();
  await go(`/admin/tickets/${uuid(1)}`);
  await screen.findByText('Not sent yet from another device');
  await db.setFact('elsewhere', []);

  await waitFor(() => expect(screen.queryByText('Not sent yet from another device')).toBeNull());
});

test('OF-11 a laptop says that the person’s phone still holds changes', async () => {
  const { db } = await openDesk(amina, { tickets: [aTicket(1)] });
  await db.setFact('elsewhere', [
    { lane: uuid(1), own: true, by: 'Amina', at },
    { lane: 'order:7', own: true, by: 'Amina', at },
  ]);
  const { go } = visitDesk('/dashboard/outbox');

  expect(await screen.findByText(/^Another device of yours holds unsent changes to 2 records\./)).toBeTruthy();
  await go(`/user/tickets/${uuid(1)}`);
  expect(await screen.findByText(/^Another device of yours holds changes to this ticket\./)).toBeTruthy();
});

test('each pass names what the device still holds, and keeps what the server says of others', async () => {
  const { db, outside, requests } = await deviceOf(
    amina,
    eachMutation({ status: 403, code: 'FORBIDDEN' }, { elsewhere: [{ lane: 'order:7', own: true, by: 'Amina', at }] }),
  );
  const [first, second] = [newId(), newId()];
  await perform(db, 'ticket.reply', { id: newId(), ticket_id: first, content: 'One' }, outside.means);
  await pass(db, outside);
  await perform(db, 'ticket.reply', { id: newId(), ticket_id: second, content: 'Two' }, outside.means);

  await pass(db, outside);

  expect(requests().map(({ held }) => held)).toEqual([[], [first]]);
  expect(await db.fact('elsewhere')).toEqual([{ lane: 'order:7', own: true, by: 'Amina', at }]);
});

test('a server of an earlier version says nothing of other devices', async () => {
  const { db, outside } = await deviceOf(amina, () => nothingNew());
  await db.setFact('elsewhere', [{ lane: 'order:7', own: true, by: 'Amina', at }]);

  await pass(db, outside);

  expect(await db.fact('elsewhere')).toEqual([]);
});
