import { act, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { aResponse, aTicket, openHelpDesk, uuid, visitHelpDesk } from '../support/help-desk.tsx';
import { amina, sara, type Script } from '../support/storefront.tsx';

type Server = Awaited<ReturnType<typeof openHelpDesk>>['server'];
const since = '2026-11-20T14:23:00.000Z';
const root = { user_id: 1, name: 'Root', state: 'viewing', since };
const karim = { user_id: 9, name: 'Karim', state: 'writing', since };

/** A server on which these users are at every ticket. */
const withOthers =
  (others: object[]): Script =>
  ({ path }) => [200, { code: 'SUCCESS', status: 'ok', ...(path.endsWith('/presence') && { others }) }];
const reports = ({ requests }: Server) =>
  requests.filter(({ path }) => path.endsWith('/presence')).map(({ path, body }) => [path.split('/')[3], body.state]);
const composer = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Your reply' });

test('S2R-08 the header names who views the ticket and who writes a reply, beside unsent changes, and a customer sees none', async () => {
  const { server, db } = await openHelpDesk(sara, { tickets: [aTicket(1)] });
  server.respondWith(withOthers([root, karim]));
  await db.setFact('elsewhere', [{ lane: uuid(1), own: false, by: 'Nadia', at: since }]);
  const { close } = visitHelpDesk(`/admin/tickets/${uuid(1)}`);

  const writing = await screen.findByText('is writing a reply', { exact: false });
  expect(writing.textContent).toBe('Karim is writing a reply');
  expect(screen.getByText('is viewing this ticket', { exact: false }).textContent).toBe('Root is viewing this ticket');
  expect(writing.closest('[role=status]')).toBeTruthy();
  expect(screen.getByText(/has changes to this ticket on another device\./)).toBeTruthy();
  close();

  const customer = await openHelpDesk(amina, { tickets: [aTicket(1)] });
  customer.server.respondWith(withOthers([root]));
  visitHelpDesk(`/user/tickets/${uuid(1)}`);
  const field = await composer();
  field.focus();
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  expect(reports(customer.server)).toEqual([]);
});

test('S2R-08 a page reports viewing, writing at once, viewing again after the text is gone, and that it has left', async () => {
  const { server } = await openHelpDesk(sara, { tickets: [aTicket(1), aTicket(2)] });
  server.respondWith(withOthers([]));
  const { user, go } = visitHelpDesk(`/admin/tickets/${uuid(1)}`);
  await waitFor(() => expect(reports(server)).toEqual([[uuid(1), 'viewing']]));

  await user.type(await composer(), 'Hi');
  expect(reports(server).slice(1)).toEqual([[uuid(1), 'writing']]);
  await user.clear(await composer());
  expect(reports(server).slice(2)).toEqual([[uuid(1), 'viewing']]);
  await go(`/admin/tickets/${uuid(2)}`);
  await waitFor(() => expect(reports(server).slice(3)).toContainEqual([uuid(1), 'left']));
});

test('S2R-08 a hidden page leaves the ticket, and offline nothing is reported and no user is named', async () => {
  const { server } = await openHelpDesk(sara, { tickets: [aTicket(1)] });
  server.respondWith(withOthers([root]));
  visitHelpDesk(`/admin/tickets/${uuid(1)}`);
  await screen.findByText(/is viewing this ticket/);
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  await act(async () => void document.dispatchEvent(new Event('visibilitychange')));
  await waitFor(() => expect(reports(server).at(-1)).toEqual([uuid(1), 'left']));
  expect(screen.queryByText(/is viewing this ticket/)).toBeNull();
  visibility.mockRestore();
  await act(async () => void document.dispatchEvent(new Event('visibilitychange')));
  await screen.findByText(/is viewing this ticket/);

  await server.goOffline();
  await waitFor(() => expect(screen.queryByText(/is viewing this ticket/)).toBeNull());
});

test('S2R-08 a reply that is being written says that a colleague has answered, or the customer has written, meanwhile', async () => {
  const { receive } = await openHelpDesk(sara, {
    tickets: [aTicket(1)],
    responses: [aResponse(1, 1, { author_name: 'Karim' })],
  });
  const { user } = visitHelpDesk(`/admin/tickets/${uuid(1)}`);
  await screen.findByText('Response 1');
  await receive('responses', aResponse(2, 1, { author_name: 'Sara' }), aResponse(3, 1, { author_name: 'Root' }));
  await screen.findByText('Response 3');
  expect(screen.queryByText(/has answered since/)).toBeNull();

  await user.type(await composer(), 'Hello');
  expect((await screen.findByText(/has answered since you opened this ticket/)).textContent).toMatch(
    /^Root has answered/,
  );
  await receive('responses', aResponse(4, 1, { type: 'user', author_name: 'Amina Haddad' }));
  expect(await screen.findByText(/has written again since you opened this ticket/)).toBeTruthy();
  await receive('responses', aResponse(5, 1, { author_name: 'Sara' }));
  await waitFor(() => expect(screen.queryByText(/since you opened this ticket/)).toBeNull());
});
