import { onCleanedUp } from '../api/session.ts';
import { routePaths } from './route-names.ts';

/** The name under which the login page learns why it is shown. */
const expiredKey = 'expired';

/**
 * When the server no longer accepts the session: to the login page, which says so and leads back (S8-01). The page
 * is loaded anew, so that nothing of the person stays in memory; what waits stays on the device.
 */
export function watchSession(leave: (address: string) => void = (address) => location.assign(address)): void {
  onCleanedUp(() => {
    if (location.pathname.startsWith('/auth/')) return;
    const back = new URLSearchParams({ redirect: location.pathname + location.search, [expiredKey]: '1' });
    leave(`${routePaths['auth.login']}?${back}`);
  });
}
