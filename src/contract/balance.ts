import * as z from 'zod/mini';
import { historyPage, nestedPage, success } from './answers.ts';
import { endpoint } from './endpoint.ts';
import { Id, IsoTime, Money, optionalText, Pin, PlainAmount } from './fields.ts';
import { ListInQuery, pages, paging, TimeInQuery } from './query-fields.ts';
import { historyPageSize } from './limits.ts';
import { RoleName, User } from './people.ts';

export const ledgerKinds = ['opening', 'add', 'subtract', 'charge', 'return'] as const;
export const LedgerKind = z.enum(ledgerKinds);
export type LedgerKind = z.infer<typeof LedgerKind>;

/** One row of a user's ledger, as that user sees it: `amount` is signed. */
export const LedgerRow = z.object({
  id: z.number(),
  kind: LedgerKind,
  amount: Money,
  balance_before: Money,
  balance_after: Money,
  order_id: z.nullable(z.number()),
  /** The top-up request whose payment this row credits; missing for all other rows. The hash does not cover it. */
  topup_id: z.optional(z.string()),
  note: z.nullable(z.string()),
  created_at: IsoTime,
  /** The ISO 4217 code. Missing from servers of an earlier version, as the hash. */
  currency: z.optional(z.string()),
  /** SHA-256 over this row and the hash of the user's row before; see `ledger-chain.ts`. */
  hash: z.optional(z.string()),
  rev: z.number(),
});
export type LedgerRow = z.infer<typeof LedgerRow>;

/** The signed-in user's account as devices store it. */
export const AccountRow = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string(),
  role: RoleName,
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

/** A ledger row in a balance history: `fields` has the balance's old and new value (S3-16). */
export const BalanceHistoryEntry = z.object({
  ...LedgerRow.shape,
  action_by: z.nullable(z.string()),
  /** Further names of the fields above (S3-17). */
  previous_balance: Money,
  new_balance: Money,
  operation_type: z.enum(['add', 'subtract']),
  fields: z.array(z.object({ field: z.string(), old_value: z.unknown(), new_value: z.unknown() })),
});

/** One page of a user's ledger, the newest row first. */
export const readBalanceHistory = endpoint({
  name: 'readBalanceHistory',
  method: 'GET',
  path: '/api/users/:id/balance/history',
  audience: 'money',
  input: z.object({ id: Id, ...pages(historyPageSize) }),
  output: historyPage(BalanceHistoryEntry),
});

/** One page of the user's own ledger, the newest row first; `kind` takes several kinds, an unknown one finds nothing. */
export const readOwnBalanceHistory = endpoint({
  name: 'readOwnBalanceHistory',
  method: 'GET',
  path: '/api/app/balance/history',
  audience: 'signedIn',
  input: z.object({ ...paging(20), kind: z.optional(ListInQuery), from: TimeInQuery, to: TimeInQuery }),
  output: nestedPage(LedgerRow),
});

/** `pin` is that of the acting admin. The server checks in this order: role, target, body, lock, PIN, balance. */
const adjustment = z.object({ id: Id, amount: PlainAmount, pin: Pin, note: optionalText(200) });

/** Refuses with INVALID_PIN (details.reason `wrong`, `locked`, `disabled`, `pin_not_set`). */
export const addToBalance = endpoint({
  name: 'addToBalance',
  method: 'POST',
  path: '/api/users/:id/balance/add',
  audience: 'money',
  key: 'always',
  input: adjustment,
  output: success({ user: User }),
});

/** Refuses like `addToBalance`, and with BALANCE_NOT_ENOUGH. */
export const subtractFromBalance = endpoint({
  name: 'subtractFromBalance',
  method: 'POST',
  path: '/api/users/:id/balance/subtract',
  audience: 'money',
  key: 'always',
  input: adjustment,
  output: success({ user: User }),
});
