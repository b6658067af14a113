import { readBalance } from '../../../contract/balance.ts';
import { route } from '../../platform/http/route.ts';
import { tellBalance } from './operations.ts';

export const routes = [route(readBalance, tellBalance)];
