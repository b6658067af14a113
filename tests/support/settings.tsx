import { screen, within } from '@testing-library/react';
import type { User } from '../../src/contract/people.ts';
import { anAccountOf, openPeopleOffice, ownAccount, saraAccount, serverOf, visitPeople } from './people-office.tsx';
import { amina, sara, type Script } from './storefront.tsx';

/** User-Agents of a user's devices. */
export const agents = {
  laptop: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/130.0.0.0 Safari/537.36 Edg/130.0.0.0',
  phone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1 Version/18.1 Mobile/15E148 Safari/604.1',
  script: 'curl/8.5.0',
};
const aSession = (id: number, user_agent: string | null, is_current = false) => ({
  id,
  user_agent,
  address: `192.0.2.${id}`,
  created_at: '2026-11-01T08:00:00.000Z',
  used_at: '2026-11-20T14:23:00.000Z',
  is_current,
});
const someSessions = [aSession(3, agents.phone), aSession(1, agents.laptop, true), aSession(2, agents.script)];

const userOf = (person: typeof amina | typeof sara): User => (person === sara ? saraAccount : anAccountOf());

/** Opens the settings of a user; `answers` by path, such as `POST /api/auth/profile`. */
export async function openSettings(answers: Record<string, Script> = {}, person: typeof amina | typeof sara = amina) {
  const profile = {
    locale: 'en',
    muted_mail: ['balance.changed'],
    muted_notifications: [],
    pending_email: null as string | null,
  };
  const user = userOf(person);
  const usual: Record<string, Script> = {
    'GET /api/auth/current': () => [200, ownAccount(user, profile)],
    'POST /api/auth/email': ({ body }) => {
      profile.pending_email = String(body.email).toLowerCase();
      return [200, { code: 'SUCCESS' }];
    },
    'GET /api/auth/sessions': () => [200, { code: 'SUCCESS', sessions: someSessions }],
  };
  const script = serverOf([], (asked) => {
    const { method, path } = asked;
    return (answers[`${method} ${path}`] ?? usual[`${method} ${path}`])?.(asked) ?? null;
  });
  const device = await openPeopleOffice(undefined, { person: person as typeof sara, script });
  const page = visitPeople('/dashboard/settings');
  await screen.findByText('Edge on Windows');
  const sent = (method: string, path: string) =>
    device.server.requests.filter((asked) => asked.method === method && asked.path.startsWith(path));
  const change = async (what: 'name' | 'e-mail' | 'password') => {
    await page.user.click(screen.getByRole('button', { name: `Change your ${what}` }));
    return within(await screen.findByRole('dialog'));
  };
  const reconnect = () => device.server.goOnline(script);
  return { ...device, ...page, sent, change, reconnect };
}
