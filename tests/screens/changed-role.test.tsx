import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openHelpDesk, uuid, visitHelpDesk } from '../support/help-desk.tsx';
import { amina, sara } from '../support/storefront.tsx';

/** A parked item of the outbox, written in this role. */
const refusedAs = (role: 'admin' | 'user', code: string, kind: string, n: number) => ({
  id: uuid(n),
  kind,
  v: 1,
  lane: `${kind}:${n}`,
  args: {},
  state: 'failed',
  attempts: 1,
  createdAt: 0,
  error: { status: 404, code },
  by: { ...amina, role },
});

test('S6-01 after the loss of the role every refused change of an admin says so; a deleted record says so to its author', async () => {
  const { db } = await openHelpDesk(amina);
  const kinds = ['ticket.reply', 'ticket.status', 'ticket.priority', 'ticket.assign', 'order.status', 'order.deliver'];
  const catalogue = ['product.availability', 'category.active', 'category.move'];
  await db.outbox.bulkAdd([
    ...kinds.map((kind, n) => refusedAs('admin', 'NOT_FOUND', kind, n)),
    ...catalogue.map((kind, n) => refusedAs('admin', 'FORBIDDEN', kind, 10 + n)),
    refusedAs('admin', 'GONE', 'ticket.reply', 20),
    refusedAs('user', 'NOT_FOUND', 'ticket.reply', 21),
  ] as never[]);

  visitHelpDesk('/dashboard/outbox');

  await waitFor(() =>
    expect(screen.getAllByText('Your role was changed, so you can no longer change this.')).toHaveLength(9),
  );
  expect(screen.getAllByText('This no longer exists.')).toHaveLength(2);
});

test('D-8 a queued status of an order that would move money says so when it is refused', async () => {
  const { db } = await openHelpDesk(sara);
  await db.outbox.bulkAdd([
    refusedAs('admin', 'FORBIDDEN', 'order.status', 1),
    refusedAs('admin', 'FORBIDDEN', 'order.deliver', 2),
    refusedAs('admin', 'FORBIDDEN', 'ticket.status', 3),
  ] as never[]);

  visitHelpDesk('/dashboard/outbox');

  expect(await screen.findAllByText('A status that moves money is only set with a connection.')).toHaveLength(2);
  expect(screen.getAllByText('You are not authorized to do this.')).toHaveLength(1);
});

test('S6-09 a ticket of a customer who has become an admin says that only customers open tickets', async () => {
  const { db } = await openHelpDesk(sara);
  await db.outbox.add(refusedAs('user', 'FORBIDDEN', 'ticket.open', 1) as never);

  visitHelpDesk('/dashboard/outbox');

  expect(await screen.findByText('Your role was changed, and only customers open tickets.')).toBeTruthy();
});
