import { randomUUID } from 'node:crypto';
import type { Answer } from './client.ts';
import type { TestServer } from './test-server.ts';
import { putTopupMethod, setTopupLimits, topupsOn } from './topup-calls.ts';

/**
 * `plain`: a number above 0. `opening`: an opening balance, from 0. `form`: above 0 (a cost: from 0), also as text.
 * `seen`: the price that the customer saw; an order is refused when it differs from the current price.
 */
type Kind = 'plain' | 'opening' | 'form' | 'seen';

/** A field of a call with an amount of money. */
export interface AmountField {
  call: string;
  field: string;
  kind: Kind;
  /** null removes the amount. */
  isNullable?: true;
  /** Another field that is refused, too, where this one is too large for it. */
  also?: string;
  /** The largest amount that is accepted, where it is not 1,000,000. */
  max?: number;
  /** Sends the call with `json` as the value of the field. */
  send(json: string): Promise<Answer>;
}

/** Returns a function that sends JSON text as it is, with a new key. */
export const postJson =
  (server: TestServer) =>
  (who: 'root' | 'sara' | 'amina', path: string, body: string): Promise<Answer> =>
    server.as(who).post(path, body, { 'Idempotency-Key': randomUUID() });

/** The amounts of the calls about top-ups. */
export async function topupAmounts(server: TestServer, pin: string): Promise<AmountField[]> {
  return [...(await requestAmounts(server, pin)), ...(await methodAmounts(server)), ...limitAmounts(server)];
}

async function requestAmounts(server: TestServer, pin: string): Promise<AmountField[]> {
  const post = postJson(server);
  const method = await putTopupMethod(server.services, { min: 0.01, max: 1_000_000 });
  await setTopupLimits(server.services, { open_max: 1_000_000, day_max: 1_000_000 });
  let waiting = await topupsOn(server).opened('amina', { method_id: method });
  return [
    {
      call: 'openTopup',
      field: 'amount',
      kind: 'form',
      send: (json) =>
        post('amina', '/api/topups', `{"method_id":${method},"slip_number":"${randomUUID()}","amount":${json}}`),
    },
    {
      call: 'approveTopup',
      field: 'amount',
      kind: 'plain',
      // A new request after each that was approved.
      async send(json) {
        const body = `{"pin":"${pin}","note":"Paid","amount":${json}}`;
        const answer = await post('sara', `/api/topups/${waiting.id}/approve`, body);
        if (answer.status === 200) waiting = await topupsOn(server).opened('amina', { method_id: method });
        return answer;
      },
    },
  ];
}

/** A way to pay with `json` as one of its two amounts. */
async function methodAmounts(server: TestServer): Promise<AmountField[]> {
  const post = postJson(server);
  const method = (amounts: string) =>
    `{"name":{"en":"Bank"},"steps":{"en":"Pay"},"accounts":[],"proof":"slip","is_active":true,${amounts}}`;
  const { id } = (await post('root', '/api/topup-methods', method('"min":1,"max":2'))).body.method;
  const bodyOf = (field: 'min' | 'max') => (json: string) =>
    method(field === 'min' ? `"min":${json},"max":1000000` : `"min":0.01,"max":${json}`);
  const calls = { createTopupMethod: '/api/topup-methods', updateTopupMethod: `/api/topup-methods/${id}` };
  return Object.entries(calls).flatMap(([call, path]) =>
    (['min', 'max'] as const).map((field) => ({
      call,
      field,
      kind: 'plain' as const,
      ...(field === 'min' && { also: 'max' }),
      send: (json: string) => post('root', path, bodyOf(field)(json)),
    })),
  );
}

function limitAmounts(server: TestServer): AmountField[] {
  const post = postJson(server);
  return ['day_amount', 'balance_max'].map((field) => {
    const other = field === 'day_amount' ? 'balance_max' : 'day_amount';
    const send = (json: string) =>
      post('root', '/api/topup-limits', `{"open_max":50,"day_max":100,"${other}":null,"${field}":${json}}`);
    return { call: 'updateTopupLimits', field, kind: 'plain', isNullable: true, send };
  });
}
