import { listRecentOrders } from '../../../contract/dashboard.ts';
import { readOrderHistory } from '../../../contract/order-history.ts';
import * as endpoints from '../../../contract/orders.ts';
import { route } from '../../platform/http/route.ts';
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
 * The changes to orders that an admin's device may make offline: the operations of the routes, without the statuses
 * that move money.
 */
export const mutations: readonly MutationHandler[] = [
  handlersOf('order.status', (transaction, args) => setOrderStatus(transaction, args, 'never')),
  handlersOf('order.deliver', (transaction, args) => deliverOrder(transaction, args, 'never')),
].flat();
