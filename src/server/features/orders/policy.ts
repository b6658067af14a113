import type { Selectable } from 'kysely';
import type { Person } from '../../platform/context.ts';
import type { Products, ProductVariants } from '../../platform/database/schema.ts';

type Viewer = Pick<Person, 'id' | 'role'>;

/** Owners and admins see an order. */
export const maySeeOrder =
  (person: Viewer) =>
  (order: { user_id: number }): boolean =>
    person.role === 'admin' || order.user_id === person.id;

/** Active, and available just now. */
export const canBeOrdered = (product: Pick<Selectable<Products>, 'status' | 'is_available'>): boolean =>
  product.status === 'active' && Boolean(product.is_available);

/** An active variant of this very product. */
export const isVariantOf =
  (product: { id: number }) =>
  (variant: Pick<Selectable<ProductVariants>, 'product_id' | 'status'>): boolean =>
    variant.product_id === product.id && variant.status === 'active';

/** Only admins change and delete orders (S6-08). */
export const maySetOrder = (person: Pick<Person, 'role'>) => (): boolean => person.role === 'admin';
