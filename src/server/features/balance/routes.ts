import {
  addToBalance,
  readBalance,
  readBalanceHistory,
  readOwnBalanceHistory,
  subtractFromBalance,
} from '../../../contract/balance.ts';
import { route } from '../../platform/http/route.ts';
import { adjustBalance, checkTarget } from './adjust-balance.ts';
import { balanceHistory, ownBalanceHistory } from './history.ts';
import { tellBalance } from './operations.ts';

export const routes = [
  route(readBalance, tellBalance),
  route(readOwnBalanceHistory, ownBalanceHistory),
  route(readBalanceHistory, balanceHistory),
  route(addToBalance, adjustBalance('add'), { first: checkTarget }),
  route(subtractFromBalance, adjustBalance('subtract'), { first: checkTarget }),
];
