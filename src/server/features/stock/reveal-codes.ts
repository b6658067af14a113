import type { Selectable } from 'kysely';
import type * as endpoints from '../../../contract/codes.ts';
import type { RevealedCode } from '../../../contract/codes.ts';
import type { OutputOf, ParsedInputOf } from '../../../contract/endpoint.ts';
import { can } from '../../../contract/permissions.ts';
import { audit } from '../../platform/audit.ts';
import { Refusal } from '../../platform/base/refusal.ts';
import { toIsoTime } from '../../platform/base/wire-values.ts';
import type { SignedIn } from '../../platform/context.ts';
import type { CodeCipher } from '../../platform/crypto/code-cipher.ts';
import type { Codes } from '../../platform/database/schema-shop.ts';
import type { TransactionContext } from '../../platform/database/transaction.ts';
import { throttle } from '../../platform/throttle.ts';
import { inUserTransaction } from '../../platform/user-transaction.ts';
import { neverExpires } from '../../shared/codes.ts';
import { raiseOrder } from '../../shared/order-revision.ts';
import { checkPin } from '../../shared/pins.ts';
import { cipherOf } from './import-codes.ts';
import { visibleOrder } from './order-codes.ts';

type Input = ParsedInputOf<typeof endpoints.revealCodes>;

const hour = 3_600_000;
/** Calls of one user in an hour, successful ones too. */
const callsMax = 60;

/**
 * Opens codes of an order: for its owner, or for an admin with a PIN. Only what the guarded update has marked as shown, or
 * what was shown before, is decrypted, so that a return and an opening at once end with one of them. Throws NOT_FOUND for
 * the order of another customer, and FORBIDDEN for agents.
 */
export async function revealCodes(ctx: SignedIn, input: Input): Promise<OutputOf<typeof endpoints.revealCodes>> {
  const { services, person } = ctx;
  const order = await visibleOrder(services.reader, input.id, person);
  if (order.user_id !== person.id) {
    if (!can(person.role, 'codes')) throw new Refusal('FORBIDDEN');
    if (input.pin === undefined) throw new Refusal('INVALID_FIELDS', { pin: ['required'] });
    await checkPin(ctx, input.pin);
  }
  const limit = { name: 'codes.reveal', subject: String(person.id), max: callsMax, within: hour };
  await throttle(services.db, limit, services.now());
  const cipher = cipherOf(services);
  const codes = await inUserTransaction(ctx, async (transaction) => {
    const shown = await showCodes(transaction, input);
    // In the transaction: codes of which one cannot be decrypted do not count as opened.
    return shown.map((row) => opened(cipher, row));
  });
  return { code: 'SUCCESS', codes };
}

type ShownCode = Pick<Selectable<Codes>, 'uid' | 'ciphertext' | 'state' | 'expires_at' | 'revealed_by_name'>;

async function showCodes(transaction: TransactionContext, { id, ids }: Input): Promise<ShownCode[]> {
  const { tx, person, now } = transaction;
  // The rights may have changed since the request was admitted (D-16).
  const order = await visibleOrder(tx, id, person, { lock: true });
  if (order.user_id !== person.id && !can(person.role, 'codes')) throw new Refusal('FORBIDDEN');
  const items = tx.selectFrom('order_items').select('id').where('order_id', '=', id);
  const newly = await tx
    .updateTable('codes')
    .set({ state: 'shown', revealed_at: now, revealed_by_name: person.name })
    .where('order_item_id', 'in', items)
    .where('state', '=', 'sold')
    .$if(ids !== undefined, (query) => query.where('uid', 'in', ids!))
    .returning('uid')
    .execute();
  if (newly.length > 0) {
    await audit(transaction, {
      action: 'code.reveal',
      entity: 'orders',
      entityKey: id,
      new: { count: newly.length },
    });
    await raiseOrder(transaction, order);
  }
  return tx
    .selectFrom('codes')
    .select(['uid', 'ciphertext', 'state', 'expires_at', 'revealed_by_name'])
    .where('order_item_id', 'in', items)
    .where('revealed_at', 'is not', null)
    .$if(ids !== undefined, (query) => query.where('uid', 'in', ids!))
    .orderBy('id')
    .execute();
}

function opened(cipher: CodeCipher, { uid, ciphertext, state, expires_at, revealed_by_name }: ShownCode): RevealedCode {
  const { code, serial = null, pin = null } = cipher.decrypt(uid, ciphertext);
  return {
    id: uid,
    code,
    serial,
    pin,
    expires_at: expires_at === neverExpires ? null : toIsoTime(expires_at),
    state: state as RevealedCode['state'], // restricted by a CHECK constraint
    opened_by: revealed_by_name,
  };
}
