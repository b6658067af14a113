import { listOrders, placeOrder } from '../../../contract/orders.ts';
import { route } from '../../platform/http/route.ts';
import { orderPage } from './operations.ts';
import { order } from './place-order.ts';

export const routes = [route(placeOrder, order), route(listOrders, orderPage)];
