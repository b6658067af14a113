import type { TopupMethodRow } from '../../src/contract/topup-settings.ts';
import type { TopupRow } from '../../src/contract/topups.ts';
import { uuid } from './help-desk.tsx';
import { amina } from './storefront.tsx';

/** A way to pay as the server returns it, the `n`th in its order. */
export const aTopupMethod = (n: number, more: Partial<TopupMethodRow> = {}): TopupMethodRow => ({
  id: n,
  name: { en: `Method ${n}` },
  steps: { en: `Send {amount} with the text {reference}.` },
  accounts: [{ label: { en: 'Account' }, value: `LY38 0210 ${n}` }],
  min: 10,
  max: 500,
  proof: 'either',
  is_active: true,
  position: n,
  created_at: new Date(Date.UTC(2026, 9, 1)).toISOString(),
  updated_at: new Date(Date.UTC(2026, 9, 1)).toISOString(),
  rev: 1,
  ...more,
});

/** A top-up request of amina's that waits, as the server returns it; its number is `n`. A higher `n` is newer. */
export const aTopup = (n: number, more: Partial<TopupRow> = {}): TopupRow => ({
  id: uuid(n),
  number: n,
  user_id: amina.id,
  user_name: amina.name,
  method_id: 1,
  method_name: { en: 'Method 1' },
  amount: 50,
  credited: null,
  slip_number: `TRX-${n}`,
  paid_on: '2026-10-01',
  note: null,
  status: 'waiting',
  reason: null,
  decision_note: null,
  decided_by: null,
  decided_at: null,
  attachments: [],
  created_at: new Date(Date.UTC(2026, 9, 1, n)).toISOString(),
  updated_at: new Date(Date.UTC(2026, 9, 1, n)).toISOString(),
  rev: 1,
  ...more,
});
