import {
  listLatestUsers,
  readAdminStats,
  readAnswerTimes,
  readFinancialByTime,
  readStatusDistribution,
  readUsersByTime,
} from '../../../contract/dashboard.ts';
import { call } from '../../api/call.ts';
import type { DashboardFigures, LatestUsers } from '../../local/meta.ts';
import { serverNow } from '../../text/dates.ts';
import type { Period } from './periods.ts';
import type { KeptSource } from './use-kept.ts';

/** The figures of a period; this device keeps the last ones of each period. */
export const figuresSource: KeptSource<Period, DashboardFigures> = {
  async request(period, signal) {
    const [stats, growth, money, spread, answers] = await Promise.all([
      call(readAdminStats, { period }, { signal }),
      call(readUsersByTime, { period }, { signal }),
      call(readFinancialByTime, { period }, { signal }),
      call(readStatusDistribution, { period }, { signal }),
      call(readAnswerTimes, { period }, { signal }),
    ]);
    return { at: serverNow(), stats, growth, money, spread, answers };
  },
  read: async (db, period) => (await db.fact('dashboard'))?.[period],
  keep: (db, period, figures) =>
    db.transaction('rw', db.meta, async () => {
      await db.setFact('dashboard', { ...(await db.fact('dashboard')), [period]: figures });
    }),
};

/** The users who joined last. */
export const latestUsersSource: KeptSource<'users', LatestUsers> = {
  async request(_, signal) {
    const { data } = await call(listLatestUsers, {}, { signal });
    const users = data.map(({ id, name, email, role, created_at }) => ({ id, name, email, role, created_at }));
    return { at: serverNow(), users };
  },
  read: (db) => db.fact('latestUsers'),
  keep: (db, _, latest) => db.setFact('latestUsers', latest),
};
