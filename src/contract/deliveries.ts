import * as z from 'zod/mini';
import { success } from './answers.ts';
import { endpoint } from './endpoint.ts';
import { AmountInForm, Id, Money, text } from './fields.ts';
import { nameMax } from './limits.ts';

/** A delivery company or a city. */
const Place = z.object({ id: z.number(), title: z.string(), rev: z.number() });

/** The price of a company for a delivery to a city; a company without a rate does not deliver there. */
const Rate = z.object({ delivery_id: z.number(), city_id: z.number(), price: Money, rev: z.number() });

/** All delivery companies, cities and rates; every change answers with it. */
const table = success({ deliveries: z.array(Place), cities: z.array(Place), rates: z.array(Rate) });
export type DeliveryTable = Pick<z.infer<typeof table>, 'deliveries' | 'cities' | 'rates'>;

export const listDeliveries = endpoint({
  name: 'listDeliveries',
  method: 'GET',
  path: '/api/deliveries',
  audience: 'shop.change',
  input: z.object({}),
  output: table,
});

const Title = { title: text(nameMax) };

/** A title that another company has is refused (`title: unique`), also with other capitals. */
export const createDelivery = endpoint({
  name: 'createDelivery',
  method: 'POST',
  path: '/api/deliveries',
  audience: 'shop.change',
  key: 'optional',
  input: z.object(Title),
  output: table,
});

/** `If-Match` as for categories. */
export const updateDelivery = endpoint({
  name: 'updateDelivery',
  method: 'POST',
  path: '/api/deliveries/:id',
  audience: 'shop.change',
  key: 'optional',
  input: z.object({ id: Id, ...Title }),
  output: table,
});

/** Deletes a company with its rates. */
export const deleteDelivery = endpoint({
  name: 'deleteDelivery',
  method: 'DELETE',
  path: '/api/deliveries/:id',
  audience: 'shop.change',
  key: 'optional',
  input: z.object({ id: Id }),
  output: table,
});

/** A title that another city has is refused (`title: unique`), also with other capitals. */
export const createCity = endpoint({
  name: 'createCity',
  method: 'POST',
  path: '/api/cities',
  audience: 'shop.change',
  key: 'optional',
  input: z.object(Title),
  output: table,
});

/** `If-Match` as for categories. */
export const updateCity = endpoint({
  name: 'updateCity',
  method: 'POST',
  path: '/api/cities/:id',
  audience: 'shop.change',
  key: 'optional',
  input: z.object({ id: Id, ...Title }),
  output: table,
});

/** Deletes a city with its rates. */
export const deleteCity = endpoint({
  name: 'deleteCity',
  method: 'DELETE',
  path: '/api/cities/:id',
  audience: 'shop.change',
  key: 'optional',
  input: z.object({ id: Id }),
  output: table,
});

/** Sets the rate of a company for a city; null removes it. `If-Match` is the rate's revision, 0 where there is none. */
export const setRate = endpoint({
  name: 'setRate',
  method: 'POST',
  path: '/api/rates',
  audience: 'shop.change',
  key: 'optional',
  input: z.object({ delivery_id: Id, city_id: Id, price: z.nullable(AmountInForm) }),
  output: table,
});
