import { orderField, playerId, soldOn } from './sold.ts';
import type { TestServer } from './test-server.ts';

export const nick = orderField('nick', { required: false });
export const mailbox = orderField('mailbox', { kind: 'email', required: false });

/** What orders of gems answer in these tests. */
export const gemAnswers = { player: '٥١٢٣٤٥', mailbox: 'me@example.test' };

/** What tests do with orders of a product that asks for the id of a player, a name and an address. */
export function gemsOn(server: TestServer) {
  const sold = soldOn(server);
  const put = () => sold.putSold({ order_fields: [playerId, nick, mailbox] }, { title: 'Gems' });
  return {
    put,
    /** Amina orders gems; returns the order's id. */
    order: async (): Promise<number> =>
      (await sold.order({ product_id: await put(), answers: gemAnswers })).body.order.id,
    ask: (order_id: number, more: object = {}, who: 'sara' | 'agent' | 'amina' = 'sara') =>
      sold.change(who as never, 'order.ask', { order_id, round: 1, keys: ['player'], text: 'Not found', ...more }),
    answer: (order_id: number, round: number, answers: object, who: 'amina' | 'karim' = 'amina') =>
      sold.change(who, 'order.answers', { order_id, round, answers }),
    read: async (id: number) =>
      (await server.as('sara').get('/api/orders')).body.data.find((order: { id: number }) => order.id === id),
  };
}
