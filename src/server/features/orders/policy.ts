import type { Selectable } from 'kysely';
import { can } from '../../../contract/permissions.ts';
import type { Person } from '../../platform/base/permissions.ts';
import type { Products, ProductVariants } from '../../platform/database/schema.ts';

type Viewer = Pick<Person, 'id' | 'role'>;

/** The owner of an order and users who read all orders may see it. */
export const maySeeOrder =
  (person: Viewer) =>
  (order: { user_id: number }): boolean =>
    can(person.role, 'orders.read') || order.user_id === person.id;

/** A product can be ordered while it is active and available. */
export const canBeOrdered = (product: Pick<Selectable<Products>, 'status' | 'is_available'>): boolean =>
  product.status === 'active' && Boolean(product.is_available);

/** Whether a variant is active and belongs to this product. */
export const isVariantOf =
  (product: { id: number }) =>
  (variant: Pick<Selectable<ProductVariants>, 'product_id' | 'status'>): boolean =>
    variant.product_id === product.id && variant.status === 'active';

/** Whether a user has placed an order: only the owner corrects what it says. */
export const ownsOrder =
  (person: Pick<Person, 'id'>) =>
  (order: { user_id: number }): boolean =>
    order.user_id === person.id;

/** Whether a user may ask customers to correct what their orders say. */
export const mayAskAbout = (person: Pick<Person, 'role'>) => (): boolean => can(person.role, 'orders.ask');

/** Whether a user may change and delete orders (S6-08). */
export const maySetOrder = (person: Pick<Person, 'role'>) => (): boolean => can(person.role, 'orders.change');
