import { countOrders, readInitial } from '../../../contract/app.ts';
import { route } from '../../platform/http/route.ts';
import { initialData, orderCount } from './operations.ts';

export const routes = [route(countOrders, orderCount), route(readInitial, initialData)];
