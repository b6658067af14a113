import * as endpoints from '../../../contract/codes.ts';
import { handlersOf, type MutationHandler } from '../../platform/changes/synced.ts';
import { route } from '../../platform/http/route.ts';
import { addCodes, checkImport } from './import-codes.ts';
import { orderCodes } from './order-codes.ts';
import { replaceCode } from './replace-code.ts';
import { revealCodes } from './reveal-codes.ts';
import { setLowAt, showStock, withdrawBatch } from './stock.ts';
import { watchStock } from './watch.ts';

export const routes = [
  route(endpoints.checkCodes, checkImport),
  route(endpoints.importCodes, addCodes),
  route(endpoints.readStock, showStock),
  route(endpoints.setStock, setLowAt),
  route(endpoints.withdrawCodes, withdrawBatch),
  route(endpoints.revealCodes, revealCodes),
  route(endpoints.replaceCode, replaceCode),
  route(endpoints.listOrderCodes, orderCodes),
];

/** The change that a device may make offline. */
export const mutations: readonly MutationHandler[] = handlersOf('stock.watch', watchStock);
