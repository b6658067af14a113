import type { Endpoint } from '../../src/contract/endpoint.ts';
import type { Example } from './call.ts';
import type { TestUserName } from './test-server.ts';
import { putTopupMethod } from './topup-calls.ts';

const fields = {
  name: { en: 'Bank transfer' },
  steps: { en: 'Send {amount} with {reference}.' },
  accounts: [{ label: { en: 'IBAN' }, value: 'LY83 0020 4800 0020 1001 2036 1' }],
  min: 10,
  max: 500,
  proof: 'either',
  is_active: true,
};
const limits = { open_max: 3, day_max: 5, day_amount: 1_000, balance_max: null };

/** Examples of the calls about the ways to pay and the limits of top-up requests. */
export const examplesOfTopupSettings: Readonly<Record<string, Example>> = {
  listTopupMethods: {
    call: async ({ server }) => (await putTopupMethod(server.services), {}),
    forAgents: 403,
  },
  createTopupMethod: { call: () => ({ body: fields }), by: 'root' },
  updateTopupMethod: {
    call: async ({ server }) => ({ path: { id: await putTopupMethod(server.services) }, body: fields }),
    by: 'root',
  },
  moveTopupMethod: {
    call: async ({ server }) => ({ path: { id: await putTopupMethod(server.services) }, body: { before_id: null } }),
    by: 'root',
  },
  readTopupLimits: { call: () => ({}) },
  updateTopupLimits: { call: () => ({ body: limits }), by: 'root' },
};

/** The fields of these calls, by the name of the call. */
export const topupSettingsFields = {
  createTopupMethod: () => fields,
  updateTopupMethod: () => fields,
  moveTopupMethod: () => ({ before_id: null }),
  updateTopupLimits: () => limits,
};

/** A user who may make a call: null for a guest. */
export function actorOf({ name, audience }: Endpoint): TestUserName | null {
  if (audience === 'anyone') return null;
  return audience === 'signedIn' || audience === 'topups.open'
    ? 'amina'
    : (examplesOfTopupSettings[name]?.by ?? 'sara');
}
