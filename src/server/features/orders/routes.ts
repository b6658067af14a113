import { listRecentOrders } from '../../../contract/dashboard.ts';
import { deleteOrder, listOrders, placeOrder, updateOrder } from '../../../contract/orders.ts';
import { route } from '../../platform/http/route.ts';
import { orderPage } from './operations.ts';
import { order } from './place-order.ts';
import { recentOrders } from './recent.ts';
import { orderScope } from './records.ts';
import { remove, update } from './update-order.ts';

export const routes = [
  route(placeOrder, order),
  route(listOrders, orderPage, { cachedIn: orderScope }),
  route(listRecentOrders, recentOrders),
  route(updateOrder, update),
  route(deleteOrder, remove),
];
