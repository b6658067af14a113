import { countOrders, readInitial } from '../../../contract/app.ts';
import {
  readAdminStats,
  readAnswerTimes,
  readFinancialByTime,
  readStatusDistribution,
  readUsersByTime,
} from '../../../contract/dashboard.ts';
import { route } from '../../platform/http/route.ts';
import { adminStats, financialByTime, statusDistribution, usersByTime } from './admin.ts';
import { answerTimes } from './answer-times.ts';
import { initialData, orderCount } from './operations.ts';

export const routes = [
  route(countOrders, orderCount),
  route(readInitial, initialData),
  route(readAdminStats, adminStats),
  route(readUsersByTime, usersByTime),
  route(readFinancialByTime, financialByTime),
  route(readStatusDistribution, statusDistribution),
  route(readAnswerTimes, answerTimes),
];
