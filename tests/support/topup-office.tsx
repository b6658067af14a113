import { expect } from 'vitest';
import { AdminTopUpScreen } from '../../src/client/features/topups/admin-top-up-screen.tsx';
import { AdminTopUpsScreen } from '../../src/client/features/topups/admin-top-ups-screen.tsx';
import { TopupSettingsScreen } from '../../src/client/features/topup-settings/topup-settings-screen.tsx';
import { isOnline } from '../../src/client/sync/connectivity.ts';
import type { TopupMethodRow } from '../../src/contract/topup-settings.ts';
import type { TopupRow } from '../../src/contract/topups.ts';
import { anAccountOf } from './people-office.tsx';
import { amina, openDevice, sara, visit, type Script } from './storefront.tsx';
import { aTopupMethod } from './topups.tsx';

/** Another customer, with an Arabic name and the id 8. */
export const karim = { id: 8, name: 'كريم', email: 'karim@example.test', role: 'user' as const };

/** A picture of a slip. */
export const aSlip = (id: string) => ({ id, name: 'slip.png', type: 'image/png', size: 2_000 });

const paging = { current_page: 1, per_page: 10, total: 0, next_page_url: null, prev_page_url: null };

/** Answers what the pages read: the balance of amina (€10.00) and no further requests; `script` answers the rest. */
export const withReads =
  (script: Script): Script =>
  (asked) => {
    if (asked.method === 'GET' && asked.path.startsWith('/api/users/'))
      return [200, { code: 'SUCCESS', user: anAccountOf() }];
    if (asked.method === 'GET' && asked.path === '/api/topups')
      return [200, { code: 'SUCCESS', data: [], meta: paging, ...paging }];
    if (asked.method === 'GET' && asked.path.startsWith('/api/topups/')) return [404, { code: 'NOT_FOUND' }];
    return script(asked);
  };

interface Office {
  topups?: readonly TopupRow[];
  methods?: readonly TopupMethodRow[];
  person?: typeof sara;
  script?: Script;
}

/** An admin's device with these requests and methods, in front of a server. */
export async function openTopupOffice({ topups = [], methods = [aTopupMethod(1)], person = sara, script }: Office) {
  const device = await openDevice(person, {
    topups: [...topups],
    topup_methods: [...methods],
    people: [amina, karim].map((one) => ({ ...one, is_active: true })),
  });
  await device.server.goOnline(withReads(script ?? (() => [200, { status: 'ok' }])));
  await expect.poll(isOnline).toBe(true);
  return device;
}

/** Opens a page of the top-ups of an admin at an address. */
export const visitTopups = (address: string) =>
  visit(address, {
    '/admin/top-ups': AdminTopUpsScreen,
    '/admin/top-ups/$id': AdminTopUpScreen,
    '/admin/settings/top-ups': TopupSettingsScreen,
    '/admin/settings': () => null,
  });
