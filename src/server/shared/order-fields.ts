import type { Selectable } from 'kysely';
import type { OrderField } from '../../contract/order-fields.ts';
import { quantityRulesOf, type PricePer, type QuantityRules } from '../../contract/order-total.ts';
import type { Products } from '../platform/database/schema.ts';

type SoldProduct = Pick<
  Selectable<Products>,
  'order_fields' | 'quantity_min' | 'quantity_step' | 'quantity_max' | 'price_per'
>;

/** What a product asks for in an order. */
export const orderFieldsOf = ({ order_fields: json }: Pick<SoldProduct, 'order_fields'>): OrderField[] =>
  json === '[]' ? [] : (JSON.parse(json) as OrderField[]); // only the writer of products and the demo shop write it

/** In which quantities a product is ordered, and for how many units its price is. */
export const quantityRules = (product: Omit<SoldProduct, 'order_fields'>): QuantityRules =>
  quantityRulesOf({ ...product, price_per: product.price_per as PricePer }); // restricted by a CHECK constraint
