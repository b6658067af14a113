import { handles, type MutationHandler } from '../../platform/synced.ts';
import { setAvailable } from './write-product.ts';

/** What an admin's device may do to products offline. */
export const mutations: readonly MutationHandler[] = handles('product.availability', setAvailable);
