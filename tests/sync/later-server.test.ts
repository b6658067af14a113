import { describe, expect, test } from 'vitest';
import { placeOrder } from '../../src/contract/orders.ts';
import { refusalMark } from '../../src/contract/refusals.ts';
import type { Change, EntityName } from '../../src/contract/sync.ts';
import { entities } from '../../src/contract/sync-limits.ts';
import { callAt } from '../../src/client/api/call.ts';
import type { Transport } from '../../src/client/sync/transport.ts';
import { makeMoneyCall } from '../../src/client/sync/money.ts';
import { pass } from '../../src/client/sync/pass.ts';
import { perform } from '../../src/client/sync/perform.ts';
import { amina, deviceOf, newTicket, nothingNew, ticketChange, type TestDevice } from './support.ts';

/** The device's transport, in a network that gives these answers; `sent` receives the bodies of its requests. */
function transportOf(
  device: TestDevice,
  answer: (body: never) => object,
  status = 200,
  sent: unknown[] = [],
): Transport {
  const fetch = async (_url: unknown, init?: RequestInit) => {
    const body = JSON.parse(init?.body as string) as never;
    sent.push(body);
    return new Response(JSON.stringify(answer(body)), { status, headers: { 'content-type': 'application/json' } });
  };
  return {
    token: async () => device.session.token,
    call: ((address, input, options) => callAt(address, input, { ...options, fetch })) as Transport['call'],
  };
}

const parcel: Change = { entity: 'parcels' as EntityName, key: 'p1', rev: 1, row: { id: 'p1', rev: 1 } };

test('D-27 a device names the tables that it stores', async () => {
  const device = await deviceOf(amina);
  const sent: { entities?: string[] }[] = [];

  await pass(device.db, { ...device.environment, transport: transportOf(device, () => nothingNew(), 200, sent) });

  expect(sent.map((request) => request.entities)).toEqual([[...entities]]);
  expect(device.db.cacheTables.map(({ name }) => name).toSorted()).toEqual([...entities].toSorted());
});

test('D-27 rows of a table that a device does not know are left out, and the rest of the answer is stored', async () => {
  const device = await deviceOf(amina);
  await perform(device.db, 'ticket.open', newTicket('t1'));
  const answer = ({ mutations }: { mutations: { id: string }[] }) =>
    nothingNew({
      cursor: 'v2',
      changes: [parcel, ticketChange('t2', 1)],
      older: [parcel, ticketChange('t3', 1)],
      results: mutations.map(({ id }) => ({
        id,
        status: 200,
        code: 'SUCCESS',
        rows: [parcel, ticketChange('t1', 1)],
      })),
    });

  const end = await pass(device.db, { ...device.environment, transport: transportOf(device, answer) });

  expect(end.kind).toBe('idle');
  expect(await device.db.outbox.count()).toBe(0);
  expect((await device.db.fact('at'))?.cursor).toBe('v2');
  expect(await device.db.tickets.toCollection().primaryKeys()).toEqual(['t1', 't2', 't3']);
});

describe('D-27 an order that is refused with a code of a later version', () => {
  const order = async (status: number) => {
    const device = await deviceOf(amina);
    const body = { code: 'SOLD_TODAY', message: 'No more today.', server: refusalMark };
    const transport = transportOf(device, () => body, status);
    const about = { product_id: 5, title: 'Tea' };
    const fields = { product_id: 5, price: 12 };
    const environment = { ...device.environment, transport };
    const outcome = await makeMoneyCall(device.db, placeOrder, fields, { key: 'k1', about }, environment);
    return { outcome, pledges: await device.db.pledges.toArray() };
  };

  test.each([400, 403, 404, 409, 422])('and the status %i is refused, not in doubt', async (status) => {
    const { outcome, pledges } = await order(status);

    expect(outcome).toMatchObject({ kind: 'refused', failure: { kind: 'refused', code: 'SOLD_TODAY' } });
    expect(pledges).toEqual([]);
  });

  test.each([408, 425, 429, 500, 503])('and the status %i, which decides nothing, stays in doubt', async (status) => {
    const { outcome, pledges } = await order(status);

    expect(outcome).toEqual({ kind: 'unknown' });
    expect(pledges).toMatchObject([{ key: 'k1', state: 'asked' }]);
  });
});

test.each([
  [401, 'PASSKEY_NEEDED', 'refused'],
  [426, 'TOO_OLD', 'outdated'],
])('D-27 a pass that is refused with %i and an unknown code ends no session', async (status, code, kind) => {
  const device = await deviceOf(amina);
  const answer = () => ({ code, message: 'Not now.', server: refusalMark });

  const end = await pass(device.db, { ...device.environment, transport: transportOf(device, answer, status) });

  expect(end.kind).toBe(kind === 'refused' ? 'broken' : kind);
});
