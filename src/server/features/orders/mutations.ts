import { handles, type MutationHandler } from '../../platform/synced.ts';
import { deliverOrder, setOrderStatus } from './change-status.ts';

/** What an admin's device may do to orders offline: the routes' operations, without the statuses that move money. */
export const mutations: readonly MutationHandler[] = [
  handles('order.status', (work, args) => setOrderStatus(work, args, 'never')),
  handles('order.deliver', (work, args) => deliverOrder(work, args, 'never')),
].flat();
