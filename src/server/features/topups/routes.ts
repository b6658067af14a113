import * as endpoints from '../../../contract/topups.ts';
import { handlersOf, type MutationHandler } from '../../platform/changes/synced.ts';
import { route } from '../../platform/http/route.ts';
import { approveTopup, checkDecidable } from './approve-topup.ts';
import { cancelTopupInTransaction } from './cancel-topup.ts';
import { openTopupInTransaction } from './open-topup.ts';
import { cancelTopup, openTopup, showTopup, topupPage } from './operations.ts';
import { refuseTopup } from './refuse-topup.ts';

export const routes = [
  route(endpoints.openTopup, openTopup),
  route(endpoints.cancelTopup, cancelTopup),
  route(endpoints.approveTopup, approveTopup, { precheckUuid: checkDecidable }),
  route(endpoints.refuseTopup, refuseTopup),
  route(endpoints.listTopups, topupPage),
  route(endpoints.readTopup, showTopup),
];

/** The changes to requests that a device may make offline: the same operations as the routes. */
export const mutations: readonly MutationHandler[] = [
  handlersOf('topup.open', openTopupInTransaction, { createsRecord: true }),
  handlersOf('topup.cancel', cancelTopupInTransaction),
].flat();
