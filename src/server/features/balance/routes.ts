import {
  addToBalance,
  readBalance,
  readBalanceHistory,
  readOwnBalanceHistory,
  subtractFromBalance,
} from '../../../contract/balance.ts';
import { route } from '../../platform/http/route.ts';
import { adjustBalance, checkTarget } from './adjust-balance.ts';
import { balanceHistory, ownBalanceHistory, getBalance } from './history.ts';

export const routes = [
  route(readBalance, getBalance),
  route(readOwnBalanceHistory, ownBalanceHistory),
  route(readBalanceHistory, balanceHistory),
  route(addToBalance, adjustBalance('add'), { precheck: checkTarget }),
  route(subtractFromBalance, adjustBalance('subtract'), { precheck: checkTarget }),
];
