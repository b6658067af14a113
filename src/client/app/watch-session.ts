import { onCleanedUp } from '../api/session.ts';
import { routePaths } from './paths/route-names.ts';

/** The search parameter with which the login page shows that the session has expired. */
const expiredParameter = 'expired';

/**
 * Opens the login page when the server no longer accepts the session or another tab has ended it; the login page says
 * so, and later opens this page again (S8-01). Loads a new page, so that no data of the user stays in memory; pending
 * changes stay on the device.
 */
export function watchSession(leave: (address: string) => void = (address) => location.assign(address)): void {
  onCleanedUp(() => {
    if (location.pathname.startsWith('/auth/')) return;
    const back = new URLSearchParams({ redirect: location.pathname + location.search, [expiredParameter]: '1' });
    leave(`${routePaths['auth.login']}?${back}`);
  });
}
