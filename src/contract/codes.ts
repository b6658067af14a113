import * as z from 'zod/mini';
import { Done, success } from './answers.ts';
import { endpoint } from './endpoint.ts';
import { AmountInForm, Flag, Id, IsoTime, Money, optionalText, Pin, text, Uuid, wholeNumber } from './fields.ts';
import { batchNoteMax, codeStates, importBytesMax, lineFaults, orderCodesMax, stockLevels } from './stock-rules.ts';

/** A product or variant that sells codes, as every device stores it: how it is sold, never the number. */
export const StockRow = z.object({
  /** `<product>:<variant>`, 0 for no variant. */
  id: z.string(),
  product_id: z.number(),
  variant_id: z.nullable(z.number()),
  level: z.enum(stockLevels),
  /** The customer is notified when it can be ordered again; missing for admins. */
  is_watched: z.optional(z.boolean()),
  rev: z.number(),
});
export type StockRow = z.infer<typeof StockRow>;

/** Lines are counted from 1, as the admin sees them; no answer repeats a text. */
const Lines = z.array(z.number());
const CheckedImport = z.object({
  lines: z.number(),
  new: z.number(),
  /** Lines with the same code as an earlier line of this import. */
  doubled: Lines,
  /** Lines with a code that the shop has, in any state and of any product. */
  known: Lines,
  wrong: z.array(z.object({ line: z.number(), why: z.enum(lineFaults) })),
});

/**
 * One code in a line, or CSV with a header of `code`, `serial`, `pin` and `expires_at` (a day, `2027-01-31`), of which
 * only `code` is needed.
 */
const importFields = {
  id: Id,
  variant_id: z._default(z.nullable(Id), null),
  text: z
    .string({ error: 'required' })
    .check(z.minLength(1, { error: 'required' }), z.maxLength(importBytesMax, { error: 'max:2000000' })),
};

/** What an import would do. Stores nothing. */
export const checkCodes = endpoint({
  name: 'checkCodes',
  method: 'POST',
  path: '/api/products/:id/codes/check',
  audience: 'codes',
  input: z.object(importFields),
  output: success({ check: CheckedImport }),
});

/**
 * Stores the codes of an import, encrypted, in one transaction. Refuses with INVALID_FIELDS `text: invalid` while a line is
 * wrong, `text: already_exists` while one is doubled or known unless `skip_known`; with BUSY and `details.reason` `codes_key`
 * on a server without a key.
 */
export const importCodes = endpoint({
  name: 'importCodes',
  method: 'POST',
  path: '/api/products/:id/codes',
  audience: 'codes',
  key: 'always',
  input: z.object({
    ...importFields,
    /** What each code has cost. */
    cost: z._default(z.nullable(AmountInForm), null),
    note: optionalText(batchNoteMax),
    skip_known: z._default(Flag, false),
  }),
  output: success({ added: z.number(), skipped: z.number() }),
});

const Batch = z.object({
  id: z.number(),
  note: z.nullable(z.string()),
  /** What each code has cost; missing for agents. */
  cost: z.optional(z.nullable(Money)),
  /** Codes by their state. */
  counts: z.partialRecord(z.enum(codeStates), z.number()),
  count: z.number(),
  created_by: z.string(),
  created_at: IsoTime,
});

const StockOfVariant = z.object({
  variant_id: z.nullable(z.number()),
  title: z.nullable(z.string()),
  /** Only codes of an active one are sold; a deleted one is listed while it has free codes. */
  status: z.enum(['active', 'inactive', 'deleted']),
  free: z.number(),
  low_at: z.nullable(z.number()),
  level: z.enum(stockLevels),
  sold_today: z.number(),
  batches: z.array(Batch),
});
export type StockOfVariant = z.infer<typeof StockOfVariant>;

/** The numbers of a product that sells codes, for each variant, newest batch first. */
export const readStock = endpoint({
  name: 'readStock',
  method: 'GET',
  path: '/api/products/:id/stock',
  audience: 'catalogue.read',
  input: z.object({ id: Id }),
  output: success({ has_key: z.boolean(), stock: z.array(StockOfVariant) }),
});

/** Sets the number of free codes at which admins are notified; null: never. */
export const setStock = endpoint({
  name: 'setStock',
  method: 'POST',
  path: '/api/products/:id/stock',
  audience: 'codes',
  key: 'optional',
  input: z.object({
    id: Id,
    variant_id: z._default(z.nullable(Id), null),
    low_at: z.nullable(wholeNumber({ min: 0, max: 1_000_000 })),
  }),
  output: Done,
});

/** Takes the free codes of a batch out of the stock for good, with a reason for the audit log and the admin's PIN. */
export const withdrawCodes = endpoint({
  name: 'withdrawCodes',
  method: 'POST',
  path: '/api/products/:id/codes/withdraw',
  audience: 'codes',
  key: 'always',
  input: z.object({ id: Id, batch_id: Id, reason: text(batchNoteMax), pin: Pin }),
  output: success({ withdrawn: z.number() }),
});

/** A code of an order in clear. No other answer has it, and no cache stores it. */
export const RevealedCode = z.object({
  id: z.string(),
  code: z.string(),
  serial: z.nullable(z.string()),
  pin: z.nullable(z.string()),
  expires_at: z.nullable(IsoTime),
  state: z.enum(codeStates),
  /** Who opened it first: the customer, or an admin. */
  opened_by: z.nullable(z.string()),
});
export type RevealedCode = z.infer<typeof RevealedCode>;

/**
 * Opens codes of an order for its owner, or for an admin with a PIN, and records it: a code that was opened does not go
 * back into the stock. `ids` missing: all of the order. Codes that went back with a return are missing.
 */
export const revealCodes = endpoint({
  name: 'revealCodes',
  method: 'POST',
  path: '/api/orders/:id/codes/reveal',
  audience: 'signedIn',
  input: z.object({
    id: Id,
    ids: z.optional(z.array(Uuid).check(z.minLength(1), z.maxLength(orderCodesMax, { error: `max:${orderCodesMax}` }))),
    pin: z.optional(Pin),
  }),
  output: success({ codes: z.array(RevealedCode) }),
});

/**
 * Marks a code of an order as faulty and adds the next free one to it at no charge. Refuses with OUT_OF_STOCK, and with
 * CONFLICT for an order whose money went back.
 */
export const replaceCode = endpoint({
  name: 'replaceCode',
  method: 'POST',
  path: '/api/codes/:id/replace',
  audience: 'codes',
  key: 'always',
  input: z.object({ id: Uuid, reason: text(batchNoteMax), pin: Pin }),
  output: success({ id: z.string() }),
});

/** The codes of an order for admins, without their texts. */
export const listOrderCodes = endpoint({
  name: 'listOrderCodes',
  method: 'GET',
  path: '/api/orders/:id/codes',
  audience: 'signedIn',
  input: z.object({ id: Id }),
  output: success({
    codes: z.array(
      z.object({
        id: z.string(),
        state: z.enum(codeStates),
        expires_at: z.nullable(IsoTime),
        /** By whom and when it was opened first. */
        opened_by: z.nullable(z.string()),
        opened_at: z.nullable(IsoTime),
      }),
    ),
  }),
});
