import { listRecentOrders } from '../../../contract/dashboard.ts';
import { readOrderHistory } from '../../../contract/order-history.ts';
import * as endpoints from '../../../contract/orders.ts';
import { route } from '../../platform/http/route.ts';
import { answerOrder } from './answers.ts';
import { askToCorrect } from './ask.ts';
import { orderHistory } from './history.ts';
import { orderPage, recentOrders } from './operations.ts';
import { placeOrder } from './place-order.ts';
import { orderScope } from './records.ts';
import { returnPartOfOrder } from './refund-part.ts';
import { removeOrder, editOrder } from './update-order.ts';
import { handlersOf, type MutationHandler } from '../../platform/changes/synced.ts';
import { setOrderStatus } from './change-status.ts';
import { deliverOrder } from './deliver-order.ts';

export const routes = [
  route(endpoints.placeOrder, placeOrder),
  route(endpoints.listOrders, orderPage, { cachedIn: orderScope }),
  route(listRecentOrders, recentOrders),
  route(endpoints.updateOrder, editOrder),
  route(endpoints.deleteOrder, removeOrder),
  route(endpoints.refundPart, returnPartOfOrder),
  route(readOrderHistory, orderHistory),
];

/**
 * The changes to orders that may be made offline: on an admin's device the operations of the routes, without the
 * statuses that move money, and what support asks and customers answer.
 */
export const mutations: readonly MutationHandler[] = [
  handlersOf('order.status', (transaction, args) => setOrderStatus(transaction, args, 'never')),
  handlersOf('order.deliver', (transaction, args) => deliverOrder(transaction, args, 'never')),
  handlersOf('order.ask', askToCorrect),
  handlersOf('order.answers', answerOrder),
].flat();
