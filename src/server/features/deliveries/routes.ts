import {
  createCity,
  createDelivery,
  deleteCity,
  deleteDelivery,
  listDeliveries,
  setRate,
  updateCity,
  updateDelivery,
} from '../../../contract/deliveries.ts';
import { route } from '../../platform/http/route.ts';
import { add, deliveryTable, putRate, remove, rename } from './operations.ts';

export const routes = [
  route(listDeliveries, deliveryTable),
  route(createDelivery, add('deliveries')),
  route(updateDelivery, rename('deliveries')),
  route(deleteDelivery, remove('deliveries')),
  route(createCity, add('cities')),
  route(updateCity, rename('cities')),
  route(deleteCity, remove('cities')),
  route(setRate, putRate),
];
