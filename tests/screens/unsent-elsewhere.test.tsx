import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { uuidv7 } from '../../src/contract/uuid.ts';
import { pass } from '../../src/client/sync/pass.ts';
import { perform } from '../../src/client/sync/perform.ts';
import { aTicket, openHelpDesk, uuid, visitHelpDesk } from '../support/help-desk.tsx';
import { amina, sara } from '../support/storefront.tsx';
import { deviceOf, eachMutation, nothingNew } from '../sync/support.ts';

const at = '2026-11-20T14:23:00.000Z';

test('S2R-08 a ticket says that another admin has unsent changes to it, until they are sent', async () => {
  const { db } = await openHelpDesk(sara, { tickets: [aTicket(1), aTicket(2)] });
  await db.setFact('elsewhere', [{ lane: uuid(1), own: false, by: 'Root', at }]);
  const { go } = visitHelpDesk(`/admin/tickets/${uuid(1)}`);

  expect(await screen.findByText(/has changes to this ticket on another device\./)).toBeTruthy();
  expect(screen.getByText('Root')).toBeTruthy();
  await go(`/admin/tickets/${uuid(2)}`);
  await screen.findByText('Content 2');
  expect(screen.queryByText(/has changes to this ticket/)).toBeNull();
  await go(`/admin/tickets/${uuid(1)}`);
  await screen.findByText(/has changes to this ticket/);
  await db.setFact('elsewhere', []);

  await waitFor(() => expect(screen.queryByText(/has changes to this ticket/)).toBeNull());
});

test('OF-11 a laptop shows that the user’s phone has unsent changes', async () => {
  const { db } = await openHelpDesk(amina, { tickets: [aTicket(1)] });
  await db.setFact('elsewhere', [
    { lane: uuid(1), own: true, by: 'Amina', at },
    { lane: 'order:7', own: true, by: 'Amina', at },
  ]);
  const { go } = visitHelpDesk('/dashboard/outbox');

  expect(await screen.findByText(/^Another device of yours holds unsent changes to 2 records\./)).toBeTruthy();
  await go(`/user/tickets/${uuid(1)}`);
  expect(await screen.findByText(/^Another device of yours holds changes to this ticket\./)).toBeTruthy();
});

test('each pass reports the lanes whose changes it does not send, and stores what other devices reported', async () => {
  const { db, environment, requests } = await deviceOf(
    amina,
    eachMutation({ status: 403, code: 'FORBIDDEN' }, { elsewhere: [{ lane: 'order:7', own: true, by: 'Amina', at }] }),
  );
  const [first, second] = [uuidv7(), uuidv7()];
  await perform(db, 'ticket.reply', { id: uuidv7(), ticket_id: first, content: 'One' }, environment.runtime);
  await pass(db, environment);
  await perform(db, 'ticket.reply', { id: uuidv7(), ticket_id: second, content: 'Two' }, environment.runtime);

  await pass(db, environment);

  expect(requests().map(({ held }) => held)).toEqual([[], [first]]);
  expect(await db.fact('elsewhere')).toEqual([{ lane: 'order:7', own: true, by: 'Amina', at }]);
});

test('the answer of an earlier server version clears the reports of other devices', async () => {
  const { db, environment } = await deviceOf(amina, () => nothingNew());
  await db.setFact('elsewhere', [{ lane: 'order:7', own: true, by: 'Amina', at }]);

  await pass(db, environment);

  expect(await db.fact('elsewhere')).toEqual([]);
});
