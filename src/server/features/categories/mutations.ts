import { handles, type MutationHandler } from '../../platform/synced.ts';
import { setActive } from './write-category.ts';

/** What an admin's device may do to categories offline. */
export const mutations: readonly MutationHandler[] = handles('category.active', setActive);
