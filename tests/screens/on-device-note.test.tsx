import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aTicket, openHelpDesk, visitHelpDesk } from '../support/help-desk.tsx';
import { sara } from '../support/storefront.tsx';

const tickets = (count: number) => Array.from({ length: count }, (_, at) => aTicket(at + 1));
const listPath = '/admin/tickets';

test('S2M-09 offline the list says how many of all tickets are on this device', async () => {
  const { db, server } = await openHelpDesk(sara, { tickets: tickets(2) });
  await db.setFact('ticketsTotal', 5100);
  await server.goOffline();

  visitHelpDesk(listPath);

  expect(await screen.findByText(/^2 of 5,100 tickets are on this device\./)).toBeTruthy();
});

test('S2M-09 while the first load is not finished, the list does not say that all tickets are here', async () => {
  const { db, server } = await openHelpDesk(sara, { tickets: tickets(2) });
  await db.setFact('load', { done: 2, total: 5100 });
  await server.goOffline();

  visitHelpDesk(listPath);

  expect(await screen.findByText('Showing 1–2 of 2')).toBeTruthy();
  expect(screen.queryByText(/are on this device/)).toBeNull();
  await db.setFact('load', null);
  expect(await screen.findByText('All 2 tickets are on this device.')).toBeTruthy();
});
