import * as z from 'zod/mini';
import { success } from './answers.ts';
import { endpoint } from './endpoint.ts';
import { Money, When } from './fields.ts';

export const ledgerKinds = ['opening', 'add', 'subtract', 'charge', 'return'] as const;
export const LedgerKind = z.enum(ledgerKinds);
export type LedgerKind = z.infer<typeof LedgerKind>;

/** One line of a person's ledger, as that person sees it: `amount` is signed. */
export const LedgerRow = z.object({
  id: z.number(),
  kind: LedgerKind,
  amount: Money,
  balance_before: Money,
  balance_after: Money,
  order_id: z.nullable(z.number()),
  note: z.nullable(z.string()),
  created_at: When,
  rev: z.number(),
});
export type LedgerRow = z.infer<typeof LedgerRow>;

/** What a device keeps of the signed-in person. */
export const AccountRow = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string(),
  role: z.enum(['user', 'admin']),
  balance: Money,
  rev: z.number(),
});
export type AccountRow = z.infer<typeof AccountRow>;

export const readBalance = endpoint({
  name: 'readBalance',
  method: 'GET',
  path: '/api/app/balance',
  audience: 'signedIn',
  input: z.object({}),
  output: success({ balance: Money }),
});
